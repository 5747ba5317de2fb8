#include "gate/secrets/personal_data.h"

#include <algorithm>
#include <iterator>
#include <string>

#include <re2/re2.h>

#include "gate/secrets/account_number.h"
#include "gate/secrets/payment_card.h"
#include "gate/secrets/secret_text.h"

namespace interlock::gate {
namespace {

using Spans = std::vector<PersonalSpan>;

void add_cards(std::string_view text, Spans& found) {
  for (const CardSpan& card : find_payment_cards(text)) found.push_back({PersonalKind::card, card.begin, card.end});
}

void add_accounts(std::string_view text, Spans& found) {
  for (const AccountSpan& account : find_account_numbers(text))
    found.push_back({PersonalKind::iban, account.begin, account.end});
}

/// All matches of the pattern's group.
void add_matches(std::string_view text, const RE2& pattern, PersonalKind kind, Spans& found) {
  re2::StringPiece rest(text.data(), text.size()), match;
  while (RE2::FindAndConsume(&rest, pattern, &match)) {
    const auto begin = static_cast<std::size_t>(match.data() - text.data());
    found.push_back({kind, begin, begin + match.size()});
  }
}

std::ptrdiff_t digit_count(std::string_view part) {
  return std::count_if(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// A number stands a blank before or behind it: it is a part of a row of a table or of a log.
bool is_among_numbers(std::string_view text, const PersonalSpan& span) {
  const auto is_number = [](std::string_view word) {
    return !word.empty() && digit_count(word) == static_cast<std::ptrdiff_t>(word.size());
  };
  std::string_view before = text.substr(0, span.begin), behind = text.substr(span.end);
  while (before.ends_with(' ')) before.remove_suffix(1);
  while (behind.starts_with(' ')) behind.remove_prefix(1);
  const bool apart_before = before.size() < span.begin, apart_behind = behind.size() < text.size() - span.end;
  const std::size_t begin = before.rfind(' ');  // npos + 1 is 0
  return (apart_before && is_number(before.substr(begin + 1))) ||
         (apart_behind && is_number(behind.substr(0, behind.find(' '))));
}

/// The digits of a form of phone numbers, with its prefix (ITU-T E.164: up to 15 after the prefix), and whether the
/// form alone is no sign of one: then it is none among other numbers.
struct PhoneForm {
  const RE2* pattern;
  std::ptrdiff_t fewest;
  std::ptrdiff_t most;
  bool weak;
};

/// Dates, addresses of networks and amounts have none of these forms.
void add_phones(std::string_view text, Spans& found) {
  static const RE2 international(R"((?:^|[^0-9A-Za-z+])(\+[1-9](?:[ .\-/]{0,2}\(?[0-9]\)?){6,14})(?:$|[^0-9]))");
  static const RE2 dialled(R"((?:^|[^0-9A-Za-z+.\-/])(00[1-9](?:[ .\-/]{0,2}\(?[0-9]\)?){6,14})(?:$|[^0-9]))");
  static const RE2 american(
      R"((?:^|[^0-9.\-/])((?:1[ .\-])?\(?[2-9][0-9]{2}\)?[ .\-][2-9][0-9]{2}[ .\-][0-9]{4})(?:$|[^0-9.\-]))");
  static const RE2 national(
      R"((?:^|[^0-9.,:\-+/])(\(?0[1-9][0-9]{0,4}\)?(?:[ \-/]{1,3}[0-9]{2,8}){1,4})(?:$|[^0-9.,:\-]))");
  static const RE2 named(
      R"((?i)(?:^|\PL)(?:tel|telephone|telefon|téléphone|teléfono|telefono|phone|mobile|mobil|handy|fax|cell|тел|телефон|电话|電話)[.:)]*\s*(\+?\(?[0-9](?:[ .\-/()]{0,2}[0-9]){5,14}))");
  const PhoneForm forms[] = {{&international, 7, 15, false},
                             {&dialled, 9, 17, true},
                             {&american, 10, 11, true},
                             {&national, 6, 13, true},
                             {&named, 6, 17, false}};
  for (const PhoneForm& form : forms) {
    Spans all;
    add_matches(text, *form.pattern, PersonalKind::phone, all);
    for (const PersonalSpan& span : all) {
      const auto digits = digit_count(text.substr(span.begin, span.end - span.begin));
      const bool fits = digits >= form.fewest && digits <= form.most;
      if (fits && !(form.weak && is_among_numbers(text, span))) found.push_back(span);
    }
  }
}

void add_emails(std::string_view text, Spans& found) {
  static const RE2 address(R"(([^\s@<>()\[\]{}"',;:/\\=]+@[^\s@<>()\[\]{}"',;:/\\=]+\.\pL\pL+))");
  add_matches(text, address, PersonalKind::email, found);
}

void add_codes(std::string_view text, Spans& found) {
  static const RE2 code(
      R"((?i)(?:code|kode|código|codice|passcode|код|(?:^|\PL|sms|push|m)(?:otp|pin|tan|2fa)|验证码|驗證碼|認証コード|コード|인증번호)[^0-9\n]{0,40}?\b((?:[A-Z]-)?[0-9]{3,4}[ \-]?[0-9]{1,4})(?:$|[^0-9.,:/\-]))");
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
  add_accounts(text, found);
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
