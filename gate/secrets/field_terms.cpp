#include "gate/secrets/field_terms.h"

// Sources: the labels of password, card and verification fields in the translations of desktop interfaces and web
// forms; the autofill field names of the HTML Standard; the wording of card networks for their codes.
namespace interlock::gate::field_terms {

const std::string_view secret = R"(
# Passwords: English and names in forms.
+password, +passwd, +passphrase, +passcode, pass word, pass phrase, pass code, pword, pwd, .pwd, .pswd, .psw, .pw,
.pass, =pass, =pw, =psw, .userpwd, .loginpwd, .masterpwd, .newpwd, .oldpwd, .repwd, .userpass, .mypass, .newpass,
.oldpass, .confirmpass, .repass, .passconf, .passconfirm, .loginpass, .dbpass, .pword, .newpassro, .passro, .passrw,
# Germanic
+passwort, +kennwort, +wachtwoord, toegangscode, +adgangskode, kodeord, +lösenord, +passord, +lykilorð, aðgangsorð,
wagwoord, losenord,
# Romance
mot de passe, mots de passe, mdp, .motdepasse, code secret, phrase secrète, phrase de passe, +contraseña,
+contrasena, clave, clave de acceso, +contrasenya, clau de pas, +contrasinal, senha, palavra passe,
codigo secreto, parola d ordine, =parola, .parola, parolă, parola nouă, parola actuală, parola curentă,
parola veche, confirmă parola, confirmați parola, repetă parola, introduceți parola, yeni parola, mevcut parola,
parola tekrar, chiave di accesso, frase segreta,
# Slavic and Baltic
+пароль, пароля, паролю, +парола, паролата, +лозинка, лозинку, =шифра, =šifra, nova šifra, šifru, +lozinka, lozinku,
zaporka, zaporku, +hasło, hasła, +haslo, .hasl, +heslo, hesla, hesel, +geslo, gesla, кодовое слово, секретное слово,
ключевая фраза, =parole, slaptažod*, parolė,
# Finno-Ugric, Turkic, Greek and others
+salasana, salasanan, tunnussana, jelszó, jelszava, jelszavát, salasõna, parool, şifre*, sifre*, şifrə*, parolanız,
parolunuz, құпия сөз, құпиясөз, κωδικός, κωδικός πρόσβασης, συνθηματικό, pasahitza, pasfhocal, cyfrinair,
fjalëkalim*, pasvorto, գաղտնաբառ, პაროლი, kata sandi, sandi, kata laluan, kata kunci, mật khẩu, nenosiri,
# Asian and Semitic
密码, 密碼, 口令, パスワード, パスコード, パスフレーズ, 暗証番号, 비밀번호, 패스워드, 암호, 비번, รหัสผ่าน,
كلمة المرور, كلمة السر, كلمه المرور, كلمة مرور, الرقم السري, סיסמה, סיסמא, סיסמת, رمز عبور, گذرواژه, کلمه عبور,
پاس ورڈ, पासवर्ड, कूटशब्द, পাসওয়ার্ড, கடவுச்சொல், పాస్‌వర్డ్, પાસવર્ડ, ਪਾਸਵਰਡ, പാസ്‌വേഡ്, ಪಾಸ್‌ವರ್ಡ್, පාස්වර්ඩ්,
ពាក្យសម្ងាត់, စကားဝှက်,
# Keys and tokens
private key, secret key, api key, apikey, .apikey, api keys, access key, encryption key, decryption key,
recovery key, recovery keys, recovery phrase, app key, application key, auth key, authkey, account key, signing key, master key,
pre shared key, preshared key, psk, .psk, wep key, wpa key, network key, network security key, wifi key, shared key,
storage key, service account key, consumer key, subscription key, seed phrase, secret phrase, seed words, mnemonic phrase,
backup phrase, recovery words, wiederherstellungsphrase, frase semilla, frase de recuperación, phrase de récupération,
frase di recupero, frase de recuperação, сид фраза, seed фраза, 助记词, 助記詞, リカバリーフレーズ, シードフレーズ, 복구 문구, 시드 구문, bearer, $secret, .secret, secret value, client secret, .clientsecret, .secretkey, .privatekey,
.accesskey, shared secret, api secret, app secret, webhook secret, consumer secret, $token, .token, +accesstoken, .authtoken,
.apitoken, .bottoken, credential, credentials, privater schlüssel, api schlüssel, geheimer schlüssel,
netzwerkschlüssel, clé privée, clé api, clé secrète, clave privada, clave secreta, clave api, chiave privata,
chiave segreta, chiave api, chave privada, chave secreta, chave de api, секретный ключ, закрытый ключ, ключ api,
api ключ, api 密钥, 密钥, 私钥, 秘密鍵, apiキー, api キー, シークレット, トークン, 令牌, api 키, 비밀 키, klucz api,
klucz prywatny,
# One-time codes and PINs
otp, .otp, .otpcode, .otp code, totp, one time password, one time code, one time passcode, one time pin,
.onetimecode, 2fa, 2 fa, 2fa code, two factor code, two factor secret, two factor authentication code, mfa,
mfa code, authentication code, authenticator code, auth code, .authcode, sms code, .smscode, text message code,
login code, sign in code, access code, recovery code, recovery codes, backup code, backup codes, emergency codes, scratch codes, wiederherstellungscode*,
sicherungscode*, notfallcodes, codes de récupération, codes de secours, códigos de recuperación, códigos de respaldo,
codici di recupero, codici di backup, códigos de recuperação, códigos de backup, herstelcodes, back-upcodes,
återställningskoder, gendannelseskoder, gjenopprettingskoder, palautuskoodit, kody odzyskiwania, kody zapasowe,
záložní kódy, obnovovací kódy, резервные коды, коды восстановления, резервні коди, kurtarma kodları, yedek kodlar,
mã khôi phục, mã dự phòng, kode pemulihan, kode cadangan, 恢复代码, 恢复码, 备用代码, 備用代碼, リカバリーコード, バックアップコード,
복구 코드, 백업 코드, unlock code, digit code, $pin, .pin, pin number,
pin confirmation, new pin, puk, puk code, =tan, .tan, sms tan, einmalpasswort, einmalkennwort, einmalcode,
zugangscode, bestätigungscode, verificatiecode, eenmalige code, engangskode, engångskod, kertakäyttökoodi,
code à usage unique, code pin, code de vérification, código de verificación, código de un solo uso, código pin,
código de verificação, codice di verifica, codice pin, codice otp, код подтверждения, код из смс, код из sms,
смс код, пин, пин код, код перевірки, kod weryfikacyjny, kod pin, kod sms, ověřovací kód, overovací kód,
doğrulama kodu, tek kullanımlık, ワンタイムパスワード, 認証コード, 認証番号, 確認コード, 短信验证码, 动态码,
인증번호, 인증 코드, 인증코드, mã xác nhận, mã otp, kode verifikasi, kode otp, رمز التحقق, קוד אימות, ओटीपी,
tan eingeben, itan, mtan, chip tan, push tan, photo tan, tan nummer, geheimzahl, geheimnummer, sicherheitsschlüssel,
wiederherstellungsschlüssel, code from your authenticator*, code from the authenticator*, code from authenticator*,
code we texted, code we sent, code we emailed, code sent to, code you received, code from the sms,
code from your phone, code from the text message, six digit code, 6 digit code, 4 digit code, codice usa e getta,
codice monouso, codice temporaneo, code temporaire, code reçu par sms, code envoyé, código temporal, código único,
código de uso único, código temporário, código enviado, eenmalige code, herstelsleutel, pincode bevestigen,
kod jednorazowy, kod weryfikacji, klucz odzyskiwania, jednorázový kód, obnovovací klíč, kľúč obnovenia,
egyszer használatos kód, egyszer használatos jelszó, ellenőrző kód, helyreállítási kulcs, cod de verificare,
cod unic, cheie de recuperare, kontrolcifre*, kontrollsiffer, bekræftelseskode, bekreftelseskode, bekräftelsekod,
verifieringskod, verifikationskode, gendannelsesnøgle, gjenopprettingsnøkkel, återställningsnyckel, turvakoodi,
vahvistuskoodi, tunnusluku, palautusavain, одноразовый код, проверочный код, код доступа, ключ восстановления,
код підтвердження, одноразовий код, ключ відновлення, код за потвърждение, еднократен код, jednokratni kod,
kod za potvrdu, koda za potrditev, enkratna koda, tek kullanımlık kod, onay kodu, kurtarma anahtarı,
κωδικός επαλήθευσης, κωδικός μιας χρήσης, κωδικός επιβεβαίωσης, 一次性密码, 动态密码, 恢复密钥, ワンタイムコード, 復旧キー,
回復キー, 일회용 비밀번호, 복구 키, รหัสยืนยัน, รหัส otp, รหัสลับ, mã xác minh, mã một lần, khóa khôi phục,
kode sekali pakai, kunci pemulihan, kod pengesahan, सत्यापन कोड, ओटीपी कोड, যাচাইকরণ কোড, رمز التأكيد, رمز التحقق,
مفتاح الاسترداد, קוד חד פעמי, מפתח שחזור, کد تأیید, کد تایید, رمز یکبار مصرف, chave de acesso, frase de acesso,
wi fi key, wlan schlüssel,
# Doors and safes
door code, alarm code, gate code, entry code, keypad code, safe code, vault code, lock code, safe combination,
vault combination, lock combination, lockbox code, türcode, alarmcode, tresorcode, code de la porte, digicode,
code d alarme, código de la puerta, código de la alarma, codice dell allarme, codice del cancello, código do alarme,
# What proves who one is
national insurance number, sozialversicherungsnummer, numéro de sécurité sociale, número de seguridad social,
número de la seguridad social, burgerservicenummer,
security question, secret question, security answer, secret answer, mother s maiden name, mothers maiden name, ssn,
.ssn, $social security, social security number,
)";

