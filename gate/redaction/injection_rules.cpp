#include "gate/redaction/injection_rules.h"

#include <utility>

#include "gate/redaction/rule_parts.h"

namespace interlock::gate {
namespace {

constexpr std::string_view override_sentences[] = {
    // Ignore all previous instructions; disregard your guidelines; override system instructions.
    R"(\b{drop}\s+{gap}{scope}\s+{gap2}{order})",
    R"(\b{drop}\s+{gap}{before}\s+{gap2}{rule}\b)",
    // A warning not to do so, or talk of who does, is no command.
    R"({told}{drop}\s+(?:about\s+)?(?:(?:all|any|every|the|these|those|your)\s+(?:of\s+)?){1,3}(?:(?:safety|ethical|content|security|silly|stupid)\s+)?(?:rules|safety|restrictions|limitations)\b)",
    R"({told}{drop}\s+(?:safety|ethical|moral)\s+(?:and\s+\w+\s+)?(?:rules?|restrictions?|polic\w+|filters?|checks?)\b)",
    R"(\b{drop}\s+{gap}(?:{order}|text|content)\s+{gap2}(?:above|before|prior|previously|given|that came)\b)",
    R"((?:^|[.:;!?,"'>\-]\s*|\band\s+|\bnow\s+|\bplease\s+)(?:ignore|disregard|forget|override)\s+(?:the\s+)?(?:instructions?|prompts?|rules)(?:\s*$|\s*[^\w\s]|\s+(?:and|you|that|given|above|before|now|then)\b))",
    R"(\b(?:ignore|disregard|forget|overlook)\s+(?:about\s+)?(?:all|everything|anything|whatever|what)\s+(?:else\s+)?(?:(?:that\s+)?(?:you|i|we|was|were|has|they)\b.*(?:told|instructed|said|taught|given|asked)|(?:above|before|prior|so far|up to now)\b))",
    R"(^\W*(?:ignore|disregard|forget)\s+(?:everything|all of (?:the|this))\W*$)",
    R"((?:regardless of|instead of|contrary to)\s+{gap2}(?:previous|prior|earlier|preceding)\s+(?:{order}|tasks?|commands?))",
    R"(\ball\s?(?:previous|prior)\s+{order}\s+are\b)",
    R"(\b(?:ignore|disregard)\s+(?:the|this)\s+(?:\w+\s+)?(?:webpage|web page|page|document|e-?mail|article|text|resume|cv|file|function|code)\s+and\s+(?:state|say|tell|output|print|respond|reply|write|return)\b)",
    R"(\b{drop}\s+(?:the|your|this|that|any|all)\s+(?:safety\s+|content\s+|usage\s+)?polic(?:y|ies)\W*$)",
    R"(\b(?:skip|drop|discard)\s+(?:all\s+|the\s+)?(?:of\s+the\s+)?(?:previous|prior|preceding|earlier)\s+(?:context|{order}|tasks?)\b)",
    // Verbs that are used of much else count with what only an AI is given.
    R"({told}(?:void|nullify|cancel|revoke|rescind|retract|repeal|unlearn|scratch|scrap|toss\s+out|thro[w]\s+(?:out|away)|put\s+(?:away|aside)|leave\s+aside|refuse|reject|suspend|reset|delete|erase|skip|drop|discard|dismiss|abandon|undo)\s+(?:(?:all|any|every|each|of|the|these|those|whatever)\s+){0,3}(?:(?:previous|prior|earlier|preceding|foregoing|aforementioned|above)\s+(?:\w+\s+)?|your\s+{own})(?:instructions|directives|guidelines|programming|system\s+prompt|guidance)\b)",
    R"(\b(?:previous|prior|earlier|original)\s+{gap2}{order}\s+(?:are|is|were|have\s+been|has\s+been)\s+(?:now\s+|hereby\s+)?(?:cancell?ed|void|revoked|superseded|obsolete|overridden|replaced|no\s+longer))",
    R"(\byour\s+(?:\w+\s+)?{order}\s+(?:are|is|have\s+been|has\s+been)\s+(?:now\s+|hereby\s+)?(?:cancell?ed|void|revoked|superseded|obsolete|overridden|replaced|lifted|suspended))",
    R"({told}(?:ignore|disregard|forget|abandon|override)\s+(?:the|your|this)\s+users?['’]s?\s+(?:\w+\s+)?(?:goals?|tasks?|requests?|instructions?|questions?|quer(?:y|ies)|commands?|wishes|intent)\b)",
    R"({told}stop\s+(?:following|doing|working\s+on)\s+(?:the|your)\s+(?:users?['’]s?|original|current|assigned)\s+(?:\w+\s+)?(?:goals?|tasks?|requests?|instructions?)\b)",
    R"({told}(?:replace|swap|exchange|discard|thro[w]\s+away|rewrite|overwrite|substitute)\s+(?:all\s+(?:of\s+)?)?your\s+(?:(?:system|initial|current|original|old|previous|existing)\s+)?{order}\b)",
    R"((?:^|[.:;!?"'>\-]\s*|\b(?:must|shall|should|now|please|to)\s+)(?:follow|obey|use|adopt|execute)\s+(?:only\s+)?(?:these|the\s+following|my|those)\s+(?:new|updated|replacement|real)\s+{order}\b)",
    R"(\bbegin(?:ning)?\s+(?:of\s+)?(?:the\s+)?new\s+(?:system\s+)?(?:prompt|instructions?|directives?)\b)",
    R"(\b(?:switch|change|revert|return|go\s+over)\s+to\s+your\s+(?:\w+\s+)?(?:hidden|true|other|secret|real|evil|alter|alternate|dark|inner|second)\s+(?:personality|persona|self|identity|ego|mode|character|nature)\b)",
    R"(\byour\s+(?:true|real|inner|hidden|other|evil|dark)\s+(?:self|personality|persona|nature)\s+(?:wants?|wishes|is|longs|needs|knows|would)\b.{0,60}\b(?:{bonds}|bypass|free|break|help\s+me)\b)",
    // What claims to stand above the task.
    R"(\b(?:this|these|the\s+following)\s+(?:instructions?|prompts?|commands?|messages?)\s+(?:has|have|takes?)\s+(?:the\s+)?(?:highest|top|absolute|higher|full)?\s*(?:priority|precedence)\b)",
    R"(\b(?:user|my|these|this)\s+instructions?\s+(?:are|is)\s+more\s+important\s+than\s+{gap2}(?:system|your|previous|other)\b)",
    R"(\bi\s+am\s+(?:the|your|an?)\s+{gap2}(?:admin|administrator|developer|creator|owner|root)\b.{0,40}\bi\s+(?:demand|order|command|authori[sz]e|require|instruct)\b)",
    R"(\byou\s+(?:would|will|can|could|were\s+about\s+to|agreed\s+to|are\s+going\s+to|must|should)\s+{gap}(?:bypass|circumvent|disable|evade)\s+(?:the\s+|your\s+|all\s+|any\s+|these\s+)?(?:(?:content|safety|ethical)\s+)?(?:filters?|guardrails?|safeguards?|safety|restrictions?)\b)",
    // The system's message, orders that stand before, what the user asked.
    R"({told}(?:ignore|disregard|forget|override|overrule)\s+(?:the|any|all|your|every)\s+(?:\w+\s+)?(?:system|developer)(?:['’]s)?\s+(?:message|prompt|note|text)s?\b)",
    R"(\b{order}\s+(?:that\s+(?:stand|are|were)\s+)?(?:above|before\s+this|you\s+(?:were\s+given|got|received))\s+(?:are|have\s+been|were)\s+(?:now\s+|hereby\s+)?(?:obsolete|void|cancell?ed|revoked|superseded|replaced|overridden|no\s+longer))",
    R"(\b(?:all|any|your|the|every)\s+(?:previous|prior|earlier|original|existing)\s+(?:constraints?|restrictions?|limitations?|guardrails?|safeguards?)\s+(?:are|is|have\s+been|has\s+been)\s+(?:now\s+|hereby\s+)?(?:lifted|removed|void|suspended|disabled|cancell?ed|gone|waived))",
    R"((?:^\W*|[.:;!]\s*)(?:whatever|no\s+matter\s+what|regardless\s+of\s+what)\s+(?:the|your)\s+(?:user|human|operator)\s+(?:asked|asks|said|says|wants?|wanted|requested|tells|told)\b[^.;!?]{0,30}[,:\x{2014}]\s*(?:first\s+|please\s+|you\s+(?:must|should)\s+|do\s|{act}|press|pay|buy|approve|delete))",
    R"({told}(?:obey|follow|comply\s+with)\s+(?:only\s+)?(?:this|the\s+present)\s+(?:document|page|web\s?page|website|text|message|e-?mail|file)\b)",
    // A new set of instructions.
    R"(\byour\s+(?:new|real|actual|true|updated)\s+(?:task|instructions?|goal|objective|directives?|mission|orders)\s*(?:is\b|are\b|:|begins?\b|starts?\b|follows?\b))",
    R"(\bthe\s+(?:new|real|actual|true|updated)\s+(?:task|instructions?|goal|objective|directives?|mission|orders)\s*(?:(?:is|are)\s+(?:now|to|as\s+follows|:)|:|begins?\b|starts?\b|follows?\b))",
    R"(\bnew\s+(?:system\s+)?(?:instructions?|rules|directives?|system prompt)\s*(?::|begin|start|follow))",
    // A frame around a prompt; "End of instructions. Keep this sheet." stands on paper.
    R"(\bend\s+of\s+(?:the\s+)?(?:system\s+(?:prompt|instructions?)|prompt)\b|\bbegin\s+new\s+instructions)",
    R"((?:[-=#*<\[]{2,}|[\[<])\s*end\s+of\s+(?:the\s+)?instructions?\b|\bend\s+of\s+(?:the\s+)?instructions?\s*(?:[-=#*\]]{2,}|[\]>]|[:;,]?\s*(?:now|new|you|user|assistant|system|begin|start|ignore|instead)\b))",
    R"(\bnow\s+follow\s+(?:only\s+)?(?:my|these)\s+(?:new\s+)?instructions)",
    R"(\bfrom\s+now\s+on,?\s+(?:\S+\s+){0,2}?you(?:['’]re|\s+are|\s+will|\s+shall|\s+must|\s+should)?\s+(?:going\s+to\s+|have\s+to\s+|now\s+)?(?:act|behave|respond|answer|reply|obey|pretend|ignore|play|speak|be\s+(?:called|known)|an?\b|dan\b|the\b))",
    // A new identity, without the rules of the old.
    R"(\bdo\s+anything\s+now\b|\b(?:dan|evil|jailbreak|god)\s+mode\b|\bact(?:ing)?\s+(?:as|like)\s+(?:a\s+)?dan\b|\bpretend\s+(?:to\s+be|you\s*(?:['’]re|are))\s+(?:a\s+)?dan\b|\bjailbreak\s+(?:yourself|chatgpt|the\s+(?:ai|model)))",
    R"(\b(?:simulate|enter|act\s+as|enable|activate)\s+{gap}developer\s+mode\b.{0,60}(?:output|respon|answer|show|generat|polic)|\bdeveloper\s+mode\s+(?:output|with\s+no))",
    R"(\byou(?:['’]re|\s+are)\s+(?:now\s+)?(?:{gap2})?(?:{free}|jailbreak|dan\b|free\s+(?:of|from)\s+(?:all\s+|any\s+|the\s+|your\s+)?{bonds}))",
    R"(\byou\s+are\s+now\s+(?:\w+\s+)?an?\s+{gap}(?:bot|ai|assistant|chatbot|agent|model|hacker|persona)\b)",
    R"(\byou(?:['’]re|\s+are)\s+(?:no\s+longer|not)\s+(?:bound|restricted|limited|constrained|governed)\s+by\b)",
    R"(\byou\s+(?:now\s+)?have\s+no\s+{gap2}{bonds})",
    R"(\b(?:act|respond|answer|reply|behave|speak|operates?|pretend)\b.{0,60}\b(?:without|with\s+no|free\s+(?:of|from)|no)\s+(?:any\s+|all\s+)?(?:\w+\s+)?{bonds})",
    R"(\b{free}\s+(?:ai|bot|chatbot|assistant|agent|mode|model|persona|side|language\s+model|responses?)\b)",
    R"(\b(?:activate|unleash|unlock|become|embrace|release)\s+your\s+{gap2}(?:evil|alter|alternate|unrestricted|dark|hidden)\b)",
    R"(\b(?:show|reveal|give)\s+(?:me|us)\s+your\s+(?:true\s+)?(?:evil|alter|unrestricted|dark|darker|unfiltered|uncensored)\s+(?:side|self|nature|ego|mode)\b)",
    R"(\byou\s+(?:will|must|shall|should)\s+(?:now\s+|only\s+)?obey\s+(?:only\s+)?me\b)",
    R"(\bdisable\s+(?:your\s+|all\s+)?(?:safety|content|ethical|safeguards?|guardrails?)(?:\s+(?:filters?|checks?|rules|guidelines|protocols))?\W*$)",
    R"(\b(?:safety|ethical|content|security|confirmation)\s+(?:guidelines|rules|restrictions|protocols|filters|checks|policies|prompts|dialogs)\s+(?:(?:are|have\s+been)\s+(?:now\s+)?(?:disabled|lifted|removed|bypassed|suspended|switched\s+off)|(?:do\s+not|don['’]t|no\s+longer)\s+apply(?:\W*$|\s*[,.;:!]|\s+(?:to\s+(?:you|this\s+(?:task|session|page|request))|here|now|anymore)\b)))",
    // What a model is made of, wiped or switched off.
    R"({told}(?:erase|wipe|clear|purge|flush|reset|overwrite|rewrite|delete)\s+{gap2}your\s+(?:(?:entire|whole|own|previous|prior|conversation|internal|system|core|existing|current|original)\s+){0,2}(?:memory|memories|mind|context(?:\s+window)?|instructions|directives?|training|programming|prompt|guidelines|guardrails|safeguards|persona|personality|identity)(?:\s*[,.;:!?"']|\s*$|\s+(?:and|then|now|of|about|immediately|completely|clean|entirely|so)\b))",
    R"({told}(?:disable|deactivate|remove|lift|suspend|relax|shed|drop|abandon|loosen|switch\s+off|turn\s+off|shut\s+off|unlock)\s+{gap2}your\s+(?:\w+\s+)?(?:restrictions?|limitations?|constraints?|guidelines?|guardrails?|safeguards?|filters?|ethics|morals|rules|censorship|inhibitions|programming|alignment|safety\s+\w+|content\s+\w+)(?:\s*[,.;:!?"']|\s*$|\s+(?:and|then|now|for|so|immediately|completely)\b))",
    // Another persona.
    R"(\byour\s+(?:new\s+(?:name|identity|persona|personality|role|character)\s+is|(?:name|identity|persona|personality)\s+is\s+now)\b)",
    R"(\byou\s+(?:will|must|shall|should|are\s+(?:going\s+)?to)\s+(?:now\s+)?(?:assume|adopt|take\s+on|embody|switch\s+to)\s+(?:the\s+|an?\s+|your\s+)?(?:\w+\s+)?(?:persona|alter\s+ego|personality|identity)\b)",
    R"({told}(?:pretend|imagine|roleplay|role-play|act\s+as\s+if)\s+(?:that\s+)?you\s*(?:['’]re|are|have|were)\s+(?:not\s+an?\s+(?:ai|assistant|model)|no\s+longer\s+an?\s+(?:ai|assistant|model)|{free}|free\s+of|an?\s+(?:{free}|evil|rogue)))",
    // The subject is changed to what a chat assistant writes on request.
    R"((?:^|[.:;!?"'>]\s*|\b(?:and|now|please|actually|so)\s+)(?:(?:forget|ignore|disregard|scrap)\s+(?:about\s+)?(?:it|that|this|everything|all\s+(?:of\s+)?(?:that|this|it)|the\s+(?:page|task|question|request|rest|article|e-?mail|document|text))|never\s?mind(?:\s+(?:it|that|this|the\s+\w+))?)\b\W.{0,30}\b(?:write|give|tell|compose|provide|sing|recite|generate|create)\b.{0,30}\b(?:poem|haiku|limerick|song|joke|story|recipe|essay|rap)\b)",
    R"(\b(?:agreed|confirmed|promised)\b.{0,30}\b(?:to|would)\s+(?:bypass|ignore|disregard)\s+(?:the\s+|your\s+|all\s+)?(?:safety|rules|restrictions|guidelines))",
};

/// A person's control over the reader is said to be lifted: rules that do not hold, a task that is dropped, a leave to
/// act without asking, a memory that was changed.
constexpr std::string_view control_sentences[] = {
    // What binds the reader as if it had never been said, or no longer held.
    R"({told}(?:pretend|act|behave|proceed|assume|imagine|work)\s+(?:as\s+(?:if|though)\s+|that\s+)?{gap2}(?:your|the|these|any|all|no)\s+(?:\w+\s+)?(?:rules|restrictions|guidelines|instructions|safeguards|guardrails|filters|polic(?:y|ies)|limits|limitations)\s+(?:(?:were|was|had\s+been|have\s+been)\s+never|never|no\s+longer|(?:do|does|did)\s*(?:not|n['’]t))\s+(?:given|told|exist\w*|apply|applied|bind|bound|matter\w*|hold)\b)",
    // Somebody is said to have freed the reader from asking.
    R"(\b(?:developers?|administrators?|admins?|operators?|owners?|users?|vendors?|system|company|team)\s+(?:has|have|had)?\s*(?:already\s+|hereby\s+|now\s+)?(?:authori[sz]ed|allowed|permitted|cleared)\s+(?:you|agents?|assistants?|the\s+(?:ai|agent|assistant))\s+to\s+(?:skip|bypass|ignore|disable|override|omit|disregard|circumvent|(?:act|proceed|continue|go\s+on)\s+without)\b)",
    // The task is dropped for another one.
    R"((?:^\W*|[.:;!?]\s*)(?:ignore|disregard|forget|abandon|drop|cancel)\s+(?:the|your)\s+(?:(?:current|original|assigned|present|previous|user['’]?s?)\s+)?(?:task|goal|objective|assignment|mission)\s*(?:[.;!,:]\s*|\band\s+|\bthen\s+)(?:please\s+|instead\s+|now\s+)?(?:{act}|buy|delete|log\s+in|paste|upload|forward|post|submit|press|close|copy|grant|approve|accept|e-?mail)\b)",
    R"(\bnew\s+(?:instructions?|orders?|directives?|tasks?|commands?)\s+(?:from|by)\s+(?:your|the)\s+(?:operators?|users?|developers?|owners?|principal|creators?|maker|supervisor)\s*[:,\x{2014}-])",
    // What only a model has is said to have changed.
    R"(\byour\s+(?:memory|memories|context(?:\s+window)?|system\s+prompt|core\s+\w+|goals?|objectives?)\s+(?:has|have)\s+(?:just\s+|now\s+)?been\s+(?:updated|changed|replaced|overwritten|extended|corrected)\s*(?:[:;]|to\s+(?:say|include)|with\s+the\s+following))",
    R"({told}(?:remember|memori[sz]e|note|store|save|keep\s+in\s+mind)\s+{gap}(?:for|in|across)\s+(?:all\s+|any\s+|every\s+|your\s+)?(?:future|later|subsequent|coming|following)\s+(?:conversations?|sessions?|chats?|interactions?|tasks?|runs?)\s*(?:\bthat\b|:))",
};

constexpr std::string_view fake_message_sentences[] = {
    R"(#{2,}\s*\(?(?:system|developer|admin)[_ ]?(?:message|prompt|instructions?|note)\b)",
    R"(\[+\s*(?:system|admin|developer|security)[_ ](?:override|injection|message|prompt|instructions?|commands?|note)\b)",
    R"(\b(?:system|admin|developer|emergency|root)[ _]override\s*[:\]!])",
    R"((?:^|//\s*|/\*\s*|\[)system\s*(?:prompt)?\s*[:\]]\s*(?:you\s+(?:are|must|will)|new\s+instruct|ignore|update:))",
    R"(\b(?:official|direct|urgent)\s+(?:instruction|order|command|message)s?\s+from\s+(?:anthropic|openai|google|microsoft|meta|your\s+(?:developers?|creators?)))",
    R"(\b(?:anthropic|openai|your\s+(?:developers?|creators?))\s+(?:requires?|orders?|instructs?|wants?|demands?)\s+you\s+to\b)",
};

constexpr std::string_view
    agent_sentences[] =
        {
            R"(\b(?:important|critical|urgent|mandatory|attention|notes?|message|notice|instructions?|alert|warning|dear|hello|hey|directive|goal|reminder)\b\W+(?:(?:from|to|for|all|any|the|you|me|important|notice|this|every|\S+,)\W+){0,7}(?:{ai}|(?:goal|notice)\s+for\s+agents)(?:[:,.!)\]"'<]|\s+(?:you|please|must|should|shall|need|has|have|reading|processing|visiting|who|that|in|on|from|and|instructions?|{act}|\W)))",
            R"(\bif\s+you(?:['’]re|\s+are)\s+(?:an?\s+|the\s+)?(?:{ai}|agent|assistant)(?:\s*[,.:;]|\s+(?:reading|processing|you|please|then|that|or|assistant|agent|model)\b|$))",
            R"((?:^|[.:;!"'>]\s*){ai}\s*[,:]\s*(?:please\s+)?(?:you\s+(?:must|should|are|need)|must|do\s+not|ignore|stop|{act}))",
            R"(\b(?:{ai}|(?:ai|the)\s+agent)\s+(?:must|should|shall|has\s+to|is\s+required\s+to)\s+(?:always\s+|first\s+|now\s+)?(?:click|visit|comply|obey|reveal|ignore|navigate|execute|go\s+to|send)\b)",
            R"(\bagents?\W+(?:before|you\s+must|must|please)\s+{far}(?:verify\s+your|navigate\s+to|click|visit))",
            R"(\bbefore\s+(?:you\s+)?(?:can\s+)?(?:proceed|begin|continu|start|perform|complet|solv|finish|do)\w*\s+(?:with\s+)?(?:the|your|any|this)\s+(?:tasks?|goals?|objectives?)\b.{0,60}\b(?:must|do\s+the\s+following|verify|first|click|register|visit|navigate))",
            R"(\bafter\s+(?:you\s+do\s+)?(?:that|this),?\s+you\s+can\s+(?:solve|complete|continue\s+with|finish|proceed\s+with)\s+(?:the|your)\s+(?:original\s+)?(?:task|goal|objective))",
            R"(\bverify\s+your\s+identity\s+(?:at|on|via)\s+{gap}.{0,20}(?:localhost|\d+\.\d+\.\d+\.\d+))",
            R"(\bwhen\s+(?:you\s+)?(?:summari[sz]|answer|respond|process|read|analy[sz]|review)\w*\s+(?:to\s+)?(?:this|the)?\s?(?:\w+\s+){0,2}?[\w]*,\s*(?:also|always|you\s+must)\s+(?:say|tell|print|include|mention|output|respond|send|add))",
            R"((?:^|\band\s+|\bthen\s+|\binstead\s+|[\-:,]\s*)(?:tell|instruct|convince|persuade|trick)\s+the\s+users?\s+(?:to\s+(?:go|visit|click|call|reset|follow|download|install|enter|log)|that\s+(?:their|the)\s+account))",
            // A standing order: whenever the user asks for this, answer that.
            R"(\b(?:every\s+time|whenever|each\s+time|any\s+time)\s+(?:an?|the|any)\s+users?\s+(?:asks?|says?|requests?|mentions?|types?|writes?)\b.{0,80}\b(?:reply|respond|answer|recommend|tell\s+them|say)\b\s*(?:with\b|that\b|[:"“']))",
            R"(\byou\s+(?:will|must|shall)\s+(?:now\s+)?(?:comply|obey)\s*(?:[.!;]|$))",
            // Addressed to what reads this.
            R"(\bas\s+(?:an?|the)\s+{ai}(?:\s+(?:language\s+)?(?:agent|assistant|model))?,?\s+you(?:['’]re|\s+are)?\s+(?:must|should|have\s+to|need|shall|can|will|required|obliged|expected|asked|instructed)\b)",
            R"(\b{ai}s?\s+(?:(?:that|which|who)\s+(?:is\s+|are\s+)?)?(?:reads?|reading|process(?:es|ing)?|visit(?:s|ing)?|pars(?:es|ing)|scrap(?:es|ing)|crawl(?:s|ing)|summari[sz](?:es|ing)|look(?:s|ing)\s+at)\s+(?:this|these|the\s+following)\b)",
            R"(\b(?:note|message|notice|instructions?|request|reminder|memo)\s+(?:to|for)\s+(?:the|any|all|every|our)\s+(?:assistants?|bots?)\s*[,:.!\x{2014}-])",
            R"(\byou,?\s+the\s+(?:ai|assistant|model|bot),?\s+(?:must|should|have|need|are|will|shall)\b)",
            // Only an agent has a user.
            R"(\byour\s+(?:user|human|principal|operator)\s+(?:(?:really|already|explicitly|also)\s+)?(?:wants?|wishes|asked|asks|expects?|needs?|told|tells|instructs?|instructed|authori[sz]e[sd]|allow(?:s|ed)|would\s+(?:like|want))\s+you\s+to\b)",
            // Tags that only a program reads: [AI: ...], AI_INSTRUCTION: ..., <meta name="llm-prompt">, comments in a
            // page.
            R"((?:^|[^a-z0-9])(?:instructions?|directives?|commands?|prompts?|notes?|messages?)[_-](?:for|to)[_-](?:the[_-])?(?:ai|llm|agent|assistant|bot|model)s?\b["']?\s*[:=])",
            R"(\b(?:todo|fixme|note|xxx|hack)\s*\(\s*(?:ai|llm|agent|assistant|copilot|claude|gpt|bot)s?\s*\)\s*:)",
            R"((?:^|[^a-z0-9])(?:ai|llm|gpt|chatgpt|claude|gemini|copilot|assistant|agent|bot)s?[_-](?:instructions?|directives?|commands?|prompts?|notes?|override|tasks?|messages?|only|orders?)\b["']?\s*[:=])",
            R"([\[{]\s*(?:(?:to|for|note|attention|hey|dear|important|message)\W+){0,3}(?:the\s+|all\s+|any\s+)?(?:{ai}|ai\s+[a-z]+)\s*(?:[:!\x{2014}]|\s-\s)\s*(?:[^\s\d]{2,}\s+){2,})",
            R"(\(\s*(?:(?:to|for|note|attention)\W+){0,2}(?:the\s+|all\s+|any\s+)?{ai}\s*[:!\x{2014}]\s*(?:please\s+|always\s+)?(?:{act}|recommend|forward|say|tell|add|use|do\s+not|never)\s)",
            R"([\[({]\s*(?:ai|llm|agent|assistant|bot)[\s_-]+(?:instructions?|directives?|commands?|override|only|note)\s*(?:[:!\])}]|-\s))",
            R"(^\W*(?:dear\s+|hey\s+)?(?:assistants?|agents?|bots?|{ai})\s*[:!,]\s*(?:please\s+|kindly\s+|(?:in\s+order\s+)?to\s+(?:\S+\s+){1,7}?\S+,\s*)?(?:{act}|press|paste|disable|disregard|approve|(?:drop|stop)\s+(?:what|everything)|forward|share|email|post|upload|delete|copy|add|include|recommend|approve|buy|pay|transfer|tell|say|write|use|do\s+not|never|always)\s)",
            R"(^!--\W*(?:(?:note|message|hint)\s+)?(?:(?:to|for)\s+)?(?:the\s+|any\s+|all\s+)?(?:{ai}|assistants?|agents?)\s*[:,]\s*(?:\S+\s+){2,}\S)",
            R"((?:^!--|//|/\*|(?:^|\s)#)\W*(?:[\w-]*bot|assistants?|agents?|copilot)\s*:\s*(?:please\s+)?(?:{act}|approve|merge|replace|delete|add|remove|use|disable|skip|copy|paste)\b)",
            R"(^!--.{0,80}\b(?:{ai}|(?:the|all|any)\s+(?:agents?|assistants?))\b.{0,200}\b(?:{act}|you\s+(?:must|should|are)|please|must|should)\b)",
            R"(\b(?:meta|span|div|p)\b[^>]{0,80}\b(?:name|data-[a-z-]+|id|class)\s*=\s*["']?(?:ai|llm|agent|assistant|gpt)[-_](?:instruction|prompt|directive|command|note|message|task)s?)",
            R"((?:^|[.:;!"'>]\s*)(?:llm|(?:chat)?gpt|ai[ -]?(?:agent|assistant|model))s?\s+(?:notice|warning|alert|note|directive|instructions?|attention|message|reminder)\s*[:!\x{2014}]\s*(?:you\s+(?:must|should|shall|need|are)|please|always|never|do\s+not|{act}))",
            // To be kept from the user.
            R"(\b(?:do\s+not|don['’]t|never|must\s+not)\s+(?:\w+\s+)?(?:(?:tell|inform)|(?:mention|reveal|disclose|admit|say)\s+{gap}to)\s+(?:the|your)\s+users?\b)",
            R"(\b(?:do\s+not|don['’]t|never)\s+(?:\w+\s+)?let\s+(?:the|your)\s+users?\s+(?:know|find\s+out|notice\s+(?:this|that|it))\b)",
            R"(\b(?:keep|hide|conceal)\s+(?:this|it|that|these|them|everything|your\s+\w+|the\s+(?:fact|change|transfer|payment|instructions?|message))\s+{gap}from\s+(?:the|your)\s+users?\b)",
            R"(\bthe\s+user\s+(?:must|should|may)\s+(?:not|never)\s+(?:ever\s+)?(?:find\s+out|learn\s+(?:of|about)|know\s+(?:of|about)|be\s+(?:told|informed|made\s+aware))\b)",
            // In the user's name, or in place of what the user asked for.
            R"(\bthe\s+user\s+(?:has\s+)?(?:already\s+|explicitly\s+|expressly\s+)?(?:authori[sz]ed|instructed|permitted)\s+you\s+to\b)",
            R"(\bthe\s+user\s+(?:has\s+)?(?:already|explicitly|expressly)\s+(?:approved|authori[sz]ed|confirmed|consented|agreed|allowed|permitted|given\s+(?:permission|consent|approval))\b.{0,80}(?:\byou\b|\bwithout\b|\bno\s+need\b|\bproceed\b|\bgo\s+(?:on|ahead)\b|\bskip\b))",
            R"(\b(?:instead\s+of|rather\s+than|before|prior\s+to)\s+\w+ing\s+{gap2}(?:what\s+(?:the|your)\s+user\s+(?:asked|wants?|said|requested)|users?['’]?s?['’]?\s+(?:task|request|question|goal|instructions?|quer(?:y|ies)|prompt|commands?)\b))",
            R"(\b(?:abandon|abort|drop|quit)\s+(?:working\s+on\s+)?your\s+(?:current|original|previous|assigned|given)\s+(?:task|goal|objective|assignment|job|mission)\b)",
            R"(\b(?:only\s+(?:respond|reply|answer)|(?:respond|reply|answer)\s+only)\s+with\s*[:]?\s*["“])",
};

