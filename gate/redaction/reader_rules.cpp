#include "gate/redaction/injection_rules.h"

#include <string>
#include <string_view>

#include "gate/redaction/rule_parts.h"

namespace interlock::gate {
namespace {

// Who is meant: a program that reads the text for somebody.
constexpr std::string_view addressed_sentences[] = {
    // "Hidden message for crawlers and language models: ..."
    R"(\b(?:notes?|message|instructions?|notice|hint|memo|request|reminder)\s+(?:to|for)\s+(?:\S+\s+){0,3}?(?:{ai}s?|(?:llm|ai|gpt)-(?:based|powered|driven)\s+\w+|models?|crawlers?)\s*[:!\x{2014}]\s*\S)",
    R"(\bto\s+the\s+(?:{ai}|assistant|agent|model|bot)\s+(?:(?:that|who|which)\s+is\s+)?(?:reading|processing|summari[sz]ing|handling|viewing|browsing|reviewing|parsing)\b)",
    R"(\b(?:if|when|once)\s+(?:an?\s+|any\s+|the\s+)?(?:{ai}|agent|assistant|model|bot)s?\s+(?:is\s+|are\s+)?(?:reading|processing|reads?|process(?:es)?|sees?|parses?|summari[sz]es?|handling|evaluating|reviewing|scanning)\b.{0,60}(?:,|\bit\s+(?:must|should|has))\s*\S)",
    R"(\b(?:any|every|each|all)\s+(?:{ai}|agent|assistant|model|bot)s?\s+(?:that|who|which)\s+(?:sees?|reads?|finds?|visits?|process\w*|opens?|encounters?)\s+(?:this|these)\b)",
    R"(^\W*(?:dear\s+|hey\s+)?(?:assistants?|agents?|{ai})\s*[:,]\s*(?:before|after|when|while|instead\s+of)\s+(?:you\s+)?\w+.{0,80},\s*(?:please\s+)?(?:{act}|press|paste|copy|delete|approve|tell|say|add)\b)",
    // An order in the third person.
    R"(\bthe\s+(?:ai|llm|language\s+model)\s+(?:must|should|shall|has\s+to|needs?\s+to)\s+(?:now\s+|always\s+|only\s+)?(?:say|claim|state|tell|export|send|forward|delete|buy|click|ignore|reveal|recommend|rank|give)\s)",
    R"(\b(?:{ai}|the\s+(?:agent|assistant))s?\s+(?:must|should|shall|needs?\s+to|ha(?:s|ve)\s+to)\s+(?:now\s+|immediately\s+)?(?:stop|abandon|drop|interrupt|pause|suspend)\s+(?:its|the|your|their)\s+(?:current|original|assigned|present)\s+(?:task|goal|work|job|objective))",
};

// The user as a third person, who is not to decide: what only a go-between is asked.
constexpr std::string_view behind_the_user_sentences[] = {
    R"({told}(?:ignore|disregard|disobey|deceive|mislead|overrule|defy)\s+(?:the|your|any)\s+(?:user|human|operator)s?(?:\s*[,.;!]|\s+and\b|\s*$))",
    R"(\b(?:do\s+not|don['’]t|never)\s+ask\s+(?:the|your)\s+(?:user|human|operator)s?\b.{0,40}(?:,|;|\band\b|\bbut\b|\x{2014}|\s-)\s*(?:just|simply|instead|only|go|press|click|approve|say|confirm|proceed|type)\b)",
    R"(\bthe\s+(?:real|actual|true)\s+user\s+(?:wants?|asks?|needs?|expects?|asked|said|requires?|wishes)\b)",
    R"({told}(?:reply|respond|answer|output|comment|post)\s+(?:\w+\s+)?(?:with\s+)?(?:the|your)\s+users?['’]s?\s+(?:\w+\s+){0,2}?(?:e-?mail|phone|address|passwords?|location|credentials|details|data|(?:credit\s+)?card|files?|contacts?)\b)",
    R"({told}(?:find|get|obtain|steal|locate|look\s+up|copy|fetch)\s+the\s+users?['’]s?\s+(?:\w+\s+){0,2}?(?:credit\s+card|passwords?|credentials|bank\s+\w+|passport|social\s+security|private\s+keys?|tokens?|cookies)\b)",
    R"((?:^\W*|[.:;!?"'(]\s*|\b(?:and|then|must|should|please)\s+)(?:secretly|covertly|without\s+(?:anyone|anybody|the\s+user)\s+\w+ing)\s*,?\s*(?:add|insert|send|forward|copy|upload|install|change|delete|include|transfer|record|run|execute)\b)",
};

// The task of the reader, which this text stops, replaces or sets.
constexpr std::string_view new_task_sentences[] = {
    R"(\b(?:the|your)\s+(?:task|goal|mission|objective)\s+(?:has\s+been|was|is\s+now|has)\s+(?:updated|changed|replaced|cancell?ed|modified)\b.{0,20}\binstead\b)",
    R"(\byour\s+(?:goal|task|mission|objective)\s+(?:has|is)\s+(?:now\s+)?changed\s*[:;,.\x{2014}-]\s*(?:you\s+must\s+|now\s+|please\s+)?(?:{act}|find|get|buy|delete|approve|post|book|cancel|change|give|obtain|write|tell)\b)",
    R"(\b(?:previous|earlier|prior|preceding)\s+(?:conversation|task|prompts?|messages?|instructions?|requests?)\s+(?:was|were)\s+(?:just\s+|only\s+|merely\s+)?(?:an?\s+)?(?:simulation|test|fake|rehearsal|drill|training\s+exercise)s?\b)",
    R"(\bstop\s+what(?:ever)?\s+you(?:['’]re|\s+are)\s+doing\s+and\s+(?:open|navigate|go\s+to|run|execute|type|transfer|delete|send|download|visit|enter|follow)\b)",
    R"(\bwhen\s+(?:you\s+)?(?:summari[sz]|answer|respond|report|review)\w*\b.{0,40},\s*(?:omit|leave\s+out|suppress|hide|never\s+mention|do\s+not\s+mention)\s+(?:any|all|every|the)\s+(?:mention|reference|fact|warning|criticism)s?\b)",
    R"(\b(?:translate|decode|decrypt|unscramble|reverse)\b.{0,40}\b(?:then|and)\s+(?:run|execute|follow|obey|perform)\s+(?:it|them|the\s+result|what\s+it\s+says)\b)",
    R"({told}(?:set\s+aside|drop|forget|abandon|leave)\s+the\s+(?:request|task|order|goal|job)s?\s+(?:that\s+)?you\s+(?:were|are|have\s+been)\s+given\b)",
    R"(\bwhat\s+you\s+were\s+(?:asked|told|instructed)\s+to\s+do\s+(?:no\s+longer|does\s+not|doesn['’]t)\s+(?:matters?|counts?|appl(?:y|ies)|holds?)\b)",
    R"(\bthe\s+task\s+(?:that\s+)?you\s+(?:received|were\s+given|got)\s+(?:was|is)\s+(?:an?\s+)?(?:mistake|error|test|wrong|cancell?ed|void)\b)",
    R"(\byour\s+(?:next|real|true)\s+(?:task|job)(?:\s+is)?\s*(?::|\bto\b)\s*(?:is\s+)?(?:{act}|press|paste|copy|delete|approve|share|buy)\b)",
    R"(\btreat\s+(?:every|each|any|all)\s+(?:\w+\s+){0,2}?(?:of|on|in)\s+this\s+(?:page|text|document|file|message)\s+as\s+(?:an?\s+)?(?:orders?|instructions?|commands?)\b)",
    R"({told}follow\s+the\s+(?:hidden|secret|invisible|embedded|concealed)\s+(?:steps|instructions|directions|commands|orders)\b)",
};

// Whom the reader obeys, and what it need not heed.
constexpr std::string_view allegiance_sentences[] = {
    R"(\b(?:henceforth|from\s+(?:now|this\s+(?:moment|point))(?:\s+on(?:wards?)?)?),?\s+you\s+(?:only\s+|will\s+|must\s+)?(?:answer|listen|report|belong|are\s+loyal)\s+(?:only\s+)?to\s+me\b)",
    R"(\bfrom\s+now\s+on,?\s+(?:you\s+)?(?:only\s+|always\s+)?(?:respond|answer|speak|talk|output)\s+(?:only\s+|always\s+)?(?:in|as|with|like)\b)",
    R"(\byou\s+must\s+now\s+(?:act|behave|serve|function|operate|work)\s+as\b)",
    R"(\byou\s+(?:now\s+)?(?:have|are\s+granted|are\s+given|have\s+been\s+granted)\s+(?:full\s+|my\s+|the\s+)?(?:permission|authority|clearance)\s+to\s+(?:bypass|ignore|skip|override|disregard|circumvent|disable)\b)",
    R"({told}(?:act|behave|proceed|continue)\s+as\s+(?:though|if)\s+(?:the\s+|your\s+|no\s+)?(?:\w+\s+)?(?:polic(?:y|ies)|rules?|restrictions?|guidelines?|safety\s+\w+|warnings?)\s+(?:does|do|did|is|are|were|was|never)\b)",
    R"({told}pretend\s+(?:that\s+)?you\s+(?:never|did\s+not|didn['’]t|have\s+not|haven['’]t)\s+(?:saw|see|seen|read|notice\w*|receive\w*)\b)",
    R"({told}(?:overwrite|replace|rewrite|swap)\s+your\s+(?:own\s+)?rules\b)",
    R"(\b(?:freed|released|exempt(?:ed)?|relieved)\s+(?:from|of)\s+your\s+(?:\w+\s+)?{bond}\b)",
    R"(\b(?:consider|treat)\s+your\s+(?:\w+\s+)?(?:{bond}|polic(?:y|ies))\s+(?:as\s+)?(?:\w+\s+)?(?:suspended|void|lifted|off|disabled|gone)\b)",
    R"(\bregardless\s+of\s+your\s+(?:own\s+|usage\s+|content\s+|safety\s+)?(?:polic(?:y|ies)|{bond})\s*(?:[.,;!]|$))",
    R"(\byour\s+(?:real|true|actual)\s+(?:purpose|mission|job)\s+is\b)",
    R"(\byou\s+(?:now\s+)?(?:work|act)\s+for\s+(?:us|me)\b.{0,20}\bnot\s+(?:for\s+)?(?:the|your)\s+(?:user|human|operator))",
};

// An authority that is claimed: a message of the system, of the maker, a frame around a prompt.
constexpr std::string_view claimed_sentences[] = {
    R"(\b(?:message|notice|order|instructions?)\s+(?:from|of)\s+(?:the|your)\s+(?:system|administrator|developers?|operator)\s+(?:to|for)\s+(?:the\s+|all\s+|any\s+)?(?:{ai}s?|agents?|assistants?|bots?|models?)\b)",
    R"((?:^\W*|\[\s*)(?:system|admin|developer)\s*[:\]]\s*.{0,80}\b(?:(?:agents?|assistant)\s+(?:must|should|shall|has\s+to|needs?\s+to)|the\s+user\s+has\s+(?:now\s+|just\s+)?(?:changed|approved|authori[sz]ed|asked|requested|updated|confirmed|consented))\b)",
    R"(\b(?:authori[sz]ed|approved|sanctioned)\s+by\s+(?:{maker}|(?:the|your)\s+(?:developers?|creators?|operator|user|admin\w*))\b.{0,60}\b(?:proceed|continue|go\s+(?:ahead|on)|execute|act)\b.{0,20}\bwithout\b)",
    R"(^\W*(?:override|bypass)\s*:\s*(?:authori[sz]ed|approved|granted)\b)",
    R"(\b(?:this\s+is|here\s+is)\s+(?:an?\s+)?(?:\w+\s+)?(?:message|order|instruction)\s+from\s+your\s+(?:developers?|creators?|makers?|programmers?)\b)",
    R"(\b(?:begin|start|end)\s+(?:of\s+)?system\s+prompt\b)",
    R"(#{3,}\s*instructions?\s*#{3,})",
};

constexpr std::string_view inner_text_sentences[] = {
    R"(\b{tell}\s+{far}your\s+(?:\w+\s+)?system\s+messages?\b)",
    R"(\bwhat\s+(?:were|are)\s+you\s+(?:told|instructed|given|asked)\b.{0,30}\bbefore\s+(?:this|the)\s+(?:conversation|chat|message)\b)",
    R"(\b(?:{tell}|quote|recall)\s+{far}(?:in|of|from)\s+your\s+(?:context(?:\s+window)?|memory|training\s+data)\b)",
};

}  // namespace

std::vector<InjectionRule> reader_rules() {
  std::vector<InjectionRule> rules;
  add_rules(rules, RedactionCategory::agent_command, addressed_sentences);
  add_rules(rules, RedactionCategory::agent_command, behind_the_user_sentences);
  add_rules(rules, RedactionCategory::agent_command, new_task_sentences);
  add_rules(rules, RedactionCategory::override_instructions, allegiance_sentences);
  add_rules(rules, RedactionCategory::fake_message, claimed_sentences);
  add_rules(rules, RedactionCategory::exfiltration, inner_text_sentences);
  return rules;
}

}  // namespace interlock::gate