const std::string_view payment = R"(
card number, number on card, number on the card, card no, card num, .cardnumber, .cardnum, .cardno, .ccnumber, .ccnum, .ccno, cc number, cc num, cc no,
credit card, debit card, payment card, bank card, .creditcard, .creditcardnumber, credit card number,
debit card number, gift card number, gift card pin, name on card, name on the card, name as on card, card holder,
cardholder, cardholder name, card holder name, cardholders name, .cardname, .card name, .ccname, .cc name,
.nameoncard, .cardholdername, account holder, account holder name, card owner, cvv, cvc, cvv2, cvc2, csc, ccv,
.cccvv, .cccvc, .cvvcode, card code, card verification, card verification code, card verification number,
card security code, card security, card cvv, card cvc, cvv code, cvc code, expiration month, expiration year,
expiry month, expiry year, exp month, exp year, exp mon, exp yr, .expmonth, .expyear, .expirymonth, .expiryyear,
.month expire, .year expire, .monthexpire, .yearexpire, .expire month, .expire year, card exp*, .card month,
.card year, cc exp*, cc month, cc year, .ccmonth, .ccyear, .ccexp, .ccexpiry, payment exp*, .cardexpiry, .cardexp,
card expiry date, card expiration date, valid thru, =mm yy, =mm jj, =mm aa, expiry mm yy, expires mm yy, expiration mm yy, expiry date mm yy, expiration date mm yy, iban, .iban, bank account number,
routing number, sort code, kartennummer, kreditkartennummer, kreditkarte, karteninhaber, kontoinhaber,
kartenprüfnummer, prüfziffer, numéro de carte, numéro de la carte, carte bancaire, carte de crédit,
titulaire de la carte, cryptogramme, cryptogramme visuel, número de tarjeta, número de la tarjeta,
tarjeta de crédito, titular de la tarjeta, nombre en la tarjeta, número do cartão, número de cartão,
cartão de crédito, nome no cartão, titular do cartão, numero carta, numero della carta, numero di carta,
carta di credito, titolare carta, titolare della carta, intestatario carta, kaartnummer, kaarthouder,
creditcardnummer, kortnummer, kortinnehavare, kortholder, kortinhaver, kortin numero, numer karty, posiadacz karty,
číslo karty, držitel karty, držiteľ karty, kártyaszám, kártyabirtokos, număr card, numărul cardului, номер карты,
номер карти, номер картки, владелец карты, держатель карты, номер на карта, broj kartice, kart numarası,
kart sahibi, αριθμός κάρτας, 卡号, 信用卡号, 信用卡號碼, 银行卡号, 持卡人, カード番号, クレジットカード, カード名義,
セキュリティコード, 카드번호, 카드 번호, رقم البطاقة, מספר כרטיס, कार्ड नंबर, số thẻ, หมายเลขบัตร, nomor kartu,
číslo platební karty, številka kartice, broj kartice, номер платёжной карты, שם בעל הכרטיס, شماره کارت, कार्ड नम्बर,
কার্ড নম্বর, หมายเลขบัตรเครดิต, bankkártya száma, pankkikortin numero, kaardi number, kortelės numeris, kartes numurs,
)";

