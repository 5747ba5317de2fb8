#include "daemon/path/date_parts.h"

#include <algorithm>
#include <charconv>

#include "values/text.h"

namespace interlock::daemon {

namespace {

struct PartName {
  std::string_view begins;
  DatePart part;
};
/// How the parts' names begin, in lower case, in the languages of Europe with most speakers. Longer ones first.
constexpr auto part_names = std::to_array<PartName>({
    {"year", DatePart::year},      {"jahr", DatePart::year},      {"ann", DatePart::year},
    {"año", DatePart::year},       {"ano", DatePart::year},       {"jaar", DatePart::year},
    {"rok", DatePart::year},       {"год", DatePart::year},       {"month", DatePart::month},
    {"monat", DatePart::month},    {"mois", DatePart::month},     {"mes", DatePart::month},
    {"mês", DatePart::month},      {"maand", DatePart::month},    {"miesiąc", DatePart::month},
    {"месяц", DatePart::month},    {"minut", DatePart::minutes},  {"мин", DatePart::minutes},
    {"day", DatePart::day},        {"tag", DatePart::day},        {"jour", DatePart::day},
    {"día", DatePart::day},        {"dia", DatePart::day},        {"giorn", DatePart::day},
    {"dag", DatePart::day},        {"dzień", DatePart::day},      {"день", DatePart::day},
    {"hour", DatePart::hours},     {"stund", DatePart::hours},    {"heure", DatePart::hours},
    {"hora", DatePart::hours},     {"or", DatePart::hours},       {"uur", DatePart::hours},
    {"uren", DatePart::hours},     {"godzin", DatePart::hours},   {"час", DatePart::hours},
    {"second", DatePart::seconds}, {"sekund", DatePart::seconds}, {"segund", DatePart::seconds},
    {"week", DatePart::week},      {"woche", DatePart::week},     {"semaine", DatePart::week},
    {"semana", DatePart::week},    {"settimana", DatePart::week}, {"tydzień", DatePart::week},
    {"недел", DatePart::week},     {"am/pm", DatePart::half},     {"a.m./p.m.", DatePart::half},
});

std::optional<DatePart> part_of(const Element& element) {
  if (element.role != Role::spin_button && !takes_text(element.role)) return std::nullopt;
  const std::string name = normalise(element.name).text;
  const auto found = std::find_if(part_names.begin(), part_names.end(),
                                  [&](const PartName& row) { return name.starts_with(row.begins); });
  if (found == part_names.end()) return std::nullopt;
  return found->part;
}

std::optional<int> digits_in(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string held(const Element& part) {
  const std::string_view text = part.attribute("valuetext");
  if (!text.empty()) return std::string(text);
  return part.value ? *part.value : std::string();
}

std::optional<int> number_in(const Element& part) {
  auto number = digits_in(held(part));
  // In a field for a month alone Chromium shows its name, and the number is the value.
  if (!number && part_of(part) == DatePart::month && part.value) number = digits_in(*part.value);
  return number && part_of(part) != DatePart::hours && part_of(part) != DatePart::minutes && *number == 0 ? std::nullopt
                                                                                                          : number;
}

/// "AM" or "PM": as a word, or as the first or second of two.
std::optional<bool> is_afternoon(const Element& half) {
  const std::string text = normalise(held(half)).text;
  if (text.starts_with('p') || text == "2") return true;
  if (text.starts_with('a') || text == "1") return false;
  return std::nullopt;
}

std::string padded(int number, std::size_t width) {
  std::string text = std::to_string(number);
  return text.size() < width ? std::string(width - text.size(), '0') + text : text;
}

const Element* half_in(const std::vector<Element>& inside) {
  const auto found =
      std::find_if(inside.begin(), inside.end(), [](const Element& each) { return part_of(each) == DatePart::half; });
  return found == inside.end() ? nullptr : &*found;
}

/// The hour as the field counts it: to 12 if it has AM and PM.
int hour_shown(int hour, bool halves) {
  if (!halves) return hour;
  return hour % 12 == 0 ? 12 : hour % 12;
}

}  // namespace

std::optional<DateTime> parse_date_time(std::string_view text) {
  DateTime all;
  const auto read = [&](std::string_view part, char between, std::initializer_list<DatePart> parts,
                        std::size_t least) -> bool {
    std::size_t count = 0;
    for (const DatePart each : parts) {
      const auto end = std::min(part.find(between), part.size());
      const auto number = digits_in(part.substr(0, end));
      if (!number || *number < 0) return false;
      all[static_cast<std::size_t>(each)] = number;
      ++count;
      if (end == part.size()) return count >= least;
      part.remove_prefix(end + 1);
    }
    return false;
  };
  const auto split = text.find_first_of("T ");
  const auto date = [&](std::string_view part) {
    const auto week = part.find("-W");
    if (week != part.npos) {
      all[static_cast<std::size_t>(DatePart::week)] = digits_in(part.substr(week + 2));
      return all[static_cast<std::size_t>(DatePart::week)] && read(part.substr(0, week), '-', {DatePart::year}, 1);
    }
    return read(part, '-', {DatePart::year, DatePart::month, DatePart::day}, 2);
  };
  const auto time = [&](std::string_view part) {
    return read(part, ':', {DatePart::hours, DatePart::minutes, DatePart::seconds}, 2);
  };
  bool good = false;
  if (split != text.npos) {
    good = date(text.substr(0, split)) && time(text.substr(split + 1));
  } else {
    good = text.find(':') == text.npos ? date(text) : time(text);
  }
  if (!good) return std::nullopt;
  return all;
}

bool has_date_parts(const std::vector<Element>& inside) {
  return std::count_if(inside.begin(), inside.end(), [](const Element& each) { return part_of(each).has_value(); }) >=
         2;
}

bool is_one_date(const std::vector<Element>& inside) {
  std::array<std::size_t, date_parts> counts{};
  for (const Element& each : inside) {
    if (const auto part = part_of(each)) {
      ++counts[static_cast<std::size_t>(*part)];
    } else if (is_actionable(each.role) && each.role != Role::push_button) {
      return false;
    }
  }
  return has_date_parts(inside) && std::all_of(counts.begin(), counts.end(), [](auto count) { return count <= 1; });
}

bool is_empty_date(const std::vector<Element>& inside) {
  return std::none_of(inside.begin(), inside.end(), [](const Element& each) {
    const auto number = part_of(each) ? digits_in(held(each)) : std::nullopt;
    return number && *number != 0;
  });
}

std::optional<std::string> date_text(const std::vector<Element>& inside) {
  DateTime all;
  for (const Element& each : inside) {
    const auto part = part_of(each);
    if (!part || *part == DatePart::half) continue;
    const auto number = number_in(each);
    if (!number) return std::nullopt;
    all[static_cast<std::size_t>(*part)] = number;
  }
  const auto at = [&](DatePart part) { return all[static_cast<std::size_t>(part)]; };
  std::string text;
  if (at(DatePart::year)) text = padded(*at(DatePart::year), 4);
  if (at(DatePart::month)) text += "-" + padded(*at(DatePart::month), 2);
  if (at(DatePart::week)) text += "-W" + padded(*at(DatePart::week), 2);
  if (at(DatePart::day)) text += "-" + padded(*at(DatePart::day), 2);
  if (!at(DatePart::hours)) return text;
  int hour = *at(DatePart::hours);
  if (const Element* half = half_in(inside)) {
    const auto afternoon = is_afternoon(*half);
    if (!afternoon) return std::nullopt;
    hour = hour % 12 + (*afternoon ? 12 : 0);
  }
  text += (text.empty() ? "" : "T") + padded(hour, 2) + ":" + padded(at(DatePart::minutes).value_or(0), 2);
  if (at(DatePart::seconds)) text += ":" + padded(*at(DatePart::seconds), 2);
  return text;
}

std::optional<NextDatePart> next_date_part(const std::vector<Element>& inside, const DateTime& wanted,
                                           const std::vector<std::size_t>& typed) {
  const bool halves = half_in(inside) != nullptr;
  const auto hours = wanted[static_cast<std::size_t>(DatePart::hours)];
  NextDatePart next;
  std::size_t met = 0;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const auto part = part_of(inside[i]);
    if (!part) continue;
    if (inside[i].states.has(State::focused)) next.focused = i;
    std::string digits;
    if (*part == DatePart::half) {
      if (!hours || is_afternoon(inside[i]) == (*hours >= 12)) continue;
      digits = *hours >= 12 ? "p" : "a";
    } else if (const auto number = wanted[static_cast<std::size_t>(*part)]) {
      ++met;
      const int shown = *part == DatePart::hours ? hour_shown(*number, halves) : *number;
      const bool sure = shown != 0 || std::find(typed.begin(), typed.end(), i) != typed.end();
      if (sure && number_in(inside[i]) == shown) continue;
      digits = padded(shown, *part == DatePart::year ? 4 : 2);
    }
    if (!digits.empty() && next.digits.empty()) {
      next.part = i;
      next.digits = std::move(digits);
    }
  }
  const auto asked = static_cast<std::size_t>(
      std::count_if(wanted.begin(), wanted.end(), [](const auto& number) { return number.has_value(); }));
  if (met < asked) return std::nullopt;
  return next;
}

}  // namespace interlock::daemon
