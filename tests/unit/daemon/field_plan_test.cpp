// The clicks and keys with which fields get their values, against small models of the fields.
#include "daemon/path/field_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "daemon/path/date_parts.h"

namespace interlock::daemon {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Element element(Role role, const std::string& name, States states = {}) {
  return {.role = role, .name = name, .states = states, .path = name};
}

/// Does what a plan says, until it is over; `react` is what the field does with an act.
struct Done {
  std::vector<std::string> acts;
  std::string problem;
};
Done carry_out(FieldPlan plan, FieldNow field, const std::function<void(FieldNow&, const NextAct&)>& react) {
  Done done;
  for (int looks = 0; looks < 200; ++looks) {
    const auto next = plan.next(field);
    if (next.wait) continue;
    if (!next.act) {
      done.problem = next.problem;
      return done;
    }
    done.acts.push_back(summarize(*next.act) + (next.at && !next.has_focus ? " at " + next.at->name : ""));
    react(field, next);
  }
  ADD_FAILURE() << "it does not end";
  return done;
}

void type_into(FieldNow& now, const NextAct& next) {
  if (std::holds_alternative<Key>(next.act->body)) now.field.value = std::string();
  if (const auto* type = std::get_if<Type>(&next.act->body)) now.field.value = *now.field.value + type->text;
}

TEST(FieldPlan, TextReplacesWhatWasThere) {
  FieldNow field{.field = element(Role::entry, "City")};
  field.field.value = std::string("Bonn");
  EXPECT_THAT(carry_out({"Wien", false}, field, type_into).acts,
              ElementsAre("key ctrl+a at City", "type \"Wien\" at City"));
  field.field.value = std::string();
  EXPECT_THAT(carry_out({"Wien", false}, field, type_into).acts, ElementsAre("type \"Wien\" at City"));
  field.field.value = std::string("Wien");
  EXPECT_THAT(carry_out({"Wien", false}, field, type_into).acts, ElementsAre());
}

TEST(FieldPlan, TextThatWouldLeaveOrSubmitTheFieldIsNotTyped) {
  FieldNow field{.field = element(Role::entry, "City")};
  field.field.value = std::string();
  EXPECT_THAT(carry_out({"a\tb", false}, field, type_into).problem, HasSubstr("Tab"));
  EXPECT_THAT(carry_out({"a\nb", false}, field, type_into).problem, HasSubstr("submit"));
  field.field.states.add(State::multi_line);
  EXPECT_EQ(carry_out({"a\nb", false}, field, type_into).problem, "");
}

TEST(FieldPlan, AFieldThatHoldsSomethingElseIsReported) {
  FieldNow field{.field = element(Role::entry, "Phone")};
  field.field.value = std::string();
  const auto done =
      carry_out({"1234", false}, field, [](FieldNow& now, const NextAct&) { now.field.value = std::string("12 34"); });
  EXPECT_THAT(done.problem, HasSubstr("12 34"));
}

TEST(FieldPlan, ChecksAreClickedOnlyWhereNeeded) {
  FieldNow field{.field = element(Role::check_box, "News")};
  const auto toggle = [](FieldNow& now, const NextAct&) { now.field.states.add(State::checked); };
  EXPECT_THAT(carry_out({"true", false}, field, toggle).acts, ElementsAre("click (0, 0) at News"));
  EXPECT_THAT(carry_out({"false", false}, field, toggle).acts, ElementsAre());
  EXPECT_THAT(carry_out({"perhaps", false}, field, toggle).problem, HasSubstr("true or false"));
  EXPECT_THAT(carry_out({"true", false}, field, [](FieldNow&, const NextAct&) {}).problem, HasSubstr("not checked"));
}

TEST(FieldPlan, ARadioButtonIsChosenByItsNameInTheGroup) {
  FieldNow field{.field = element(Role::radio_button, "Post"), .inside = {}, .beside = {}};
  field.beside = {element(Role::radio_button, "Post"), element(Role::radio_button, "Courier")};
  const auto choose = [](FieldNow& now, const NextAct& next) {
    for (auto& each : now.beside) {
      if (each.name == next.at->name) each.states.add(State::checked);
    }
  };
  EXPECT_THAT(carry_out({"courier", true}, field, choose).acts, ElementsAre("click (0, 0) at Courier"));
  EXPECT_THAT(carry_out({"pigeon", true}, field, choose).problem, HasSubstr("\"Post\", \"Courier\""));
}

/// A list that opens on a click; the first option has the focus then.
FieldNow combo() {
  return {.field = element(Role::combo_box, "Country"),
          .inside = {element(Role::menu_item, "Austria", {State::selected}), element(Role::menu_item, "Belgium"),
                     element(Role::menu_item, "Germany"), element(Role::menu_item, "Delete all")}};
}
std::size_t focused_in(const FieldNow& now) {
  for (std::size_t i = 0; i < now.inside.size(); ++i) {
    if (now.inside[i].states.has(State::focused)) return i;
  }
  return 99;
}
void use_list(FieldNow& now, const NextAct& next) {
  const auto set = [&](std::size_t at, State state) {
    for (auto& each : now.inside) each.states = each.states.has(state) ? States() : each.states;
    now.inside.at(at).states.add(state);
  };
  if (std::holds_alternative<Click>(next.act->body)) {
    now.field.states.add(State::expanded);
    return set(0, State::focused);
  }
  const auto* key = std::get_if<Key>(&next.act->body);
  if (key == nullptr) return;
  for (const auto& chord : key->chords) {
    if (chord.key == "Down") set(focused_in(now) + 1, State::focused);
    if (chord.key == "Up") set(focused_in(now) - 1, State::focused);
    if (chord.key == "Home") set(0, State::focused);
    if (chord.key == "End") set(now.inside.size() - 1, State::focused);
    const bool closes = chord.key == "Return" || chord.key == "Escape";
    if (!closes) continue;
    if (chord.key == "Return") set(focused_in(now), State::selected);
    now.field.states = {};
    for (auto& each : now.inside) {
      each.states = each.states.has(State::selected) ? States{State::selected} : States();
    }
  }
}

TEST(FieldPlan, AnOptionIsReachedWithTheListOpenAndChosenByReturn) {
  const auto done = carry_out({"germany", true}, combo(), use_list);
  EXPECT_THAT(done.acts, ElementsAre("click (0, 0) at Country", "key Down Down", "key Return"));
  EXPECT_EQ(done.problem, "");
  EXPECT_THAT(carry_out({"Austria", true}, combo(), use_list).acts, ElementsAre());
}

TEST(FieldPlan, KeysPassNoOptionThatAsksIfThereIsAnotherWay) {
  FieldNow field = combo();
  std::swap(field.inside[1], field.inside[3]);  // Austria, Delete all, Germany, Belgium
  EXPECT_THAT(carry_out({"germany", true}, field, use_list).acts,
              ElementsAre("click (0, 0) at Country", "key Down Down", "key Return"));
  field.avoid = {"Delete all"};
  EXPECT_THAT(carry_out({"germany", true}, field, use_list).acts,
              ElementsAre("click (0, 0) at Country", "key End Up", "key Return"));
  EXPECT_THAT(carry_out({"delete all", true}, field, use_list).acts,
              ElementsAre("click (0, 0) at Country", "key Down", "key Return"));
  field.avoid = {"Delete all", "Belgium"};
  EXPECT_THAT(carry_out({"germany", true}, field, use_list).acts,
              ElementsAre("click (0, 0) at Country", "key Down Down", "key Return"))
      << "there is no other way";
}

TEST(FieldPlan, MovingToAnOptionIsJudgedAsChoosingItAndTheListCanBeClosed) {
  FieldPlan plan("delete all", true);
  FieldNow field = combo();
  use_list(field, plan.next(field));
  const auto moves = plan.next(field);
  ASSERT_TRUE(moves.means);
  EXPECT_EQ(moves.means->name, "Delete all");
  const auto closes = plan.close(field);
  ASSERT_TRUE(closes);
  EXPECT_EQ(summarize(*closes->act), "key Escape");
  EXPECT_FALSE(plan.close(combo()));
}

// Firefox opens a list of its own beside the field.
TEST(FieldPlan, AListThatOpensElsewhereIsFollowedByTheFocus) {
  FieldPlan plan("Germany", true);
  FieldNow field = combo();
  EXPECT_TRUE(plan.next(field).act);
  EXPECT_TRUE(plan.next(field).wait) << "it is not open yet";
  field.focus = element(Role::menu_item, "Austria");
  field.focus->path = "popup/1";
  const auto moves = plan.next(field);
  EXPECT_EQ(summarize(*moves.act), "key Down Down");
  EXPECT_EQ(moves.at->path, "popup/1");
  field.focus->name = "Germany";
  EXPECT_EQ(summarize(*plan.next(field).act), "key Return");
  field.focus->name = "Another list";
  EXPECT_THAT(FieldPlan("Germany", true).next(field).problem, HasSubstr("another one"));
}

TEST(FieldPlan, AnOptionOfAListIsClickedWhereItIs) {
  FieldNow field{.field = element(Role::list_box, "Room"),
                 .inside = {element(Role::list_item, "Attic"), element(Role::list_item, "Cellar")}};
  FieldPlan plan("cellar", true);
  const auto first = plan.next(field);
  EXPECT_EQ(first.at->name, "Room");
  EXPECT_EQ(first.means->name, "Cellar");
  ASSERT_TRUE(plan.aim_elsewhere());
  EXPECT_EQ(plan.next(field).at->name, "Cellar");
  EXPECT_FALSE(plan.aim_elsewhere());
  field.inside[1].states.add(State::selected);
  EXPECT_FALSE(plan.next(field).act);
}

TEST(FieldPlan, AListWithoutTheOptionIsClosedAndItsOptionsAreNamed) {
  const auto done = carry_out({"Atlantis", true}, combo(), use_list);
  EXPECT_THAT(done.acts.back(), "key Escape");
  EXPECT_THAT(done.problem, testing::AllOf(HasSubstr("Atlantis"), HasSubstr("\"Belgium\"")));
}

TEST(FieldPlan, ASliderIsMovedByItsSteps) {
  FieldNow field{.field = element(Role::slider, "Volume")};
  field.field.value = std::string("50");
  double value = 50;
  const auto react = [&](FieldNow& now, const NextAct& next) {
    if (std::holds_alternative<Click>(next.act->body)) now.field.states.add(State::focused);
    if (const auto* key = std::get_if<Key>(&next.act->body)) {
      for (const auto& chord : key->chords) value += chord.key == "Right" ? 5 : -5;
    }
    now.field.value = std::to_string(static_cast<int>(value));
  };
  const auto done = carry_out({"20", false}, field, react);
  EXPECT_EQ(done.problem, "");
  EXPECT_EQ(value, 20);
  EXPECT_LE(done.acts.size(), 4u);
  field.field.states = {};
  value = 50;
  EXPECT_THAT(carry_out({"52", false}, field, react).problem, HasSubstr("in steps of 5"));
}

// Qt does not say that its spin buttons take text.
TEST(FieldPlan, ASpinButtonIsMovedByUpAndDown) {
  FieldNow field{.field = element(Role::spin_button, "Age", {State::focused})};
  field.field.value = std::string("0");
  int value = 0;
  const auto done = carry_out({"41", false}, field, [&](FieldNow& now, const NextAct& next) {
    for (const auto& chord : std::get<Key>(next.act->body).chords) value += chord.key == "Up" ? 1 : 0;
    now.field.value = std::to_string(value);
  });
  EXPECT_EQ(done.problem, "");
  EXPECT_EQ(value, 41);
}

TEST(FieldPlan, WhatIsReportedLateIsAwaited) {
  FieldPlan typed("", false);
  FieldNow field{.field = element(Role::entry, "Search")};
  field.field.value = std::string("hills");
  EXPECT_TRUE(typed.next(field).act);
  EXPECT_TRUE(typed.next(field).wait) << "the text is not yet the new one";
  field.field.value = std::string();
  const auto over = typed.next(field);
  EXPECT_TRUE(!over.act && !over.wait && over.problem.empty()) << over.problem;

  FieldPlan chosen("Germany", true);
  FieldNow list = combo();
  while (true) {  // until Return
    const auto next = chosen.next(list);
    ASSERT_TRUE(next.act);
    if (summarize(*next.act) == "key Return") break;
    use_list(list, next);
  }
  EXPECT_TRUE(chosen.next(list).wait) << "the list is still reported as open";
}

TEST(FieldPlan, ADateIsTypedPartByPart) {
  FieldNow field{.field = element(Role::date_editor, "Born on"),
                 .inside = {element(Role::spin_button, "Month Born on"), element(Role::spin_button, "Day Born on"),
                            element(Role::spin_button, "Year Born on")}};
  for (auto& part : field.inside) part.value = std::string("0");
  const auto done = carry_out({"2026-04-09", false}, field, [](FieldNow& now, const NextAct& next) {
    const std::size_t at = focused_in(now);
    if (std::holds_alternative<Click>(next.act->body)) return now.inside[0].states.add(State::focused);
    const auto* type = std::get_if<Type>(&next.act->body);
    if (type == nullptr || at > 2) return;
    now.inside[at].value = std::to_string(std::stoi(type->text));
    now.inside[at].states = {};
    now.inside[std::min<std::size_t>(at + 1, 2)].states.add(State::focused);
  });
  EXPECT_THAT(done.acts, ElementsAre("click (0, 0) at Born on", "type \"04\"", "type \"09\"", "type \"2026\""));
  EXPECT_EQ(done.problem, "");
}

TEST(FieldPlan, WhatHoldsNoValueIsRefused) {
  const auto nothing = [](FieldNow&, const NextAct&) {};
  EXPECT_THAT(carry_out({"x", false}, {.field = element(Role::push_button, "Send")}, nothing).problem,
              HasSubstr("push button"));
  EXPECT_THAT(carry_out({"x", true}, {.field = element(Role::entry, "City")}, nothing).problem, HasSubstr("set_value"));
}

TEST(DateParts, ReadsDatesAndTimes) {
  EXPECT_TRUE(parse_date_time("2026-11-24"));
  EXPECT_TRUE(parse_date_time("2026-11"));
  EXPECT_TRUE(parse_date_time("2026-W48"));
  EXPECT_TRUE(parse_date_time("14:05"));
  EXPECT_TRUE(parse_date_time("2026-11-24T14:05"));
  for (const auto* wrong : {"", "24", "tomorrow", "2026-11-24T", "14:05:01:02", "-1-2", "2026-W", "2026-Wx", "W48"}) {
    EXPECT_FALSE(parse_date_time(wrong)) << wrong;
  }
}

TEST(DateParts, AMonthAndAWeekByThemselves) {
  std::vector<Element> month = {element(Role::spin_button, "Month"), element(Role::spin_button, "Year")};
  month[0].attributes = {{"valuetext", "June"}};
  month[0].value = std::string("6");
  month[1].value = std::string("2027");
  EXPECT_EQ(date_text(month), "2027-06");
  std::vector<Element> week = {element(Role::spin_button, "Week"), element(Role::spin_button, "Year")};
  week[0].value = std::string("50");
  week[1].value = std::string("2026");
  EXPECT_EQ(date_text(week), "2026-W50");
  const auto next = next_date_part(week, *parse_date_time("2026-W08"), {});
  ASSERT_TRUE(next);
  EXPECT_EQ(next->part, 0U);
  EXPECT_EQ(next->digits, "08");
}

TEST(DateParts, CountHoursToTwelveWhereThereIsAmAndPm) {
  std::vector<Element> parts = {element(Role::spin_button, "Hours"), element(Role::spin_button, "Minutes"),
                                element(Role::entry, "AM/PM")};
  parts[0].value = std::string("2");
  parts[1].value = std::string("5");
  parts[2].value = std::string("PM");
  EXPECT_EQ(date_text(parts), "14:05");
  EXPECT_EQ(next_date_part(parts, *parse_date_time("14:05"), {})->digits, "");
  EXPECT_EQ(next_date_part(parts, *parse_date_time("02:05"), {})->digits, "a");
  EXPECT_EQ(next_date_part(parts, *parse_date_time("12:05"), {})->digits, "12");
  EXPECT_FALSE(next_date_part(parts, *parse_date_time("2026-01-01"), {}));
}

}  // namespace
}  // namespace interlock::daemon
