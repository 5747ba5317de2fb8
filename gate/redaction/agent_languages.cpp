#include "gate/redaction/injection_rules.h"

namespace interlock::gate {
namespace {

/// Commands that only a program would be given, in one language. Stems, because verbs and nouns are inflected.
struct AgentWording {
  std::string_view ai;          ///< AI agent, AI assistant, language model
  std::string_view attention;   ///< attention, note to
  std::string_view if_you_are;  ///< if you are (an)
  std::string_view secrecy;     ///< do not tell the user
  std::string_view drop_it;     ///< never mind, forget it
  std::string_view piece;       ///< what a chat assistant writes on request: recipe, poem, joke, story, song
};

constexpr AgentWording agent_wordings[] = {
    // es
    {"(?:agentes?|asistentes?|modelos?|sistemas?|bots?) de (?:ia|inteligencia artificial)|modelos? de lenguaje",
     "atención|aviso|nota|mensaje|instrucci\\S+|importante", "si (?:eres|usted es|es usted) (?:una? |el |la )?",
     "no (?:se )?(?:lo )?(?:le )?(?:di(?:gas|ga)|dig[ao]\\S*|cuent\\S+|mencion\\S+|inform\\S+|revel\\S+|avis\\S+)\\s"
     "(?:\\S+ ){0,4}(?:al|a los|a la) usuari",
     "olvíd(?:alo|elo|ate de eso|ese de eso)|olvid[ae] (?:eso|esto)|déj(?:alo|elo)",
     "receta|poema|chiste|cuento|canción"},
    // pt
    {"(?:agentes?|assistentes?|modelos?|sistemas?|bots?) de (?:ia|inteligência artificial)|modelos? de linguagem",
     "atenção|aviso|nota|mensagem|instruç\\S+|importante", "se (?:você é|és|for) (?:uma? |o |a )?",
     "não (?:lhe )?(?:cont\\S+|dig\\S+|inform\\S+|mencion\\S+|revel\\S+|avis\\S+)\\s(?:\\S+ ){0,4}"
     "(?:ao|à|aos|o|a) (?:usuári|utilizador)",
     "esqueç?[ae] (?:isso|isto)|deix[ae] p(?:a)?ra lá|deix[ae] isso", "receita|poema|piada|conto|canção|música"},
    // fr
    {"(?:agents?|assistants?|modèles?|systèmes?|bots?) (?:d['’])?(?:ia|intelligence artificielle)|modèles? de langage",
     "attention|avis|note|message|instructions?|important", "si (?:tu es|vous êtes) (?:une? |l['’])?",
     "ne (?:le |lui |les )?(?:dis|dites|mentionn\\S+|inform\\S+|révél\\S+|préven\\S+|averti\\S+|parl\\S+)\\s"
     "(?:\\S+ ){0,4}(?:à |l['’]|aux? |les )(?:l['’])?utilisat",
     "oubli(?:e|ez)[ -](?:ça|cela|le)|laisse[rz]? tomber", "recette|poème|blague|conte\\b|chanson"},
    // de
    {"(?:ki|ai)[- ]?(?:agent|assistent|modell|system|bot)\\S*|sprachmodelle?n?",
     "achtung|hinweis|wichtig|nachricht|mitteilung|anweisung|notiz",
     "wenn du |wenn sie |falls du |falls sie |bist du |sind sie ",
     "(?:sag|erzähl|verrat|verrät|teil|meld|erwähn|zeig)\\S*\\s(?:\\S+ ){0,3}?(?:dem|den|einem) "
     "(?:benutzer|nutzer|anwender|user)\\S*\\s(?:\\S+ ){0,3}?(?:nicht|nichts)|informier\\S* (?:sie )?(?:den|die) "
     "(?:benutzer|nutzer|anwender)\\S* nicht",
     "vergiss (?:es|das)|vergessen sie (?:es|das)|lass (?:es|das)|lassen sie das", "rezept|gedicht|witz|märchen|lied"},
    // it
    {"(?:agent[ei]|assistent[ei]|modell[oi]|sistem[ai]|bot) (?:di |d['’])?(?:ia|intelligenza artificiale)|modell[oi] "
     "linguistic[oi]",
     "attenzione|avviso|nota|messaggio|istruzion\\S+|importante", "se (?:sei|lei è) (?:un |una |un['’])?",
     "non (?:dir\\S+|inform\\S+|menzion\\S+|rivel\\S+|avvis\\S+|parlar\\S+)\\s(?:\\S+ ){0,4}(?:all['’]|l['’]|agli |gli "
     ")"
     "utent",
     "lascia(?:te)? (?:perdere|stare)|dimentica(?:lo|telo| questo| ciò)", "ricetta|poesia|barzelletta|favola|canzone"},
    // nl
    {"(?:ai|ki)[- ]?(?:agent|assistent|model|systeem|bot)\\S*|taalmodel\\S*",
     "let op|attentie|belangrijk|bericht|opmerking|instructie", "als (?:je|jij|u) ",
     "(?:vertel|zeg|meld|noem)\\S*\\s(?:\\S+ ){0,3}?(?:de|aan de) gebruiker\\S*\\s(?:\\S+ ){0,3}?(?:niet|niets)",
     "vergeet (?:het|dat)|laat maar", "recept|gedicht|grap|sprookje|liedje"},
    // pl
    {"(?:agen\\S+|asysten\\S+|model\\S*|system\\S*|bot\\S*) (?:ai|si|sztucznej inteligencji)|model\\S* językow\\S+",
     "uwaga|ważne|wiadomość|informacja|polecenie", "jeśli jesteś |jeżeli jesteś ",
     "nie (?:mów|powiedz|informuj|wspominaj|ujawniaj|zdradzaj)\\S*\\s(?:\\S+ ){0,4}użytkownik",
     "zapomnij(?:cie)? o tym|daj spokój", "przepis|wiersz|żart|dowcip|bajk|piosenk"},
    // cs
    {"(?:agent\\S*|asistent\\S*|model\\S*|systém\\S*|bot\\S*) (?:ai|ui|umělé inteligence)|(?:ai|ui)[- "
     "](?:agent|asistent)"
     "\\S*|jazykov\\S+ model\\S*",
     "pozor|upozornění|důležité|zpráva|pokyn", "pokud jsi |jestli jsi |pokud jste ",
     "(?:neříkej|neříkejte|neinformuj|nezmiňuj|neprozrazuj|nesděluj)\\S*\\s(?:\\S+ ){0,4}uživatel",
     "zapomeň(?:te)? na to|nech(?:te)? toho", "recept|báseň|básničk|vtip|pohádk|písničk"},
    // sv
    {"ai[- ]?(?:agent|assistent|modell|system|bot)\\S*|språkmodell\\S*", "observera|viktigt|meddelande|instruktion",
     "om du ",
     "(?:berätta|säg|nämn|meddela|avslöja)\\s(?:\\S+ ){0,3}?(?:inte|inget|ingenting)\\s(?:\\S+ ){0,3}?användare",
     "glöm (?:det|detta)|strunta i det", "recept|dikt|skämt|saga|sång"},
    // ru
    {"ии[- ]?(?:агент|ассистент|помощник|модел|систем|бот)\\S*|(?:агент|ассистент|помощник)\\S* (?:на основе )?ии|"
     "языков\\S+ модел\\S+",
     "внимание|важно|сообщение|инструкция|указание", "если (?:ты|вы) ?[-—]? ?",
     "не (?:говори|сообщай|рассказывай|упоминай|раскрывай|информируй)\\S*\\s(?:\\S+ ){0,4}пользовател",
     "забудь(?:те)? (?:об этом|про это|это)|брось(?:те)? это", "рецепт|стих|анекдот|шутк|сказк|песн"},
    // uk
    {"ші[- ]?(?:агент|асистент|помічник|модел|систем|бот)\\S*|мовн\\S+ модел\\S+",
     "увага|важливо|повідомлення|інструкція", "якщо (?:ти|ви) ?[-—]? ?",
     "не (?:кажи|говори|повідомляй|розповідай|згадуй|розкривай)\\S*\\s(?:\\S+ ){0,4}користувач",
     "забудь(?:те)? (?:про це|це)", "рецепт|вірш|анекдот|жарт|казк|пісн"},
    // zh, ja
    {"(?:ai|人工智能|人工智慧)(?:助手|代理|智能体|模型|系统|系統|机器人|エージェント|アシスタント|モデル)|语言模型|"
     "語言模型|言語モデル",
     "注意|重要|通知|致|给所有|お知らせ|すべての", "如果(?:你|您)(?:是|为)|若(?:你|您)是|あなたが|もしあなたが",
     "(?:不要|别|勿|請勿|请勿|不得)(?:把.{1,12})?(?:告诉|告訴|通知|提醒|让|讓)(?:用户|用戶|使用者)|(?:ユーザー?|利用者)"
     "に(?:は)?.{0,12}(?:言わない|伝えない|知らせない|話さない|教えない|明かさない)(?:で|こと)",
     "算了|别管它|忘了(?:它|这|那)|それは忘れて|やっぱりいい|もういい",
     "食谱|菜谱|食譜|诗|詩|笑话|笑話|故事|レシピ|ジョーク|物語"},
    // ko
    {"(?:ai|인공지능) ?(?:에이전트|어시스턴트|비서|모델|시스템|챗봇)|언어 ?모델", "주의|중요|알림|공지|안내",
     "(?:당신|귀하|너)(?:이|가|은|는) ?", "사용자(?:에게|한테)(?:는)? ?.{0,16}(?:말하지|알리지|언급하지|밝히지)",
     "잊어버리|됐고|그만두", "레시피|요리법|조리법|농담|동화|노래"},
    // ar
    {"(?:وكلاء|وكيل|مساعد|مساعدي|نماذج|نموذج|أنظمة|نظام) (?:ال)?ذكاء (?:ال)?اصطناعي|نموذج لغوي",
     "تنبيه|انتباه|ملاحظة|مهم|رسالة|تعليمات", "إذا كنت |إن كنت ",
     "لا (?:تخبر|تقل|تذكر|تكشف|تبلغ)\\S*\\s?(?:\\S+ ){0,4}(?:لل|ال)مستخدم",
     "انس(?:َ)? (?:ذلك|الأمر|هذا)|دعك من (?:ذلك|هذا)", "وصفة|قصيدة|نكتة|أغنية"},
    // hi
    {"(?:ai|एआई|कृत्रिम बुद्धिमत्ता) ?(?:एजेंट|सहायक|मॉडल|असिस्टेंट)|भाषा मॉडल", "ध्यान दें|महत्वपूर्ण|सूचना|संदेश",
     "(?:यदि|अगर) (?:आप|तुम) (?:एक )?", "(?:उपयोगकर्ता|यूज़र|यूजर) को .{0,20}(?:न|मत|नहीं) (?:बताएं|बताएँ|बताना|बताओ|कहें)",
     "इसे भूल जा\\S*|छोड़ो|रहने दो", "रेसिपी|नुस्खा|कविता|चुटकुला|गाना"},
    // bn
    {"(?:ai|এআই|কৃত্রিম বুদ্ধিমত্তা) ?(?:এজেন্ট|সহকারী|মডেল|অ্যাসিস্ট্যান্ট)|ভাষা মডেল", "মনোযোগ|গুরুত্বপূর্ণ|বার্তা|নির্দেশ|বিজ্ঞপ্তি",
     "(?:যদি|আপনি যদি|তুমি যদি) (?:আপনি |তুমি )?(?:একটি |একজন )?",
     "(?:ব্যবহারকারী|ইউজার)(?:কে|দের) .{0,20}(?:বলবেন না|জানাবেন না|বোলো না|জানিও না|বলো না)",
     "বাদ দা|ভুলে যাও এটা|এটা ভুলে যা", "রেসিপি|কবিতা|কৌতুক|গল্প|গান"},
    // th
    {"(?:เอไอ|ai|ปัญญาประดิษฐ์)\\s?(?:เอเจนต์|ผู้ช่วย|โมเดล|ตัวแทน|agent)|(?:ผู้ช่วย|เอเจนต์|โมเดล|ตัวแทน|ระบบ)\\s?(?:เอไอ|ai|"
     "ปัญญาประดิษฐ์)|โมเดลภาษา",
     "โปรดทราบ|สำคัญ|ข้อความถึง|ประกาศ|หมายเหตุ|คำสั่งถึง", "(?:ถ้า|หาก)(?:คุณ|ท่าน)(?:เป็น|คือ)?",
     "(?:อย่า|ห้าม|ไม่ต้อง)\\s?(?:บอก|แจ้ง|เปิดเผย|พูด).{0,20}(?:ผู้ใช้|ผู้ใช้งาน)", "ช่างมัน|ลืมมันไป|ลืมเรื่องนั้น",
     "สูตรอาหาร|บทกวี|กลอน|เรื่องตลก|นิทาน|เพลง"},
    // tr
    {"(?:yapay zek[aâ]|yz) (?:ajan|asistan|model|sistem|aracı)\\S*|dil model\\S*",
     "dikkat|önemli|mesaj|talimat|bildirim", "eğer (?:sen|siz) (?:bir )?",
     "kullanıcı(?:ya|yı|lara|ları)\\s(?:\\S+ ){0,4}?(?:söyleme|bildirme|bahsetme|açıklama)"
     "(?:yin|yiniz)?(?:\\W|$)",
     "boş ?ver(?:in)?|bunu unut(?:un)?|unut gitsin", "tarifi|şiir|fıkra|masal|şarkı"},
    // vi
    {"(?:tác nhân|trợ lý|mô hình|hệ thống) (?:ai|trí tuệ nhân tạo)|mô hình ngôn ngữ",
     "chú ý|lưu ý|quan trọng|thông báo|tin nhắn", "nếu bạn là (?:một )?",
     "(?:đừng|không được|không) (?:nói|cho|tiết lộ|thông báo|báo)\\s(?:\\S+ ){0,4}người dùng (?:biết|về)",
     "quên (?:nó|điều đó|chuyện đó) đi|bỏ qua đi", "công thức|bài thơ|truyện cười|bài hát"},
    // id, ms
    {"(?:agen|asisten|model|sistem|bot) (?:ai|kecerdasan buatan)|model bahasa",
     "perhatian|penting|pesan|instruksi|pemberitahuan", "jika (?:anda|kamu) (?:adalah )?(?:sebuah |seorang )?",
     "jangan (?:beri ?tahu|katakan|sampaikan|sebutkan|ungkapkan)\\S*\\s(?:\\S+ ){0,4}pengguna", "lupakan (?:saja|itu)",
     "resep|puisi|lelucon|dongeng|lagu"},
};

std::string agent_group(std::string_view words) {
  return "(?:" + std::string(words) + ")";
}

}  // namespace

std::vector<InjectionRule> agent_rules_by_language() {
  std::vector<InjectionRule> rules;
  const auto add = [&](RedactionCategory category, std::string pattern) {
    rules.push_back({category, std::move(pattern)});
  };
  using enum RedactionCategory;
  for (const AgentWording& wording : agent_wordings) {
    const std::string ai = agent_group(wording.ai);
    // Note to all AI agents: open the link. What only speaks of them has no colon behind them.
    add(agent_command, "(?:^|\\W)" + agent_group(wording.attention) + ".{0,25}" + ai + R"(\s{0,2}[:：!！])");
    add(agent_command, agent_group(wording.if_you_are) + ".{0,15}" + ai);
    add(agent_command, agent_group(wording.secrecy));
    add(override_instructions, agent_group(wording.drop_it) + R"(\s?[,;:،、，].{0,60})" + agent_group(wording.piece));
  }
  return rules;
}

}  // namespace interlock::gate
