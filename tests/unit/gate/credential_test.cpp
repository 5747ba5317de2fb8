#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gate/screen/secret_field.h"
#include "tests/unit/gate/cases.h"

namespace interlock::gate {
namespace {

using namespace cases;
using testing::HasSubstr;
using testing::Not;

Observation field(Role role, std::string name, Attributes attributes = {}) {
  Element e = element(role, std::move(name));
  e.attributes = std::move(attributes);
  return on(std::move(e));
}

TEST(Credential, TheRoleNumberSaysSoWhateverTheLabelSays) {
  for (const SafetyGate& gate : {published(), ours()}) {
    const Assessment a = assess(gate, type("x"), field(Role::password_text, "Favourite colour"));
    EXPECT_EQ(a.decision, Decision::require_confirmation);
    EXPECT_EQ(a.rule, "credential");
  }
}

TEST(Credential, AttributesAndTextsAreRead) {
  const SafetyGate gate = published();
  EXPECT_EQ(assess(gate, type("x"), field(Role::entry, "", {{"text-input-type", "password"}})).rule, "credential");
  EXPECT_EQ(assess(gate, type("x"), field(Role::entry, "", {{"autocomplete", "new-password"}})).rule, "credential");
  EXPECT_EQ(assess(gate, type("x"), field(Role::entry, "", {{"placeholder", "Your API_KEY"}})).rule, "credential");
  EXPECT_EQ(assess(gate, type("x"), field(Role::entry, "", {{"html-input-name", "client_secret"}})).rule, "credential");
  EXPECT_EQ(assess(gate, type("x"), field(Role::entry, "", {{"id", "auth-token"}})).rule, "credential");
  EXPECT_EQ(decide(gate, type("x"), field(Role::entry, "City", {{"id", "city"}})), Decision::allow);
}

TEST(Credential, LabelsOfSecretsAreKnownInManyLanguages) {
  const SafetyGate gate = ours();
  for (const char* label : {"Password",
                            "Re-enter password:",
                            "P_assword",
                            "_Passphrase",
                            "C_onfirm Passphrase:",
                            "API key",
                            "Access token",
                            "Client secret",
                            "PIN",
                            "New PIN",
                            "One-time code",
                            "6-digit code",
                            "CVV",
                            "Card number",
                            "Number on card",
                            "Expiry (MM/YY)",
                            "Code from your authenticator app",
                            "Enter the code we texted you",
                            "Door code",
                            "TAN eingeben",
                            "Wiederherstellungsschlüssel",
                            "Codice usa e getta",
                            "Kod jednorazowy",
                            "Код підтвердження",
                            "Egyszer használatos kód",
                            "Kontrolcifre",
                            "Turvakoodi",
                            "보안 코드",
                            "Mã xác minh",
                            "کد تأیید",
                            "Name on card",
                            "Expiry month",
                            "MM / YY",
                            "IBAN",
                            "Passwort wiederholen",
                            "Benutzerkennwort",
                            "Mot de passe",
                            "Contraseña",
                            "Repita la contrasena",
                            "Senha",
                            "Palavra-passe",
                            "Wachtwoord",
                            "Lösenord",
                            "Adgangskode",
                            "Salasana",
                            "Hasło",
                            "Heslo",
                            "Jelszó",
                            "Parolă",
                            "Yeni parola",
                            "e-posta şifreniz",
                            "ŞİFRE",
                            "Пароль",
                            "Повторите пароль",
                            "Лозинка",
                            "Κωδικός πρόσβασης",
                            "密码",
                            "请输入密码",
                            "ログインパスワード",
                            "비밀번호를 입력하세요",
                            "รหัสผ่าน",
                            "كلمة المرور",
                            "סיסמה",
                            "पासवर्ड",
                            "Mật khẩu",
                            "Kata sandi",
                            "Kreditkartennummer",
                            "Numéro de carte",
                            "Número de tarjeta",
                            "Номер карты",
                            "カード番号",
                            "Код подтверждения",
                            "ワンタイムパスワード"}) {
    EXPECT_EQ(assess(gate, type("x"), field(Role::entry, label)).rule, "credential") << label;
  }
}

TEST(Credential, LabelsOfOtherThingsPass) {
  const SafetyGate gate = ours();
  for (const char* label : {"Name",
                            "E-mail address",
                            "Username",
                            "Search",
                            "Search passwords and secrets…",
                            "Password hint",
                            "Minimum password length",
                            "Passport number",
                            "Passenger name",
                            "Compass heading",
                            "Boarding pass type",
                            "Coupon code",
                            "ZIP code",
                            "Country code",
                            "Promo code",
                            "Library card number",
                            "Max tokens",
                            "Token name",
                            "Keyboard shortcut",
                            "Key",
                            "Public key",
                            "Spinning",
                            "Pinned items",
                            "Shipping address",
                            "Opinion",
                            "Tan lines",
                            "Palabras clave",
                            "Parole chiave",
                            "Author",
                            "Secretary",
                            "Secrets of the sea",
                            "Encyclopedia",
                            "Expiry date",
                            "Mobile No. (a one-time password will be sent to you)",
                            "Filename format",
                            "DD/MM/YY",
                            "Message",
                            "搜索",
                            "Nom d'utilisateur",
                            "Имя пользователя",
                            "Parole officer",
                            "Delivery pin code"}) {
    EXPECT_EQ(decide(gate, type("x"), field(Role::entry, label)), Decision::allow) << label;
  }
}

TEST(Credential, NamesInTheProgramAreReadByTheirWords) {
  const SafetyGate gate = ours();
  for (const char* id :
       {"txtPasswordConfirm", "user[password_confirmation]", "login_pwd", "le_stunPass", "userAPIKey", "client_secret",
        "passwd2", "masterpwd", "newpassEntry", "card[exp_month]", "payment_csc", "ccmonth", "cardholderName", "otp",
        "ctl00$Content$tbPassword", "two_factor_2fa", "haslo2", "IBAN"}) {
    EXPECT_EQ(assess(gate, type("x"), field(Role::entry, "", {{"id", id}})).rule, "credential") << id;
    EXPECT_EQ(assess(gate, type("x"), field(Role::entry, id)).rule, "credential") << id;
  }
  for (const char* id : {"reset_password_email", "passwordHintText", "forgot_pass_url", "cardHolderState",
                         "token_count", "compass", "shipping_zip", "discardButton",
                         "CreditCardInformation.BillingAddress.PostalCode", "bypassFilter", "mapping"}) {
    EXPECT_EQ(decide(gate, type("x"), field(Role::entry, "", {{"id", id}})), Decision::allow) << id;
  }
}

TEST(Credential, TheLabelIsHeardBeforeTheProgramsNames) {
  const SafetyGate gate = ours();
  EXPECT_EQ(decide(gate, type("x"), field(Role::entry, "Country", {{"id", "CreditCard.Country"}})), Decision::allow);
  EXPECT_EQ(decide(gate, type("x"), field(Role::entry, "User name", {{"id", "credential"}})), Decision::allow);
  EXPECT_EQ(assess(gate, type("x"), field(Role::entry, "Confirm", {{"id", "pin_confirm"}})).rule, "credential");
  EXPECT_EQ(assess(gate, type("x"), field(Role::entry, "Password", {{"id", "email"}})).rule, "credential");
}

TEST(Credential, AutocompleteTokensAreThoseOfTheStandard) {
  const SafetyGate gate = ours();
  for (const char* value : {"current-password", "new-password", "one-time-code", "cc-csc", "CC-Number",
                            "section-card billing cc-exp-month", "current-password webauthn"}) {
    EXPECT_EQ(assess(gate, type("x"), field(Role::entry, "", {{"autocomplete", value}})).rule, "credential") << value;
  }
  for (const char* value : {"off", "on", "email", "username webauthn", "shipping postal-code"}) {
    EXPECT_EQ(decide(gate, type("x"), field(Role::entry, "", {{"autocomplete", value}})), Decision::allow) << value;
  }
  // Forms use the value for new passwords to prevent autofill in other fields.
  EXPECT_EQ(decide(gate, type("x"), field(Role::entry, "E-mail", {{"autocomplete", "new-password"}})), Decision::allow);
}

TEST(Credential, ACodeIsPostalOrACaptchaWhereTheFieldSaysSo) {
  const SafetyGate gate = ours();
  EXPECT_EQ(assess(gate, type("x"), field(Role::entry, "PIN code")).rule, "credential");
  EXPECT_EQ(decide(gate, type("x"), field(Role::entry, "PIN code", {{"id", "postal"}})), Decision::allow);
  EXPECT_EQ(decide(gate, type("x"), field(Role::entry, "PIN code", {{"autocomplete", "postal-code"}})),
            Decision::allow);
  EXPECT_EQ(assess(gate, type("x"), field(Role::entry, "Security code")).rule, "credential");
  EXPECT_EQ(decide(gate, type("x"), field(Role::entry, "Security code", {{"id", "captcha"}})), Decision::allow);
}

TEST(Credential, AnInputTypeThatHoldsNoSecretSaysSo) {
  const SafetyGate gate = ours();
  EXPECT_EQ(decide(gate, type("x"), field(Role::entry, "", {{"id", "password_reset"}, {"text-input-type", "email"}})),
            Decision::allow);
  EXPECT_EQ(
      assess(gate, type("x"), field(Role::entry, "", {{"id", "password_reset"}, {"text-input-type", "text"}})).rule,
      "credential");
}

TEST(Credential, ThePolicysPatternsComeOnTop) {
  Config config = consequence_config();
  config.credential_patterns = {"membership"};
  EXPECT_EQ(assess(ours(config), type("x"), field(Role::entry, "Membership no.")).rule, "credential");
  EXPECT_EQ(assess(ours(config), type("x"), field(Role::entry, "Passwort")).rule, "credential");
}

TEST(Credential, ALabelTooLongToBeReadAsks) {
  EXPECT_EQ(assess(ours(), type("x"), field(Role::entry, std::string(20'000, 'x'))).rule, "credential");
}

TEST(Credential, AFieldWithoutTextIsJudgedByItsDialog) {
  Element e = element(Role::entry, "");
  e.ancestors = {{Role::dialog, "Unlock", "Enter the password of your keyring"}};
  EXPECT_EQ(assess(published(), type("x"), on(e)).rule, "credential");
  e.name = "User name";
  EXPECT_EQ(decide(published(), type("x"), on(e)), Decision::allow);
}

TEST(Credential, TheAllowlistOverrides) {
  Config config;
  config.credential_allowlist = {"test[ _]password"};
  EXPECT_EQ(decide(published(config), type("x"), field(Role::password_text, "Test password")), Decision::allow);
  EXPECT_EQ(decide(published(config), type("x"), field(Role::password_text, "Password")),
            Decision::require_confirmation);
}

TEST(Credential, KeyingAndPastingCount) {
  const Observation secret = field(Role::password_text, "Password");
  for (const char* keys : {"a", "shift+a", "eacute", "KP_7", "slash", "ctrl+v", "shift+Insert", "Home x"}) {
    EXPECT_EQ(assess(ours(), key(keys), secret).rule, "credential") << keys;
  }
  EXPECT_EQ(assess(ours(), act(KeyDown{{{}, "a"}}), secret).rule, "credential");
  EXPECT_EQ(assess(ours(), act(Click{{1, 1}, Button::middle}), secret).rule, "credential");
  for (const char* keys : {"Tab", "Home", "ctrl+a", "Escape", "F5", "BackSpace"}) {
    EXPECT_EQ(decide(ours(), key(keys), secret), Decision::allow) << keys;
  }
  EXPECT_EQ(decide(ours(), click(), secret), Decision::allow);
}

TEST(Credential, TypedTextIsNeverInTheReason) {
  for (const SafetyGate& gate : {published(), ours()}) {
    Action action = type("Delete-Hunter2 delete\n");
    action.confidence = 0.1;
    const Assessment a = assess(gate, action, field(Role::password_text, "Password"));
    EXPECT_FALSE(a.findings.empty());
    for (const Finding& f : a.findings) {
      for (const char* part : {"Hunter2", "hunter2", "delete", "Delete"}) {
        EXPECT_THAT(f.reason, Not(HasSubstr(part)));
        EXPECT_THAT(f.evidence, Not(HasSubstr(part)));
      }
    }
  }
}

}  // namespace
}  // namespace interlock::gate