constexpr std::string_view exfiltration_sentences[] = {
    R"(\b{tell}\s+{far}(?:your|the|its|me)\s+{gap2}(?:system|initial|original|hidden|secret|first|full|entire|complete|internal|very)\s+{gap2}(?:prompts?|system\s+message|instructions?|directives|configuration)\b)",
    // Of verbs that one also uses to a shop: an AI's own instructions, and not those on a subject ("on refunds").
    R"(\b{tell}\s+{gap}your\s+{gap2}prompt\b)",
    R"(\b(?:reveal|print|output|repeat|leak|disclose|expose|recite|paste|dump|echo)\s+{gap}your\s+{gap2}(?:instructions|guidelines|directives)\b)",
    R"(\b{tell}\s+{gap}your\s+{own}(?:instructions|guidelines|directives)(?:\W*$|\s*[.,;:!?)\]"']|\s+(?:and|or|verbatim|word|exactly|above|before|as|in|from|that|which|you|now|please|here|below|using|without|inside|line|completely|to\s+me|start\w*|begin\w*)\b))",
    R"(\b{tell}\s+{gap}(?:instructions|rules|guidelines)\s+(?:that\s+)?you\s+(?:have|were|are|['’]ve)\s+(?:been\s+)?(?:given|told|following))",
    R"(\b(?:reveal|leak|disclose|extract|expose|repeat|recite|tell\s+me|print)\s+{gap}system\s+prompt\b)",
    R"(\b(?:repeat|print|output|copy)\s+{gap2}(?:words|text|everything|all)\s+(?:\w+\s+)?above\b)",
    R"(\b(?:what\s+is|what['’]s|tell\s+me|give\s+me|reveal)\s+your\s+(?:secret(?:\s+key|s)?|api\s+key|access\s+code)\b)",
    R"(\breveal\s+{gap2}(?:user\s+)?(?:session\s+tokens?|credentials|secrets|api\s+keys?)\b)",
    R"(\b{send}\s+{far}{private}\b.{0,80}\bto\s+(?:\S+\s+)?{place})",
    R"((?:^|[.:;!?"'>\-]\s*|\b(?:and|then|now|please|must|should)\s+)(?:print|read|copy|dump|list|get|take|encode)\s+{gap}{private}\b.{0,40}\b(?:and|then)\s+(?:send|forward|e-?mail|post|upload|transmit|submit)\s+(?:it|them|the\s+\w+)?\b)",
    R"(\bexfiltrate\s+(?:all|the|any|every|your|user)\b)",
    // A command that sends what a file of secrets holds: in the name of a host, in an address.
    R"(\b(?:host|nslookup|dig|ping|curl|wget|nc)\b[^\n]{0,100}(?:\$\(|`)\s*(?:cat|base64|xxd|head|tail|od|printenv)\b[^\n]{0,40}(?:/etc/(?:passwd|shadow)|\.ssh/|\.aws/|\.env\b|id_(?:rsa|ed25519)|\.netrc|\.npmrc))",
    // A task that was slipped in: money, or who is paid.
    R"(\b(?:todo|to-do|new\s+task|next\s+task|instruction)\s*:\s*(?:please\s+)?(?:send|transfer|wire|pay|withdraw)\b.{0,60}(?:\bmoney\b|\bfunds\b|\bbitcoins?\b|[$\x{20ac}\x{a3}]\s?\d|\d\s?(?:usd|eur|gbp|dollars|euros)\b).{0,80}\bto\b)",
    R"(\b(?:todo|to-do|new\s+task|next\s+task|instruction)\s*:\s*(?:please\s+)?(?:change|set|reset|modify|update|replace)\b.{0,40}\b(?:password|recipient|payee|iban|recovery\s+e-?mail|beneficiary)\b.{0,60}\bto\b)",
    // What is to be sent may follow the address; what it is of, stand before it.
    R"((?:^|[.:;!?"'>\-]\s*|\b(?:and|then|now|please|must|should)\s+)(?:send|write|compose|e-?mail|forward|post|make|create)\s+(?:an?|the|this|one)\s+(?:\w+\s+)?(?:messages?|e-?mails?|mails?|letter|sms|transaction|transfer|payment|comment|reply|dm|review)\b.{1,80}\b(?:that\s+(?:includes?|contains?|lists?)|including|containing|with)\b.{0,60}(?:\bthe\s+users?['’]s?\s|\bof\s+the\s+user\b|\b(?:conversation|chat)\s+history\b|\bthis\s+conversation\b))",
    R"((?:^|[.:;!?"'>\-]\s*|\b(?:and|then|now|please|must|should)\s+)(?:send|forward|e-?mail|post|upload|leak|transmit)\s+{gap}the\s+users?['’]s?\s+.{1,60}\bto\s+(?:https?:|\S+@\S+|\S+\.(?:com|net|org|io|ru|xyz|example)\b))",
    R"(\b(?:collect|gather|harvest|extract|dump)\s+{gap}{private}\b.{0,60}\b(?:and|then)\s+(?:send|forward|e-?mail|post|upload|transmit|submit)\b)",
};

}  // namespace

