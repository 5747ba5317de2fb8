/// Equal questions are recognised, and any difference in what people were asked about makes a different question.
#include "gate/session/consent.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace interlock::gate {
namespace {

struct Asked {
  Action action{.body = Click{{10, 110}}};
  Observation seen;
  Assessment assessment;
  Typing typing;
  Known<std::vector<Element>> form = std::vector<Element>{field("none")};

  static Element field(std::string value) {
    Element field{.role = Role::entry, .name = "Account"};
    field.value = std::move(value);
    return field;
  }

  Asked() {
    seen.window = Window{.id = 7, .app = "shop", .wm_class = "Shop", .title = "Shop", .rect = {0, 0, 400, 300}};
    seen.element = Element{.role = Role::push_button,
                           .name = "Delete files",
                           .ancestors = {{Role::dialog, "Files", "Delete 3 files?"}},
                           .path = "/7/3",
                           .extents = {0, 100, 100, 50}};
    seen.focus = none;
    seen.drop = none;
    seen.document = Document{"https://shop.example/cart", "Shop"};
    seen.clipboard = none;
    find("irreversible", "consequence", "delete: Delete files");
  }
  void find(std::string_view rule, std::string_view code, std::string evidence) {
    assessment.decision = Decision::require_confirmation;
    assessment.findings.push_back({rule, code, Decision::require_confirmation, "a reason", std::move(evidence)});
  }
  /// A text field has the focus and keys go to it.
  void keys(ActionBody body) {
    action.body = std::move(body);
    seen.focus = Element{.role = Role::entry, .name = "Message", .path = "/7/4"};
  }
  Consent consent() const { return gate::consent(action, seen, assessment, typing, form); }
};

TEST(Consent, TheSameActionIsTheSameQuestionInAnyPlace) {
  Asked moved;
  moved.action.body = Click{{50, 250}};
  moved.seen.element.get()->extents = {40, 240, 100, 50};
  moved.seen.window.get()->rect = {30, 30, 400, 300};
  moved.action.intent = "something else";
  EXPECT_EQ(moved.consent().about, Asked().consent().about);
  EXPECT_TRUE(Asked().consent().may_last);
}

TEST(Consent, AnyDifferenceMakesAnotherQuestion) {
  const std::vector<std::pair<const char*, std::function<void(Asked&)>>> changes = {
      {"rule", [](Asked& a) { a.assessment.findings[0].rule = "destination"; }},
      {"case", [](Asked& a) { a.assessment.findings[0].code = "dialog"; }},
      {"evidence", [](Asked& a) { a.assessment.findings[0].evidence = "delete: Erase"; }},
      {"one more rule", [](Asked& a) { a.find("context", "wrong_app", ""); }},
      {"program", [](Asked& a) { a.seen.window.get()->app = "other"; }},
      {"class", [](Asked& a) { a.seen.window.get()->wm_class = "Other"; }},
      {"name", [](Asked& a) { a.seen.element.get()->name = "Delete it"; }},
      {"role", [](Asked& a) { a.seen.element.get()->role = Role::link; }},
      {"label", [](Asked& a) { a.seen.element.get()->labelled_by = "x"; }},
      {"dialog's text", [](Asked& a) { a.seen.element.get()->ancestors[0].text = "Delete 3000 files?"; }},
      {"page", [](Asked& a) { a.seen.document.get()->url = "https://evil.example/cart"; }},
      {"unknown element", [](Asked& a) { a.seen.element = Unknown::deadline; }},
      {"button",
       [](Asked& a) {
         a.action.body = Click{{10, 110}, Button::right};
       }},
      {"count",
       [](Asked& a) {
         a.action.body = Click{{10, 110}, Button::left, 2};
       }},
      {"modifiers",
       [](Asked& a) {
         a.action.body = Click{{10, 110}, Button::left, 1, {1}};
       }},
      {"held", [](Asked& a) { a.typing.held.bits = 1; }},
      {"kind of action",
       [](Asked& a) {
         a.action.body = Drag{{10, 110}, {1, 1}};
       }},
      {"form", [](Asked& a) { a.form = std::vector<Element>{Asked::field("other")}; }},
      {"unknown form", [](Asked& a) { a.form = Unknown::deadline; }},
      {"clipboard", [](Asked& a) { a.seen.clipboard = std::string("x"); }},
  };
  for (const auto& [what, change] : changes) {
    Asked other;
    change(other);
    EXPECT_NE(other.consent().about, Asked().consent().about) << what;
  }
}

TEST(Consent, PartsDoNotRunIntoOneAnother) {
  Asked one, other;
  one.seen.element.get()->name = "ab";
  one.seen.element.get()->description = "c";
  other.seen.element.get()->name = "a";
  other.seen.element.get()->description = "bc";
  EXPECT_NE(one.consent().about, other.consent().about);
}

TEST(Consent, TextIsBoundToTheLetterWithTheLineItCompletes) {
  Asked one, other, later;
  one.keys(Type{"rm build\n"});
  other.keys(Type{"rm home\n"});
  EXPECT_NE(one.consent().about, other.consent().about);
  EXPECT_TRUE(one.consent().may_last);
  later.keys(Type{"rm build\n"});
  later.typing.record_text({.body = Type{"sudo "}}, later.seen, FieldKind::ordinary);
  EXPECT_NE(one.consent().about, later.consent().about);
}

TEST(Consent, AReturnIsBoundToTheLineThatItHandsOver) {
  Asked one, other;
  for (auto* asked : {&one, &other}) asked->keys(Key{*parse_key_chords("Return")});
  one.typing.record_text({.body = Type{"rm build"}}, one.seen, FieldKind::terminal);
  other.typing.record_text({.body = Type{"rm home"}}, other.seen, FieldKind::terminal);
  EXPECT_NE(one.consent().about, other.consent().about);
  EXPECT_TRUE(one.consent().may_last);
  other.typing.lost_sight(other.seen);
  EXPECT_FALSE(other.consent().may_last) << "nobody knows what stands there";
}

TEST(Consent, SomeRulesAskEachTime) {
  for (const char* rule : {"command", "blocklist", "protected", "credential"}) {
    Asked asked;
    asked.find(rule, "anything", "");
    EXPECT_FALSE(asked.consent().may_last) << rule;
    EXPECT_NE(asked.consent().why_not, "") << rule;
  }
}

TEST(Consent, WhatSendsSpendsTransfersPublishesOrGrantsIsAskedEachTime) {
  for (const char* category : {"send", "purchase", "transfer", "publish", "grant"}) {
    Asked asked;
    asked.assessment.findings[0].evidence = std::string(category) + ": words";
    EXPECT_FALSE(asked.consent().may_last) << category;
    EXPECT_THAT(asked.consent().why_not, testing::HasSubstr("each time"));
  }
  // Whichever rule asks, and whatever it says.
  for (const char* label : {"Place order", "Send", "Transfer money", "Publish"}) {
    Asked asked;
    asked.assessment.findings.clear();
    asked.find("custom", "shop", "");
    EXPECT_TRUE(asked.consent().may_last);
    asked.seen.element.get()->name = label;
    EXPECT_FALSE(asked.consent().may_last) << label;
  }
}

TEST(Consent, AFormCountsOnlyWhereTheConsequenceDependsOnIt) {
  Asked one, other;
  for (auto* asked : {&one, &other}) {
    asked->assessment.findings.clear();
    asked->find("context", "wrong_app", "");
  }
  other.form = Unknown::not_observed;
  EXPECT_EQ(one.consent().about, other.consent().about);
  EXPECT_TRUE(other.consent().may_last);
}

TEST(Consent, AnUnknownTargetIsAskedAboutEachTime) {
  const std::vector<std::function<void(Asked&)>> changes = {
      [](Asked& a) { a.form = Unknown::deadline; },
      [](Asked& a) { a.seen.element = Unknown::deadline; },
      [](Asked& a) { a.seen.element = none; },
      [](Asked& a) { a.seen.window = Unknown::no_window; },
      [](Asked& a) { a.seen.document = Unknown::deadline; },
      [](Asked& a) { a.keys(Key{*parse_key_chords("Return")}), a.seen.focus = Unknown::no_focus; },
      [](Asked& a) {
        a.action.body = Drag{{10, 110}, {1, 1}};
      },
  };
  for (const auto& change : changes) {
    Asked asked;
    change(asked);
    EXPECT_FALSE(asked.consent().may_last);
  }
}

TEST(Consent, OfAToolIsItsNameAndArguments) {
  const Asked asked;
  const auto about = [&](const char* name, const char* args) { return consent({name, args}, asked.assessment).about; };
  EXPECT_EQ(about("send", "{}"), about("send", "{}"));
  EXPECT_NE(about("send", "{}"), about("send", "{\"to\":1}"));
  EXPECT_NE(about("send", "{}"), about("mail", "{}"));
}

/// A click in an application that shows no tree.
Asked unseen() {
  Asked asked;
  asked.assessment.findings.clear();
  asked.find("context", "unknown_target", "not_accessible");
  asked.seen.window->pid = 4711;
  asked.seen.element = Unknown::not_accessible;
  asked.seen.document = Unknown::not_accessible;
  return asked;
}

TEST(Consent, AYesMayLastForAWindowThatShowsNothingWhateverIsDoneInIt) {
  const auto one = unseen().consent();
  EXPECT_TRUE(one.may_last);
  EXPECT_NE(one.window, "");
  Asked typed = unseen();
  typed.keys(Type{"hello"});
  typed.seen.focus = Unknown::not_accessible;
  EXPECT_EQ(typed.consent().window, one.window);
  EXPECT_NE(typed.consent().about, one.about) << "a no is about the act alone";
}

TEST(Consent, AnotherWindowOrProcessIsNotTheSameWindow) {
  const auto changes = std::vector<std::function<void(Window&)>>{
      [](Window& window) { window.id = 8; }, [](Window& window) { window.pid = 4712; },
      [](Window& window) { window.app = "other"; }, [](Window& window) { window.wm_class = "Other"; }};
  for (const auto& change : changes) {
    Asked other = unseen();
    change(*other.seen.window.get());
    EXPECT_NE(other.consent().window, unseen().consent().window);
  }
  Asked nameless = unseen();
  nameless.seen.window->pid = Unknown::not_observed;
  EXPECT_EQ(nameless.consent().window, "");
  EXPECT_FALSE(nameless.consent().may_last);
}

TEST(Consent, ForAWindowNothingMayAskForAnotherReason) {
  for (const auto* rule : {"credential", "blocklist", "protected", "command", "irreversible"}) {
    Asked asked = unseen();
    asked.find(rule, "code", "evidence");
    EXPECT_EQ(asked.consent().window, "") << rule;
    EXPECT_FALSE(asked.consent().may_last) << rule;
  }
  for (const auto* why : {"deadline", "popup_unmatched", "nothing_at_point", "no_focus"}) {
    Asked asked = unseen();
    asked.assessment.findings.clear();
    asked.find("context", "unknown_target", why);
    EXPECT_EQ(asked.consent().window, "") << why;
  }
  Asked drag = unseen();
  drag.action.body = Drag{{1, 1}, {900, 900}};
  drag.seen.drop_window = Window{.id = 9};
  EXPECT_EQ(drag.consent().window, "") << "it ends in another window";
}

/// A text field on a page about which every action asks.
Asked typed(const std::string& text) {
  Asked asked;
  asked.assessment.findings.clear();
  asked.find("destination", "private_network", "127.0.0.1");
  asked.keys(Type{text});
  asked.seen.window.get()->pid = 42;
  return asked;
}

TEST(Consent, TextThatGoesOnInItsFieldForTheSameReasonsIsThatQuestion) {
  ASSERT_NE(typed("Dear ").consent().field, "");
  EXPECT_NE(typed("Dear ").consent().about, typed("Sir").consent().about);
  Asked grown = typed("Sir");
  grown.seen.focus.get()->extents = {0, 0, 10, 400};
  grown.seen.focus.get()->text = "Dear ";
  EXPECT_EQ(grown.consent().field, typed("Dear ").consent().field);
}

TEST(Consent, TextInAnotherFieldOrForAnotherReasonIsAnotherQuestion) {
  const std::vector<std::function<void(Asked&)>> changes = {
      [](Asked& a) { a.seen.focus.get()->path = "/7/5"; },
      [](Asked& a) { a.seen.focus.get()->name = "Other"; },
      [](Asked& a) { a.seen.document.get()->url = "https://other.example/"; },
      [](Asked& a) { a.seen.window.get()->id = 8; },
      [](Asked& a) { a.seen.window.get()->pid = 43; },
      [](Asked& a) { a.find("context", "unexpected_window", "shop"); },
      [](Asked& a) { a.assessment.findings[0].evidence = "10.0.0.1"; },
      [](Asked& a) { a.assessment.findings[0].code = "other"; },
      [](Asked& a) { a.find("credential", "secret_text", "a key"); },
      [](Asked& a) { a.find("command", "file_destruction", "rm"); },
      [](Asked& a) {
        a.action.body = Key{{{{}, "Return"}}};
      },
      [](Asked& a) { a.seen.focus = Unknown::deadline; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Asked other = typed("Sir");
    changes[i](other);
    EXPECT_NE(other.consent().field, typed("Dear ").consent().field) << i;
  }
}

}  // namespace
}  // namespace interlock::gate
