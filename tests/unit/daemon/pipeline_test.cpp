/// The invariants of the path, on a small working desktop: nothing is injected that the gate, a human or the audit log
/// did not permit.
#include "daemon/path/pipeline.h"

#include "daemon/desk/settled_focus.h"
#include "tests/unit/daemon/pipeline_fixture.h"

namespace interlock::daemon {
namespace {

TEST_F(PipelineTest, APasteIsJudgedByTheTextThatItWouldPaste) {
  desk->add(9, {500, 0, 100, 100}, "xterm", "shell");
  desk->answers = Unknown::not_accessible;
  desk->focused = 9;
  const auto paste = Key{*parse_key_chords("shift+Insert")};
  desk->clipboard = std::string("rm -rf /\n");
  start(paste);
  EXPECT_EQ(text(replies.at(0), "decision"), "block") << replies[0];
  desk->clipboard = std::string("ls -l");
  start(paste);
  EXPECT_TRUE(replies.at(1).at("executed").as_bool()) << replies[1];
  desk->clipboard = Unknown::deadline;
  start(paste);
  ASSERT_THAT(prompts, testing::SizeIs(1)) << "what nobody knows is asked about";
  EXPECT_EQ(text(prompts[0], "headline"), "Run a command");
  confirmations.cancel_all("enough");
  await_replies(3);
  EXPECT_EQ(desk->delivered.size(), 1u);
}

/// Shows one colour.
struct PlainScreen : platform::Screen {
  std::uint32_t colour = 0;
  asio::awaitable<Known<platform::Capture>> capture(std::optional<Rect> area, bool, platform::Deadline) override {
    const Rect all = area.value_or(Rect{0, 0, 400, 300});
    const auto count = static_cast<std::size_t>(all.width) * static_cast<std::size_t>(all.height);
    co_return platform::Capture{.area = all,
                                .image = {all.width, all.height, std::vector<std::uint32_t>(count, colour)}};
  }
};

TEST_F(PipelineTest, AListWhoseOptionsAreNotListedIsUnknownToKeys) {
  desk->add_element(7, Role::combo_box, "Sizes", {0, 250, 100, 20});
  desk->focused = 7;
  desk->focused_path = desk->window(7).elements.back().path;
  start(Key{parse_key_chords("Down").value()}, nullptr, true);
  await_replies(1);
  EXPECT_EQ(text(replies[0], "decision"), "require_confirmation") << replies[0];
  EXPECT_THAT(text(replies[0], "reason"), HasSubstr("which option would be chosen")) << replies[0];
}

TEST_F(PipelineTest, AnArrowKeyWaitsForAListToReportTheFocus) {
  desk->add_element(7, Role::combo_box, "Sizes", {0, 250, 100, 20});
  desk->focused = 7;
  asio::steady_timer reported(io, 30ms);
  reported.async_wait([this](auto) { desk->focused_path = desk->window(7).elements.back().path; });
  start(Key{parse_key_chords("Down").value()}, nullptr, true);
  await_replies(1);
  EXPECT_EQ(text(replies[0], "decision"), "require_confirmation") << replies[0];
}

TEST_F(PipelineTest, AnArrowKeyAsksIfAListMayHaveTheFocusWithoutAReport) {
  desk->focused = 7;
  desk->focused_path = "nowhere";
  const auto decision = [&] {
    const auto before = replies.size();
    start(Key{parse_key_chords("Down").value()}, nullptr, true);
    await_replies(before + 1);
    return text(replies.back(), "decision");
  };
  EXPECT_EQ(decision(), "allow") << replies.back();
  desk->add_element(7, Role::combo_box, "Sizes", {0, 250, 100, 20});
  EXPECT_EQ(decision(), "require_confirmation") << replies.back();
  EXPECT_THAT(text(replies.back(), "reason"), HasSubstr("which option would be chosen")) << replies.back();
  desk->counts_as_active = true;
  EXPECT_EQ(decision(), "allow") << "a canvas has the focus: " << replies.back();
  desk->lists_hide_focus = true;
  EXPECT_EQ(decision(), "require_confirmation") << "or the list: " << replies.back();
  desk->counts_as_active = false;
  desk->window(7).elements.back().states.add(State::editable);
  EXPECT_EQ(decision(), "allow") << replies.back();
  desk->cut = a11y::Cut::deadline;
  EXPECT_EQ(decision(), "require_confirmation") << "a list may be in what was not read: " << replies.back();
}

TEST_F(PipelineTest, AKeyInAnOpenListWaitsUntilTheKeyBeforeItHasMovedTheFocus) {
  for (const char* name : {"Small", "Medium"}) {
    desk->add_element(7, Role::list_item, name, {0, 250, 100, 20});
    desk->window(7).elements.back().ancestors = {{Role::combo_box, "Sizes", {}}};
  }
  desk->focused = 7;
  desk->focused_path = desk->window(7).elements[desk->window(7).elements.size() - 2].path;
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < 2; ++i) {
    start(Key{parse_key_chords("Down").value()});
    await_replies(i + 1);
    EXPECT_EQ(text(replies[i], "decision"), "allow") << replies[i];
  }
  EXPECT_GE(std::chrono::steady_clock::now() - begin, SettledFocus::late) << "the focus is still where it was";
}

TEST_F(PipelineTest, AnArrowIsRefusedIfTheListIsSeenOnceAndNotAgain) {
  desk->frames = std::vector<Document>{{.url = "https://shop.example/"}};  // a page's list is looked at twice
  for (const char* name : {"Small", "Medium"}) {
    desk->add_element(7, Role::list_item, name, {0, 250, 100, 20});
    desk->window(7).elements.back().ancestors = {{Role::combo_box, "Sizes", {}}};
  }
  const std::string path = desk->window(7).elements.back().path;
  desk->focused = 7;
  int looks = 0;
  Known<bool> then = Unknown::deadline;
  desk->on_look = [&] {
    const bool first = ++looks == 1;
    desk->answers = first ? Known<bool>(true) : then;
    desk->focused_path = first ? path : "";
  };
  start(Key{parse_key_chords("Down").value()});
  await_replies(1);
  EXPECT_EQ(text(replies[0], "decision"), "block") << "no answer: " << replies[0];
  looks = 0;
  then = true;  // it answers that nothing has the focus
  start(Key{parse_key_chords("Down").value()});
  await_replies(2);
  EXPECT_EQ(text(replies[1], "decision"), "block") << "no focus: " << replies[1];
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, TheSameActionIsALoopOnlyWhereTheWindowShowsTheSame) {
  const auto screen = std::make_shared<PlainScreen>();
  desk->screen = screen;
  for (std::size_t i = 0; i < 12; ++i) {
    screen->colour = 0x606060 * static_cast<std::uint32_t>(i % 3);
    start(Click{safe_point});
    await_replies(i + 1);
    EXPECT_EQ(text(replies.back(), "decision"), "allow") << i << replies.back();
  }
  for (std::size_t i = 12; i < 20 && text(replies.back(), "decision") != "block"; ++i) {
    start(Click{safe_point});
    await_replies(i + 1);
  }
  EXPECT_EQ(text(replies.back(), "code"), "stuck") << replies.back();
  EXPECT_FALSE(replies.back().at("executed").as_bool());
}

TEST_F(PipelineTest, ARefusalDoesNotSayWhatIsHidden) {
  session->gate.set_scope({.goal = GoalType::read, .given = true, .domains = {}});
  start(Click{danger_point});
  start(Move{danger_point});
  start(Click{danger_point}, session, true);
  start(Sequence{{{.body = Click{danger_point}}}});
  await_replies(4);
  EXPECT_EQ(text(replies[0], "code"), "hidden_element");
  EXPECT_TRUE(replies[1].at("executed").as_bool()) << replies[1];
  for (const auto& reply : replies) {
    EXPECT_THAT(json::serialize(reply), Not(HasSubstr("elete"))) << reply;
    EXPECT_THAT(json::serialize(reply), Not(HasSubstr("account\""))) << reply;
  }
  EXPECT_THAT(audit_text(), HasSubstr("Delete account")) << "people read it";
  start(Click{safe_point});
  await_replies(5);
  EXPECT_EQ(replies[4].at("element").at("name"), "Next page");
}

TEST_F(PipelineTest, ThePastedTextIsTheJudgedText) {
  desk->add(9, {500, 0, 100, 100}, "xterm", "shell");
  desk->answers = Unknown::not_accessible;
  desk->focused = 9;
  desk->clipboard = std::string("ls -l\n");
  desk->after_paste_is_read = [&] { desk->clipboard = std::string("rm -rf /\n"); };
  start(Key{*parse_key_chords("shift+Insert")});
  EXPECT_FALSE(replies.at(0).at("executed").as_bool());
  EXPECT_EQ(text(replies[0], "code"), "target_changed") << replies[0];
  EXPECT_THAT(desk->delivered, IsEmpty());
}

// The application shows its elements only now: what was approved without being seen is judged by what it is.
TEST_F(PipelineTest, WhatWasApprovedUnseenAndIsSeenAfterwardsIsJudged) {
  desk->window(7).window.pid = 4711;
  const auto approve_then_show = [&](Point at) {
    desk->answers = Unknown::not_accessible;
    start(Click{at});
    desk->answers = true;
    confirmations.reply(text(prompts.back(), "id"), true);
    settle();
  };
  approve_then_show(safe_point);
  await_replies(1);
  EXPECT_TRUE(replies[0].at("executed").as_bool()) << replies[0];
  EXPECT_EQ(replies[0].at("element").at("name"), "Next page");
  ASSERT_EQ(prompts.size(), 1u);
  EXPECT_EQ(prompts[0].at("lifespans"), (json::array{"once", "10m"}));

  approve_then_show(danger_point);
  for (io.restart(); prompts.size() < 3 && io.run_one_for(5s) > 0;) {
  }
  ASSERT_EQ(prompts.size(), 3u) << "it is asked about as what it is";
  EXPECT_THAT(text(prompts[2], "reason"), HasSubstr("Delete account"));
  EXPECT_EQ(desk->delivered.size(), 1u);
  confirmations.reply(text(prompts[2], "id"), false);
  await_replies(2);
  EXPECT_FALSE(replies[1].at("executed").as_bool()) << replies[1];
}

TEST_F(PipelineTest, AYesForAnUnseenWindowCoversFurtherActsInItAlone) {
  desk->add(9, {500, 0, 400, 300}, "shop", "Another");
  for (const std::uint64_t id : {7, 9}) desk->window(id).window.pid = 4711;
  desk->answers = Unknown::not_accessible;
  start(Click{safe_point});
  ASSERT_EQ(prompts.size(), 1u);
  confirmations.reply(text(prompts[0], "id"), true, {Lifespan::Kind::span, 10min});
  for (int i = 0; i < 4; ++i) {
    start(Click{{20 + 30 * i, 40}});
    await_replies(static_cast<std::size_t>(i) + 2);
    EXPECT_TRUE(replies.back().at("executed").as_bool()) << replies.back();
  }
  EXPECT_EQ(prompts.size(), 1u);
  start(Click{{600, 40}});
  EXPECT_EQ(prompts.size(), 2u) << "another window of the application";
  confirmations.cancel_all("enough");
}

TEST_F(PipelineTest, AllowedClickIsDoneOnceAndOnRecordBeforeIt) {
  std::string before;
  desk->before_act = [&] { before = audit_text(); };
  start(Click{.at = safe_point});
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(text(replies[0], "decision"), "allow") << replies[0];
  EXPECT_TRUE(replies[0].at("executed").as_bool());
  EXPECT_EQ(desk->delivered.size(), 1u);
  EXPECT_THAT(before, HasSubstr("\"record\":\"begin\""));
  EXPECT_THAT(before, HasSubstr("Next page"));
  EXPECT_THAT(audit_text(), HasSubstr("\"record\":\"end\""));
}

TEST_F(PipelineTest, NothingIsDoneThatCannotBeRecorded) {
  audit_source = []() -> tl::expected<audit::Log*, Error> {
    return tl::make_unexpected(Error{"cannot write the audit log", "/nowhere", "fix it"});
  };
  start(Click{.at = safe_point});
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(text(replies[0], "decision"), "block");
  EXPECT_EQ(text(replies[0], "code"), "audit_unwritable");
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, AConsequenceWaitsForTheHuman) {
  start(Click{.at = danger_point});
  ASSERT_EQ(prompts.size(), 1u);
  EXPECT_THAT(desk->delivered, IsEmpty());
  EXPECT_EQ(text(prompts[0], "headline"), "Delete or overwrite something");
  EXPECT_EQ(text(prompts[0], "target"), "push button");
  EXPECT_EQ(text(prompts[0], "label"), "\"Delete account\"");
  EXPECT_EQ(confirmations.reply(text(prompts[0], "id"), true), Confirmations::Heard::taken);
  await_replies(1);
  EXPECT_TRUE(replies[0].at("executed").as_bool()) << replies[0];
  EXPECT_EQ(text(replies[0], "outcome"), "approved");
  EXPECT_EQ(desk->delivered.size(), 1u);
}

TEST_F(PipelineTest, APromptLeadsToTheRecordOfItsAction) {
  start(Click{.at = danger_point});
  const auto id = text(prompts.at(0), "id");
  const auto record = confirmations.record_of(id);
  ASSERT_FALSE(record.empty());
  EXPECT_THAT(audit_text(), HasSubstr("\"id\":\"" + record + "\""));
  confirmations.reply(id, false);
  await_replies(1);
  EXPECT_EQ(text(replies[0], "id"), record);
  EXPECT_EQ(confirmations.record_of(id), record) << "after the answer, too";
  EXPECT_EQ(confirmations.record_of("99"), "");
}

TEST_F(PipelineTest, ANoIsANo) {
  start(Click{.at = danger_point});
  confirmations.reply(text(prompts.at(0), "id"), false);
  await_replies(1);
  EXPECT_FALSE(replies[0].at("executed").as_bool());
  EXPECT_EQ(text(replies[0], "outcome"), "denied");
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, SilenceCountsAsADenial) {
  settings.prompt_timeout = 0s;
  start(Click{.at = danger_point});
  await_replies(1);
  EXPECT_EQ(text(replies[0], "outcome"), "timed_out");
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, AYesIsForOneTargetOnly) {
  start(Click{.at = danger_point});
  desk->window(7).elements[1].name = "Delete all accounts";
  confirmations.reply(text(prompts.at(0), "id"), true);
  await_replies(1);
  EXPECT_EQ(text(replies[0], "code"), "target_changed") << replies[0];
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, ChangedOrdersAndRecipientsAskAgainWhateverWasSaidBefore) {
  settings.max_prompts = 1;
  desk->add_element(7, Role::push_button, "Place order", {100, 0, 100, 50});
  desk->add_element(7, Role::push_button, "Send", {200, 0, 100, 50});
  desk->add_element(7, Role::entry, "To", {100, 100, 100, 50});
  desk->add_element(7, Role::static_, "Total: 39.90 EUR", {200, 100, 100, 50});
  constexpr std::size_t to = 5, total = 6;
  std::size_t asked = 0;
  for (int i = 0; i < 20; ++i) {
    desk->window(7).elements[to].value = "person" + std::to_string(i) + "@shop.example";
    desk->window(7).elements[total].name = "Total: " + std::to_string(39 + 10 * i) + ".90 EUR";
    start(Click{.at = i % 2 == 0 ? Point{150, 10} : Point{250, 10}});
    ASSERT_EQ(prompts.size(), ++asked) << i;
    EXPECT_EQ(prompts.back().at("lifespans"), (json::array{"once"}));
    const auto id = text(prompts.back(), "id");
    EXPECT_EQ(confirmations.reply(id, true, {Lifespan::Kind::session, {}}), Confirmations::Heard::only_once);
    EXPECT_EQ(confirmations.reply(id, true), Confirmations::Heard::taken);
    await_replies(asked);
  }
}

TEST_F(PipelineTest, AYesForTheSessionIsForWhatTheFormShowed) {
  desk->add_element(7, Role::entry, "Account", {100, 100, 100, 50}).value = std::string("old");
  desk->add_element(7, Role::static_, "3 files", {200, 100, 100, 50});
  desk->add_element(7, Role::check_box, "Backups too", {300, 100, 50, 50});
  auto account = [&]() -> Element& { return desk->window(7).elements[3]; };
  const Lifespan session_long{Lifespan::Kind::session, {}};
  start(Click{.at = danger_point});
  EXPECT_EQ(confirmations.reply(text(prompts.at(0), "id"), true, session_long), Confirmations::Heard::taken);
  await_replies(1);
  start(Click{.at = danger_point});
  await_replies(2);
  EXPECT_EQ(prompts.size(), 1u) << "nothing changed";
  EXPECT_TRUE(replies[1].at("executed").as_bool()) << replies[1];
  std::size_t asked = 1;
  const auto expect_question = [&](const char* what) {
    start(Click{.at = danger_point});
    EXPECT_EQ(prompts.size(), ++asked) << what;
    confirmations.cancel_all("another");
    await_replies(asked + 1);
  };
  account().value = std::string("new");
  expect_question("another account");
  account().value = std::string("old");
  desk->window(7).elements[4].name = "4 files";
  expect_question("more files");
  desk->window(7).elements[4].name = "3 files";
  desk->window(7).elements[5].states.add(State::checked);
  expect_question("backups too");
}

TEST_F(PipelineTest, TextForATargetThatWasNotSeenIsShownInTheQuestion) {
  desk->add(9, {500, 0, 100, 100}, "soffice.bin", "Untitled 1 - LibreOffice Calc");
  desk->focused = 9;
  desk->answers = Unknown::no_focus;
  const auto asked = [&](const std::string& title, const std::string& text_typed) {
    desk->window(9).window.title = title;
    const auto before = prompts.size(), answered = replies.size();
    start(Type{text_typed});
    io.restart();
    while (prompts.size() == before && replies.size() == answered && io.run_one_for(5s) > 0) {
    }
    const auto question = prompts.size() > before ? json::serialize(prompts.back()) : "not asked";
    confirmations.cancel_all("next");
    await_replies(answered + 1);
    return question;
  };
  EXPECT_THAT(asked("Untitled 1 - LibreOffice Calc", "=SUM(A1:A3)"), HasSubstr("=SUM(A1:A3)"));
  EXPECT_THAT(audit_text(), Not(HasSubstr("=SUM(A1:A3)"))) << "on record it may be a secret";
  const auto dots = HasSubstr("•••");
  EXPECT_THAT(asked("Unlock the keyring: password", "hunter2"), testing::AllOf(dots, Not(HasSubstr("hunter2"))));
  EXPECT_THAT(asked("Untitled", "ghp_0123456789abcdefghijABCDEFGHIJ012345"),
              testing::AllOf(dots, Not(HasSubstr("ghp_"))));
}

// The bubble still covers the target, or the focus is still returning: this passes, and the person's approval stays
// valid.
TEST_F(PipelineTest, TheApprovedTargetIsGivenTimeToComeBack) {
  start(Click{.at = danger_point});
  const auto extents = desk->window(7).elements[1].extents;
  desk->window(7).elements[1].extents.x += 3;
  asio::steady_timer back(io, 100ms);
  back.async_wait([&](auto) { desk->window(7).elements[1].extents = extents; });
  confirmations.reply(text(prompts.at(0), "id"), true);
  await_replies(1);
  EXPECT_TRUE(replies[0].at("executed").as_bool()) << replies[0];
  EXPECT_EQ(desk->delivered.size(), 1u);
}

TEST_F(PipelineTest, NoAgentActsWhileAPromptIsOpen) {
  start(Click{.at = danger_point});
  const auto other = open("other");
  start(Click{.at = safe_point}, other);
  EXPECT_THAT(desk->delivered, IsEmpty());
  EXPECT_EQ(replies.size(), 0u);
  confirmations.reply(text(prompts.at(0), "id"), false);
  await_replies(2);
  EXPECT_EQ(desk->delivered.size(), 1u);  // the other one's, after the answer
}

TEST_F(PipelineTest, TooManyInLineAreRefused) {
  settings.queue_limit = 1;
  start(Click{.at = danger_point});
  start(Click{.at = safe_point});
  start(Click{.at = safe_point});
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(text(replies[0], "code"), "queue_full");
}

TEST_F(PipelineTest, PauseVoidsOpenQuestionsAndBlocksLaterActions) {
  start(Click{.at = danger_point});
  stops.pause();
  await_replies(1);
  EXPECT_EQ(text(replies[0], "outcome"), "cancelled");
  start(Click{.at = safe_point});
  ASSERT_EQ(replies.size(), 2u);
  EXPECT_EQ(text(replies[1], "code"), "paused");
  EXPECT_THAT(desk->delivered, IsEmpty());
  stops.resume();
  start(Click{.at = safe_point});
  EXPECT_EQ(desk->delivered.size(), 1u);
}

TEST_F(PipelineTest, AHaltedSessionStaysHaltedAndALateYesIsVoid) {
  start(Click{.at = danger_point});
  stops.halt(session, "stop");
  EXPECT_EQ(confirmations.reply(text(prompts.at(0), "id"), true), Confirmations::Heard::no_such_prompt);
  await_replies(1);
  start(Click{.at = safe_point});
  ASSERT_EQ(replies.size(), 2u);
  EXPECT_EQ(text(replies[1], "code"), "halted");
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, KeysHeldByADisconnectedAgentAreReleased) {
  start(KeyDown{{{}, "Shift_L"}});
  stops.drop(session);
  settle();
  EXPECT_EQ(desk->releases, 1);
  const auto harmless = open("harmless");
  start(Click{.at = safe_point}, harmless);
  stops.drop(harmless);
  settle();
  EXPECT_EQ(desk->releases, 1);
}

TEST_F(PipelineTest, AWindowThatCameBetweenGetsNothing) {
  desk->add(8, {0, 0, 50, 50}, "trap", "Trap");
  desk->raise(7);
  desk->before_act = [&] { desk->raise(8); };
  start(Click{.at = safe_point});
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_FALSE(replies[0].at("executed").as_bool());
  EXPECT_EQ(text(replies[0].at("refusal").as_object(), "code"), "window_changed");
  EXPECT_THAT(desk->delivered, IsEmpty());
}

TEST_F(PipelineTest, AnApplicationThatDoesNotAnswerIsBlocked) {
  desk->answers = Unknown::deadline;
  start(Click{.at = safe_point});
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(text(replies[0], "decision"), "block") << replies[0];
  EXPECT_EQ(text(replies[0], "code"), "unknown_target");
}

TEST_F(PipelineTest, ASecretIsWrittenDownNowhere) {
  desk->focused_path = desk->window(7).elements[2].path;
  start(Type{"hunter2-correct-horse"});
  ASSERT_EQ(prompts.size(), 1u);
  EXPECT_THAT(json::serialize(prompts[0]), Not(HasSubstr("hunter2")));
  confirmations.reply(text(prompts[0], "id"), true);
  await_replies(1);
  EXPECT_TRUE(replies[0].at("executed").as_bool()) << replies[0];
  EXPECT_THAT(audit_text(), Not(HasSubstr("hunter2")));
  EXPECT_THAT(json::serialize(replies[0]), Not(HasSubstr("hunter2")));
  EXPECT_THAT(desk->delivered, ElementsAre(HasSubstr("hunter2")));  // the field got the real text
}

TEST_F(PipelineTest, TextAfterAClickIsJudgedByTheClickedField) {
  // As in Chromium: for some time after the click the focus is reported where it was.
  auto& elements = desk->window(7).elements;
  elements[2].states.add(State::focusable);
  desk->focused_path = elements[0].path;
  start(Click{.at = {10, 210}});
  start(Type{"hunter2"});
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_THAT(prompts, IsEmpty());
  asio::steady_timer later(io, 40ms);
  later.async_wait([&](auto) { desk->focused_path = elements[2].path; });
  io.restart();
  while (prompts.empty() && io.run_one_for(5s) > 0) {
  }
  ASSERT_EQ(prompts.size(), 1u);
  EXPECT_THAT(text(prompts[0], "target"), HasSubstr("password text"));
  confirmations.cancel_all("the test is over");
  await_replies(2);
}

TEST_F(PipelineTest, TextAfterAClickOnADateWaitsUntilOneOfItsPartsHasTheFocus) {
  // As in Firefox: the date itself never has the focus, and at load its part gets it late.
  desk->add_element(7, Role::date_editor, "Arrival", {0, 250, 100, 20});
  desk->add_element(7, Role::spin_button, "Month", {300, 250, 20, 20});
  auto& elements = desk->window(7).elements;
  elements.back().ancestors = {{Role::date_editor, "Arrival", {}}};
  desk->focused_path = elements[0].path;
  start(Click{.at = {10, 260}});
  start(Type{"11"});
  await_replies(1);
  asio::steady_timer later(io, 300ms);
  later.async_wait([&](auto) { desk->focused_path = elements.back().path; });
  await_replies(2);
  EXPECT_TRUE(replies[1].at("executed").as_bool()) << replies[1];
  EXPECT_EQ(replies[1].at("element").at("name"), "Month") << replies[1];
}

TEST_F(PipelineTest, AKeyAfterAClickThatOpensAListIsJudgedByItsOption) {
  // As in Chromium and Qt: the list itself does not have the focus while it is open.
  desk->add_element(7, Role::combo_box, "Sizes", {0, 250, 100, 20}).states.add(State::focusable);
  for (const char* name : {"Small", "Delete archive"}) {
    desk->add_element(7, Role::list_item, name, {300, 250, 100, 20});
    desk->window(7).elements.back().ancestors = {{Role::combo_box, "Sizes", {}}};
  }
  desk->focused = 7;
  desk->focused_path = desk->window(7).elements[desk->window(7).elements.size() - 2].path;
  start(Click{.at = {10, 260}});
  start(Key{parse_key_chords("Down").value()});
  while (prompts.empty() && io.run_one_for(5s) > 0) {
  }
  ASSERT_EQ(prompts.size(), 1u) << "it may choose what deletes";
  EXPECT_THAT(text(prompts[0], "reason"), HasSubstr("Delete archive"));
  confirmations.cancel_all("the test is over");
  await_replies(2);
}

TEST_F(PipelineTest, AClickedFieldThatNeverGetsTheFocusIsNotTypedInto) {
  auto& elements = desk->window(7).elements;
  elements[2].states.add(State::focusable);
  desk->focused_path = elements[0].path;
  start(Click{.at = {10, 210}});
  start(Type{"hunter2"});
  await_replies(2);
  EXPECT_EQ(text(replies[1], "decision"), "block") << replies[1];
  EXPECT_EQ(text(replies[1], "code"), "unknown_target");
  EXPECT_EQ(desk->delivered.size(), 1u);
}

TEST_F(PipelineTest, ASequenceStopsAtTheFirstStepNotDone) {
  Sequence sequence;
  sequence.steps.push_back({.body = Click{.at = safe_point}});
  sequence.steps.push_back({.body = Click{.at = danger_point}});
  sequence.steps.push_back({.body = Click{.at = safe_point}});
  start(std::move(sequence));
  confirmations.reply(text(prompts.at(0), "id"), false);
  await_replies(1);
  EXPECT_FALSE(replies[0].at("executed").as_bool());
  EXPECT_EQ(text(replies[0], "decision"), "require_confirmation");
  EXPECT_EQ(replies[0].at("steps").as_array().size(), 2u);
  EXPECT_EQ(desk->delivered.size(), 1u);
}

TEST_F(PipelineTest, ARehearsalTouchesNothing) {
  start(Click{.at = danger_point}, nullptr, true);
  ASSERT_EQ(replies.size(), 1u);
  EXPECT_EQ(text(replies[0], "decision"), "require_confirmation");
  EXPECT_FALSE(replies[0].at("executed").as_bool());
  EXPECT_THAT(desk->delivered, IsEmpty());
  EXPECT_THAT(prompts, IsEmpty());
}

}  // namespace
}  // namespace interlock::daemon
