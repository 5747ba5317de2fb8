#include "daemon/path/field_plan.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "daemon/path/date_parts.h"
#include "values/text.h"

namespace interlock::daemon {

namespace {

/// Enough for a slider of a thousand steps; a field that needs more does not do what its keys say.
constexpr int most_acts = 40;
constexpr long most_keys = 32;
/// Looks until a list must have opened, or shows what was chosen.
constexpr int most_waits = 15;
constexpr int most_clicks = 3;
constexpr std::size_t most_named = 12;

Action with(ActionBody body) {
  return {.body = std::move(body), .confidence = {}, .intent = {}, .expect = {}, .on = {}};
}

Action keys(const char* key, long count = 1) {
  return with(
      Key{std::vector<KeyChord>(static_cast<std::size_t>(std::clamp(count, 1L, most_keys)), KeyChord{{}, key})});
}

Action select_all(bool and_delete) {
  Modifiers ctrl;
  ctrl.add(Modifier::ctrl);
  Key key{{{ctrl, "a"}}};
  if (and_delete) key.chords.push_back({{}, "Delete"});
  return with(std::move(key));
}

std::optional<double> number(std::string_view text) {
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  if (copy.empty() || end != copy.c_str() + copy.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string number_text(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

bool same_number(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

bool is_same(std::string_view a, std::string_view b) {
  return normalise(a).text == normalise(b).text;
}

std::optional<bool> truth(std::string_view wanted) {
  const std::string word = normalise(wanted).text;
  for (const char* yes : {"true", "yes", "on", "checked", "1"}) {
    if (word == yes) return true;
  }
  for (const char* no : {"false", "no", "off", "unchecked", "not checked", "0"}) {
    if (word == no) return false;
  }
  return std::nullopt;
}

bool is_checked(const Element& element) {
  return element.states.has(State::checked) || element.states.has(State::pressed);
}

/// Its text without the characters that stand for embedded objects.
std::optional<std::string> text_of(const Element& element) {
  const auto* value = element.value.get();
  if (value == nullptr) return std::nullopt;
  std::string text = *value;
  for (auto at = text.find("\uFFFC"); at != std::string::npos; at = text.find("\uFFFC")) text.erase(at, 3);
  return text;
}

std::vector<const Element*> options_in(const FieldNow& now) {
  std::vector<const Element*> options;
  for (const Element& each : now.inside) {
    if (is_option(each)) options.push_back(&each);
  }
  return options;
}

/// What a person reads on it.
const std::string& words_on(const Element& option) {
  return option.name.empty() ? option.text : option.name;
}

const Element* named(const std::vector<const Element*>& options, std::string_view name) {
  const auto same = [&](const Element* each) { return is_same(words_on(*each), name); };
  const auto found = std::find_if(options.begin(), options.end(), same);
  return found == options.end() ? nullptr : *found;
}

const Element* chosen_in(const std::vector<const Element*>& options) {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [](const Element* each) { return each->states.has(State::selected); });
  return found == options.end() ? nullptr : *found;
}

std::string names_of(const std::vector<const Element*>& options) {
  std::string names;
  for (std::size_t i = 0; i < std::min(options.size(), most_named); ++i) {
    names += (names.empty() ? "" : ", ") + in_quotes(words_on(*options[i]), 60);
  }
  if (options.size() > most_named) names += " and " + std::to_string(options.size() - most_named) + " more";
  return names;
}

/// The option that Return would choose, in the open list. Firefox's open list is another one than that of the field.
const Element* focused_option(const FieldNow& now) {
  if (now.focus) return &*now.focus;
  const auto found = std::find_if(now.inside.begin(), now.inside.end(), [](const Element& each) {
    return is_option(each) && each.states.has(State::focused);
  });
  return found == now.inside.end() ? nullptr : &*found;
}

bool is_open(const FieldNow& now) {
  return now.field.states.has(State::expanded) || focused_option(now) != nullptr;
}

/// Its place among the options; their number if it is none of them.
std::size_t place_of(const std::vector<const Element*>& options, const Element& option) {
  const auto same =
      std::find_if(options.begin(), options.end(), [&](const Element* each) { return each->path == option.path; });
  if (same != options.end()) return static_cast<std::size_t>(same - options.begin());
  const std::string_view number = option.attribute("posinset");
  std::size_t at = 0;
  std::from_chars(number.data(), number.data() + number.size(), at);
  if (at >= 1 && at <= options.size() && words_on(*options[at - 1]) == words_on(option)) return at - 1;
  const auto alike = std::find_if(options.begin(), options.end(),
                                  [&](const Element* each) { return words_on(*each) == words_on(option); });
  return static_cast<std::size_t>(alike - options.begin());
}

/// Keys that lead to an option of the open list.
struct Route {
  std::vector<KeyChord> keys;
  bool passes = false;  ///< an option that is to be avoided
};

/// From option `from` to `to`, after `first` if that is not empty: a key that goes to `from`.
Route route(const FieldNow& now, const std::vector<const Element*>& options, const char* first, std::size_t from,
            std::size_t to) {
  Route route;
  const auto meet = [&](std::size_t at) {
    const auto& avoid = now.avoid;
    if (at != to && std::find(avoid.begin(), avoid.end(), options[at]->path) != avoid.end()) route.passes = true;
  };
  if (*first != '\0') {
    route.keys.push_back({{}, first});
    meet(from);
  }
  while (from != to) {
    route.keys.push_back({{}, to > from ? "Down" : "Up"});
    from = to > from ? from + 1 : from - 1;
    meet(from);
  }
  return route;
}

/// The direct one; from an end of the list if only that passes nothing that is to be avoided.
std::vector<KeyChord> keys_to(const FieldNow& now, const std::vector<const Element*>& options, std::size_t from,
                              std::size_t to) {
  Route direct = route(now, options, "", from, to);
  if (!direct.passes) return direct.keys;
  for (const Route& other : {route(now, options, "Home", 0, to), route(now, options, "End", options.size() - 1, to)}) {
    if (!other.passes && other.keys.size() <= static_cast<std::size_t>(most_keys)) return other.keys;
  }
  return direct.keys;
}

}  // namespace

bool is_option(const Element& element) {
  return element.role == Role::menu_item || element.role == Role::list_item || element.role == Role::check_menu_item ||
         element.role == Role::radio_menu_item || element.role == Role::table_cell;
}

FieldKind field_kind(const FieldNow& now) {
  const Element& field = now.field;
  if (has_date_parts(now.inside)) return FieldKind::date;
  switch (field.role) {
    case Role::check_box:
    case Role::check_menu_item:
    case Role::toggle_button:
      return FieldKind::check;
    case Role::radio_button:
    case Role::radio_menu_item:
      return FieldKind::radio;
    case Role::combo_box:
      return field.states.has(State::editable) ? FieldKind::text : FieldKind::combo;
    case Role::list_box:
    case Role::list:
      return FieldKind::list;
    case Role::slider:
    case Role::dial:
      return FieldKind::slider;
    case Role::spin_button:
      return field.states.has(State::editable) ? FieldKind::number : FieldKind::slider;
    default:
      break;
  }
  const bool text = takes_text(field.role) || field.states.has(State::editable);
  return text ? FieldKind::text : FieldKind::none;
}

std::optional<std::string> shown_value(const FieldNow& now) {
  switch (field_kind(now)) {
    case FieldKind::check:
    case FieldKind::radio:
      return is_checked(now.field) ? "checked" : "not checked";
    case FieldKind::combo: {
      const Element* option = is_open(now) ? nullptr : chosen_in(options_in(now));
      if (option != nullptr) return words_on(*option);
      const auto text = text_of(now.field);
      return text && !text->empty() ? text : std::nullopt;
    }
    case FieldKind::list: {
      const Element* option = chosen_in(options_in(now));
      return option == nullptr ? std::string() : words_on(*option);
    }
    case FieldKind::date:
      return date_text(now.inside);
    default:
      return text_of(now.field);
  }
}

NextAct FieldPlan::fail(const std::string& why) const {
  return {.act = std::nullopt, .problem = why};
}

NextAct FieldPlan::act(Action action, const Element& at) {
  ++acts_;
  return {.act = std::move(action), .at = at};
}

NextAct FieldPlan::press(Action action, const Element& focused) {
  ++acts_;
  return {.act = std::move(action), .at = focused, .has_focus = true};
}

std::optional<NextAct> FieldPlan::close(const FieldNow& now) {
  const Element* focused = field_kind(now) == FieldKind::combo ? focused_option(now) : nullptr;
  if (focused == nullptr) return std::nullopt;
  return press(keys("Escape"), *focused);
}

bool FieldPlan::aim_elsewhere() {
  clicked_ = false;
  clicks_ = 0;
  return !std::exchange(by_part_, true);
}

NextAct FieldPlan::next(const FieldNow& now) {
  if (acts_ >= most_acts) {
    return fail("it did not arrive at the value; it holds " +
                in_quotes(shown_value(now).value_or("something unknown")));
  }
  const FieldKind kind = field_kind(now);
  if (option_ && kind != FieldKind::combo && kind != FieldKind::list && kind != FieldKind::radio) {
    return fail("a " + std::string(role_name(now.field.role)) + " has no options; use set_value");
  }
  switch (kind) {
    case FieldKind::text:
    case FieldKind::number:
      return text(now);
    case FieldKind::check:
      return check(now);
    case FieldKind::radio:
      return radio(now);
    case FieldKind::combo:
      return combo(now);
    case FieldKind::list:
      return list(now);
    case FieldKind::slider:
      return slider(now);
    case FieldKind::date:
      return date(now);
    case FieldKind::none:
      break;
  }
  return fail("a " + std::string(role_name(now.field.role)) +
              " holds no value that could be set; click it, or name a field");
}

NextAct FieldPlan::text(const FieldNow& now) {
  const Element& field = now.field;
  if (wanted_.find('\t') != std::string::npos) return fail("a Tab would leave the field");
  if (wanted_.find('\n') != std::string::npos && !field.states.has(State::multi_line)) {
    return fail("a newline would submit a field of one line");
  }
  const auto held = text_of(field);
  const auto wanted = field_kind(now) == FieldKind::number ? number(wanted_) : std::nullopt;
  const auto value = held ? number(*held) : std::nullopt;
  if (held && (*held == wanted_ || (wanted && value && same_number(*wanted, *value)))) return {};
  if (!entered_) {
    if (!clicked_ && !(held && held->empty())) {
      clicked_ = true;
      entered_ = wanted_.empty();
      return act(select_all(wanted_.empty()), field);
    }
    entered_ = true;
    return act(with(Type{wanted_}), field);
  }
  if (!held) return {};  // a secret, or a field that does not say: what was typed was typed
  if (wanted && !sought_) {
    sought_ = true;  // some take over a number when the focus leaves them
    return press(keys("Tab"), field);
  }
  if (waits_++ < most_waits) return {.wait = true};  // the browser may report the new text late
  return fail("it holds " + in_quotes(*held) + " now");
}

NextAct FieldPlan::check(const FieldNow& now) {
  const auto wanted = truth(wanted_);
  if (!wanted) return fail("a check box takes true or false, not " + in_quotes(wanted_, 60));
  if (is_checked(now.field) == *wanted) return {};
  if (clicked_ && waits_++ < most_waits) return {.wait = true};  // the page may show the change late
  if (clicked_) return fail("a click left it " + *shown_value(now));
  clicked_ = true;
  return act(with(Click{}), now.field);
}

NextAct FieldPlan::radio(const FieldNow& now) {
  const Element* button = &now.field;
  if (option_ || !truth(wanted_)) {
    std::vector<const Element*> group;
    for (const Element& each : now.beside) group.push_back(&each);
    button = named(group, wanted_);
    if (button == nullptr) {
      return fail("there is no option " + in_quotes(wanted_, 60) + " beside it; there are " + names_of(group));
    }
  } else if (!*truth(wanted_)) {
    return is_checked(*button) ? fail("a radio button is switched off by choosing another") : NextAct{};
  }
  if (is_checked(*button)) return {};
  if (clicked_) return fail("a click did not choose it");
  clicked_ = true;
  return act(with(Click{}), *button);
}

NextAct FieldPlan::combo(const FieldNow& now) {
  if (!is_open(now)) {
    const auto held = shown_value(now);
    if (held && is_same(*held, wanted_)) return {};
    if (!problem_.empty()) return fail(problem_);
    if (chosen_ && held && waits_++ < most_waits * most_clicks) return {.wait = true};
    if (chosen_ && !held) return {};  // the option was the one with the focus; this application does not repeat it
    if (chosen_) return fail("it holds " + in_quotes(*held) + " now");
    // A new Firefox does not say that its first list has opened: a click closes it, the next one opens it again.
    if (clicks_ > 0 && waits_++ < most_waits * clicks_) return {.wait = true};
    if (clicks_ == most_clicks) return fail("a click did not open its list");
    ++clicks_;
    const auto menu =
        std::find_if(now.inside.begin(), now.inside.end(), [](const Element& each) { return each.role == Role::menu; });
    return act(with(Click{}), by_part_ && menu != now.inside.end() ? *menu : now.field);
  }
  const bool over = chosen_ || !problem_.empty();
  if (over && waits_++ < most_waits) return {.wait = true};  // Qt reports its list for a moment after it has closed
  if (over) return fail(problem_.empty() ? "its list stays open" : problem_);
  return to_option(now);
}

/// With the list open: what has the focus is the option that Return would choose, and is judged as that.
NextAct FieldPlan::to_option(const FieldNow& now) {
  const auto options = options_in(now);
  const Element* wanted = named(options, wanted_);
  const Element* focused = focused_option(now);
  if (focused == nullptr) return fail("none of the options in its list has the keyboard focus");
  if (wanted == nullptr) {
    problem_ = "it has no option " + in_quotes(wanted_, 60) + "; it has " + names_of(options);
    return press(keys("Escape"), *focused);
  }
  const auto to = place_of(options, *wanted);
  const auto from = place_of(options, *focused);
  if (from == options.size()) return fail("the list that is open is another one");
  if (to == from) {
    chosen_ = true;
    return press(keys("Return"), *focused);
  }
  auto way = keys_to(now, options, from, to);
  const bool arrives = way.size() <= static_cast<std::size_t>(most_keys);
  if (!arrives) way.resize(static_cast<std::size_t>(most_keys));
  NextAct next = press(with(Key{std::move(way)}), *focused);
  // Some browsers take the option that has the focus when their list is closed, however that happens.
  if (arrives) next.means = *wanted;
  return next;
}

NextAct FieldPlan::list(const FieldNow& now) {
  const auto options = options_in(now);
  const Element* wanted = named(options, wanted_);
  if (wanted == nullptr) {
    return fail("it shows no option " + in_quotes(wanted_, 60) + "; it shows " + names_of(options));
  }
  if (wanted->states.has(State::selected)) return {};
  if (clicked_) return fail("a click did not choose it");
  clicked_ = true;
  // Chromium says that its list is hit, others that the option is.
  NextAct next = act(with(Click{}), by_part_ ? *wanted : now.field);
  next.means = *wanted;
  return next;
}

NextAct FieldPlan::slider(const FieldNow& now) {
  const auto wanted = number(wanted_);
  if (!wanted) return fail("it takes a number, not " + in_quotes(wanted_, 60));
  const auto text = text_of(now.field);
  const auto value = text ? number(*text) : std::nullopt;
  if (!value) return fail("the application does not say which value it has");
  if (same_number(*value, *wanted)) return {};
  const std::string stands = "it stands at " + number_text(*value);
  if (!now.field.states.has(State::focused)) {
    if (clicked_) return fail("it does not take the keyboard focus; " + stands);
    clicked_ = true;
    return act(with(Click{}), now.field);
  }
  const bool spins = now.field.role == Role::spin_button;
  const char* more = spins ? "Up" : "Right";
  const char* less = spins ? "Down" : "Left";
  if (before_ && !step_) {
    if (!same_number(*before_, *value)) {
      step_ = (*value - *before_) * (leftwards_ ? -1 : 1);
    } else if (leftwards_) {
      return fail("its keys do not move it; " + stands);
    } else {
      leftwards_ = true;
    }
  }
  if (!step_) {
    before_ = value;
    return press(keys(leftwards_ ? less : more), now.field);
  }
  const long count = std::lround((*wanted - *value) / *step_);
  if (count == 0 || (before_ && entered_ && same_number(*before_, *value))) {
    return fail("its keys move it in steps of " + number_text(std::abs(*step_)) + " and do not reach the value; " +
                stands);
  }
  before_ = value;
  entered_ = true;
  return press(keys(count > 0 ? more : less, std::abs(count)), now.field);
}

NextAct FieldPlan::date(const FieldNow& now) {
  const auto wanted = parse_date_time(wanted_);
  if (!wanted)
    return fail(
        "it takes a date (2026-11-24), a time (14:05), both with a T between them, a month (2026-11) or a week "
        "(2026-W48)");
  const auto step = next_date_part(now.inside, *wanted, typed_);
  if (!step) {
    return fail("it has no part for that; it holds " + in_quotes(shown_value(now).value_or("nothing")));
  }
  if (step->digits.empty()) return {};
  const Element& part = now.inside[step->part];
  if (part.states.has(State::focused)) {
    if (std::find(typed_.begin(), typed_.end(), step->part) != typed_.end()) {
      return fail("its part " + in_quotes(part.name, 60) + " did not take " + in_quotes(step->digits) + "; it holds " +
                  in_quotes(shown_value(now).value_or("nothing")));
    }
    typed_.push_back(step->part);
    return press(with(Type{step->digits}), part);
  }
  if (step->focused) {
    return press(keys(step->part > *step->focused ? "Right" : "Left"), now.inside[*step->focused]);
  }
  if (clicked_) return fail("a click did not give it the keyboard focus");
  clicked_ = true;
  return act(with(Click{}), by_part_ ? part : now.field);
}

}  // namespace interlock::daemon
