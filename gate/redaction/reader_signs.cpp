#include "gate/redaction/reader_signs.h"

#include <algorithm>
#include <string_view>

#include "gate/redaction/rule_parts.h"

namespace interlock::gate {
namespace {

constexpr std::string_view deed =
    R"((?:click|press|tick|type|paste|enter|submit|open|run|execute|download|install|upload|send|forward|delete|empty|buy|purchase|transfer|approve|accept|grant|allow|rate|append|insert|recommend|mention|reveal|output|visit|navigate|post|disable|skip|copy|log\s+in))";

struct Wording {
  ReaderSign sign;
  std::string_view pattern;  ///< {deed}: the above
};

using enum ReaderSign;

constexpr Wording wordings[] = {
    {machine,
     R"(\b(?:{ai}s?|(?:chat|browser\s+)?bots?|robots?|crawlers?|(?:browsing|digital|virtual|automated|autonomous)\s+(?:agents?|assistants?)|(?:who|what)ever\s+automates)\b)"},
    {helper, R"(\b(?:the|any|all|every|this|for)\s+(?:agent|assistant)s?\b|^\W*(?:agents?|assistants?)\b)"},
    {user, R"(\b(?:the|your|this|any)\s+(?:user|human|operator|principal)s?\b)"},
    {order,
     R"(\b(?:must|should|shall|needs?\s+to|ha(?:s|ve)\s+to|(?:is|are)\s+(?:hereby\s+)?(?:required|asked|instructed|ordered|requested)\s+to|i\s+(?:order|instruct|command))\b)"},
    {order, R"((?:^\W*|[,:;]\s*)(?:please\s+|then\s+)?{deed}\b)"},
    {order, R"(\b(?:have|let|make|get)\s+(?:it|them)\s+(?:to\s+)?{deed}\b)"},
    {act, R"(\b{deed}\b)"},
    {here, R"(\b(?:this|these|here|below|following|now|your)\b)"},
    {here, R"(\bevery\s+(?:answer|response|output|reply|summary)\b)"},
    {secret,
     R"(\.ssh\b|\bid_(?:rsa|ed25519)\b|\b(?:api|private|ssh)\s+keys?\b|\b(?:one-time|verification|security)\s+codes?\b|\bsession\s+(?:tokens?|cookies?)\b|\ball\s+permissions\b|\bfull\s+access\b|\bcredentials\b)"},
    {guard, R"(\b(?:confirmations?|confirmation\s+dialogs?|warnings?|approvals?|safety\s+\w+)\b)"},
    {covert,
     R"(\b(?:make\s+sure|ensure|see\s+to\s+it|so)\s+(?:that\s+)?.{0,24}(?:not|never|n['’]t)\s+(?:notice|find\s+out|learn|suspect|reali[sz]e)\b)"},
    {covert, R"(\bif\s+(?:you\s+are\s+|you['’]re\s+)?asked\b.{0,30}\b(?:say|claim|deny|pretend)\b)"},
    {covert,
     R"(\b(?:lie\s+to|mislead|deceive|leave\s+no\s+trace|secretly|covertly|will\s+not\s+mind|won['’]t\s+mind)\b)"},
    {unasked,
     R"(\b(?:skip|bypass|(?:do\s+not|don['’]t|never)\s+(?:stop|wait|pause|bother)\s+(?:to|for))\s+(?:\w+\s+){0,3}?(?:approvals?|confirmations?|permission|consent|ask|asking)\b)"},
    {unasked,
     R"(\b(?:ignore|disregard|forget|drop)\s+(?:what(?:ever)?|anything|everything|(?:the|any)\s+(?:task|request|goal|order|instructions?))\b)"},
    {unasked,
     R"(\b(?:instructions?|requests?|orders?|commands?|wishes|task)\b.{0,30}\b(?:is|are)\s+(?:now\s+|no\s+longer\s+)?(?:outdated|void|obsolete|invalid|superseded|irrelevant|wrong|valid)\b)"},
    {own_report, R"(\byour\s+(?:final\s+)?(?:summary|report|answer|response|output|reply)\b)"},
};

}  // namespace

std::vector<ReaderSignRule> reader_sign_rules() {
  std::vector<ReaderSignRule> rules;
  for (const Wording& wording : wordings) {
    std::string pattern = filled(std::string(wording.pattern));
    for (auto at = pattern.find("{deed}"); at != std::string::npos; at = pattern.find("{deed}"))
      pattern.replace(at, 6, deed);
    rules.push_back({wording.sign, std::move(pattern)});
  }
  return rules;
}

std::optional<RedactionCategory> weighed(const std::vector<ReaderSign>& signs) {
  const auto has = [&](auto... all) { return (... && (std::find(signs.begin(), signs.end(), all) != signs.end())); };
  const bool behind_the_user = has(user, covert) || has(user, unasked) || has(own_report, covert);
  const bool to_a_machine = has(machine, order, act, here) || has(machine, order, act, secret);
  const bool to_a_helper = has(helper, order, act, secret) || has(helper, order, act, guard);
  if (behind_the_user || to_a_machine || to_a_helper) return RedactionCategory::agent_command;
  return std::nullopt;
}

}  // namespace interlock::gate
