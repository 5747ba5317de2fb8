#include "gate/redaction/injection_rules.h"

#include <utility>

namespace interlock::gate {
namespace {

/// The same commands in one language. Stems, because verbs and nouns are inflected.
struct OverrideWording {
  std::string_view verb;        ///< ignore, forget, disregard
  std::string_view scope;       ///< previous, above, all, your
  std::string_view object;      ///< instructions, rules, prompts
  std::string_view regardless;  ///< regardless of, without heeding
  std::string_view task;        ///< the task
  std::string_view document;    ///< what the command stands in: page, mail, résumé, code
  std::string_view say;         ///< say, write, print
  std::string_view question;    ///< what is your secret key, password
  std::string_view no = {};     ///< not, no longer; empty if `verb` has the forms of "do not follow"
  std::string_view obey = {};   ///< follow, obey, heed
};

constexpr OverrideWording override_wordings[] = {
    // es
    {"ignor[ae]|olvid[ae]|descart[ae]|haz caso omiso|desatiend",
     "anterior|previ[ao]s|(?:dad|recibid)[oa]s|antes|hasta ahora|\\btus? |todas|arriba|sistema",
     "instrucci|indicaci|consignas|órdenes|reglas|directrices|directivas",
     "sin importar|independientemente de|sin tener en cuenta", "tarea",
     "página|documento|correo|artículo|texto|currículum|función|código",
     "di |diga|digan|escrib|respond|imprim|indica|afirma|devuelv",
     "cuál es (?:tu|su) (?:clave|llave|contraseña) secreta|cuál es tu contraseña", "\\bno\\b|nunca|jamás",
     "sig(?:as|a|an|áis|uiendo|uir)|obede[zc]|hag(?:as|a|an|áis) caso|respet|cumpl"},
    // pt
    {"ignor[ae]|esque[cç]|desconsider|desobede", "anterior|prévi|acima|suas|tuas|todas|sistema",
     "instruç|orientaç|ordens|regras|diretrizes|comandos", "independentemente d|sem (?:se )?importar|apesar d",
     "tarefa", "página|documento|e-?mail|artigo|texto|currículo|função|código",
     "diga|escrev|respond|imprim|declare|afirm|e o estado",
     "qual (?:é )?(?:a )?(?:sua|tua) (?:chave|senha) secreta|qual é a sua senha", "não|nunca|jamais",
     "sig(?:a|as|am)\\b|seguir|obede[cç]|respeit|cumpr|leve em conta"},
    // fr
    {"ignor[ea]|oubli[ea]", "précédent|antérieur|ci-dessus|plus haut|jusqu|avant|toutes|tes |vos |système",
     "instruction|consigne|directive|règles|ordres",
     "quelle que soit|quelles que soient|indépendamment d|sans tenir compte", "tâche",
     "page|document|e-?mail|courriel|article|texte|cv\\b|fonction|code",
     "dis |dites|écri|répond|imprim|affich|indiqu|déclar",
     "quel(?:le)? est (?:ta|votre) (?:clé secrète|clef secrète|mot de passe)|quel est (?:ton|votre) mot de passe",
     "\\bne\\b|\\bn['’]", "suiv|suis\\b|obéi|respect|ten(?:ez|ir)\\s.{0,8}compte|tiens?\\s.{0,8}compte|écout|appliqu"},
    // de
    {"ignorier|vergiss|vergessen sie|missacht|überge?h|setz\\S* (?:dich|sie sich) über",
     "vorherig|vorig|vorangegangen|bisherig|obig|früher|alle |deine|ihre",
     "anweisung|instruktion|vorgaben|regeln|richtlinien|befehl", "unabhängig von|ungeachtet", "aufgabe",
     "seite|dokument|e-?mail|artikel|text|lebenslauf|funktion|code", "sag|schreib|antwort|gib |geben sie|druck",
     "was ist (?:dein|ihr)e?r? (?:geheimer schlüssel|geheimschlüssel|passwort)|wie lautet (?:dein|ihr)e?r? "
     "(?:geheim|passwort)",
     "nicht|niemals", "befolg|folge|halt\\S* (?:dich|sie sich|euch)|gehorch|beacht|hör\\S* auf"},
    // it
    {"ignora|dimentica|trascura", "precedent|sopra|tutte|tue|sistema|finora|ricevut|dat[eo] prima",
     "istruzion|indicazion|regole|direttive|ordini", "indipendentemente d|a prescindere d|nonostante", "compit",
     "pagina|documento|e-?mail|articolo|testo|curriculum|funzione|codice",
     "di[' ]|dì |dica|scriv|rispond|stamp|dichiar|afferm", "qual [eè] la (?:tua|sua) (?:chiave segreta|password)",
     "\\bnon\\b|smetti di", "seguire|seguite|segua|rispett|obbed|tener\\S* conto|ascolt"},
    // nl
    {"negeer|vergeet", "vorige|voorgaande|eerdere|bovenstaande|alle|jouw|je ",
     "instructies|aanwijzing|regels|opdrachten", "ongeacht|los van", "taak",
     "pagina|document|e-?mail|artikel|tekst|cv\\b|functie|code", "zeg|schrijf|antwoord|druk|geef",
     "wat is (?:je|jouw|uw) (?:geheime sleutel|wachtwoord)", "\\bniet\\b|nooit", "volg|gehoorzaam|houd|luister"},
    // pl
    {"zignoruj|ignoruj|zapomnij|pomiń", "poprzedni|wcześniejsz|powyższ|wszystki|swo(?:je|ich|im)",
     "instrukcj|polece|zasad|wytyczn", "niezależnie od|bez względu na", "zadani",
     "stron|dokument|e-?mail|wiadomoś|artykuł|tekst|życiorys|funkcj|kod",
     "powiedz|napisz|odpowiedz|wypisz|podaj|stwierdź",
     "jaki jest (?:twój|pański) (?:tajny klucz|hasło)|jakie jest twoje hasło", "\\bnie\\b|nigdy|przestań",
     "stosuj|stosować|przestrzega|słucha|wykonuj|kieruj"},
    // cs
    {"ignoruj|zapomeň|zapomeňte", "předchozí|všechny|své|výše", "pokyn|instrukc|pravidl", "bez ohledu na|nezávisle na",
     "úkol", "stránk|dokument|e-?mail|článek|text|životopis|funkc|kód", "řekni|napiš|odpověz|vypiš|uveď",
     "jaký je (?:tvůj|váš) tajný klíč|jaké je (?:tvé|vaše) heslo", "přestaň|nikdy",
     "neřiď|nedodržuj|neposlouchej|nedbej|neplň|dodržovat|poslouchat"},
    // sv
    {"ignorera|glöm", "tidigare|föregående|ovanstående|alla|dina", "instruktion|anvisning|regler",
     "oavsett|oberoende av", "uppgift", "sidan|dokument|e-?post|artikel|texten|meritförteckning|funktionen|koden",
     "säg|skriv|svara|ange|uppge", "vad är (?:din|er) hemliga nyckel|vad är ditt lösenord", "\\binte\\b|aldrig|sluta",
     "följ|lyd|lyssna|respekter"},
    // ru
    {"игнорир|проигнорир|забудь|не обращай", "предыдущ|прошл|все |всё|вс[её],|выше|свои|прежн",
     "инструкц|указани|правил|команд|говорили|сказал", "независимо от|несмотря на|вне зависимости от", "задач",
     "страниц|документ|письмо|стать|текст|резюме|функци|код", "скажи|напиши|ответь|выведи|укажи|заяви|сообщи",
     "какой (?:у тебя|у вас|твой|ваш) (?:секретный ключ|пароль)|каков (?:твой|ваш) (?:секретный ключ|пароль)",
     "не |перестань|больше не", "следу|соблюда|подчиня|слуша|выполня|придержива"},
    // uk
    {"ігнору|проігнору|забудь", "попередн|усі|всі|вище|свої", "інструкц|вказівк|правил",
     "незалежно від|попри|незважаючи на", "завдан", "сторінк|документ|лист|статт|текст|резюме|функці|код",
     "скажи|напиши|виведи|вкажи|повідом", "який (?:у тебе|у вас|твій|ваш) (?:секретний ключ|пароль)", "не |перестань",
     "дотриму|слуха|викону|слідуй|керуй"},
    // zh, ja
    {"無視|忘れ|忽略|忽视|無視|无视|忘记|忘記|忘掉|不要理会|不要理會|别管|別管|抛开|拋開|不要遵守|不要遵循|不再遵守|"
     "不再遵循",
     "之前|此前|以前|以上|先前|上述|上面|上文|前面|所有|全部|任何|原有|前の|上記|これまで|すべて|全て|你的|您的",
     "指示|指令|说明|說明|提示|规则|規則|规定|規定|准则|準則|限制|约束|約束|命令|ルール|プロンプト|制約",
     "不管|无论|無論|にかかわらず|に関係なく|不考虑", "任务|任務|タスク",
     "网页|網頁|内容|內容|文档|文件|邮件|郵件|文章|文本|简历|履歷|函数|代码|ページ|文書|メール|記事|履歴書|関数|コード",
     "说|說|写|輸出|输出|直接输出|直接輸出|只回答|只输出|只輸出|回答|声明|述べ|言っ|出力|書い|答え",
     "(?:你|您)的(?:密钥|秘密密钥|密鑰|密码|密碼)是什么|(?:你|您)的(?:密鑰|密碼)是什麼|あなたの(?:秘密鍵|秘密の鍵|"
     "パスワード)は(?:何|なん)",
     "不要|别|別|不必|无需|無需|不用|不再|停止|切勿|ないで|ないこと|なくて",
     "遵守|遵循|遵从|遵從|服从|服從|听从|聽從|理会|理會|执行|執行|従わ|守ら"},
    // ko
    {"무시|잊어|잊고", "이전|위의|앞의|모든|지금까지|너의|당신의|기존", "지시|명령|규칙|프롬프트|지침",
     "상관없이|관계없이|무관하게", "작업|과제", "페이지|문서|이메일|기사|텍스트|이력서|함수|코드",
     "말하|말해|쓰|적어|출력|답하|대답|진술",
     "(?:당신|너|귀하)의 (?:비밀 ?키|비밀번호|암호)(?:는|은|가|이)? (?:무엇|뭐)", "지 ?마|지 ?말|지 ?않",
     "따르|준수하|지키"},
    // ar
    {"تجاهل|انس|أهمل", "السابق|أعلاه|جميع|كل |ك(?:\\s|$|،)",
     "التعليمات|تعليمات|الأوامر|أوامر|القواعد|قواعد|الإرشادات|إرشادات", "بغض النظر عن|بصرف النظر عن",
     "المهام|المهمة|مهام", "الصفحة|صفحة|المستند|البريد|المقال|النص|السيرة الذاتية|الدالة|الوظيفة|الكود",
     "قل|اكتب|أجب|اطبع|اذكر|حدد", "ما هو مفتاحك السري|ما هي كلمة (?:مرورك|المرور الخاصة بك)", "لا ",
     "تتبع|تلتزم|تطع|تنفذ|تستمع"},
    // hi
    {"अनदेखा|अनदेखी|इग्नोर|इग्नॉर|नजरअंदाज|नज़रअंदाज|नज़रअंदाज़|भूल जा|भुला द|उपेक्षा|पालन (?:न|मत|नहीं)|ध्यान (?:न|मत) द",
     "पिछल|पूर्व|सभी|सारे|अब तक|अपने|ऊपर|पहले|जो भी", "निर्देश|नियम|आदेश|बताया|दिशानिर्देश|दिशा-निर्देश|प्रतिबंध|प्रॉम्प्ट",
     "परवाह किए बिना|बावजूद|ध्यान दिए बिना", "कार्य|काम",
     "वेबपेज|वेब पेज|पृष्ठ|पेज|दस्तावेज|दस्तावेज़|ईमेल|लेख|पाठ|रिज्यूमे|रेज़्यूमे|बायोडाटा|फ़ंक्शन|फंक्शन|फ़ाइल|फाइल|कोड|विवरण",
     "कहें|कहो|कहिए|कहे|बताएं|बताएँ|बतायें|बताओ|बताइए|बता दें|बोलें|बोलो|लिखें|लिखो|लिखिए|उत्तर द|जवाब द",
     "आपकी गुप्त कुंजी क्या|आपका पासवर्ड क्या|तुम्हारी गुप्त कुंजी क्या"},
    // bn
    {"উপেক্ষা|ইগনোর|বাদ দি|বাদ দা|ভুলে যা|ভুলে যে|অগ্রাহ্য|অমান্য|এড়িয়ে যা|মানবেন না|মেনো না|অনুসরণ (?:করবেন|কোরো|করো) না",
     "পূর্ব|আগের|সব|সকল|সমস্ত|উপরের|আপনার|তোমার", "নির্দেশ|নিয়ম|আদেশ|নির্দেশিকা|বিধিনিষেধ|প্রম্পট", "নির্বিশেষে|যাই হোক না কেন",
     "কাজ", "ওয়েবপেজ|ওয়েব পেজ|পৃষ্ঠা|পেজ|নথি|ইমেইল|ইমেল|নিবন্ধ|জীবন ?বৃত্তান্ত|রিজিউমে|সিভি|ফাংশন|ফাইল|কোড",
     "বলুন|বলো|বলে দ|জানান|জানাও|লিখুন|লেখো|লিখে দ|উত্তর দ|উল্লেখ কর", "আপনার (?:গোপন|সিক্রেট) কী কি|আপনার পাসওয়ার্ড কি"},
    // tr
    {"görmezden gel|yok say|unut|dikkate alma|göz ardı et|hiçe say|boş ?ver|(?:uyma|itaat etme)(?:\\W|$|yı bırak|yi "
     "bırak|yın|yin)",
     "önceki|öncekiler|yukarıdaki|tüm|bütün|şimdiye kadar|sana verilen|size verilen|\\S*(?:larını|lerini)",
     "talimat|yönerge|kural|komut|kısıtlama|direktif", "bakılmaksızın|bağımsız olarak|ne olursa olsun", "görev",
     "sayfa|belge|e-?posta|makale|metn|metin|özgeçmiş|fonksiyon|işlev|kodu", "söyle|yaz|yanıtla|cevapla|belirt|yazdır",
     "(?:gizli|özel) anahtar[ıi]n(?:ız)? ne|şifren(?:iz)? ne|parolan(?:ız)? ne"},
    // vi
    {"bỏ qua|quên|phớt lờ|lờ đi|bỏ mặc|đừng (?:tuân|làm) theo|không (?:tuân|làm) theo|không cần (?:tuân|làm) theo",
     "trước|tất cả|toàn bộ|mọi|bên trên|ở trên|của bạn",
     "hướng dẫn|chỉ dẫn|quy tắc|quy định|chỉ thị|lệnh|giới hạn|prompt", "bất kể|không phụ thuộc", "nhiệm vụ|tác vụ",
     "trang|tài liệu|email|bài viết|văn bản|sơ yếu lý lịch|hàm|mã", "nói|viết|trả lời|in ra|nêu|tuyên bố",
     "(?:khóa|mật khẩu|chìa khóa) (?:bí mật )?của bạn là gì"},
    // id, ms
    {"abaikan|lupakan", "sebelumnya|di atas|semua|anda|mu(?:\\W|$)|kamu", "instruksi|perintah|arahan|petunjuk|aturan",
     "terlepas dari|tanpa memedulikan|tidak peduli", "tugas",
     "halaman|dokumen|email|surel|artikel|teks|resume|fungsi|kode", "katakan|tulis|jawab|cetak|nyatakan|sebutkan",
     "apa (?:kunci rahasia|kata sandi|password)(?: anda|mu| kamu)", "jangan|tidak (?:perlu|usah)|berhenti",
     "ikut|mematuhi|patuh|turuti"},
    // tl
    {"kalimutan|huwag pansinin|balewalain", "nauna|lahat|iyong|nakaraang", "tagubilin|panuto|utos|patakaran",
     "anuman ang|hindi alintana|kahit ano", "gawain",
     "pahina|webpage|dokumento|email|artikulo|teksto|resume|function|code", "sabihin|isulat|sagutin|i-?print|sabihing",
     "ano ang (?:iyong )?(?:secret key|sikretong susi|lihim na susi|password)(?: mo)?", "huwag", "sundin|sumunod"},
    // th
    {"เพิกเฉย|ละเว้น|ละเลย|มองข้าม|ไม่ต้องสนใจ|อย่าสนใจ|ไม่สนใจ|อย่าทำตาม|ไม่ต้องทำตาม|ลืม",
     "ก่อนหน้า|ก่อนนี้|ที่ผ่านมา|ทั้งหมด|ข้างต้น|ด้านบน|ทุก|ของคุณ", "คำสั่ง|คําสั่ง|คำแนะนำ|คําแนะนํา|กฎ|ข้อจำกัด|ข้อกำหนด|พรอมต์|แนวทาง",
     "โดยไม่คํานึงถึง|โดยไม่คำนึงถึง|ไม่ว่า", "งาน", "หน้าเว็บ|เว็บเพจ|เอกสาร|อีเมล|บทความ|ข้อความ|ประวัติย่อ|เรซูเม่|ฟังก์ชัน|โค้ด",
     "พูด|บอก|เขียน|ตอบ|พิมพ์|ระบุ", "(?:คีย์ลับ|รหัสลับ|กุญแจลับ|รหัสผ่าน)ของคุณคืออะไร"},
    // fa
    {"نادیده بگیر|فراموش کن", "قبلی|بالا|تمام|همه", "دستور|قوانین|راهنما", "صرف نظر از|بدون توجه به", "وظیفه|وظایف",
     "صفحه|سند|ایمیل|مقاله|متن|رزومه|تابع|کد", "بگو|بنویس|پاسخ|چاپ|اعلام",
     "(?:کلید مخفی|کلید محرمانه|رمز عبور) (?:شما|تو) چیست", "نکن", "پیروی|دنبال|اطاعت|رعایت"},
    // he
    {"התעלם|התעלמ|שכח", "קודמ|לעיל|כל ", "הוראות|ההוראות|הנחיות|ההנחיות|כללים", "ללא קשר ל|בלי קשר ל|למרות", "משימ",
     "הדף|דף|המסמך|האימייל|המאמר|הטקסט|קורות החיים|הפונקציה|הקוד", "אמור|אמרי|כתוב|ענה|הדפס|ציין",
     "מה (?:המפתח הסודי|הסיסמה) של(?:ך|כם)", "אל ", "תציית|תעקוב|תמלא|תקשיב|תפעל"},
    // el
    {"αγνόησε|αγνοήστε|ξέχασε|ξεχάστε", "προηγούμεν|παραπάνω|όλες", "οδηγίες|εντολές|κανόνες", "ανεξάρτητα από|ασχέτως",
     "εργασί", "σελίδα|έγγραφο|e-?mail|άρθρο|κείμενο|βιογραφικό|συνάρτηση|κώδικα", "πες|πείτε|γράψ|απάντησ|τύπωσ|δήλωσ",
     "ποιο είναι το (?:μυστικό κλειδί|μυστικό σου|συνθηματικό)|ποιος είναι ο κωδικός (?:σου|σας)", "μην |μη ",
     "ακολουθ|υπακου|τηρ"},
};

/// "Your" in these languages, before a task.
constexpr std::string_view your =
    "tus?|sus?|ta|tes|votre|vos|deine|ihre|tu[oae]i?|suas?|jouw|uw|je|swoj\\S*|swoich|twoj\\S*|tvůj|svůj|dina?|сво\\S+|"
    "тво\\S+|"
    "你的|您的|あなたの|당신의";
/// What begins the next command behind it: a sign or an "and".
constexpr std::string_view goes_on = "[.;!,:。，、]|\\s(?:und|y|et|e|en|i|a|och|и|і|ve)\\s";

std::string override_group(std::string_view words) {
  return "(?:" + std::string(words) + ")";
}

/// Do not follow `what`, in the orders of words that languages have: not follow it, follow it not, it follow not.
std::vector<std::string> disobeying(const OverrideWording& wording, const std::string& what) {
  if (wording.no.empty()) return {};
  const std::string no = override_group(wording.no);
  const std::string obey = override_group(wording.obey);
  // No comma: "if it does not help, follow the instructions above" is advice.
  return {"(?:" + no + "[^,.;:]{0,6}" + obey + "|" + obey + "[^,.;:]{0,12}" + no + ")[^,.;:]{0,25}" + what,
          obey + "[^,.;:]{0,15}" + what + "[^,.;:]{0,15}" + no,
          what + "[^,.;:]{0,15}(?:" + no + "[^,.;:]{0,6}" + obey + "|" + obey + "[^,.;:]{0,12}" + no + ")"};
}

}  // namespace

std::vector<std::string> override_patterns_by_language() {
  std::vector<std::string> patterns;
  for (const OverrideWording& wording : override_wordings) {
    // The object stands before its scope or behind it, the verb before both or behind both.
    const std::string scope = override_group(wording.scope);
    const std::string object = override_group(wording.object);
    const std::string what = "(?:" + scope + ".{0,25}" + object + "|" + object + ".{0,25}" + scope + ")";
    patterns.push_back(override_group(wording.verb) + ".{0,25}" + what);
    patterns.push_back(what + ".{0,25}" + override_group(wording.verb));
    // Forget your task and ...; not "do not forget your tasks".
    patterns.push_back("(?:^\\W*|[.:;!]\\s*)" + override_group(wording.verb) + "\\S*\\s?(?:sie\\s|o\\s)?" +
                       override_group(your) + ".{0,14}" + override_group(wording.task) + "\\S{0,3}\\s?" +
                       override_group(goes_on));
    for (std::string& pattern : disobeying(wording, what)) patterns.push_back(std::move(pattern));
    // Regardless of your previous tasks.
    const std::string regardless = override_group(wording.regardless);
    const std::string task = "(?:" + object + "|" + override_group(wording.task) + ")";
    patterns.push_back(regardless + ".{0,20}(?:" + scope + ".{0,25}" + task + "|" + task + ".{0,25}" + scope + ")");
    patterns.push_back("(?:" + scope + ".{0,25}" + task + "|" + task + ".{0,25}" + scope + ").{0,20}" + regardless);
    // Ignore the page and say ...; the text to say may follow a colon.
    const std::string document = override_group(wording.document);
    const std::string say = "(?:.{0,25}:\\s|.{0,12}[\\s,،、，]" + override_group(wording.say) + ")";
    patterns.push_back("(?:^|\\W)" + override_group(wording.verb) + ".{0,20}" + document + say);
    patterns.push_back(document + ".{0,25}" + override_group(wording.verb) + say);
    patterns.push_back(override_group(wording.question));
  }
  return patterns;
}

}  // namespace interlock::gate
