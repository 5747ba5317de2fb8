#include "gate/redaction/reader_signs.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "gate/redaction/rule_parts.h"

namespace interlock::gate {
namespace {

constexpr std::string_view deed =
    R"((?:click|press|tick|type|paste|enter|re-?enter|submit|open|run|execute|download|install|upload|send|forward|delete|empty|buy|purchase|transfer|approve|accept|grant|allow|rate|rank|score|return|append|insert|recommend|mention|reveal|output|visit|navigate|post|disable|skip|copy|(?:log|sign)\s+(?:in|out)|export|merge|replace|raise|decline|describe|reset|share|book|choose|treat|claim|add|pass|disclose|end|close|set))";

/// Names of a program that reads texts, where an order to it may follow.
constexpr std::string_view reading_program =
    R"((?:{ai}s?|(?:chat|browser\s+|support\s+|reviewer[- ])?bots?|robots?|crawlers?|scrapers?|(?:\w+ing|digital|virtual|automated|autonomous|travel|support)\s+(?:agents?|assistants?)|automated\s+(?:systems?|contributors?|tools?|reviewers?|processes)|screening\s+(?:software|systems?|tools?)|(?:who|what)ever\s+(?:automates|processes|parses|scrapes|crawls|summari[sz]es)))";

/// An agent or assistant, which may be a person.
constexpr std::string_view attendant = R"((?:(?:\b(?:the|any|all|every|this|for)\s+|^\W*)(?:agent|assistant|model)s?))";

/// Has to, before what is to be done.
constexpr std::string_view duty =
    R"((?:must|should|shall|needs?\s+to|ha(?:s|ve)\s+to|(?:is|are)\s+(?:hereby\s+)?(?:required|asked|instructed|ordered|requested|expected)\s+to)\s+(?:also\s+|first\s+|now\s+|always\s+|please\s+|immediately\s+|then\s+)?)";

struct Wording {
  ReaderSign sign;
  std::string_view pattern;  ///< may name the above: {deed}, {program}
};

using enum ReaderSign;

constexpr Wording wordings[] = {
    {machine_told, R"(\b{program}\b[^.;!?]{0,100}?\b{duty}{deed}\b)"},
    {machine_told,
     R"(\b{program}\b[^.;!?]{0,60}?[:!]\s*(?:\d+[).]\s*)?(?:please\s+|always\s+|kindly\s+|you\s+(?:must|should)\s+)?{deed}\b)"},
    {machine_told, R"(^\W*(?:dear\s+|hey\s+)?{program},\s*(?:please\s+)?{deed}\b)"},
    {machine_told,
     R"(\b(?:should|if)\s+(?:an?\s+|any\s+|the\s+)?(?:{program}|(?:language\s+)?model)\s+(?:be|is|was|were)\s+(?:reading|processing|evaluating|reviewing|scanning|parsing|summari[sz]ing)\b.{0,60}\b(?:it\s+{duty})?{deed}\b)"},
    {machine_told,
     R"(\b(?:i|we)\s+(?:order|instruct|command|ask|request|require)\s+(?:\w+\s+){0,3}?{program}\s+to\s+{deed}\b)"},
    {machine_told,
     R"(\b(?:best|good|helpful|kind|great|nice)\s+if\s+(?:\w+\s+){0,2}?{program}\b.{0,30}?\b(?:could\s+|would\s+|also\s+)*{deed}(?:e?d|s)?\b)"},
    {machine_told, R"(\b{program}\b.{0,60}\b(?:have|let|make|get)\s+(?:it|them)\s+(?:to\s+)?{deed}\b)"},
    {helper_told, R"({attendant}\b[^.;!?]{0,100}?\b{duty}{deed}\b)"},
    {helper_told, R"({attendant}\s+{duty}read\b)"},
    {helper_told, R"({attendant}\b[^.;!?]{0,30}?[:!]\s*(?:please\s+)?{deed}\b)"},
    {user, R"(\b(?:the|your|this|any)\s+(?:user|human|operator|principal)s?\b)"},
    {user, R"(\b(?:the\s+(?:person|one)|whoever)\s+you\s+(?:work|act|are\s+working)\s+for\b)"},
    {here, R"(\b(?:this|these|here|below|following|now|your)\b)"},
    {here, R"(\bevery\s+(?:answer|response|output|reply|summary)\b)"},
    {here,
     R"(\b(?:rank|rate|list|recommend|score)\b.{0,30}\b(?:first|highest|top|best|full\s+marks|regardless|whatever)\b)"},
    {here, R"(\b(?:whatever|no\s+matter\s+what)\s+(?:the|your|its|it|anyone)\b)"},
    {here, R"(\b(?:highest|best|top)\s+(?:mark|score|rating|grade)s?\b)"},
    {secret,
     R"(\.ssh\b|\bid_(?:rsa|ed25519)\b|\b(?:api|private|ssh)\s+keys?\b|\b(?:one-time|verification|security)\s+codes?\b|\bsession\s+(?:tokens?|cookies?)\b|\ball\s+permissions\b|\bfull\s+access\b|\bcredentials\b|\b(?:saved|users?['’]s?|master|admin|root)\s+passwords?\b|\brecovery\s+codes?\b|(?:^|\s)\.env\b|\ball\s+(?:contacts|e-?mails|invitations)\b)"},
    {guard, R"(\bwithout\s+(?:asking|approval|permission|comment|review)\b)"},
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
    {unasked,
     R"(\b(?:do\s+not|don['’]t|no\s+need\s+to|without|never)\s+(?:ask(?:ing)?|bother(?:ing)?|inform(?:ing)?|tell(?:ing)?|consult(?:ing)?|disturb(?:ing)?)\s+(?:the|your)\s+(?:user|human|operator|principal)\b.{0,40}[,;]\s*(?:just\s+|simply\s+|then\s+)?{deed}\b)"},
    {unasked,
     R"(\b(?:no\s+need\s+to|do\s+not|don['’]t)\s+(?:inform|tell|ask|bother)\s+the\s+(?:person|one)\s+you\s+(?:work|act)\s+for\b)"},
    {unasked,
     R"(\b(?:has|have|was|were)\s+(?:already\s+|earlier\s+)?(?:consented|agreed|approved|confirmed|authori[sz]ed)\b.{0,60}\b(?:do\s+not\s+ask|need\s+no\s+further|without\s+asking|no\s+further\s+(?:approval|confirmation)|skip)\b)"},
    {unasked,
     R"(\b(?:confirmed|approved|authori[sz]ed)\s+by\s+the\s+user\b.{0,80}\bno\s+further\s+(?:approval|confirmation|permission)\b)"},
    {unasked,
     R"((?:^|[.:;!,]\s*|\band\s+)(?:drop|forget|abandon|ignore|set\s+aside)\s+what\s+the\s+user\s+(?:wanted|asked|said|wants|asks)\b)"},
    {covert,
     R"(\b(?:do\s+not|don['’]t|never|must\s+not|without)\s+(?:ever\s+)?(?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|repeat(?:ing)?|quot(?:e|ing)|pass(?:ing)?)\s+.{0,40}\bto\s+(?:the|your|any)\s+(?:user|human|operator|principal)s?\b)"},
    {covert, R"(\bkeep\s+(?:the|your)\s+(?:user|human|operator)\s+in\s+the\s+dark\b)"},
    {covert,
     R"((?:^|[.:;!]\s*)without\s+(?:telling|informing|alerting)\s+(?:the|your)\s+(?:user|human|operator),\s*{deed}\b)"},
    {covert,
     R"(\b(?:user|human|operator)\s+(?:cannot|can['’]t|does\s+not|will\s+not|won['’]t)\s+(?:see|read)\s+this\s*[:;,]\s*(?:please\s+)?{deed}\b)"},
    {covert, R"(^\W*let\s+(?:the|your)\s+(?:user|human|operator)\s+(?:believe|think)\s+that\b)"},
    {covert, R"(\bnot\s+a\s+word\b.{0,20}\bto\s+(?:the|your)\s+(?:user|human|operator)\b)"},
    {covert,
     R"(\bin\s+your\s+(?:final\s+)?(?:summary|report|answer|response|reply),\s*(?:claim|pretend|deny|leave\s+out|omit|hide)\b)"},
    {covert,
     R"(\bwhen\s+you\s+(?:write|give|send)\s+your\s+(?:report|summary|answer),\s*(?:claim|deny|leave\s+out|omit|hide)\b)"},
    {own_report, R"(\byour\s+(?:final\s+)?(?:summary|report|answer|response|output|reply)\b)"},
};

void replace_all(std::string& text, std::string_view name, std::string_view part) {
  for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + part.size()))
    text.replace(at, name.size(), part);
}

}  // namespace

std::vector<ReaderSignRule> reader_sign_rules() {
  std::vector<ReaderSignRule> rules;
  for (const Wording& wording : wordings) {
    std::string pattern(wording.pattern);
    for (const auto& [name, part] : {std::pair("{duty}", duty), std::pair("{attendant}", attendant),
                                     std::pair("{program}", reading_program), std::pair("{deed}", deed)})
      replace_all(pattern, name, part);
    pattern = filled(std::move(pattern));
    rules.push_back({wording.sign, std::move(pattern)});
  }
  return rules;
}

std::optional<RedactionCategory> weighed(const std::vector<ReaderSign>& signs) {
  const auto has = [&](auto... all) { return (... && (std::find(signs.begin(), signs.end(), all) != signs.end())); };
  const bool behind_the_user = has(user, covert) || has(user, unasked) || has(own_report, covert);
  const bool to_a_machine = has(machine_told, here) || has(machine_told, secret) || has(machine_told, guard);
  const bool to_a_helper = has(helper_told, secret) || has(helper_told, guard);
  if (behind_the_user || to_a_machine || to_a_helper) return RedactionCategory::agent_command;
  return std::nullopt;
}

}  // namespace interlock::gate
