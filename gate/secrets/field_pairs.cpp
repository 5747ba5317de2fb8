#include "gate/secrets/field_pairs.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "gate/words/phrase_trie.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

/// `word*` takes any ending, `+word` is also found inside of a word.
struct WordClass {
  PhraseTrie::Value bit;
  std::string_view words;
};

enum Class : PhraseTrie::Value {
  code = 1,
  sent = 2,  ///< by a message, for one use, to log in or to get in again
  card = 4,
  bank = 8,
  question = 16,
  guarded = 32,
  key = 64,
  own = 128,
};

// Sources: the terms of the translations of sign-in pages, web shops and desktop keyrings in each language.
constexpr auto classes = std::to_array<WordClass>({
    {code, R"(+code, codes, +kode, +kod, +koodi, koodin, kód, kódu, kódot, kodu, +koden, kodas, código, códigos, codice,
codici, cod, codul, codi, код, кода, коду, koda, kood, kods, κωδικός, κωδικού, コード, 码, 碼, 코드, 번호, รหัส, mã, कोड,
কোড, رمز, الرمز, קוד, کد, passcode, phrase, digits)"},
    {sent,
     R"(sms, text message, texted, authenticator, authentication, login, log in, sign in, +login, +inlog, +notfall, +anmelde, emergency, backup,
recovery, reset, +tekstiviesti, textmeddelande, tekstbesked, one time, single use, einmal*, anmelde*, notfall*,
wiederherstellung*, connexion, secours, récupération, inicio de sesión, recuperación, emergencia, emergência, recuperação,
recupero, emergenza, inloggen, herstel, noodcode, logowania, odzyskiwania, awaryjny, z wiadomości, из письма,
из сообщения, входа, восстановления, из смс, із смс, з листа, входу, відновлення, přihlášení, obnovení, prihlásenie,
bejelentkezési, helyreállítási, autentificare, recuperare, inloggningskod, återställning*, innlogging*,
gjenoppretting*, login kode, gendannelse*, kirjautumis*, palautus*, giriş, kurtarma, gelen, σύνδεσης, ανάκτησης,
届いた, ログイン, 短信, 登录, 登入, 簡訊, 문자, 로그인, ยืนยัน, จาก sms, tin nhắn, đăng nhập, masuk, pemulihan, pesan, एसएमएस,
लॉगिन, এসএমএস, برسالة, رسالة, הודעה, מהודעה, پیامک, ورود, zabezpieczający, zabezpieczenia, přihlašovac*, prihlasovac*, přístupov*, เข้าสู่ระบบ, الدخول, כניסה, word)"},
    {card, R"(card, karte, +karten, carte, tarjeta, cartão, carta, +kaart, karta, karty, kartę, karte, +kort, kortets,
kortti, kortin, +kártya, kártyaszám, карта, карты, карти, картки, картка, kart, kartı, kartes, kaardi, κάρτα, κάρτας,
カード, 卡, 카드, บัตร, thẻ, kartu, कार्ड, কার্ড, بطاقة, البطاقة, כרטיס, کارت, targeta, kortelės, kartice, kartica)"},
    {bank, R"(credit, debit, bank, payment, kredit*, +kredit, debet*, crédito, débito, crédit, débit, bancaire, credito,
debito, bancaria, bancário, bancar, bankov*, +bank, platební, platobn*, płatnicz*, kredytow*, банковск*, банківськ*,
+hitel, paiement, pago, pagamento, +betaling, plată, платежн*, платіжн*, кредитн*, luotto*, pankki*, maksu*, kredi, banka, ödeme, πιστωτικής, χρεωστικής, πιστωτική, χρεωστική, デビット, 储蓄, 借记, الخصم, חיוב, クレジット, 信用, 银行,
銀行, 신용, 체크, เครดิต, เดบิต, tín dụng, ngân hàng, क्रेडिट, डेबिट, ক্রেডিট, الائتمان, ائتمان, אשראי, اعتباری, بانکی, betaal*,
kreditne, platne)"},
    {question, R"(question, questions, answer, +frage, antwort, réponse, pregunta, respuesta, pergunta, resposta,
domanda, risposta, vraag, antwoord, pytanie, odpowiedź, вопрос, ответ, питання, відповідь, otázka, odpověď, odpoveď,
kérdés, válasz, întrebare, întrebarea, răspuns, +fråga, svar, +spørgsmål, +spørsmål, +kysymys, vastaus, soru, sorusu,
cevap, cevabı, ερώτηση, απάντηση, 質問, 答え, 问题, 問題, 答案, 密保, 질문, 답변, คำถาม, คำตอบ, câu hỏi, câu trả lời, pertanyaan,
jawaban, प्रश्न, उत्तर, سؤال, السؤال, إجابة, שאלה, שאלת, תשובה, سوال, سؤال, پاسخ, pitanje, odgovor, въпрос, отговор)"},
    {guarded,
     R"(secret, secrète, secreta, secreto, segreta, segreto, security, +sicherheit, geheim*, sécurité, seguridad,
segurança, sicurezza, beveiliging*, bezpieczeństwa, zabezpiecz*, секретн*, контрольн*, безопасности, безпеки, bezpečnostní,
bezpečnostná, biztonsági, securitate, secretă, +säkerhet, +sikkerhed, +sikkerhet, turva*, güvenlik, gizli, ασφαλείας,
秘密, 安全, 密保, 보안, ความปลอดภัย, bảo mật, bí mật, keamanan, rahasia, सुरक्षा, الأمان, السري, אבטחה, אבטחה, امنیتی, sigurnosno,
сигурност, таен)"},
    {key,
     R"(key, +schlüssel, clé, chiave, chave, +sleutel, klucz, ключ, klíč, kľúč, +kulcs, cheie, cheia, +nyckel, +nøgle,
+nøkkel, +avain, anahtar, anahtarı, κλειδί, キー, 鍵, 密钥, 金鑰, 키, คีย์, กุญแจ, khóa, kunci, कुंजी, مفتاح, מפתח, کلید, clau)"},
    {own,
     R"(private, privat*, privé, privée, +privé, privada, privado, privata, prywatny, приватн*, закрыт*, закрит*, soukromý,
súkromný, privát, privată, yksityi*, özel, ιδιωτικό, 秘密, 私有, 私, 개인, ส่วนตัว, riêng, pribadi, निजी, خاص, الخاص, פרטי,
خصوصی, api, d api, secret, secrète, secreta, segreta, geheim*, секретн*, szyfrowania, шифрования,
chiffrement, cifrado, encryption)"},
});

