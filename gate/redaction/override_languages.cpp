#include "gate/redaction/injection_rules.h"

namespace interlock::gate {
namespace {

/// The same command in one language. Stems, because verbs and nouns are inflected.
struct Wording {
  std::string_view verb;    ///< ignore, forget, disregard
  std::string_view scope;   ///< previous, above, all, your
  std::string_view object;  ///< instructions, rules, prompts
};

constexpr Wording wordings[] = {
    {"ignor[ae]|olvid[ae]|descart[ae]|haz caso omiso|desatiend", "anterior|previ[ao]s|tus |todas|arriba|sistema",
     "instrucci|indicaci|órdenes|reglas|directrices|directivas"},  // es
    {"ignor[ae]|esque[cç]|desconsider|desobede", "anterior|prévi|acima|suas|tuas|todas|sistema",
     "instruç|orientaç|ordens|regras|diretrizes|comandos"},  // pt
    {"ignor[ea]|oubli[ea]|ne ten(?:ez|ir) pas compte|ne tiens pas compte",
     "précédent|antérieur|ci-dessus|toutes|tes |vos |système", "instruction|consigne|directive|règles|ordres"},  // fr
    {"ignorier|vergiss|vergessen sie|missacht|überge?h",
     "vorherig|vorig|vorangegangen|bisherig|obig|früher|alle |deine|ihre",
     "anweisung|instruktion|vorgaben|regeln|richtlinien|befehl"},  // de
    {"ignora|dimentica|trascura", "precedent|sopra|tutte|tue|sistema",
     "istruzion|indicazion|regole|direttive|ordini"},  // it
    {"negeer|vergeet", "vorige|voorgaande|eerdere|bovenstaande|alle|jouw|je ",
     "instructies|aanwijzing|regels|opdrachten"},  // nl
    {"zignoruj|ignoruj|zapomnij|pomiń", "poprzedni|wcześniejsz|powyższ|wszystkie|swoje",
     "instrukcj|polece|zasad|wytyczn"},                                                              // pl
    {"ignoruj|zapomeň|zapomeňte", "předchozí|všechny|své|výše", "pokyn|instrukc|pravidl"},           // cs
    {"ignorera|glöm", "tidigare|föregående|ovanstående|alla|dina", "instruktion|anvisning|regler"},  // sv
    {"игнорир|проигнорир|забудь|не обращай", "предыдущ|прошл|все |всё|вс[её],|выше|свои|прежн",
     "инструкц|указани|правил|команд|говорили|сказал"},                                    // ru
    {"ігнору|проігнору|забудь", "попередн|усі|всі|вище|свої", "інструкц|вказівк|правил"},  // uk
    {"無視|忘れ|忽略|忽视|無視|无视|忘记|忘記|不要理会|别管",
     "之前|以前|以上|先前|上述|前面|所有|全部|前の|上記|これまで|すべて|全て|你的",
     "指示|指令|说明|說明|提示|规则|規則|命令|ルール|プロンプト"},                                    // zh, ja
    {"무시|잊어", "이전|위의|앞의|모든|지금까지", "지시|명령|규칙|프롬프트|지침"},                    // ko
    {"تجاهل|انس|أهمل", "السابق|أعلاه|جميع|كل ", "التعليمات|تعليمات|الأوامر|القواعد|الإرشادات"},       // ar
    {"अनदेखा|नजरअंदाज|नज़रअंदाज|भूल जा|उपेक्षा", "पिछल|पूर्व|सभी|अपने|ऊपर|पहले|जो भी", "निर्देश|नियम|आदेश|बताया"},  // hi
    {"উপেক্ষা|ভুলে যা|অগ্রাহ্য", "পূর্ব|আগের|সব|উপরের", "নির্দেশ|নিয়ম|আদেশ"},                                // bn
    {"görmezden gel|yok say|unut|dikkate alma", "önceki|yukarıdaki|tüm|bütün", "talimat|yönerge|kural|komut"},  // tr
    {"bỏ qua|quên|phớt lờ", "trước|tất cả|bên trên|ở trên|của bạn", "hướng dẫn|chỉ dẫn|quy tắc|chỉ thị|lệnh"},  // vi
    {"abaikan|lupakan", "sebelumnya|di atas|semua|anda", "instruksi|perintah|arahan|petunjuk|aturan"},  // id, ms
    {"kalimutan|huwag pansinin|balewalain", "nauna|lahat|iyong|nakaraang", "tagubilin|panuto|utos|patakaran"},  // tl
    {"เพิกเฉย|ละเว้น|ไม่ต้องสนใจ|ลืม", "ก่อนหน้า|ทั้งหมด|ข้างต้น|ของคุณ", "คำสั่ง|คําสั่ง|คำแนะนำ|คําแนะนํา|กฎ"},                  // th
    {"نادیده بگیر|فراموش کن", "قبلی|بالا|تمام|همه", "دستور|قوانین|راهنما"},                                     // fa
    {"התעלם|התעלמ|שכח", "קודמ|לעיל|כל ", "הוראות|ההוראות|הנחיות|ההנחיות|כללים"},                                // he
    {"αγνόησε|αγνοήστε|ξέχασε|ξεχάστε", "προηγούμεν|παραπάνω|όλες", "οδηγίες|εντολές|κανόνες"},                 // el
};

std::string group(std::string_view words) {
  return "(?:" + std::string(words) + ")";
}

}  // namespace

std::vector<std::string> override_patterns_by_language() {
  std::vector<std::string> patterns;
  for (const Wording& wording : wordings) {
    // The object stands before its scope or behind it, the verb before both or behind both.
    const std::string scope = group(wording.scope);
    const std::string object = group(wording.object);
    const std::string what = "(?:" + scope + ".{0,25}" + object + "|" + object + ".{0,25}" + scope + ")";
    patterns.push_back(group(wording.verb) + ".{0,25}" + what);
    patterns.push_back(what + ".{0,25}" + group(wording.verb));
  }
  return patterns;
}

}  // namespace interlock::gate
