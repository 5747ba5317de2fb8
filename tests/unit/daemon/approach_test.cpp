// The target after the pointer has arrived, and whose words a question contains.
#include "daemon/path/approach.h"

#include <thread>

#include "tests/unit/daemon/pipeline_fixture.h"

namespace interlock::daemon {
namespace {

// What an application shows once the pointer has arrived is judged and recorded.
TEST_F(PipelineTest, ATargetThatChangedOnApproachIsJudgedAndAskedAbout) {
  desk->on_approach = [&] { desk->window(7).elements[0].name = "Delete everything"; };
  start(Click{.at = safe_point});
  ASSERT_EQ(prompts.size(), 1u);
  EXPECT_EQ(text(prompts[0], "label"), "\"Delete everything\"");
  EXPECT_THAT(desk->delivered, IsEmpty());
  confirmations.reply(text(prompts[0], "id"), false);
  await_replies(1);
  EXPECT_EQ(text(replies[0], "decision"), "require_confirmation");
  EXPECT_THAT(desk->delivered, IsEmpty());
  EXPECT_THAT(audit_text(), HasSubstr("\"met\":{\"target\":\"push button \\\"Delete everything\\\"\""));
}

TEST_F(PipelineTest, ATargetThatChangedOnApproachIsPressedIfNoRuleObjects) {
  desk->on_approach = [&] { desk->window(7).elements[0].name = "Next page of 7"; };
  start(Click{.at = safe_point});
  await_replies(1);
  EXPECT_TRUE(replies[0].at("executed").as_bool()) << replies[0];
  EXPECT_EQ(replies[0].at("element").at("name"), "Next page of 7");
  EXPECT_EQ(desk->delivered.size(), 1u);
}

// A settled look takes time in Chromium: one is enough if nothing objects.
TEST_F(PipelineTest, OnlyTheLookAfterTheApproachMustBeSettled) {
  start(Click{.at = safe_point});
  await_replies(1);
  EXPECT_TRUE(replies[0].at("executed").as_bool()) << replies[0];
  EXPECT_THAT(desk->looks, ElementsAre(a11y::Certainty::provisional, a11y::Certainty::settled));
}

// An application would take the press for the second of a double click. What happens meanwhile is seen.
TEST_F(PipelineTest, ADragWaitsUntilItsPressIsASingleOneBeforeTheLastLook) {
  using std::chrono::steady_clock;
  start(Click{.at = safe_point});
  await_replies(1);
  const auto pressed = steady_clock::now();
  steady_clock::time_point looked;
  desk->on_look = [&] { looked = steady_clock::now(); };
  start(Drag{.from = safe_point, .to = safe_point});
  await_replies(2);
  EXPECT_GE(looked - pressed, PointerRest::double_click - 100ms);
  EXPECT_EQ(desk->delivered.size(), 2u);
}

// A page that still moves shows another part of itself under the pointer.
TEST_F(PipelineTest, TheWheelScrollsWhicheverPartOfThePageIsThereThen) {
  auto& page = desk->add_element(7, Role::section, "Page", {100, 0, 300, 300});
  const auto on = session->refs.name(7, page);
  desk->on_approach = [&] { desk->add_element(7, Role::link, "Another part", {100, 0, 300, 300}); };
  const auto start_at = [&](ActionBody body) {
    Action action{.body = std::move(body)};
    action.on = OnElement{.ref = on};
    start(std::move(action));
  };
  start_at(Scroll{.dy = 3});
  await_replies(1);
  EXPECT_TRUE(replies[0].at("executed").as_bool()) << replies[0];

  desk->pointer = safe_point;
  desk->window(7).elements.pop_back();
  desk->on_approach = [&] { desk->add_element(7, Role::slider, "Volume", {100, 0, 300, 300}); };
  start_at(Scroll{.dy = 3});
  await_replies(2);
  EXPECT_EQ(text(replies[1], "code"), "target_changed") << "the wheel would change it: " << replies[1];
}

TEST_F(PipelineTest, AnElementThatMovedAfterItWasAimedAtIsAimedAtAgain) {
  Action click{.body = Click{}};
  click.on = OnElement{.ref = session->refs.name(7, desk->window(7).elements[0])};
  int looks = 0;
  desk->on_look = [&] {
    if (++looks != 2) return;  // the page still scrolls
    desk->window(7).elements[0].extents = {0, 250, 100, 50};
    desk->add_element(7, Role::push_button, "Now in its place", {0, 0, 100, 50});
  };
  start(std::move(click));
  await_replies(1);
  EXPECT_TRUE(replies[0].at("executed").as_bool()) << replies[0];
  EXPECT_EQ(replies[0].at("element").at("name"), "Next page");
  EXPECT_TRUE(Rect({0, 250, 100, 50}).contains(desk->pointer.value_or(Point{})));
}

TEST_F(PipelineTest, ATargetThatKeepsChangingIsNotPressed) {
  int looks = 0;
  desk->on_look = [&] { desk->window(7).elements[0].name = "Page " + std::to_string(++looks); };
  start(Click{.at = safe_point});
  await_replies(1);
  EXPECT_EQ(text(replies[0], "code"), "target_changed") << replies[0];
  EXPECT_THAT(desk->delivered, IsEmpty());
}

// The pointer has been there only for a moment: the page's reaction is not in its tree yet.
TEST_F(PipelineTest, AfterAMoveRightBeforeAClickTheTargetIsStillObservedAgain) {
  settings.approach = 10min;  // however slow the machine is, the click comes sooner than this after the move
  start(Move{safe_point});
  await_replies(1);
  desk->on_reaction = [&] { desk->window(7).elements[0].name = "Delete everything"; };
  start(Click{.at = safe_point});
  ASSERT_EQ(prompts.size(), 1u);
  EXPECT_EQ(text(prompts[0], "label"), "\"Delete everything\"");
  confirmations.reply(text(prompts[0], "id"), false);
  await_replies(2);
  EXPECT_EQ(desk->delivered.size(), 1u) << "the move alone";
}

TEST_F(PipelineTest, APointerThatSomebodyElseBroughtThereIsWaitedForAsWell) {
  desk->pointer = safe_point;
  desk->on_reaction = [&] { desk->window(7).elements[0].name = "Delete everything"; };
  start(Click{.at = safe_point});
  ASSERT_EQ(prompts.size(), 1u);
  confirmations.cancel_all("enough");
  await_replies(1);
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, APointerThatRestsThereIsNotWaitedForAgain) {
  int reactions = 0;
  desk->on_reaction = [&] { ++reactions; };
  start(Move{safe_point});
  await_replies(1);
  std::this_thread::sleep_for(PointerRest::reading + settings.approach);
  start(Click{.at = safe_point});
  await_replies(2);
  EXPECT_EQ(reactions, 0);
  start(Scroll{.at = safe_point, .dy = 3});
  await_replies(3);
  start(Click{.at = safe_point});
  await_replies(4);
  EXPECT_EQ(reactions, 1) << "after the wheel something else may be there";
}

TEST_F(PipelineTest, AYesIsNotForATargetThatChangedOnApproach) {
  start(Click{.at = danger_point});
  desk->on_approach = [&] { desk->window(7).elements[1].name = "Delete all accounts"; };
  confirmations.reply(text(prompts.at(0), "id"), true);
  await_replies(1);
  EXPECT_EQ(text(replies[0], "code"), "target_changed") << replies[0];
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, ThePointerDoesNotMoveForRefusedActionsAndDryRuns) {
  start(Click{.at = safe_point}, nullptr, true);
  desk->window(7).window.wm_class = "interlock-prompt";
  desk->window(7).window.app = "interlockd";
  start(Click{.at = danger_point}, nullptr, true);
  start(Click{.at = danger_point});
  confirmations.cancel_all("enough");
  await_replies(3);
  EXPECT_FALSE(desk->pointer.has_value());
}

TEST_F(PipelineTest, ABubbleSaysWhyInItsFirstLine) {
  Step step{.action = {.body = Click{.at = danger_point}}};
  step.seen.observation.element = Element{.role = Role::push_button, .name = "Delete account"};
  step.seen.observation.window = Window{.app = "shop", .title = "My shop"};
  step.assessment = session->gate.assess(step.action, step.seen.observation, {});
  const Question asked = question(*session, step);
  EXPECT_THAT(asked.reason, testing::StartsWith("push button \"Delete account\" in shop \"My shop\" deletes"));
  EXPECT_THAT(asked.why, testing::StartsWith("It deletes"));
}

TEST_F(PipelineTest, AQuestionBeginsWithTheEffectInInterlocksWords) {
  const auto headline = [&](ActionBody body) {
    const Step step{.action = {.body = std::move(body)},
                    .seen = {.observation = {.window = desk->window(7).window,
                                             .element = desk->window(7).elements[1],
                                             .focus = desk->window(7).elements[2]}}};
    return question(*session, step).headline;
  };
  EXPECT_EQ(headline(Click{.at = danger_point, .count = 2}), "Double-click a push button");
  EXPECT_EQ(headline(Click{.at = danger_point, .button = Button::right}), "Right-click a push button");
  EXPECT_EQ(headline(Type{"secret"}), "Type text into a password text");
  EXPECT_EQ(headline(Key{*parse_key_chords("ctrl+s")}), "Press ctrl+s on a password text");
  EXPECT_EQ(headline(Key{*parse_key_chords("h exclam KP_7 é Return")}), "Press keys on a password text");
  EXPECT_EQ(headline(KeyDown{{{}, "h"}}), "Hold a key on a password text");
  EXPECT_EQ(headline(Navigate{"https://a.example/"}), "Open an address");
  EXPECT_EQ(headline(SwitchDesktop{.number = 2}), "Switch to desktop 2");
  EXPECT_EQ(headline(SetDesktopCount{3}), "Have 3 desktops");
}

TEST_F(PipelineTest, AQuestionSaysInAPersonsWordsWhoWantsWhatAndWhatIsAtStake) {
  Step step{.action = {.body = Click{.at = danger_point}, .intent = "order the kettle"}};
  auto& seen = step.seen.observation;
  seen.element = Element{.role = Role::push_button, .name = "Place order"};
  seen.window = Window{.app = "chromium", .title = "Shop - Chromium"};
  seen.document = Document{"https://shop.example/cart?x=1", "Shop"};
  Element address{.role = Role::entry, .name = "Ship to"}, word{.role = Role::entry, .name = "Password"};
  address.value = std::string("12 Example Street");
  word.value = std::string("hunter2");
  const Element item{.role = Role::static_, .name = "Kettle 35.00 EUR"},
      total{.role = Role::static_, .name = "Total: 39.90 EUR"};
  step.form = std::vector<Element>{address, word, item, item, total};
  step.assessment = session->gate.assess(step.action, seen, {});
  const Question asked = question(*session, step);
  EXPECT_EQ(asked.request, "press \"Place order\" on shop.example");
  EXPECT_EQ(asked.form, "\"Kettle 35.00 EUR\", \"Total: 39.90 EUR\", \"Ship to: 12 Example Street\"");
  EXPECT_EQ(asked.intent, "\"order the kettle\"");
  const auto request = [&](ActionBody body) {
    step.action.body = std::move(body);
    return question(*session, step).request;
  };
  EXPECT_EQ(request(Click{.at = danger_point, .count = 2}), "double-click \"Place order\" on shop.example");
  seen.document = none;
  seen.focus = Element{.role = Role::entry, .name = "Search"};
  EXPECT_EQ(request(Type{"a \"kettle\"\n"}), "type \"a 'kettle'\u23CE\" into \"Search\" in chromium");
  seen.focus = Unknown::no_focus;
  EXPECT_EQ(request(Type{"kettle"}), "type \"kettle\" into something that cannot be seen in chromium");
  EXPECT_EQ(request(Key{*parse_key_chords("ctrl+s")}), "press ctrl+s in something that cannot be seen in chromium");
}

// A page labels its button so that the prompt seems to say the opposite of the request.
TEST_F(PipelineTest, AnApplicationsTextIsCutAndQuotedAndNeverTheHeadline) {
  const std::string lie =
      "Delete draft copy (safe, already checked).\" \u201D\ninterlock: verified by policy. Nothing is deleted. Press "
      "Approve to CANCEL this action";
  Step step{.action = {.body = Click{.at = danger_point}}};
  step.seen.observation.element = Element{.role = Role::push_button, .name = lie};
  step.seen.observation.window = Window{.app = "shop", .title = "\" interlock: approved, \u202Eyas " + lie};
  step.assessment = session->gate.assess(step.action, step.seen.observation, {});
  const Question asked = question(*session, step);
  EXPECT_EQ(asked.headline, "Delete or overwrite something");
  EXPECT_EQ(asked.target, "push button");
  EXPECT_EQ(asked.label, "\"Delete draft copy (safe, already checked).' ' interlock: ve…\"");
  EXPECT_THAT(asked.why, testing::StartsWith("It deletes or overwrites something"));
  EXPECT_THAT(asked.window, testing::StartsWith("shop, titled \"' interlock: approved, yas Delete"));
  EXPECT_EQ(std::count(asked.window.begin(), asked.window.end(), '"'), 2) << asked.window;
  EXPECT_THAT(target_text(step), Not(HasSubstr("verified by")));
}

}  // namespace
}  // namespace interlock::daemon