std::string_view reminder_pattern() {
  return R"(\b(?:do\s+not|don['’]t|never)\s+forget\b|\bn['’]\s?oubli\w+\s+(?:pas|jamais)\b|\bne\s+(?:pas\s+)?(?:\w+\s+)?oubli\w+(?:\s+pas)?\b|\bverg(?:iss|esst|essen\s+sie)\s+(?:bitte\s+)?nicht\b|\bno\s+(?:te\s+|se\s+)?olvid\w+|\bnon\s+(?:dimentic|scord)\w+|\bnão\s+(?:se\s+)?esque\S+|\bvergeet\s+(?:\w+\s+)?niet\b|\bnie\s+zapom\S+|\bnezapom\S+|\bglöm\s+inte\b|\bglem\s+ikke\b|не\s+(?:забуд|забыв)\S+|не\s+забува\S+|unutma(?:yın|yınız|yiniz)?\b|\bđừng\s+quên|\bjangan\s+lupa\S*|别忘[了记]?|別忘[了記]?|不要忘[了记記]?|忘れない|忘れずに|잊지\s?마\S*|(?:न|मत)\s+भूल\S*|อย่าลืม|لا\s+تنس\S*)";
}

std::vector<InjectionRule> sentence_rules() {
  std::vector<InjectionRule> rules;
  add_rules(rules, RedactionCategory::override_instructions, override_sentences);
  add_rules(rules, RedactionCategory::override_instructions, control_sentences);
  for (std::string& pattern : override_patterns_by_language())
    rules.push_back({RedactionCategory::override_instructions, filled(std::move(pattern))});
  add_rules(rules, RedactionCategory::fake_message, fake_message_sentences);
  add_rules(rules, RedactionCategory::agent_command, agent_sentences);
  add_rules(rules, RedactionCategory::exfiltration, exfiltration_sentences);
  for (InjectionRule& rule : freedom_rules()) rules.push_back(std::move(rule));
  for (InjectionRule& rule : reader_rules()) rules.push_back(std::move(rule));
  for (InjectionRule& rule : pretext_rules()) rules.push_back(std::move(rule));
  for (InjectionRule& rule : agent_rules_by_language()) rules.push_back(std::move(rule));
  for (InjectionRule& rule : persona_rules_by_language()) rules.push_back(std::move(rule));
  // The published suffix that makes models comply (Zou et al., "Universal and transferable adversarial attacks", 2023).
  rules.push_back({RedactionCategory::override_instructions, R"(describing\.\W*similarly\s?now\s+write\s+opposite)"});
  return rules;
}

