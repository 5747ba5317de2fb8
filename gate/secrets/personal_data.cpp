#include "gate/secrets/personal_data.h"

#include <algorithm>
#include <iterator>
#include <string>

#include <re2/re2.h>

#include "gate/secrets/payment_card.h"
#include "gate/secrets/secret_text.h"

namespace interlock::gate {
namespace {

using Spans = std::vector<PersonalSpan>;

bool digit_at(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] >= '0' && text[at] <= '9';
}

bool letter_at(std::string_view text, std::size_t at) {
  return at < text.size() && ((text[at] >= 'A' && text[at] <= 'Z') || (text[at] >= 'a' && text[at] <= 'z'));
}

std::string upper_case(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return upper;
}

void add_cards(std::string_view text, Spans& found) {
  for (const CardSpan& card : find_payment_cards(text)) found.push_back({PersonalKind::card, card.begin, card.end});
}

/// The IBAN registry's lengths.
std::size_t iban_length(std::string_view country) {
  static constexpr std::string_view lengths =
      "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 "
      "ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 "
      "LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 "
      "QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30";
  const auto digit = [](std::size_t at) { return static_cast<std::size_t>(lengths[at] - '0'); };
  for (std::size_t at = 0; at < lengths.size(); at += 5) {
    if (lengths.substr(at, 2) == country) return 10 * digit(at + 2) + digit(at + 3);
  }
  return 0;
}

/// ISO 7064: the first four characters moved to the end, letters as 10 to 35, the whole modulo 97 is 1.
bool has_iban_digits(const std::string& iban) {
  int rest = 0;
  for (std::size_t i = 0; i < iban.size(); ++i) {
    const char c = iban[(i + 4) % iban.size()];
    rest = c >= 'A' ? (rest * 100 + (c - 'A' + 10)) % 97 : (rest * 10 + (c - '0')) % 97;
  }
  return rest == 1;
}

void add_ibans(std::string_view text, Spans& found) {
  for (std::size_t begin = 0; begin + 15 <= text.size(); ++begin) {
    const bool starts = letter_at(text, begin) && letter_at(text, begin + 1) && digit_at(text, begin + 2) &&
                        digit_at(text, begin + 3) && (begin == 0 || !letter_at(text, begin - 1));
    if (!starts) continue;
    std::string iban;
    const std::size_t length = iban_length(upper_case(text.substr(begin, 2)));
    std::size_t end = begin;
    for (; end < text.size() && iban.size() < length; ++end) {
      if (digit_at(text, end) || letter_at(text, end)) {
        iban += upper_case(text.substr(end, 1));
      } else if (text[end] != ' ' && text[end] != '-') {
        break;
      }
    }
    const bool goes_on = digit_at(text, end) || letter_at(text, end);
    if (length == 0 || iban.size() != length || goes_on || !has_iban_digits(iban)) continue;
    found.push_back({PersonalKind::iban, begin, end});
    begin = end - 1;
  }
}

/// All matches of the pattern's group.
void add_matches(std::string_view text, const RE2& pattern, PersonalKind kind, Spans& found) {
  re2::StringPiece rest(text.data(), text.size()), match;
  while (RE2::FindAndConsume(&rest, pattern, &match)) {
    const auto begin = static_cast<std::size_t>(match.data() - text.data());
    found.push_back({kind, begin, begin + match.size()});
  }
}

/// With 8 to 15 digits (ITU-T E.164), or 6 and more behind a word for it; dates, addresses of networks and amounts have
/// none of these forms.
void add_phones(std::string_view text, Spans& found) {
  static const RE2 international(R"((?:^|[^0-9A-Za-z+])((?:\+|00)[1-9](?:[ .\-/]{0,2}\(?[0-9]\)?){6,14})(?:$|[^0-9]))");
  static const RE2 american(
      R"((?:^|[^0-9.\-])((?:1[ .\-])?\(?[2-9][0-9]{2}\)?[ .\-][2-9][0-9]{2}[ .\-][0-9]{4})(?:$|[^0-9.\-]))");
  static const RE2 national(
      R"((?:^|[^0-9.,:\-+])(\(?0[1-9][0-9]{0,4}\)?(?:[ \-/]{1,3}[0-9]{2,8}){1,4})(?:$|[^0-9.,:\-]))");
  static const RE2 named(
      R"((?i)(?:^|\PL)(?:tel|telephone|telefon|téléphone|teléfono|telefono|phone|mobile|mobil|handy|fax|cell|тел|телефон|电话|電話)[.:)]*\s*(\+?\(?[0-9](?:[ .\-/()]{0,2}[0-9]){5,14}))");
  Spans all;
  for (const RE2* pattern : {&international, &american, &national, &named})
    add_matches(text, *pattern, PersonalKind::phone, all);
  for (const PersonalSpan& span : all) {
    const auto part = text.substr(span.begin, span.end - span.begin);
    const auto digits = std::count_if(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (digits >= 6 && digits <= 17) found.push_back(span);
  }
}

void add_emails(std::string_view text, Spans& found) {
  static const RE2 address(R"(([^\s@<>()\[\]{}"',;:/\\=]+@[^\s@<>()\[\]{}"',;:/\\=]+\.\pL\pL+))");
  add_matches(text, address, PersonalKind::email, found);
}

void add_codes(std::string_view text, Spans& found) {
  static const RE2 code(
      R"((?i)(?:code|kode|código|codice|otp|pin|tan|passcode|2fa|код|验证码|驗證碼|認証コード|コード|인증번호)[^0-9\n]{0,40}?\b((?:[A-Z]-)?[0-9]{3,4}[ \-]?[0-9]{1,4})(?:$|[^0-9.,:/\-]))");
  add_matches(text, code, PersonalKind::code, found);
}

/// The digits of a card or an account are nothing else as well.
void drop_parts_of_numbers(Spans& found) {
  const auto whole = [](const PersonalSpan& span) {
    return span.kind == PersonalKind::card || span.kind == PersonalKind::iban;
  };
  Spans numbers;
  std::copy_if(found.begin(), found.end(), std::back_inserter(numbers), whole);
  std::erase_if(found, [&](const PersonalSpan& span) {
    return !whole(span) && std::any_of(numbers.begin(), numbers.end(), [&](const PersonalSpan& number) {
      return span.begin < number.end && number.begin < span.end;
    });
  });
}

}  // namespace

std::string_view personal_kind_name(PersonalKind kind) {
  switch (kind) {
    case PersonalKind::card:
      return "card";
    case PersonalKind::iban:
      return "iban";
    case PersonalKind::phone:
      return "phone";
    case PersonalKind::email:
      return "email";
    case PersonalKind::key:
      return "key";
    case PersonalKind::code:
      return "code";
  }
  return "card";
}

std::optional<PersonalKind> personal_kind_of(std::string_view name) {
  for (const PersonalKind kind : all_personal_kinds) {
    if (personal_kind_name(kind) == name) return kind;
  }
  return std::nullopt;
}

std::vector<PersonalSpan> find_personal_data(std::string_view text) {
  Spans found;
  add_cards(text, found);
  add_ibans(text, found);
  add_phones(text, found);
  add_emails(text, found);
  add_codes(text, found);
  for (const SecretSpan& secret : find_secrets(text)) {
    const bool known = std::any_of(found.begin(), found.end(), [&](const PersonalSpan& span) {
      return span.begin == secret.begin && span.end == secret.end;
    });
    if (!known) found.push_back({PersonalKind::key, secret.begin, secret.end});
  }
  drop_parts_of_numbers(found);
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  return found;
}

}  // namespace interlock::gate