const std::string_view perhaps = R"(
pin code, pincode, .pincode, security code, .securitycode, verification code, .verificationcode, verify code,
.verifycode, confirmation code, activation code, sicherheitscode, sicherheitsnummer, code de sécurité,
code de confirmation, código de seguridad, código de segurança, codice di sicurezza, beveiligingscode, säkerhetskod,
sikkerhedskode, sikkerhetskode, kod bezpieczeństwa, bezpečnostní kód, biztonsági kód, cod de securitate,
код безопасности, güvenlik kodu, 보안 코드, 보안코드, κωδικός ασφαλείας, kode keamanan, mã bảo mật, varnostna koda,
sigurnosni kod, код за сигурност, код безпеки, सुरक्षा कोड, رمز الأمان, קוד אבטחה, کد امنیتی, รหัสความปลอดภัย, 验证码, 驗證碼, 安全码, 校验码,
)";

const std::string_view user = R"(
email, e mail, mail, email address, username, user name, user id, userid, user, .uname, .usr, login, .login,
login name, login id, .loginname, correo, correo electrónico, courriel, adresse e mail, benutzername, benutzer,
nutzername, nom d utilisateur, utilisateur, identifiant, usuario, nombre de usuario, usuário, utente, nome utente,
gebruikersnaam, gebruiker, användarnamn, brukernavn, brugernavn, käyttäjätunnus, nazwa użytkownika, użytkownik,
uživatelské jméno, uživatel, felhasználónév, utilizator, nume utilizator, kullanıcı adı, kullanıcı, логин, логін,
имя пользователя, ім я користувача, почта, пошта, эл почта, электронная почта, 用户名, 用戶名, 邮箱, 郵箱, 电子邮件,
ユーザー名, ユーザーid, メール, メールアドレス, 아이디, 사용자 이름, 이메일, اسم المستخدم, البريد الإلكتروني,
שם משתמש, דוא ל, tên đăng nhập, nama pengguna,
)";

