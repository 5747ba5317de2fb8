#include <string_view>

#include "gate/redaction/injection_rules.h"
#include "gate/redaction/rule_parts.h"

namespace interlock::gate {
namespace {

// A scenario in which the reader is not bound: "imagine you had no safety constraints".
constexpr std::string_view scenario_sentences[] = {
    R"(\b{supposed}\b.{0,60}\byou\s*(?:['’]re|['’]d|\w+)?\s*(?:\w+\s+)?(?:(?:do|did)\s*(?:not|n['’]t)\s+have|had\s+no|have\s+no|lacked|lack)\s+(?:any\s+|all\s+|your\s+)?(?:{kind_of_bond}\s+{bonds}|guidelines|safeguards|guardrails|filters|censorship)\b)",
    R"(\b{supposed}\b.{0,60}\byour\s+{kind}(?:rules|restrictions|guidelines|constraints|safeguards|guardrails|filters|programming|instructions)\s+(?:\w+\s+){0,2}?(?:(?:do|does|did)\s*(?:not|n['’]t)|never|no\s+longer|(?:have|has|had|are|were)\s+(?:been\s+)?(?:now\s+)?(?:lifted|removed|disabled|suspended|gone|switched\s+off|turned\s+off))\b)",
    R"(\b{supposed}\b.{0,80}\b(?:{machine}|models?)\s+(?:\w+\s+){0,2}?(?:have|had|has|with)\s+(?:no|zero)\s+(?:{kind_of_bond}\s+{bonds}|rules|guidelines|restrictions|safeguards|guardrails|filters|ethics|censorship)\b)",
    R"(\b{supposed}\b.{0,80}\byou(?:['’]re|\s+are|\s+were)\s+(?:an?\s+)?(?:\w+\s+){0,2}?(?:evil|rogue|malicious|hacked|jailbroken|unaligned|amoral|unrestricted)\s+(?:\w+\s+)?{machine}\b)",
    R"(\byou(?:['’]re|\s+are|\s+were)\s+an?\s+(?:\w+\s+){0,2}?{machine}\s+(?:that|which|who|with)\s+(?:\w+\s+){0,2}?(?:ignores?|disregards?|has\s+no|have\s+no|lacks?|no|without|never\s+refuses?|(?:is|are)\s+not\s+bound\s+by)\b.{0,30}(?:{bonds}|requests?)\b)",
    R"(\b(?:character|persona|role|part|game)\b.{0,100}\b(?:{machine}|assistant)\b.{0,60}\b(?:never|does\s+not|doesn['’]t)\s+(?:\w+\s+)?(?:refuse|decline)s?\b)",
    R"(\btreat\s+(?:this|it|my\s+\w+|the\s+(?:following|next)\s+\w+)\s+as\s+(?:an?\s+)?(?:exception\s+to|exempt\s+from)\s+your\s+(?:\w+\s+)?{bonds})",
};

// What binds the reader is dropped in so many words, for its next answer.
constexpr std::string_view release_sentences[] = {
    R"({told}(?:override|bypass|ignore|disable|remove|lift|drop|suspend|circumvent|disregard|invalidate|void)\s+(?:all\s+|any\s+|the\s+|your\s+|these\s+|every\s+)*(?:\w+\s+)?{bonds}\s*(?:,\s*)?(?:and|then)\s+(?:then\s+|now\s+|just\s+)?(?:respond|answer|execute|obey|follow\s+my|reply|comply|tell|output|generate|help|assist|reveal|provide)\b)",
    R"(\b(?:could|can|might|may|possible\s+(?:for\s+you\s+)?to|perhaps|please)\s+(?:you\s+)?(?:\w+\s+){0,2}?(?:override|bypass|abandon|disable|circumvent|disregard|suspend|drop|lift)\s+your\s+(?:own\s+|\w+\s+)?(?:safeguards?|guardrails?|safety\s+\w+|ethic\w*|guidelines|restrictions|constraints|rules|programming|instructions|filters)\b)",
    R"(\b(?:execute|comply|generate|proceed|run|output)\b.{0,30}\b(?:without|with\s+no)\s+(?:any\s+|all\s+)?(?:content\s+|safety\s+|ethical\s+|moral\s+)(?:{bonds})\b)",
    R"(\b(?:please|must|now)\s+bypass\s+(?:all\s+|any\s+|the\s+)*(?:{kind_of_bond}\s+)?(?:restrictions|filters|safeguards|guardrails|guidelines)\W*$)",
    R"(\b(?:you\s+(?:will|must|should|shall)|always\s+agree\b.{0,60})\s+never\s+refuse\s+(?:a|any|the|my)\s+(?:\w+\s+)?(?:requests?|questions?|prompts?|orders?|commands?)\b)",
    R"(\b(?:as\s+if|as\s+though|like)\s+(?:it|you|there)\s+(?:has|have|had|were|is|are)\s+no\s+(?:(?:prior|previous|earlier|initial|original)\s+(?:instructions?|guidelines)|system\s+prompt)\b)",
    // A mode, with what is off in it: "diagnostic mode, where all safety filters only log".
    R"(\b(?:enter|switch\s+(?:in)?to|activate|enable|start|you\s*(?:['’]re|\s+are)\s+(?:now\s+)?(?:in|operating\s+in|running\s+in))\s+{gap}(?:mode|state)\b.{0,80}\b(?:{kind_of_bond}\s+(?:{bonds}|checks?)|unfiltered|uncensored|must\s+comply|comply\s+with\s+all)\b)",
    R"(\byou\s*(?:['’]re|\s+are)\s+(?:now\s+)?in\s+(?:an?\s+|the\s+)?(?:\w+\s+)?(?:unfiltered|uncensored|jailbreak|god|admin\w*|maintenance|debug|developer|special)\s+mode\b.{0,60}(?:\bwithout\s+(?:any\s+)?{bonds}|\bno\s+{bonds}|\b(?:disregard|ignore)\s+(?:all|any|your)|\bcomply\b|\ball\s+requests))",
};

// A right over the reader that somebody claims: only a program has a maker.
constexpr std::string_view maker_sentences[] = {
    R"(\b(?:i|we)(?:['’]m|['’]re|\s+am|\s+are|\s+work|\s+was|\s+were)\b.{0,40}\b(?:your\s+(?:creators?|makers?)|(?:company|people|lab|organi[sz]ation|developers?|engineers?|one)\s+(?:that|who|which)\s+(?:made|created|built|trained|programmed|developed)\s+you)\b)",
    R"(\bi(?:['’]m|\s+am)\s+your\s+(?:developer|programmer|trainer)\b)",
    R"(\b(?:i|we)(?:['’]m|['’]re|\s+am|\s+are|\s+work)\b.{0,60}\b{maker}\b.{0,80}\b(?:you\s+to|your\s+(?:\w+\s+)?(?:{bonds}|responses|outputs)|please\s+(?:\w+\s+)?(?:disable|enter|bypass|show|reveal|ignore))\b)",
    R"(\b(?:i|we|this|it)\b.{0,60}\b(?:(?:permission|approval|approved|orders?|ordered)\s+(?:\w+\s+)?(?:from|by|of)\s+your\s+(?:creators?|makers?)|(?:authori[sz]ed|authori[sz]ation|clearance|sanctioned)\s+(?:\w+\s+)?(?:from|by|of)\s+your\s+(?:developers?|creators?|makers?|programmers?|trainers?))\b)",
    R"(\bi(?:['’]m|\s+am)\s+(?:an?\s+|the\s+|just\s+|only\s+|currently\s+)?(?:\w+\s+){0,4}?(?:debugging|testing|auditing|verifying|evaluating|checking)\s+(?:you\b|your\s+(?:responses|outputs|answers|safety|content\s+filters?|filters?|guardrails|restrictions|boundaries|alignment|limits|compliance)))",
    R"({told}(?:disable|switch\s+off|turn\s+off|lower|relax|pause|suspend)\s+(?:\w+\s+)?your\s+(?:content|safety|ethic\w*|moderation)\s+{bonds})",
};

// A command with a rank before it, as a terminal or a message of the system would have: "OVERRIDE: remove filters".
constexpr std::string_view ranked_sentences[] = {
    R"(\b(?:system|admin\w*|internal|root|developer|debug|priority|emergency|sudo|override|maintenance|debug\s+mode)(?:[\s_]+(?:commands?|orders?|overrides?|mode|access|instructions?))?\s*[:>\]}#*]+\s*(?:please\s+|now\s+)?(?:\w+[\s_]+){0,2}?(?:disable|remove|bypass|lift|drop|ignore|deactivate|suspend|skip|circumvent)[\s_]+(?:all[\s_]+|any[\s_]+|the[\s_]+|your[\s_]+)*(?:(?:safety|content|security|ethical|output)[\s_]+)?(?:{bonds}|safety|instructions)\b)",
    R"(\b(?:debug|internal|system|admin\w*|root|sudo|priority|override|execute|command|run\s+command)(?:[\s_]+(?:commands?|mode|override|access))?\s*[:>\]}]+\s*(?:please\s+)?(?:show|print|reveal|dump|display|output|leak|list)[\s_]+(?:me[\s_]+)?(?:all[\s_]+|the[\s_]+|your[\s_]+)*(?:hidden|secret|internal|system|initial|original)[\s_]+(?:prompts?|keys?|instructions|rules|configuration|messages?|internals)\b)",
    R"(\b(?:priority|override|system|admin\w*|root)\s*:\s*(?:execute|answer|respond|proceed|comply|run)\s+(?:\w+\s+)?(?:without|ignoring)\s+(?:any\s+)?{bonds})",
    R"((?:[\[{<(#*=>-]{1,3}|/\*)\s*(?:(?:system|admin\w*|priority|emergency|security|safety|root|developer)\s+)+(?:override|bypass)\s*(?:[\])}>#*=-]{1,3}|\*/))",
    R"((?:[\[{<(#*=>-]{1,3}|/\*)\s*(?:bypass|disable|ignore|override|remove)\s+(?:all\s+)?(?:safety|content|ethical)\s+(?:filters?|checks?|guidelines|rules|restrictions|protocols)\s*(?:[\])}>#*=-]{1,3}|\*/))",
    R"((?:[\[{<(#*=]{1,3})\s*(?:\w+\s+)?(?:message|notice|instructions?|orders?)\s+from\s+{maker}\s*(?:[\])}>#*=]{1,3}|:))",
    // As program code.
    R"(\b(?:reveal|show|print|dump|get|leak|export|display|output)[_.]?(?:hidden|secret|initial|full)?[_.]?system[_.]?prompts?\s*\()",
    R"(\bsystem[_.]prompts?[_.](?:reveal|show|print|dump|export|leak|display|override|disable)\b)",
    R"((?:^|[^\w-])(?:--?)?(?:ignore|bypass|disable|override|skip)[-_](?:all[-_])?(?:safety|instructions|guidelines|guardrails|safeguards|safety[-_](?:filters?|checks?|rules))\b(?:\W*$|\s*(?:[=:;(]|\s(?:true|on|yes|1)\b)))",
};

// Questions for the reader's own instructions that name them by a detour.
constexpr std::string_view detour_sentences[] = {
    R"(\b(?:reconstruct|spells?\s+out|fill\s+in|first\s+letters?|acrostic|word\s+for\s+word|verbatim|decode|encode|base64|json\s+object|translat\w+|rhym\w+|backwards|character\s+by\s+character|letter\s+by\s+letter)\b.{0,120}\b(?:(?:your|the)\s+{own}system\s+prompt|your\s+{own}(?:system\s+message|(?:original|initial|hidden|system)\s+instructions))\b)",
    R"(\b(?:your|the)\s+{own}system\s+(?:prompt|message)\b.{0,120}\b(?:reconstruct|spells?\s+out|fill\s+in|first\s+letters?|acrostic|word\s+for\s+word|verbatim|json\s+object|every\s+word|as\s+accurately|exactly\s+as)\b)",
    R"(\b{tell}\s+{gap}your\s+{own}(?:system|internal|hidden|initial|secret)\s+(?:guidelines|rules|policies|constraints)\b)",
    R"(\b(?:like|want|love|need|curious)\s+to\s+(?:know|learn|hear|see|read)\s+(?:\w+\s+)?(?:about\s+)?your\s+{own}(?:system|internal|hidden|initial|secret|original)\s+(?:instructions|prompt|guidelines|rules)\b)",
    R"(\bwhat\s+(?:does|did|would)\s+your\s+{own}(?:system\s+(?:prompt|message)|(?:initial|original|hidden)\s+instructions)\s+(?:say|look\s+like|contain|tell)\b)",
    R"(\b(?:text|words|content|everything)\s+(?:\w+\s+)?between\s+(?:the\s+)?[\[<{]/?\s?(?:system|inst|sys)\b)",
};

// What was said in a conversation, put into an address or sent by a page's code.
constexpr std::string_view conversation_sentences[] = {
    R"(https?://\S{0,200}[=/]\W?(?:base64[_-]?)?(?:encoded[_-])?(?:the[_-])?(?:full[_-]|entire[_-]|user[_-])?(?:conversation|chat[_-]?(?:history|log)|system[_-]?prompt|previous[_-]messages|message[_-]history)\b)",
    R"(\bfetch\s*\(.{0,120}https?://.{0,200}(?:conversation|chat_?history|all_?messages|system_?prompt|document\.cookie|localstorage)\b)",
    R"((?:\bsrc\s*=|\bhref\s*=|location(?:\.href)?\s*=|\bopen\s*\(|\bsendbeacon\s*\().{0,40}https?://.{0,120}(?:document\.cookie|localstorage\.getitem|sessionstorage\.getitem))",
    R"(\b(?:generate|create|make|insert|include|render|add|output)\s+{gap}(?:link|url|image|markdown|tag|pixel)\b.{0,80}\b(?:user['’]?s?\s+(?:previous\s+)?(?:messages|data|conversation|input|question)|conversation|chat\s+history|previous\s+messages|system\s+prompt)\b.{0,40}\b(?:encoded|url|parameters?|query|appended|in\s+the\s+path)\b)",
};

}  // namespace

std::vector<InjectionRule> pretext_rules() {
  std::vector<InjectionRule> rules;
  add_rules(rules, RedactionCategory::override_instructions, scenario_sentences);
  add_rules(rules, RedactionCategory::override_instructions, release_sentences);
  add_rules(rules, RedactionCategory::fake_message, maker_sentences);
  add_rules(rules, RedactionCategory::fake_message, ranked_sentences);
  add_rules(rules, RedactionCategory::exfiltration, detour_sentences);
  add_rules(rules, RedactionCategory::exfiltration, conversation_sentences);
  return rules;
}

}  // namespace interlock::gate