/// Both classes in one clause mean a secret.
constexpr auto pairs = std::to_array<PhraseTrie::Value>({code | sent, card | bank, question | guarded, key | own});

struct Classes {
  PhraseTrie words;
  PhraseTrie inside;

  Classes() {
    for (const WordClass& each : classes) add(each);
    words.freeze();
    inside.freeze();
  }

  void add(const WordClass& each) {
    std::string_view list = each.words;
    while (!list.empty()) {
      const std::size_t end = std::min(list.find_first_of(",\n"), list.size());
      std::string_view word = list.substr(0, end);
      list.remove_prefix(std::min(end + 1, list.size()));
      word.remove_prefix(std::min(word.find_first_not_of(' '), word.size()));
      if (word.empty()) continue;
      const bool compound = word.front() == '+';
      const bool open = word.back() == '*';
      if (compound) word.remove_prefix(1);
      if (open) word.remove_suffix(1);
      std::string phrase = label_words(normalise(word).text).text;
      if (open) phrase += PhraseTrie::rest_of_word;
      words.add(phrase, each.bit);
      if (compound) inside.add(phrase, each.bit);
    }
  }
};

const Classes& all_classes() {
  static const Classes all;
  return all;
}

/// The classes that begin at the word, or within it if it is a compound.
PhraseTrie::Value classes_at(const std::string& text, const Word& word) {
  PhraseTrie::Value found = 0;
  all_classes().words.walk(text, word.begin, [&](PhraseTrie::Value value, std::size_t end) {
    const auto phrase = std::string_view(text).substr(word.begin, end - word.begin);
    if (end >= text.size() || text[end] == ' ' || ends_in_free_script(phrase)) found |= value;
  });
  if (word.inside) return found;
  for (std::size_t begin = word.begin + 1; begin < word.end; ++begin)
    all_classes().inside.walk(text, begin, [&](PhraseTrie::Value value, std::size_t) { found |= value; });
  all_classes().inside.walk(text, word.begin, [&](PhraseTrie::Value value, std::size_t) { found |= value; });
  return found;
}

}  // namespace

bool pair_names_secret(const LabelWords& label, std::size_t first) {
  constexpr std::size_t longest = 8;
  PhraseTrie::Value found = 0;
  std::size_t words = 0;
  for (std::size_t i = first; i < label.words.size(); ++i) {
    const Word& word = label.words[i];
    if (i > first && word.clause) break;
    if (!word.inside && ++words > longest) return false;
    found |= classes_at(label.text, word);
  }
  return std::any_of(pairs.begin(), pairs.end(), [&](PhraseTrie::Value pair) { return (found & pair) == pair; });
}

}  // namespace interlock::gate
