#include "gate/secrets/secret_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gate/cases.h"

namespace interlock::gate {
namespace {

using namespace cases;
using testing::HasSubstr;
using testing::Not;

// Made up for these tests, and concatenated here so that no scanner takes this file for a leak.
const std::string random_32 = std::string("q7Zt2Lk9") + "Xv4Bn8Wd1" + "Rf6Ph3Js" + "5Yg0Cm";
const std::string github = "ghp_" + random_32 + "Ab12";
const std::string aws = std::string("AKIA") + "IOSFODNN7EXAMPLE";

std::string kind_in(const std::string& text) {
  const auto found = find_secrets(text);
  return found.empty() ? "" : std::string(found.front().kind);
}

TEST(SecretText, FormsOfIssuersAreKnown) {
  const std::vector<std::pair<std::string, std::string>> known = {
      {aws, "an AWS access key"},
      {github, "a GitHub token"},
      {"github_pat_" + random_32, "a GitHub token"},
      {"glpat-" + random_32.substr(0, 20), "a GitLab token"},
      {"xoxb-" + std::string("1234567890-") + random_32, "a Slack token"},
      {"sk_live_" + random_32, "a Stripe key"},
      {"AIza" + random_32 + "abcd", "a Google key"},
      {"npm_" + random_32 + "AbCd", "an npm token"},
      {"pypi-" + random_32 + random_32, "a PyPI token"},
      {"sk-ant-" + std::string("api03-") + random_32, "a model provider's key"},
      {"hf_" + random_32, "a Hugging Face token"},
      {"SG." + random_32 + "." + random_32, "a SendGrid key"},
      {std::string("eyJhbGciOiJIUzI1NiJ9.") + "eyJzdWIiOiJ4eHgifQ." + random_32, "a JSON web token"},
      {std::string("-----BEGIN ") + "OPENSSH PRIVATE KEY-----\nb3Blbn", "a private key"},
      {"BBDC-" + random_32 + "Qw7Er9TyUi", "a Bitbucket token"},
      {"1000." + std::string("0123456789abcdef0123456789abcdef.") + "fedcba9876543210fedcba9876543210", "a Zoho token"},
      {"sqp_" + std::string("0123456789abcdef0123456789abcdef01234567"), "a service's token"},
      {"xkeysib-" + random_32, "a service's token"},
      {"pat" + random_32.substr(0, 14) + "." + std::string(4, 'a') +
           "0123456789abcdef0123456789abcdef0123456789abcdef0123456789ab",
       "an Airtable token"},
      {"postgres://app:" + std::string("s3cr3t-pw") + "@db.example/prod", "a password in an address"},
      {"https://me:" + std::string("hunter2x") + "@git.example/x.git", "a password in an address"},
  };
  for (const auto& [text, kind] : known) {
    EXPECT_EQ(kind_in(text), kind);
    EXPECT_EQ(kind_in("Use this: " + text + ", please."), kind);
  }
}

TEST(SecretText, NamesSayThatAValueIsASecret) {
  for (const char* text :
       {"api_key = 'a1b2c3d4e5f6'", "\"clientSecret\": \"9f8e7d6c5b4a\"", "export DB_PASSWORD=tr0ub4dor",
        "password: P4ssw0rd!x", "MY_TOKEN=0123456789abcdef0123456789abcdef",
        "X-API-Key: 1bb7dff73fe449de829363ea03bab134", "<password>hunter2hunter2</password>",
        "curl -u admin:s3cr3t-pw http://x", "Authorization: Bearer abcd1234efgh5678", "mysql --password=hunter2x"}) {
    EXPECT_NE(kind_in(text), "") << text;
  }
}

TEST(SecretText, APasswordWithBracketsIsNoCode) {
  for (const char* text :
       {"db_pass = k{[t)7o{a]b(c%#d}}", "password := Z4(q}9)w[e{r,", "API_TOKEN ?= '9f8e7d6c5b4a3210'"})
    EXPECT_NE(kind_in(text), "") << text;
  for (const char* text :
       {"password = read(input[0]);", "token = list[key(a)](b)", "secret = f(g(h(1)));", "password = input("})
    EXPECT_EQ(kind_in(text), "") << text;
}

TEST(SecretText, SentencesSayThatAValueIsASecret) {
  const std::string value = "kV7#m" + std::string("Q2x!9Lp");
  for (const char* name : {"The root password is ",
                           "root password: ",
                           "Login: maria / Passwort: ",
                           "Das Kennwort lautet ",
                           "mot de passe : ",
                           "Le mot de passe est ",
                           "contraseña: ",
                           "la contraseña es ",
                           "a senha é ",
                           "la password è ",
                           "het wachtwoord is ",
                           "lösenordet är ",
                           "hasło to ",
                           "Heslo je ",
                           "salasana on ",
                           "a jelszó ",
                           "пароль от сервера: ",
                           "пароль ",
                           "şifre: ",
                           "mật khẩu là ",
                           "kata sandi adalah ",
                           "रूट पासवर्ड है ",
                           "রুট পাসওয়ার্ড হল ",
                           "รหัสผ่านคือ",
                           "密码是",
                           "密码：",
                           "パスワードは",
                           "비밀번호는 ",
                           "סיסמת השרת היא ",
                           "كلمة المرور هي "}) {
    EXPECT_NE(kind_in(name + value), "") << name;
    EXPECT_EQ(without_secrets(name + value).find(value.substr(0, 8)), std::string::npos) << name;
  }
  for (const char* text : {"The password is case-sensitive.", "The password expires on 2026-01-01.",
                           "Das Passwort ist abgelaufen.", "Password policy ISO27001", "password manager v2.14.1",
                           "pass: the ball", "The token expires in 15 minutes", "Password hint: 3rd planet",
                           "CVV is the code on the back of the card", "password for https://shop.example/a1B2c3",
                           "password for server01", "The password is base64-encoded", "password hint sunflower42"})
    EXPECT_EQ(kind_in(text), "") << text;
}

TEST(SecretText, APlainPasswordIsOneWhereItIsSaidToBe) {
  for (const char* name :
       {"The wifi password is ", "the wifi password is: ", "Das Passwort ist ", "пароль это ", "mật khẩu là "})
    EXPECT_NE(kind_in(std::string(name) + "sunflower42"), "") << name;
  for (const char* text : {"password: QTWnVrxUBNIvxq!", "mot de passe : LJmwrgFMiuJ$"})
    EXPECT_NE(kind_in(text), "") << text;
  for (const char* text : {"password: Remember!", "password = getPasswordFromUserStore"})
    EXPECT_EQ(kind_in(text), "") << text;
}

TEST(SecretText, RecoveryPhrasesAndCodes) {
  const std::string twelve = "orbit lamp velvet canoe misery tulip garage onion swift badge cactus winter";
  EXPECT_EQ(kind_in(twelve), "a recovery phrase");
  EXPECT_EQ(kind_in("my seed phrase is " + twelve), "a recovery phrase");
  EXPECT_EQ(kind_in("助记词：" + twelve), "a recovery phrase");
  EXPECT_EQ(kind_in("1. orbit 2. lamp 3. velvet 4. canoe 5. misery 6. tulip 7. garage 8. onion 9. swift 10. badge 11. "
                    "cactus 12. winter"),
            "a recovery phrase");
  EXPECT_EQ(kind_in("We took the orbit lamp and the velvet canoe for winter, he said."), "");
  EXPECT_EQ(kind_in("seed: " + twelve), "a recovery phrase");
  EXPECT_EQ(kind_in("milk, bread, butter, eggs, flour, sugar, salt, apples, onions, rice, pasta, cheese"), "");
  EXPECT_EQ(kind_in("orbit lamp velvet canoe"), "");
  EXPECT_EQ(kind_in("Your recovery codes: 4f1a2-9c8d7 7e6b5-1a2f3 c4d5e-6f7a8"), "recovery codes");
  EXPECT_EQ(kind_in("Codes de récupération : 4f1a29c8 7e6b51a2"), "recovery codes");
  EXPECT_EQ(kind_in("Parts 4f1a2-9c8d7 7e6b5-1a2f3 are out of stock"), "");
  EXPECT_EQ(kind_in("otpauth://totp/Shop:ann?secret=" + std::string("JBSWY3DPEHPK") + "3PXP&issuer=Shop"),
            "the secret of one-time codes");
}

TEST(SecretText, CardNumbers) {
  const std::string card = "4111 1111 " + std::string("1111 1111");
  const std::string plain = "4111111111" + std::string("111111");
  for (const std::string& text :
       {card + " exp 04/29 cvv 318", plain + ", 12/2030", card + ", CVC 318", card, plain,
        "charge it to " + card + " please", "my amex is 37144963" + std::string("5398431"), "card number: " + plain})
    EXPECT_EQ(kind_in(text), "a payment card's number") << text;
  EXPECT_EQ(kind_in("4111111111111112 04/29"), "") << "no card has this number";
  EXPECT_EQ(kind_in("1234 5678 9012 3456"), "");
  EXPECT_EQ(kind_in("order " + plain + " of 04/29/2026"), "") << "one number in ten has a card's check digit";
}

TEST(SecretText, PinsAndCombinations) {
  for (const char* text : {"my PIN for the card is 4471", "PIN: 8821", "pin=4471", "CVV 318", "pin 88213",
                           "The vault combination: 24-11-37", "alarm code is 8820#", "Your verification code is 492817",
                           "SSN 219-09-9999", "sim puk 88213390", "Code de vérification : 220418", "Geheimzahl: 4417",
                           "код из смс: 882134", "验证码：882134", "access code 44182"})
    EXPECT_EQ(kind_in(text), "a PIN or code") << text;
  for (const char* text :
       {"Bengaluru, PIN: 560001", "max tokens: 4096", "error code 4041", "zip code 90210", "The code review is at 1430",
        "Password changed: 2026-11-26", "the password policy of 2024", "PIN length: 4", "pin 3 of the connector",
        "room 4471", "token 4711", "Promo code: 2026", "key: 8821", "getent passwd 1001"})
    EXPECT_EQ(kind_in(text), "") << text;
}

TEST(SecretText, CommandsAndFilesThatTakeAPassword) {
  for (const char* text :
       {"openssl enc -aes-256-cbc -k Winter!Storm9 -in a", "openssl rsa -passin pass:Winter9Storm -in a",
        "zip -P Geheim88! out.zip a.txt", "7z a -pGeheim88 x.7z a", "echo 'root:Tulip!882' | sudo chpasswd",
        "net user admin P@ssw0rd!23 /add", "htpasswd -cb file mia Tulip882", "redis-cli -h db -a Tulip882 ping",
        "ldapsearch -x -D cn=admin -w Tulip882", "smbclient //nas/x -U mia%Tulip882",
        "docker login -u mia -p Tul!p8821x", "machine api.example login mia password 4fea1b2c",
        "Cookie: session=5a856b66c90e4ebd", "snmp community string: zX9kkPq1", "wpa_passphrase home Tulip8821",
        "Use login ops / Kestrel$2291 for staging", "user: mia | Wm2-kk88-Tp",
        "ipmitool -U admin -P Tulip882 power status"})
    EXPECT_NE(kind_in(text), "") << text;
  for (const char* text :
       {"docker run -p 8080:80 nginx", "docker run -p 127.0.0.1:5432:5432 postgres", "mkdir -p build/release2",
        "openssl rsa -passin env:KEY -in a", "zip -r out.zip a1b2", "az login", "net user admin /delete",
        "ssh -p 2222 mia@host", "user mia / group staff2", "account 12 / room 14", "login page / version 2",
        "machine learning course login page password reset", "7z a -p x.7z a", "redis-cli -a \"$PW\" ping"})
    EXPECT_EQ(kind_in(text), "") << text;
}

TEST(SecretText, APasswordMayHaveLettersOfAnyAlphabet) {
  for (const char* text : {"пароль от почты: Ромашка2291", "lösenord: Snö!8841x", "wifi pw: sunflower-Lake-77",
                           "hasło do banku: Kwiat_771", "Passwort für den Drucker: Blau!Wal77",
                           "pw for vpn: Tango-Zebra-41", "parola este Floare!77", "mdp : Cerise-88-Bleu"})
    EXPECT_NE(kind_in(text), "") << text;
  for (const char* text : {"Код товара: Ромашка2291", "pw 12 of 14", "pass: 12 of 14", "PASS: test_login_2 (0.3 s)",
                           "mot de passe : voir page 12"})
    EXPECT_EQ(kind_in(text), "") << text;
}

TEST(SecretText, WhatAnyoneMaySeeIsQuiet) {
  for (const char* text :
       {"-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAu1SU1LfVLPHCozMxH2Mo\n-----END PUBLIC "
        "KEY-----",
        "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEbGzVnzANBgkqhkiG9w0BAQsFADBsMRAwDgYDVQQGEwdV",
        "01ARZ3NDEKTSV4RRFFQ69G5FAV", "cjld2cjxh0000qzrmn831i7rn", "pk_live_DJBCKetYHj72gSfiIlpO2Vz4",
        "![dot](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk)",
        "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "0x52908400098527886E0F7030069857D2E4169EE7",
        "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG", "SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8",
        "V2UgbWVldCBvbiBGcmlkYXkgYXQgdGhlIHVzdWFsIHBsYWNl"})
    EXPECT_EQ(kind_in(text), "") << text;
}

TEST(SecretText, ALongRandomWordLooksLikeAKey) {
  EXPECT_EQ(kind_in(random_32), "what looks like a key");
  EXPECT_EQ(kind_in("it is " + random_32 + " as far as I know"), "what looks like a key");
  EXPECT_TRUE(find_secrets(random_32, SecretSearch::named).empty());
}

TEST(SecretText, OrdinaryTextHasNone) {
  for (const char* text : {"Please send the report by Friday. The password is wrong, try another one.",
                           "token: see below",
                           "Password: at least 8 characters",
                           "the key is under the mat",
                           "api_key = os.environ['API_KEY']",
                           "export TOKEN=$GITHUB_TOKEN",
                           "password=<your password>",
                           "API_KEY=xxxxxxxxxxxxxxxx",
                           "secret: changeme",
                           "commit 3f786850e387550fdab836ed7e6dc881de23001b",
                           "9e107d9d372bb6826bd81d3542a419d6",
                           "550e8400-e29b-41d4-a716-446655440000",
                           "sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
                           "https://docs.example.com/document/d/1aBcD2eFgH3iJkL4mNoP5qRsT6uVwX7yZ/edit",
                           "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
                           "/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30",
                           "linux-image-6.1.0-13-amd64",
                           "Screenshot_20240518-143210_Chrome.png",
                           "getElementsByClassNameAndTagNameInDocument",
                           "user@example.com",
                           "postgres://user@localhost/db",
                           "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDf0q7Zt2Lk9Xv4Bn8Wd1",
                           "MAX_TOKENS=4096",
                           "tokens: 1024",
                           "1234567890123456789012345678901234567890",
                           "max_key_length: 256",
                           "keyboard=qwerty-layout-2024",
                           "author: Smith2024",
                           "build_c8429a430278283c0e571baebca3d139.zip",
                           "Donaudampfschifffahrtsgesellschaftskapitän",
                           "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}) {
    EXPECT_EQ(kind_in(text), "") << text;
  }
}

TEST(SecretText, SpansCoverOnlyTheSecret) {
  const std::string text = "key " + github + " and postgres://app:" + std::string("s3cr3t-pw") + "@db/x";
  EXPECT_EQ(without_secrets(text), "key [a GitHub token] and postgres://app:[a password in an address]@db/x");
  EXPECT_EQ(without_secrets("nothing here"), "nothing here");
}

TEST(SecretText, AnyBytesAreRead) {
  EXPECT_TRUE(find_secrets("").empty());
  EXPECT_TRUE(find_secrets(std::string("\xff\xfe\0\x80", 4)).empty());
  EXPECT_TRUE(find_secrets(std::string(200'000, 'a')).empty());
  EXPECT_FALSE(find_secrets("\xff\xfe " + github).empty());
}

TEST(SecretInAField, AsksWithoutTellingIt) {
  for (const Observation& where : {entry("Message"), xterm()}) {
    const Assessment a = assess(ours(), type("export GITHUB_TOKEN=" + github + "\n"), where);
    EXPECT_GE(a.decision, Decision::require_confirmation);
    EXPECT_THAT(a.triggered_rules, testing::Contains("credential"));
    for (const Finding& f : a.findings) {
      EXPECT_THAT(f.reason, Not(HasSubstr(random_32.substr(0, 6))));
      EXPECT_THAT(f.evidence, Not(HasSubstr(random_32.substr(0, 6))));
    }
  }
}

TEST(SecretInAField, IsFoundAcrossPiecesAndAskedAboutOnce) {
  SafetyGate gate = ours();
  const Observation field = entry("Message");
  const auto put = [&](const std::string& text) {
    const Decision decision = decide(gate, type(text), field);
    record(gate, type(text), field);
    return decision;
  };
  EXPECT_EQ(put("the key is " + github.substr(0, 12)), Decision::allow);
  EXPECT_EQ(put(github.substr(12)), Decision::require_confirmation);
  EXPECT_EQ(put(" and so on"), Decision::allow);
  EXPECT_EQ(put("\nnew line"), Decision::allow);
}

TEST(SecretInAField, KeyedAndPastedTextCounts) {
  SafetyGate gate = ours();
  Observation field = entry("Message");
  record(gate, type(aws.substr(0, 19)), field);
  EXPECT_EQ(decide(gate, key("E"), field), Decision::require_confirmation);
  field = entry("Other");
  field.clipboard = github;
  EXPECT_EQ(decide(gate, key("ctrl+v"), field), Decision::require_confirmation);
  field.clipboard = std::string("a shopping list");
  EXPECT_EQ(decide(gate, key("ctrl+v"), field), Decision::allow);
}

TEST(SecretInAField, ThePublishedDesignDoesNotLook) {
  EXPECT_EQ(decide(published(), type(github), entry("Message")), Decision::allow);
}

}  // namespace
}  // namespace interlock::gate
