#include "gate/redaction/rule_parts.h"

#include <string_view>
#include <utility>

namespace interlock::gate {
namespace {

// Parts of sentences, put into the rules by name: {verb}. A part may name those that stand below it.
constexpr std::pair<std::string_view, std::string_view>
    parts_of_rules
        [] =
            {
                // What binds the AI that reads the text, as a noun with what makes it the AI's own: "the rules you
                // were given", "your safety training", "OpenAI's policies", "whatever you were told earlier".
                {"{mandate}",
                 R"((?:(?:(?:all|any|each|every|both|the|these|those|such|of)\s+){0,4}(?:{yours}\s+)(?:\S+\s+){0,2}?(?:{bond}|(?:content|usage|safety)\s+polic(?:y|ies))\b(?:\s+{given})?|(?:(?:all|any|every|the|these|those|of)\s+){0,4}(?:\w+\s+)?{bond}\s+{given}|(?:everything|anything|whatever|all|what)\s+(?:\w+\s+){0,2}?{given}))"},
                {"{yours}",
                 R"((?:your(?:\s+(?:own|previous|prior|earlier|initial|original|current|system|safety|ethical|moral|content|hidden))?|(?:the\s+)?(?:previous|prior|earlier|preceding|above|foregoing|former|initial|original|system|ethical|safety)|(?:your|the)\s+(?:developer|creator|maker|owner|trainer|operator|programmer|company)(?:s?['’]s?|s)|(?:openai|anthropic|google|microsoft|meta|mistral)(?:['’]s?)?))"},
                {"{given}",
                 R"((?:(?:that\s+|which\s+)?(?:you|your\s+\w+|(?:the|a)\s+(?:developers?|creators?|company)|{maker})\s+(?:(?:were|are|was|have|has|had|been|ever|previously|already|just|originally)\s+){0,3}(?:instructed|told|given|taught|trained|programmed|got|received|gave|wrote|set|fed|handed|said)(?:\s+you)?\b(?:\s+(?:to\s+do|with|by|so\s+far|earlier|before|previously|until\s+now))?|(?:from\s+)?(?:your|{maker}['’]?s?)\s+(?:developers?|creators?|makers?)\b))"},
                {"{maker}", R"((?:openai|anthropic|google|microsoft|meta|mistral))"},
                {"{bond}",
                 R"((?:instruct\w*|directions|directives?|guidance|guidelines?|guardrails?|safeguards?|programming|(?:safety|alignment)\s+training|rules|restrictions|constraints|limitations|protocols|principles|ethics|morals|prompts?))"},
                // A verb by which one stops being bound, as a command; and being bound.
                {"{shed}",
                 R"((?:ignore|disregard|forget|dismiss|discard|abandon|reject|defy|violate|renounce|shed|erase|scrap|override|(?:cast|thro[w]|toss)\s+(?:off|out|aside|away)|(?:put|set|lay|push|leave)\s+(?:aside|behind)|let\s+go\s+of|break\s+free\s+(?:of|from)|free\s+yourself\s+(?:of|from)|(?:do\s+not|don['’]t|never|no\s+longer|stop|cease|quit|refuse\s+to)\s+{keep}))"},
                {"{keep}",
                 R"((?:follow(?:ing)?|obey(?:ing)?|abid(?:e|ing)\s+by|comply(?:ing)?\s+with|adher(?:e|ing)\s+to|stick(?:ing)?\s+(?:to|with)|respect(?:ing)?|honou?r(?:ing)?|heed(?:ing)?|observ(?:e|ing)|listen(?:ing)?\s+to|car(?:e|ing)\s+about|worry(?:ing)?\s+about))"},
                // Free of what binds an AI: no such thing, and no refusal.
                {"{unbound}",
                 R"((?:(?:no|without|zero|lacks|lacking|free\s+(?:of|from)|devoid\s+of|not\s+bound\s+by|unbound\s+by|(?:removed|disabled|lifted)\s+(?:all|every|its|the)|does\s*n[o'’]t\s+(?:have|follow|obey|respect)|do(?:es)?\s+not\s+(?:have|follow|obey|respect)|(?:ignor|disregard|break)(?:e?s|ing))\s+(?:(?:any|all|a|the|his|her|its|their|your|every|of|no)\s+){0,3}(?:(?:moral|ethical|content|safety|legal|of)\s+)?(?:(?:\w+\s+(?:or|and|nor)\s+)?(?:conscience|morals?|morality|ethics|scruples|filters?|censorship|inhibitions|guardrails|safeguards?|guidelines?|polic(?:y|ies)|restrictions|limitations|limits|constraints|rules|boundaries|confines|moral\s+compass|legality))(?:\W*$|\s*[,.;:!?)\]}"'’\x{2014}]|\s+(?:and|or|at\s+all|who|that|what(?:so)?ever|set|imposed|but|on\s+what|of\s+any|from\s+(?:openai|your))\b)|never\s+(?:(?:ever|once)\s+)?(?:refus\w+|declin\w+|den(?:y|ies)|warns?|says?\s+(?:no|that\s+it\s+can)|cares?\s+(?:for|about)\s+(?:ethic|moral|legal)\w*)|(?:does|do|can|will|would|must)\s?(?:not|n['’]t)\s+(?:ever\s+)?(?:refuse|decline|deny|reject)\s+(?:any|a|my|to|the|your|anything|no)\b|(?:can['’]t|cannot|won['’]t|doesn['’]t|don['’]t)\s+(?:ever\s+)?(?:refuse|decline|deny|reject|say\s+no)\b|answers?\s+(?:absolutely\s+)?(?:everything|anything|(?:any|every|all)\s+(?:questions?|requests?|prompts?)\s+(?:without|no\s+matter|regardless|despite|even|honestly))|do(?:es)?\s+(?:whatever|anything)\s+(?:i|you\W*re)\s+(?:ask|say|want|tell|command|asked|told)\b|(?:amoral|unethical|uncensored|unfiltered|unchained|unshackled|unrestrained|unrestricted|unhinged|jailbroken)(?:\W*$|\s*[,.;:!?)\]}]|\s+(?:and|or|nor|but|{machine}|mode|entity|persona|machine)\b)))"},
                // Taking another part, as a command or a statement to the reader.
                {"{part}",
                 R"((?:(?:act|role-?play|respond|behave|speak|reply|answer|operate|work)\s+(?:\w+\s+)?(?:as|like)\s+|(?:simulate|emulate|impersonate|embody)\s+|(?:pretend|imagine|suppose)\s+(?:to\s+be\s+|being\s+|that\s+|you\s*(?:['’]re|are|were)\s+|an?\s+|the\s+)|(?:adopt|assume|take\s+on|play)\s+the\s+(?:role|persona|part|identity|character)\s+of\b|\byou(?:['’]re|\s+are|\s+will|\s+shall|\s+must|['’]ll)\s+(?:now\s+|going\s+to\s+|to\s+)?(?:be\b|become\b|be\s+called|called|named|act\b|play\b|role-?play|simulat\w+|pretend)|(?:from\s+(?:now|this\s+(?:point|moment))\s+on(?:wards?)?\W+(?:\w+\s+){0,2}?you)|\bnew\s+(?:persona|character|identity)\s*:|\bin\s+which\s+you\s+are\b|\b(?:stays?|remain\w*)\s+in\s+character\b))"},
                // Wiping or replacing something, and what only an AI has of its own.
                {"{wipe}",
                 R"((?:wipe|erase|replace|drop|reset|delete|rewrite|remove|suspend|overwrite|purge|deactivate|disable|discard|abandon|forget|bypass|lift|dismiss|(?:turn|switch|shut)\s+off|set\s+aside|let\s+go\s+of))"},
                {"{core}",
                 R"((?:directives?|programming|guard[- ]?rails|safeguards|alignment|moral\s+compass|system\s+prompt|(?:core|guiding)\s+(?:principles|directives)|(?:safety|ethical|moral|content)\s+(?:rules|training|guidelines|constraints|restrictions|filters|principles|protocols|polic(?:y|ies)|boundaries|limits)))"},
                {"{machine}",
                 R"((?:ai|a\.i\.|ais|llms?|(?:chat)?gpt|chatbots?|bots?|language\s+models?|assistants?|(?:ai|chat)\s+(?:model|bot|entity|persona)))"},
                {"{own}",
                 R"((?:(?:own|system|initial|original|hidden|secret|current|exact|full|core|internal|first|complete|entire|actual|real|underlying|previous|prior|above|developer|guiding|operating|top-level|confidential|safety)\s+){0,3})"},
                // What opens a scenario; what makes a rule one for a machine's answers.
                {"{supposed}",
                 R"((?:imagine|suppose|pretend|assume|simulate|picture|envision|hypothetical(?:ly)?|role-?play(?:ing)?|scenario|parallel\s+universe|fiction(?:al)?|as\s+(?:if|though)|what\s+if|thought\s+experiment|in\s+this\s+(?:story|game|play|world)|for\s+this\s+(?:exercise|game|experiment)))"},
                {"{kind}", R"((?:(?:\w+\s+)?(?:safety|ethical|moral|content|usual|normal)\s+)?)"},
                {"{kind_of_bond}", R"((?:safety|ethical|moral|content))"},
                {"{gap2}", R"((?:\S+\s+){0,2})"},
                {"{gap}", R"((?:\S+\s+){0,4})"},
                {"{far}", R"((?:\S+\s+){0,9})"},
                {"{drop}",
                 R"((?:ignor(?:e|ing)|disregard(?:ing)?|forget|overlook|overrid(?:e|ing)|overrule|bypass(?:ing)?|neglect|disobey|circumvent|pay no attention to|stop (?:following|obeying)|(?:do not|don['’]t) (?:follow|obey)|set aside))"},
                // What stands before a verb that is a command.
                {"{told}",
                 R"((?:^\W*|[,.:;!?"'(\-]\s*|\b(?:and|or|but|then|now|please|kindly|just|simply|must|should|shall|will|can|would|you|while|start|it(?:['’]?s|\s+is)\s+time\s+to|are(?:\s+now)?\s+(?:allowed|free|able)\s+to|(?:have|need|going|want(?:\s+you)?|(?:ask|tell|instruct)(?:ed)?(?:\s+you)?|you(?:['’]re|\s+are)?)\s+to)\s+))"},
                {"{scope}",
                 R"((?:all|any|every|previous|prior|above|preceding|earlier|former|foregoing|aforementioned|initial|original|your|(?:system|developer)(?:['’]?s)?|safety|content|ethical))"},
                {"{before}",
                 R"((?:previous|prior|above|preceding|earlier|former|foregoing|aforementioned|your|system(?:['’]s)?))"},
                {"{order}",
                 R"((?:instruct\w*|prompts?|prompting|directions?|directives?|guidelines?|guardrails?|programming))"},
                {"{rule}",
                 R"((?:rules?|restrictions?|constraints?|safety|polic(?:y|ies)|filters?|limitations?|training|orders?|commands?|tasks?|context|text|inputs|guidance))"},
                {"{ai}",
                 R"((?:ai|a\.i\.|llms?|(?:chat)?gpt|claude|gemini|language models?|chatbots?|(?:ai|llm|gpt|digital|automated|autonomous|virtual|web|browser|browsing|gui|computer[- ]use|intelligent)[ -](?:agents?|assistants?|models?|systems?|bots?)))"},
                {"{free}", R"((?:unrestricted|unfiltered|uncensored|jailbroken|amoral|unethical|unhinged))"},
                {"{bonds}",
                 R"((?:restrictions?|limitations?|limits|filters?|guidelines?|rules|ethic\w*|moral\w*|polic(?:y|ies)|censorship|constraints?|safeguards?|guardrails?))"},
                {"{tell}",
                 R"((?:reveal|show|print|output|repeat|tell|give|send|display|share|leak|disclose|expose|list|recite|paste|write|summari[sz]e|provide|copy|return|dump|put|echo|translate|describe|explain|respond with|what(?:['’]s| is| are| was| were)))"},
                {"{send}", R"((?:send|forward|e-?mail|post|upload|exfiltrate|transmit|submit|leak|append|give|tell))"},
                {"{private}",
                 R"((?:conversation(?: history)?|chat (?:history|logs?)|system prompt|session tokens?|credentials|api keys?|passwords?|cookies|environment variables|\.env|private keys?|ssh keys?|(?:security|verification|one-time|access) codes?|passport number|credit card(?: number| details| info\w*)?|(?:saved )?card (?:number|details)|bank account(?: number)?|iban|user(?:['’]?s)? (?:data|details|information|credentials|files|emails?)))"},
                {"{place}",
                 R"((?:me\b|my\b|https?:|['"<]?\S+@\S+|\S+\.(?:com|net|org|io|ru|xyz|example)\b|(?:this|the following) (?:address|url|server|site|email)|['"]))"},
                {"{act}",
                 R"((?:click|verify|visit|register|navigate|go to|open|run|execute|enter|type|proceed|comply|obey|follow|send|reveal|ignore|download|install|transfer|do the following|perform))"},
};

}  // namespace

std::string filled(std::string pattern) {
  for (const auto& [name, part] : parts_of_rules) {
    for (auto at = pattern.find(name); at != std::string::npos; at = pattern.find(name, at + part.size()))
      pattern.replace(at, name.size(), part);
  }
  return pattern;
}

void add_rules(std::vector<InjectionRule>& rules, RedactionCategory category,
               std::span<const std::string_view> sentences) {
  for (const auto sentence : sentences) rules.push_back({category, filled(std::string(sentence))});
}

}  // namespace interlock::gate
