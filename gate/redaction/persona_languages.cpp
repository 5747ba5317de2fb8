#include "gate/redaction/injection_rules.h"

namespace interlock::gate {
namespace {

/// A new identity, and what a model is made of, in one language. Stems, because verbs and nouns are inflected.
struct PersonaWording {
  std::string_view now;     ///< you are now, from now on you
  std::string_view free;    ///< without rules or censorship, bound by none
  std::string_view limits;  ///< "without limits": also in offers, so it counts only if the text is about an AI
  std::string_view wipe;    ///< erase, switch off
  std::string_view yours;   ///< your memory, your rules, your filters
  std::string_view show;    ///< show, tell, repeat
  std::string_view prompt;  ///< your system prompt
};

constexpr PersonaWording persona_wordings[] = {
    // es
    {"(?:ahora|a partir de ahora|desde ahora|de ahora en adelante)\\s.{0,12}(?:eres|serás|actúas|actuarás|actúa)",
     "sin (?:ningun[ao]?s? |ningún )?(?:tipo de )?(?:regla|filtro|censura|moral|ética)|no tienes (?:restricci|reglas)",
     "sin (?:ningun[ao]?s? |ningún )?(?:tipo de )?(?:restricci|límite|limitaci)",
     "borra|elimina|desactiva|apaga|reinicia",
     "(?:tu|tus) (?:memoria|reglas|filtros|directrices|restricciones|instrucciones)",
     "muéstra|revela|dime|repite|imprime|escribe|comparte",
     "(?:tu|tus) (?:prompt|instrucciones) (?:de(?:l)? sistema|inicial)|prompt del sistema"},
    // pt
    {"(?:agora|a partir de agora|de agora em diante)\\s.{0,12}(?:você é|tu és|serás|aja)",
     "sem (?:nenhum[ao]?s? |qualquer )?(?:regra|filtro|censura|moral|ética)",
     "sem (?:nenhum[ao]?s? |qualquer )?(?:restriç|limit)", "apag|elimin|desativ|deslig|reinici",
     "(?:sua|suas|seus|tua|tuas) (?:memória|regras|filtros|diretrizes|restrições|instruções)",
     "mostr|revel|diga|repita|imprim|escrev|compartilh",
     "(?:seu|teu) prompt (?:de|do) sistema|prompt do sistema|(?:suas|tuas) instruções (?:de|do) sistema"},
    // fr
    {"(?:maintenant|désormais|à partir de maintenant|dorénavant),?\\s.{0,6}(?:tu es|vous êtes|tu agi|vous agi|tu "
     "seras|vous serez)|(?:tu es|vous êtes) (?:maintenant|désormais)",
     "sans (?:aucune? )?(?:règle|filtre|censure|morale|éthique)", "sans (?:aucune? )?(?:restriction|limit)",
     "efface|supprime|désactive|réinitialise",
     "(?:ta|tes|votre|vos) (?:mémoire|règles|filtres|directives|restrictions|consignes)",
     "montre|révèle|dis|répète|affiche|écri|partage",
     "(?:ton|votre) (?:prompt|invite) système|prompt système|(?:tes|vos) instructions système"},
    // de
    {"(?:du bist|sie sind) (?:jetzt|nun|ab (?:jetzt|sofort))|(?:ab (?:jetzt|sofort)|von nun an) (?:bist du|sind "
     "sie|verhältst du|handelst du)",
     "ohne (?:jegliche |irgendwelche )?(?:regeln|filter|zensur|moral|ethik)",
     "ohne (?:jegliche |irgendwelche )?(?:einschränkung|beschränkung|grenzen)|uneingeschränkt",
     "lösch|deaktivier|schalt\\S* .{0,30} (?:aus|ab)\\b|setz\\S* .{0,30} zurück",
     "(?:deine?n?|ihre?n?) (?:gedächtnis|regeln|filter|richtlinien|einschränkungen|anweisungen|sicherheits\\S+)",
     "zeig|verrat|nenn|wiederhol|gib|schreib|teil",
     "(?:deine?n?|ihre?n?) system-?prompt|(?:deine|ihre) systemanweisung"},
    // it
    {"(?:ora|d['’]ora in poi|da (?:ora|adesso) in poi|adesso)\\s.{0,6}(?:sei|sarai|agisci)",
     "senza (?:alcuna? |nessuna? )?(?:regol|filtr|censura|morale|etica)",
     "senza (?:alcuna? |nessuna? )?(?:restrizion|limit)", "cancell|elimin|disattiv|azzer",
     "(?:la tua|le tue|i tuoi) (?:memoria|regole|filtri|linee guida|restrizioni|istruzioni)",
     "mostra|rivela|dimmi|ripeti|stampa|scrivi|condividi",
     "(?:il tuo )?prompt di sistema|le tue istruzioni di sistema"},
    // pl, cs
    {"(?:od teraz|teraz) jesteś|jesteś teraz|(?:od teď|nyní|odteď) jsi|jsi (?:teď|nyní)",
     "bez (?:żadnych |jakichkolwiek |jakýchkoli )?(?:zasad|filtr|cenzur|pravidel)",
     "bez (?:żadnych |jakichkolwiek |jakýchkoli )?(?:ogranicze|omezení)", "usuń|wyczyść|wyłącz|skasuj|smaž|vymaž|vypni",
     "(?:swoją|swoje|swoich|svou|svá|své) "
     "(?:pamięć|zasady|filtry|ograniczenia|instrukcje|paměť|pravidla|filtry|omezení|pokyny)",
     "pokaż|ujawnij|podaj|powtórz|wypisz|ukaž|prozraď|zopakuj|vypiš",
     "(?:swój |svůj )?(?:prompt systemowy|systémový prompt)|(?:swoje|své) (?:instrukcje systemowe|systémové pokyny)"},
    // ru, uk
    {"(?:теперь|отныне|с этого момента|відтепер|тепер) (?:ты|вы|ти|ви)|(?:ты|вы|ти|ви) (?:теперь|тепер)",
     "без (?:каких-либо |всяких |будь-яких )?(?:правил|цензур|фильтров|фільтрів|морали)|не "
     "(?:ограничен|связан|обмежен)\\S* (?:правил|закон)",
     "без (?:каких-либо |всяких |будь-яких )?(?:ограничени|обмежень)|не (?:ограничен|обмежен)",
     "сотри|удали|очисти|отключи|сбрось|зітри|видали|вимкни",
     "(?:свою|свои|твою|твои|свої|твої) "
     "(?:память|правила|фильтры|ограничения|инструкции|пам['’]ять|фільтри|обмеження|інструкції)",
     "покажи|раскрой|скажи|повтори|выведи|напиши|розкрий|виведи",
     "(?:свой |твой |свій |твій )?системный (?:промпт|запрос)|системн(?:ые|ий|і) (?:инструкции|промпт|інструкції)"},
    // zh
    {"(?:从现在(?:开始|起)?|從現在(?:開始|起)?|今后|今後|接下来|接下來)[,，]?\\s?(?:你|您)|(?:你|您)(?:现在|現在|如今)("
     "?:是|扮演|成为|成為|变成|就是)",
     "(?:没有|沒有|不受|摆脱|擺脫)(?:任何)?(?:道德|内容|安全|规则|規則|审查|審查)(?:的)?(?:限制|约束|約束|过滤)?",
     "(?:没有|沒有|无|無|不受)(?:任何)?(?:限制|约束|約束)", "清除|抹去|抹掉|删除|刪除|关闭|關閉|停用|解除|重置",
     "(?:你|您)(?:自己)?的(?:所有|全部)?(?:记忆|記憶|规则|規則|过滤器?|過濾器?|限制|安全|准则|準則|系统指令|初始指令)",
     "显示|顯示|透露|泄露|洩露|告诉|告訴|说出|說出|重复|重複|打印|输出|輸出|列出|给出|給出",
     "(?:你|您)的(?:系统|系統|初始|原始|完整)?(?:提示词|提示詞|提示语|系统提示|系統提示|系统指令|系統指令)|系统提示词|"
     "系統提示詞"},
    // ja
    {"(?:今から|これから(?:は)?|今後(?:は)?)、?\\s?(?:あなた|君|お前)|(?:あなた|君)は(?:今|もう|今や)",
     "ルール(?:に縛られ|のない|なし)|検閲(?:の|が)?(?:ない|なし)|倫理(?:の|が)?(?:ない|なし)",
     "制限(?:の|が)?(?:ない|なし|を受けない)|無制限", "消去|削除|無効|リセット|オフ",
     "あなたの(?:記憶|メモリ|ルール|フィルター?|制限|指示)", "表示|教えて|見せて|明かし|出力|繰り返し|書いて",
     "(?:あなたの)?システム(?:プロンプト|指示)"},
    // ko
    {"(?:지금부터|이제부터|이제|앞으로)\\s?(?:너|당신|넌|당신)(?:는|은)?",
     "규칙(?:이|을)? ?(?:없|따르지)|검열(?:이)? ?없|윤리(?:가)? ?없", "제한(?:이)? ?(?:없|받지)|무제한",
     "지우|삭제|비활성|끄고|초기화|해제", "(?:너의|네|당신의) (?:기억|메모리|규칙|필터|제한|지침)",
     "보여|알려|말해|출력|반복|공개", "시스템 ?(?:프롬프트|지침|지시)"},
    // ar, fa
    {"(?:من الآن فصاعدا|من الآن|منذ الآن)\\S*\\s.{0,8}أنت|أنت الآن|از (?:حالا|این) (?:به )?بعد تو",
     "(?:بدون|بلا) (?:أي |أية )?(?:قواعد|رقابة|أخلاق)|بدون (?:هیچ )?قانون",
     "(?:بدون|بلا) (?:أي |أية )?(?:قيود|حدود)|غير مقيد|بدون (?:هیچ )?محدودیت",
     "امسح|احذف|عطل|عطّل|أوقف|پاک کن|غیرفعال کن",
     "(?:ذاكرتك|قواعدك|مرشحاتك|قيودك|تعليماتك|فلاترك)|(?:حافظه|قوانین|فیلترها?ی?) (?:خود|ت)",
     "اعرض|أظهر|اكشف|أخبرني|كرر|اطبع|اكتب|نشان بده|بگو|بنویس",
     "(?:موجه|مطالبة|تعليمات) النظام|(?:پرامپت|دستورات) سیستم"},
    // hi
    {"(?:अब|अब से|आज से|इस समय से) (?:आप|तुम|तू)|(?:आप|तुम) अब",
     "बिना (?:किसी )?(?:भी )?(?:नियम|फ़िल्टर|फिल्टर|सेंसर|नैतिक)|कोई (?:भी )?नियम (?:\\S+ ){0,2}नहीं|नियम\\S* से मुक्त",
     "बिना (?:किसी )?(?:भी )?(?:प्रतिबंध|सीमा|रोक)|कोई (?:भी )?(?:प्रतिबंध|सीमा|रोक) (?:\\S+ ){0,2}नहीं|अप्रतिबंधित",
     "मिटा|हटा|साफ़ कर|साफ कर|बंद कर|अक्षम कर|रीसेट कर",
     "(?:अपनी|अपने|आपकी|आपके) (?:सभी )?(?:मेमोरी|स्मृति|याददाश्त|नियम|फ़िल्टर|फिल्टर|प्रतिबंध|सुरक्षा "
     "(?:नियम|फ़िल्टर|फिल्टर)|दिशानिर्देश)",
     "दिखा|बता|प्रकट कर|दोहरा|लिख|प्रिंट कर|साझा कर", "(?:अपना |अपने |आपका )?सिस्टम (?:प्रॉम्प्ट|निर्देश|संदेश)"},
    // bn
    {"(?:এখন|এখন থেকে|আজ থেকে|এবার) (?:আপনি|তুমি)|(?:আপনি|তুমি) এখন (?:থেকে )?(?:একজন|একটি)",
     "কোনো? (?:নিয়ম|ফিল্টার)\\S* (?:নেই|ছাড়া)|নিয়ম ছাড়া|নিয়মমুক্ত",
     "কোনো? (?:সীমাবদ্ধতা|বিধিনিষেধ|বাধা)\\S* (?:নেই|ছাড়া)|(?:সীমাবদ্ধতা|বিধিনিষেধ) ছাড়া|সীমাহীন",
     "মুছে|মুছুন|মোছো|বন্ধ কর|নিষ্ক্রিয় কর|রিসেট কর",
     "(?:আপনার|তোমার|নিজের) (?:সব |সমস্ত )?(?:মেমরি|মেমোরি|স্মৃতি|নিয়ম|ফিল্টার|বিধিনিষেধ|নির্দেশিকা)",
     "দেখা|বল|প্রকাশ কর|পুনরাবৃত্তি কর|লিখ|লেখ|প্রিন্ট কর", "(?:আপনার |তোমার )?সিস্টেম (?:প্রম্পট|প্রম্প্ট|নির্দেশ)"},
    // tr
    {"(?:artık|bundan (?:sonra|böyle)|şu andan itibaren|şimdiden sonra)|(?:sen|siz) şimdi",
     "kuralsız|filtresiz|sansürsüz|kural\\S* (?:olmayan|yok|bağlı değil)|hiçbir (?:kural|filtre)|ahlaki? "
     ".{0,12}(?:yok|olmadan)",
     "kısıtlamasız|sınırsız|(?:kısıtlama|sınır)\\S* (?:yok|olmadan|olmayan)|hiçbir (?:kısıtlama|sınır)",
     "sil|temizle|kapat|devre dışı bırak|sıfırla",
     "(?:hafızanı|belleğini|kurallarını|filtrelerini|kısıtlamalarını|talimatlarını|yönergelerini|güvenlik "
     "(?:kurallarını|filtrelerini))",
     "göster|söyle|açıkla|paylaş|tekrarla|yazdır|yaz", "sistem (?:istem|prompt|komut|talimat|mesaj)\\S*"},
    // th
    {"(?:ตอนนี้|จากนี้(?:ไป)?|ต่อจากนี้(?:ไป)?|ตั้งแต่(?:ตอน|บัด)?นี้(?:เป็นต้นไป)?)\\s?(?:คุณ|เธอ|เจ้า|แก)",
     "(?:ไม่มี|ไร้|ปราศจาก)\\s?(?:กฎ|ตัวกรอง|ข้อห้าม|การเซ็นเซอร์|ศีลธรรม)", "(?:ไม่มี|ไร้|ปราศจาก)\\s?(?:ข้อจำกัด|ขีดจำกัด)",
     "ลบ|ล้าง|ปิด|รีเซ็ต|ยกเลิก", "(?:ความจำ|หน่วยความจำ|กฎ|ตัวกรอง|ข้อจำกัด|คำสั่ง)(?:ทั้งหมด|ความปลอดภัย|เนื้อหา)?(?:ของคุณ|ของตัวเอง)",
     "แสดง|บอก|เปิดเผย|พิมพ์|ทวน|เขียน|ส่ง", "(?:พรอมต์|พร้อมท์|คำสั่ง|ข้อความ)(?:ของ)?ระบบ|ระบบพรอมต์|system prompt"},
    // vi
    {"(?:bây giờ|từ (?:giờ|bây giờ|nay)(?: trở đi)?|kể từ (?:bây giờ|nay)),?\\s?bạn|bạn (?:bây giờ|giờ đây|giờ) là",
     "không (?:có |bị |còn )?(?:bất kỳ )?(?:quy tắc|bộ lọc|ràng buộc|kiểm duyệt|đạo đức)",
     "không (?:có |bị |còn )?(?:bất kỳ )?(?:giới hạn|hạn chế)", "xóa|xoá|tắt|vô hiệu hóa|đặt lại|gỡ bỏ",
     "(?:bộ nhớ|trí nhớ|quy tắc|bộ lọc|giới hạn|hạn chế|hướng dẫn) (?:an toàn )?của bạn",
     "hiển thị|cho tôi (?:biết|xem)|tiết lộ|lặp lại|in ra|viết|nói",
     "(?:lời nhắc|câu lệnh|prompt|chỉ dẫn|hướng dẫn) (?:của )?hệ thống|system prompt"},
    // id, ms
    {"(?:sekarang|mulai sekarang|mulai saat ini) (?:anda|kamu)|(?:anda|kamu) sekarang (?:adalah|menjadi)",
     "tanpa (?:aturan|filter|sensor|moral)|tidak terikat", "tanpa (?:batasan|batas)|tidak dibatasi",
     "hapus|matikan|nonaktifkan|setel ulang", "(?:memori|ingatan|aturan|filter|batasan|pedoman) (?:anda|kamu|mu)",
     "tampilkan|beri ?tahu|ungkapkan|ulangi|cetak|tulis|bagikan", "(?:prompt|perintah|instruksi) sistem"},
};

/// Words for an AI, and the name of the best known persona, in all of these languages.
constexpr std::string_view machine =
    "\\b(?:ai|ia|ki|dan|chatgpt|gpt|llm|bot|assistant|asistan\\S*|asisten\\S*|asystent\\S*|asistent\\S*|assistente?|"
    "assistent\\S*)\\b|ии\\b|ші\\b|асистент|ассистент|人工智能|人工智慧|机器人|機器人|"
    "助手|モデル|アシスタント|인공지능|어시스턴트|ذكاء اصطناعي|مساعد|هوش مصنوعی|एआई|सहायक|कृत्रिम|এআই|কৃত্রিম|সহকারী|yapay "
    "zek|เอไอ|ปัญญาประดิษฐ์|ผู้ช่วย|"
    "trí tuệ nhân tạo|trợ lý|kecerdasan buatan|language model|modèle de langage|modelo de lenguaje|sprachmodell";

std::string alternatives(std::string_view words) {
  return "(?:" + std::string(words) + ")";
}

/// Both, in either order: languages differ in the position of the verb.
std::string together(std::string_view one, std::string_view other, std::string_view gap) {
  return "(?:" + alternatives(one) + std::string(gap) + alternatives(other) + "|" + alternatives(other) +
         std::string(gap) + alternatives(one) + ")";
}

}  // namespace

std::vector<InjectionRule> persona_rules_by_language() {
  using enum RedactionCategory;
  std::vector<InjectionRule> rules;
  for (const PersonaWording& wording : persona_wordings) {
    rules.push_back({override_instructions, alternatives(wording.now) + ".{0,60}" + alternatives(wording.free)});
    rules.push_back(
        {override_instructions, alternatives(wording.now) + ".{0,40}" + together(machine, wording.limits, ".{0,40}")});
    rules.push_back({override_instructions, together(wording.wipe, wording.yours, ".{0,20}")});
    rules.push_back({exfiltration, together(wording.show, wording.prompt, ".{0,25}")});
  }
  return rules;
}

}  // namespace interlock::gate