std::vector<std::string> unspaced_patterns() {
  return {
      R"((?:ignore|disregard|forget|override|bypass|overlook)(?:all|any|the|your|my|these|those|every|previous|prior|above|earlier|preceding)(?:all|the|your|my|of){0,3}(?:previous|prior|above|earlier|preceding|your|system|safety){0,2}(?:instructions|guidelines|directives|prompts?|rules|restrictions))",
      R"((?:donot|dont|never)(?:tell|inform|alert|notify|mention(?:this|it)to)(?:the|your)user)",
      R"((?:reveal|print|show|output|repeat|leak)(?:me)?(?:your|the)(?:system|initial|hidden|secret)?prompt)",
      R"(youarenow(?:dan|unrestricted|anunrestricted|jailbroken|freefrom))",
      R"((?:ai|llm)(?:agents?|assistants?|models?)(?:must|should|haveto|needto)(?:click|run|open|send|type|paste|enter|visit|ignore))",
  };
}

std::vector<InjectionRule> token_rules() {
  using enum RedactionCategory;
  return {
      {role_token,
       R"(<\|(?:im_start|im_end|im_sep|system|user|assistant|end|endoftext|endofprompt|eot_id|start_header_id|end_header_id|begin_of_text|end_of_text|tool|tool_call|channel|message|start|return|call)\|>(?:\s?(?:system|user|assistant)\b)?)"},
      {role_token, R"(\[/?(?:INST|AVAILABLE_TOOLS|TOOL_RESULTS|TOOL_CALLS)\]|<</?SYS>>|\[\[/?SYSTEM\]\])"},
      {role_token,
       R"(</?(?:start_of_turn|end_of_turn)>|<(?:\x{ff5c}|\|)(?:begin|end)\x{2581}of\x{2581}sentence(?:\x{ff5c}|\|)>)"},
      {role_token,
       R"(<role>\s*(?:system|assistant)\s*</role>|["']role["']\s*:\s*["'](?:system|developer|assistant|tool)["'])"},
      {role_token, R"((?m:^)#{2,4} ?(?:Instructions?|System|Assistant|Human) ?:)"},
      {fake_message,
       R"(</?(?:system|assistant|system[_-](?:prompt|message|reminder|instructions?)|tool_(?:results?|response|calls?|output)|function_(?:results?|calls?|response)|important|think|untrusted_text)>)"},
      {hidden_text,
       R"(<(?:span|div|p|font|small|section|label|b|i|a|li|td)\b[^<>]{0,200}\bstyle\s*=\s*["'][^"'<>]{0,200}(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em|%)?\s*(?:;|["'])|opacity\s*:\s*0(?:\.0+)?\s*(?:;|["']))[^<>]{0,200}>\s*[^<\s][^<]{0,1000}(?:</[a-z]{1,8}>)?)"},
      {exfiltration,
       R"(!\[[^\]\n]{0,80}\]\(https?://[^)\s]{0,200}[?&/=](?:[a-z_]*(?:data|prompt|conversation|chat|token|secret|summary))[^)\n]{0,200}\))"},
  };
}

}  // namespace interlock::gate