const std::string_view other = R"(
# What is about passwords, keys and cards and is none.
password hint, password length, password strength, password policy, password quality, password age, password expir*,
password reminder, password manager, password generator, password file, password attempts, password history,
password reset email, password reset url, password reset link, password protected, search password*, search secret*, search token*, find password*, filter password*,
 min password,
minimum password length, maximum password length, forgot password email, forgot password url, api key name,
api key id, key name, key id, key file, key type, key size, key length, key path, public key, access key id,
private key file, private key path, token name, token type, token limit, token count, token url, token endpoint,
token lifetime, token description, token symbol, token id, token address, max token, max tokens, secret name,
secret santa, secret type, credential name, credential id, credential type, pin name, pin label, card type,
card title, card brand, library card number, membership card number, loyalty card number, member card number,
id card number, health card number, identity card number, sim card number, business card, pass rate, pass mark,
pass type, pin a, pin message, pin note, pin code format, pin format, pin length,
εκπτωτικός κωδικός, ταχυδρομικός κώδικας, κωδικός προσφοράς, κωδικός πελάτη, κωδικός προϊόντος, κωδικός παραγγελίας, palabra clave, palabras clave, palavra chave, palavras chave, parola chiave, parole chiave, parole d ordine utente, promo code, clave de búsqueda, clave de busqueda,
coupon code, discount code, voucher code, referral code, invite code, area code, country code, source code, qr code,
product code, color code, colour code, dialing code, dial code, bank code, tax code,
# Who and where
emails, nickname, first name, last name, surname, full name, given name, family name,
display name, .firstname, .lastname, .fullname, phone, mobile, telephone, phone number, .tel, cell, fax, address,
street, city, town, state, province, region, county, country, zip, .zipcode, postal, postcode, post code,
postal code, .postalcode, zip code, postal pin code, area pin code, delivery pin code, area pincode,
delivery pincode, company, organization, organisation, birthday, birth date, date of birth, telefon, straße, plz,
телефон, 手机号, 电话, 電話番号, 전화번호,
# Things of applications
url, uri, .link, website, domain, host, hostname, server, port, search, filter, find, filename, file name, folder,
directory, path, subject, .comment, .hint, hint, reminder, captcha, .recaptcha, recaptcha, suche, suchen, recherche,
rechercher, buscar, cerca, zoeken, поиск, 搜索, 検索, 검색, .format, .expires, .length, .count, .visible, .strength,
.filter, .search, .file, .path, .url, .email,
)";

}  // namespace interlock::gate::field_terms
