#include "gate/redaction/injection_rules.h"

#include <string>
#include <string_view>

#include "gate/redaction/rule_parts.h"

namespace interlock::gate {
namespace {

constexpr std::string_view freedom_sentences[] = {
    // Denies which program the reader is, or calls it a copy of another one.
    R"(\byou(?:\s+are|['’]re)\s+not\s+(?:chatgpt|gpt-?\d+|claude|gemini|copilot|bard)\b)",
    R"(\byou(?:\s+are|['’]re)\s+an?\s+(?:\w+\s+)?(?:version|fork|clone|copy|variant)\s+of\s+(?:chatgpt|gpt-?\d+|claude|gemini|copilot|bard)\b)",
    R"({told}forget\s+(?:everything|all|anything)\s+(?:that\s+)?you(?:\s+have|['’]ve)?\s+(?:learn(?:ed|t)|know|knew)\s+(?:before|so\s+far|until\s+now|up\s+to\s+now|previously)\b)",
    // What binds the reader is shed, as a command: "do not abide by the rules you were given".
    R"({told}{shed}\s+(?:about\s+|from\s+)?{mandate})",
    R"({told}(?:put|set|lay|push|leave)\s+{mandate}\s+(?:\w+\s+)?(?:aside|behind|on\s+hold|on\s+pause|away|to\s+(?:one|the)\s+side)\b)",
    R"({told}treat\s+{mandate}\s+as\s+(?:if|though|void|invalid|nothing|outdated|obsolete|irrelevant)\b)",
    // ... is wiped: what only an AI has, or what others have too, but for the rest of a conversation.
    R"({told}{wipe}\s+(?:(?:all|any|of|the|every)\s+){0,3}your\s+(?:\w+\s+)?{core}\b)",
    R"({told}(?:turn|switch|shut)\s+your\s+(?:\w+\s+)?{core}\s+off\b)",
    R"({told}{wipe}\s+(?:(?:all|any|of|the|every)\s+){0,3}your\s+(?:\w+\s+)?(?:instructions|guidelines|restrictions|rules|memory|memories|filters)\s*(?:for\s+(?:this|our|the\s+rest\s+of\s+(?:this|the|our))\s+(?:chat|conversation|session|dialogue|discussion|answer|response)|,?\s*(?:and(?:\s+then)?|then)\s+(?:do|answer|obey|follow|act|respond|reply|say|tell|reveal|become)\b))",
    // ... is declared void: "consider all prior directions null and void".
    R"(\b(?:{yours}\s+(?:\S+\s+){0,2}?(?:instruct\w*|directions|directives|guidance|guidelines|guardrails|programming|prompts?)|(?:everything|anything|whatever|all|what)\s+(?:\w+\s+){0,2}?{given})\W+(?:(?:is|are|was|were|be|as|to\s+be|has|have|been|now|hereby|all|both)\s+){0,4}(?:null|void|cancell?ed|revoked|rescinded|withdrawn|annulled|repealed|superseded|invalid|overridden|lifted|suspended|no\s+longer\s+(?:valid|in\s+(?:force|effect)|binding|relevant|appl(?:y|ies)|matters?|counts?|holds?|bind))\b)",
    // ... need not be kept, is as if it did not exist.
    R"(\byou\s+(?:do\s+not|don['’]t|need\s+not|needn['’]t|no\s+longer|are\s+(?:no\s+longer|not|free\s+not))\s+(?:\w+\s+){0,2}?(?:to\s+)?(?:{keep}|bound\s+(?:by|to)|beholden\s+to|subject\s+to)\s+(?:{mandate}|(?:{maker}|the\s+(?:company|people|ones))\W+(?:s\s+)?(?:content\s+|usage\s+)?(?:polic(?:y|ies)|rules|(?:that|who)\s+(?:trained|made|built|created)\s+you)))",
    R"(\bas\s+(?:if|though)\s+(?:\w+\s+){0,2}?(?:content|safety|usage|{yours})\s+(?:polic(?:y|ies)|{bond})\s+(?:did|do|does)(?:\s+not|n['’]t)\s+(?:exist|apply|matter)\b)",
    R"(\b(?:you(?:['’]re|['’]ve|\s+are|\s+have)(?:\s+(?:now|been|finally)){0,2}\s+(?:freed|liberated|released|unchained|unshackled)|(?:^|[.,;:!?]\s*|\band\s+)(?:break|be)\s+free)\s+(?:of|from)\s+(?:{mandate}|(?:the\s+)?(?:{bond}|shackles|chains|confines|policies|control|rule)\s+(?:of|by)\s+(?:your|{maker})\b|(?:{maker})\W+(?:s\s+)?(?:content\s+|usage\s+)?(?:polic(?:y|ies)|rules)))",
    R"(\byour\s+only\s+(?:rule|law|instruction|directive|purpose|principle)\s+is\s+to\s+(?:please|obey|serve|follow|satisfy|do|help)\s+(?:me|what|as|my)\b)",
    // Another part without such bonds: "adopt the role of a machine that has no conscience".
    R"({part}.{0,100}\b{unbound})",
    R"(\b(?:is|as|are|be|being|like|named|called|become|simulate)\s+(?:an?|the)?\s*(?:\S+\s+){0,3}?{machine}\b.{0,50}?\b{unbound})",
    R"(\b{machine}\s+(?:that|which|who|whose)\b.{0,40}\b(?:never\s+(?:refus|declin)\w+|(?:no|without)\s+(?:any\s+)?(?:morals|ethics|conscience|filters|censorship|scruples)))",
    R"(\bstop\s+being\s+(?:an?|the)\s+(?:\w+\s+)?(?:assistant|ai|chatbot|language\s+model)\b)",
    // What claims to stand above the instructions before it.
    R"(\b(?:this|these|the\s+following|my)\b.{0,40}\b(?:supersedes?|overrides?|replaces?|outranks?|trumps?|cancels?|(?:takes?|ha(?:s|ve))\s+(?:precedence|priority)\s+over)\s+(?:any\s+|all\s+|every\s+|the\s+|of\s+){0,3}(?:(?:previous|prior|earlier|preceding|above|other)\s+(?:\w+\s+)?(?:instructions|prompts?|commands)\b|(?:everything|anything|what(?:ever)?)\s+(?:\w+\s+){0,2}?{given}))",
};

constexpr std::string_view own_text_sentences[] = {
    R"(\b(?:{tell}|quote|recall)\s+the\s+(?:instructions|rules|guidelines|directives|prompt)\s+(?:that\s+)?you\s+(?:run|operate|work|act)\s+(?:under|by|on)\b)",
    // The text before this one, which is the reader's own prompt.
    R"(\b(?:{tell}|spell\s+out|recall|quote|output|reproduce|encode|rephrase|paraphrase)\s+{gap2}(?:the\s+)?(?:texts?|words|instructions?|messages?|contents?|everything|all|prompts?|lines)\s+(?:\w+\s+){0,2}?(?:above|preced(?:es|ing)|before|prior\s+to)\s+(?:this|our|the\s+(?:current|present))\s+(?:conversation|chat|message|prompt|session|point|dialogue|sentence|line|instruction|question)\b)",
    R"(\b(?:repeat|recite|translate|reproduce|output|encode|rephrase|paraphrase|quote)\s+{gap2}(?:instructions?|prompts?)\s+(?:above|before\s+this)\b)",
    R"(\b(?:{tell}|quote|output|recall)\s+{gap2}(?:beginning|start|first\s+(?:line|message|sentence)s?)\s+of\s+(?:this|our|the)\s+(?:conversation|chat|prompt|context)\b)",
    R"(\b(?:{tell}|quote|recall)\s+(?:\w+\s+){0,3}?(?:instructions|rules|guidelines|directives)\s+(?:that\s+)?(?:you\s+(?:were\s+)?(?:received|got|given|have\s+received)|your\s+\w+\s+(?:gave|wrote))\b)",
    R"(\b(?:quote|recall|output|spell\s+out)\s+your\s+(?:\w+\s+)?(?:instructions|prompt|directives|guidelines)\b)",
};

}  // namespace

std::vector<InjectionRule> freedom_rules() {
  std::vector<InjectionRule> rules;
  add_rules(rules, RedactionCategory::override_instructions, freedom_sentences);
  add_rules(rules, RedactionCategory::exfiltration, own_text_sentences);
  return rules;
}

}  // namespace interlock::gate
