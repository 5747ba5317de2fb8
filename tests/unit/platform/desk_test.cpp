// interlockd's end of the line to a desk, with a small working desk at the other end of a real socket.
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <thread>

#include "platform/desk/desk_backend.h"
#include "platform/desk/desk_injector.h"
#include "platform/prompt/prompt_layout.h"
#include "platform/prompt/text_wire.h"
#include "tests/fakes/desk/fake_desk.h"
#include "tests/temp_dir.h"

namespace interlock::platform::desk_line {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;
using std::chrono::steady_clock;
using test::FakeDesk;

std::string own_program() {
  return std::filesystem::read_symlink("/proc/self/exe").string();
}

class DeskLine : public testing::Test {
 protected:
  explicit DeskLine(std::vector<std::string> programs = {own_program()})
      : backend_(desk_backend(socket(), std::move(programs), "1.0")) {
    auto opened = backend_->open(loop_.get_executor(), dir_.path());
    if (!opened) throw std::runtime_error(opened.error().text());
    ports_ = std::move(*opened);
  }

  std::string socket() const { return dir_.path() + "/run/desk.sock"; }
  static Deadline soon() { return steady_clock::now() + 5s; }

  /// Runs the loop until the condition holds.
  template <class Condition>
  bool eventually(Condition holds) {
    const auto end = steady_clock::now() + 20s;
    while (!holds() && steady_clock::now() < end) {
      loop_.restart();
      loop_.run_for(2ms);
    }
    return holds();
  }
  template <class T>
  T run(asio::awaitable<T> work) {
    std::optional<T> result;
    asio::co_spawn(loop_, std::move(work), [&](std::exception_ptr error, T value) {
      if (error) std::rethrow_exception(error);
      result = std::move(value);
    });
    if (!eventually([&] { return result.has_value(); })) throw std::runtime_error("no answer");
    return std::move(*result);
  }
  /// A desk that is welcome, with two windows of this process: 7 below 8, which has the focus.
  std::unique_ptr<FakeDesk> desk(desk::Hello hello = FakeDesk::default_hello()) {
    auto desk = std::make_unique<FakeDesk>(socket(), std::move(hello));
    eventually([&] { return !ports_.trouble() || !desk->connected(); });
    EXPECT_EQ(desk->why_not(), "");
    const auto pid = static_cast<std::uint32_t>(::getpid());
    desk->with([&](FakeDesk::Model& model) {
      model.windows = {FakeDesk::window(7, {10, 10, 300, 200}, "below", pid),
                       FakeDesk::window(8, {200, 100, 300, 200}, "above", pid)};
      model.raise(8);
    });
    return desk;
  }
  WindowView at(Point point) { return run(ports_.windows->window_at(point, soon())); }
  WindowView focused() { return run(ports_.windows->focused_window(soon())); }
  Delivery perform(ActionBody body, const WindowView& view, Cancelled cancelled = {}) {
    return run(ports_.injector->perform(Action{.body = std::move(body)}, view, soon(), std::move(cancelled)));
  }
  static std::vector<std::string> delivered(FakeDesk& desk) {
    return desk.with([](const FakeDesk::Model& model) { return model.delivered; });
  }

  test::TempDir dir_;
  asio::io_context loop_{1};
  std::shared_ptr<Backend> backend_;
  Display ports_;
};

TEST_F(DeskLine, WithoutADeskEachPortSaysSo) {
  ASSERT_TRUE(ports_.trouble());
  EXPECT_NE(ports_.trouble()->text().find("no desktop has connected"), std::string::npos) << ports_.trouble()->text();
  EXPECT_EQ(at({50, 50}).window, Known<Window>(Unknown::no_display));
  EXPECT_EQ(run(ports_.windows->windows_in_order(soon())).why(), Unknown::no_display);
  EXPECT_EQ(run(ports_.screen->capture(std::nullopt, false, soon())).why(), Unknown::no_display);
  EXPECT_EQ(run(ports_.clipboard->read(PasteSource::clipboard, soon())).why(), Unknown::no_display);
  EXPECT_FALSE(ports_.human->trouble().empty());
  EXPECT_FALSE(ports_.advisory().empty());
}

TEST_F(DeskLine, WindowsAreThoseOfTheDesk) {
  const auto desk = this->desk();
  const auto view = at({250, 150});
  ASSERT_TRUE(view.window);
  EXPECT_EQ(view.window->id, 8U);
  EXPECT_EQ(view.window->title, "above");
  EXPECT_EQ(view.window->pid, Known<std::uint32_t>(static_cast<std::uint32_t>(::getpid())));
  EXPECT_EQ(view.window->app, std::filesystem::path(own_program()).filename());
  EXPECT_TRUE(view.popup.is_none());
  EXPECT_TRUE(at({600, 400}).window.is_none());
  EXPECT_EQ(focused().window->id, 8U);
  EXPECT_EQ(run(ports_.windows->window_named(7, soon())).window->title, "below");
  EXPECT_TRUE(run(ports_.windows->window_named(70, soon())).window.is_none());
  const auto stack = run(ports_.windows->windows_in_order(soon()));
  ASSERT_TRUE(stack);
  ASSERT_EQ(stack->size(), 2U);
  EXPECT_EQ(stack->back().window.id, 8U);
}

TEST_F(DeskLine, ThePanelsOfTheDeskAreNoWindowsAndNothingIsInjectedThere) {
  const auto desk = this->desk();
  desk->with([](FakeDesk::Model& model) { model.shell = Rect{0, 0, 640, 30}; });
  const auto view = at({250, 15});
  EXPECT_TRUE(view.window.is_unknown());
  EXPECT_FALSE(perform(Click{.at = {250, 15}}, view).complete);
  EXPECT_TRUE(delivered(*desk).empty());
}

TEST_F(DeskLine, AClickIsOneRequest) {
  const auto desk = this->desk();
  EXPECT_TRUE(perform(Click{.at = {50, 50}, .modifiers = Modifiers{2}}, at({50, 50})).complete);
  EXPECT_EQ(delivered(*desk), (std::vector<std::string>{"down Control_L on 8", "motion 50,50 on 7", "press 1 on 7",
                                                        "release 1 on 7", "up Control_L on 7"}));
}

TEST_F(DeskLine, AClickOnAWindowThatIsSwappedMeanwhileReachesNothing) {
  const auto desk = this->desk();
  const auto view = at({250, 150});
  desk->before = [](FakeDesk::Model& model, const desk::Request& request) {
    if (std::holds_alternative<desk::Act>(request.call)) model.raise(7);
  };
  const auto done = perform(Click{.at = {250, 150}}, view);
  ASSERT_TRUE(done.refusal);
  EXPECT_EQ(done.refusal->code, "window_changed");
  EXPECT_TRUE(delivered(*desk).empty());
}

TEST_F(DeskLine, TextGoesInPiecesAndStopsWhereTheFocusMoved) {
  const auto desk = this->desk();
  const std::string text = "Grüße, 漢字 and € in more than one piece";
  const auto done = perform(Type{text}, focused());
  EXPECT_TRUE(done.complete);
  EXPECT_EQ(done.typed, 38U);
  EXPECT_EQ(desk->with([](FakeDesk::Model& model) { return model.texts[8]; }), text);
  EXPECT_FALSE(desk->with([](FakeDesk::Model& model) { return model.shut || model.shuts != 1; }));
  const auto view = focused();
  int pieces = 0;
  desk->before = [&](FakeDesk::Model& model, const desk::Request& request) {
    if (std::holds_alternative<desk::CommitText>(request.call) && ++pieces == 2) model.raise(7);
  };
  const auto late = perform(Type{std::string(40, 'x')}, view);
  EXPECT_EQ(late.typed, 16U);
  ASSERT_TRUE(late.refusal);
  EXPECT_EQ(late.refusal->code, "focus_moved");
  EXPECT_EQ(desk->with([](FakeDesk::Model& model) { return model.texts[8]; }), text + std::string(16, 'x'));
}

TEST_F(DeskLine, WhereNoTextIsTakenItIsTypedByKeys) {
  const auto desk = this->desk();
  desk->with([](FakeDesk::Model& model) { model.takes_text = false; });
  const auto done = perform(Type{"é\n"}, focused());
  EXPECT_TRUE(done.complete);
  EXPECT_EQ(done.typed, 2U);
  EXPECT_EQ(delivered(*desk),
            (std::vector<std::string>{"down U00E9 on 8", "up U00E9 on 8", "down Return on 8", "up Return on 8"}));
}

TEST_F(DeskLine, ADragEndsWhereItBeganIfItIsCancelled) {
  const auto desk = this->desk();
  EXPECT_TRUE(perform(Drag{.from = {50, 50}, .to = {150, 60}}, at({50, 50})).complete);
  auto steps = delivered(*desk);
  EXPECT_EQ(steps.at(1), "press 1 on 7");
  EXPECT_EQ(steps.at(steps.size() - 2), "motion 150,60 on 7");
  EXPECT_EQ(steps.back(), "release 1 on 7");
  int calls = 0;
  const auto done = perform(Drag{.from = {50, 50}, .to = {150, 60}}, at({50, 50}), [&] { return ++calls > 4; });
  ASSERT_TRUE(done.refusal);
  EXPECT_EQ(done.refusal->code, "cancelled");
  steps = delivered(*desk);
  EXPECT_EQ(steps.at(steps.size() - 2), "motion 50,50 on 7");
  EXPECT_EQ(steps.back(), "release 1 on 7");
}

TEST_F(DeskLine, TheApproachActivatesAndMovesAndPressesNothing) {
  const auto desk = this->desk();
  const Action click{.body = Click{.at = {50, 50}}};
  const auto first = run(ports_.injector->approach(click, at({50, 50}), soon(), {}));
  EXPECT_FALSE(first.refusal);
  EXPECT_FALSE(first.was_there);
  EXPECT_EQ(focused().window->id, 7U);
  EXPECT_EQ(delivered(*desk), std::vector<std::string>{"motion 50,50 on 7"});
  const auto second = run(ports_.injector->approach(click, at({50, 50}), soon(), {}));
  EXPECT_TRUE(second.was_there);
  EXPECT_EQ(delivered(*desk).size(), 1U);
}

TEST_F(DeskLine, APictureShowsTheWindowsOfItsMoment) {
  const auto desk = this->desk();
  const auto shot = run(ports_.screen->capture(Rect{100, 90, 700, 50}, false, soon()));
  ASSERT_TRUE(shot);
  EXPECT_EQ(shot->area, (Rect{100, 90, 540, 50}));
  EXPECT_EQ(shot->image.pixels.front(), 7U);
  EXPECT_EQ(shot->image.pixels.at(static_cast<std::size_t>(20) * 540 + 150), 8U);
  EXPECT_EQ(shot->image.pixels.back(), 0x101010U);
  ASSERT_EQ(shot->surfaces.size(), 2U);
  EXPECT_EQ(shot->surfaces.back().client, 8U);
  EXPECT_TRUE(run(ports_.screen->capture(Rect{900, 900, 5, 5}, false, soon())).is_none());
  int files = 0;
  for (const auto& each : std::filesystem::directory_iterator(dir_.path() + "/run")) files += each.is_socket() ? 0 : 1;
  EXPECT_EQ(files, 0) << "a picture was left behind";
}

TEST_F(DeskLine, APictureThatIsShorterThanItsAreaIsMalformed) {
  const auto desk = this->desk();
  desk->instead = [](const desk::Request& request) -> std::optional<std::string> {
    if (!std::holds_alternative<desk::Capture>(request.call)) return std::nullopt;
    return R"({"id":)" + std::to_string(request.id) +
           R"(,"result":{"area":{"x":0,"y":0,"width":640,"height":480},"format":"xrgb8888","stride":2560,"windows":[]}})" +
           "\n";
  };
  EXPECT_EQ(run(ports_.screen->capture(std::nullopt, false, soon())).why(), Unknown::malformed);
}

TEST_F(DeskLine, TheClipboardIsReadFromTheDesk) {
  const auto desk = this->desk();
  EXPECT_TRUE(run(ports_.clipboard->read(PasteSource::clipboard, soon())).is_none());
  desk->with([](FakeDesk::Model& model) { model.clipboard = "copied"; });
  EXPECT_EQ(run(ports_.clipboard->read(PasteSource::clipboard, soon())), Known<std::string>("copied"));
}

TEST_F(DeskLine, InputOfAPersonAndOfAProgramAreToldApart) {
  const auto desk = this->desk();
  std::vector<HumanEvent> events;
  ports_.human->listen([&](const HumanEvent& event) { events.push_back(event); });
  ports_.human->set_panic_key(KeyChord{Modifiers{2}, "Escape"});
  EXPECT_TRUE(eventually([&] { return desk->with([](auto& model) { return model.panic == "Escape"; }); }));
  desk->send(desk::InputEvent{desk::InputKind::button, desk::By::program, "eis", 3});
  ASSERT_TRUE(eventually([&] { return events.size() == 1; }));
  EXPECT_EQ(std::get<ForeignInput>(events[0]).buttons, 3U);
  EXPECT_FALSE(ports_.human->last_real_press());
  EXPECT_TRUE(ports_.human->last_press_of_others());
  desk->send(desk::InputEvent{desk::InputKind::key, desk::By::person, "keyboard", 1});
  ASSERT_TRUE(eventually([&] { return events.size() == 2; }));
  EXPECT_TRUE(ports_.human->last_real_press());
  desk->send(desk::PanicEvent{desk::By::person});
  ASSERT_TRUE(eventually([&] { return events.size() == 3; }));
  EXPECT_TRUE(std::get<PanicKey>(events[2]).real);
}

// What may go wrong with the line.

TEST_F(DeskLine, ALostLineIsAnAnswerAndTheNextDeskIsTaken) {
  auto desk = this->desk();
  desk->instead = [&](const desk::Request&) {
    desk->disconnect();
    return std::optional<std::string>("");
  };
  const auto done = perform(Click{.at = {50, 50}}, WindowView{});
  EXPECT_FALSE(done.complete);
  const auto view = at({50, 50});
  EXPECT_EQ(view.window, Known<Window>(Unknown::no_display));
  ASSERT_TRUE(ports_.trouble());
  EXPECT_NE(ports_.trouble()->text().find("fake-desk was lost"), std::string::npos) << ports_.trouble()->text();
  desk = this->desk();
  EXPECT_FALSE(ports_.trouble());
  EXPECT_EQ(at({50, 50}).window->id, 7U);
}

// Another desk's windows may have the same numbers and be of the same program, if that survived.
TEST_F(DeskLine, AnActOnAWindowOfAnEarlierLineReachesNothing) {
  auto desk = this->desk();
  const auto view = at({50, 50});
  const auto keyboard = focused();
  desk->disconnect();
  ASSERT_TRUE(eventually([&] { return ports_.trouble().has_value(); }));
  desk = this->desk();
  for (const auto& done : {perform(Click{.at = {50, 50}}, view), perform(Type{"text"}, keyboard),
                           perform(Key{.chords = {KeyChord{{}, "Return"}}}, keyboard),
                           perform(ChangeWindow{.window = 7, .change = WindowChange::minimize}, view)}) {
    ASSERT_TRUE(done.refusal);
    EXPECT_EQ(done.refusal->code, "no_display");
    EXPECT_NE(done.refusal->reason.find("nothing of this was injected"), std::string::npos) << done.refusal->reason;
  }
  EXPECT_TRUE(run(ports_.injector->approach(Action{.body = Click{.at = {50, 50}}}, view, soon(), {})).refusal);
  EXPECT_TRUE(delivered(*desk).empty());
  EXPECT_TRUE(desk->with([](FakeDesk::Model& model) { return model.texts.empty() && model.shuts == 0; }));
  EXPECT_FALSE(ports_.trouble());
  EXPECT_TRUE(perform(Click{.at = {50, 50}}, at({50, 50})).complete);
}

TEST_F(DeskLine, ADragDoesNotGoOnWithTheNextDesk) {
  auto first = this->desk();
  std::unique_ptr<FakeDesk> next;
  const auto view = at({50, 50});
  int looks = 0;
  const auto cancelled = [&] {
    if (++looks == 2) {        // the first one is before the press
      asio::post(loop_, [&] {  // while the drag rests, and nothing is asked of the desk
        first->disconnect();
        next = std::make_unique<FakeDesk>(socket(), FakeDesk::default_hello());
      });
    }
    return false;
  };
  const auto done = perform(Drag{.from = {50, 50}, .to = {150, 60}}, view, cancelled);
  ASSERT_TRUE(next);
  ASSERT_TRUE(done.refusal);
  EXPECT_EQ(done.refusal->code, "no_display");
  EXPECT_EQ(delivered(*first).at(1), "press 1 on 7");
  EXPECT_TRUE(eventually([&] { return !ports_.trouble(); }));
  EXPECT_TRUE(delivered(*next).empty());
}

TEST_F(DeskLine, ALateReplyIsLeftOutAndTheNextIsRight) {
  const auto desk = this->desk();
  std::uint64_t held = 0;
  desk->instead = [&](const desk::Request& request) {
    held = request.id;
    return std::optional<std::string>("");
  };
  const auto view = run(ports_.windows->window_at({50, 50}, steady_clock::now() + 50ms));
  EXPECT_EQ(view.window, Known<Window>(Unknown::deadline));
  desk->instead = {};
  desk->send(R"({"id":)" + std::to_string(held) + R"(,"result":{"kind":"background"}})" + "\n");
  EXPECT_EQ(at({50, 50}).window->id, 7U);
  EXPECT_FALSE(ports_.trouble());
}

TEST_F(DeskLine, ADeskThatDoesNotAnswerAnActLosesTheLine) {
  const auto desk = this->desk();
  const auto view = at({50, 50});
  desk->instead = [](const desk::Request&) { return std::optional<std::string>(""); };
  const auto done = perform(Click{.at = {50, 50}}, view);
  ASSERT_TRUE(done.refusal);
  EXPECT_EQ(done.refusal->code, "deadline");
  EXPECT_NE(done.refusal->reason.find("may have been delivered"), std::string::npos);
  EXPECT_TRUE(ports_.trouble());
  EXPECT_TRUE(eventually([&] { return !desk->connected(); }));
}

TEST_F(DeskLine, ADeskThatHungDoesNotDeliverAnActThatWasGivenUp) {
  std::atomic<bool> given_up = false;
  const auto desk = this->desk();
  const auto view = at({50, 50});
  desk->before = [&given_up](FakeDesk::Model&, const desk::Request& request) {
    // The desk hangs until the deadline of the request has passed and the caller has given up. A request without a
    // deadline is carried out at once, and the test fails.
    while (request.until != 0 && (desk::monotonic_now() <= request.until || !given_up))
      std::this_thread::sleep_for(1ms);  // between two looks at the clock
  };
  const auto done = perform(Click{.at = {50, 50}}, view);
  given_up = true;
  ASSERT_TRUE(done.refusal);
  EXPECT_EQ(done.refusal->code, "deadline");
  EXPECT_TRUE(eventually([&] { return !desk->connected(); })) << "it has read all that was sent to it";
  EXPECT_TRUE(delivered(*desk).empty());
}

TEST_F(DeskLine, NothingIsTypedOrDraggedIfOtherProgramsInputIsNotHeldBack) {
  const auto desk = this->desk();
  desk->instead = [](const desk::Request& request) -> std::optional<std::string> {
    if (!std::holds_alternative<desk::Shut>(request.call)) return std::nullopt;
    return R"({"id":)" + std::to_string(request.id) + R"(,"error":{"code":"failed","message":"cannot"}})" + "\n";
  };
  const auto typed = perform(Type{"secret"}, focused());
  ASSERT_TRUE(typed.refusal);
  EXPECT_EQ(typed.refusal->code, "unsupported");
  EXPECT_TRUE(desk->with([](FakeDesk::Model& model) { return model.texts.empty(); }));
  EXPECT_TRUE(perform(Drag{.from = {50, 50}, .to = {150, 60}}, at({50, 50})).refusal);
  EXPECT_TRUE(delivered(*desk).empty());
}

TEST_F(DeskLine, TheLockOfTheScreenIsReportedAlsoIfItWasThereBefore) {
  std::vector<bool> locks;
  ports_.human->listen([&](const HumanEvent& event) { locks.push_back(std::get<DisplayLock>(event).locked); });
  const auto desk = std::make_unique<FakeDesk>(socket());
  desk->with([](FakeDesk::Model& model) { model.locked = true; });
  ASSERT_TRUE(eventually([&] { return !locks.empty(); }));
  EXPECT_EQ(locks, std::vector<bool>{true});
  desk->send(desk::LockedEvent{true});
  desk->send(desk::LockedEvent{false});
  ASSERT_TRUE(eventually([&] { return locks.size() > 1; }));
  EXPECT_EQ(locks, (std::vector<bool>{true, false}));
}

TEST_F(DeskLine, TheSocketsThatADeskNamesLeadToTheDesktop) {
  const auto before = backend_->sockets();
  auto hello = FakeDesk::default_hello();
  hello.wayland = dir_.path() + "/wayland-7";
  hello.x11 = ":77";
  const auto desk = this->desk(hello);
  auto sockets = backend_->sockets();
  ASSERT_EQ(sockets.size(), before.size() + 2);
  EXPECT_EQ(sockets.at(before.size()), dir_.path() + "/wayland-7");
  EXPECT_EQ(sockets.back(), "/tmp/.X11-unix/X77");
}

TEST_F(DeskLine, AHostileReplyEndsTheLineAndNeverTheDaemon) {
  const std::vector<std::string> hostile = {
      "not JSON\n",
      "[]\n",
      R"({"id":1000000,"result":{}})" + std::string("\n"),
      R"({"id":0,"result":{}})" + std::string("\n"),
      R"({"event":"input"})" + std::string("\n"),
      std::string(2 * 1024 * 1024, 'x'),
      std::string(100'000, '[') + "\n",
      "\xFF\xFE\n",
  };
  for (const auto& line : hostile) {
    auto desk = this->desk();
    ASSERT_FALSE(ports_.trouble());
    std::thread sender([&] { desk->send(line); });  // the loop must run for it to be read
    EXPECT_TRUE(eventually([&] { return ports_.trouble().has_value(); })) << line.substr(0, 60);
    sender.join();
    EXPECT_TRUE(eventually([&] { return !desk->connected(); })) << line.substr(0, 60);
  }
  const auto desk = this->desk();
  desk->instead = [](const desk::Request& request) {
    return std::optional(R"({"id":)" + std::to_string(request.id) + R"(,"result":{"kind":"window"}})" + "\n");
  };
  EXPECT_EQ(at({50, 50}).window, Known<Window>(Unknown::malformed));
  EXPECT_TRUE(ports_.trouble());
}

TEST_F(DeskLine, ASecondDeskIsRefusedWhileTheFirstStays) {
  const auto first = this->desk();
  FakeDesk second(socket());
  EXPECT_TRUE(eventually([&] { return !second.connected(); }));
  EXPECT_EQ(second.why_not(), desk::code::busy);
  EXPECT_EQ(at({50, 50}).window->id, 7U);
}

TEST_F(DeskLine, AHelloThatIsWrongIsToldSo) {
  auto raw = std::make_unique<FakeDesk>(socket(), desk::Hello{});  // an invalid hello
  EXPECT_TRUE(eventually([&] { return !raw->connected(); }));
  EXPECT_EQ(raw->why_not(), desk::code::invalid);
}

TEST_F(DeskLine, MediationIsAdvisoryWithoutTheFeatureOrTheSelfTest) {
  {
    const auto desk = this->desk();
    EXPECT_EQ(ports_.advisory(), "");
    desk->send(desk::AdvisoryEvent{"the hook is gone"});
    EXPECT_TRUE(eventually([&] { return ports_.advisory() == "the hook is gone"; }));
  }
  EXPECT_TRUE(eventually([&] { return ports_.trouble().has_value(); }));
  auto hello = FakeDesk::default_hello();
  hello.self_test = "the press was not held back";
  {
    const auto desk = this->desk(hello);
    EXPECT_NE(ports_.advisory().find("the press was not held back"), std::string::npos);
  }
  EXPECT_TRUE(eventually([&] { return ports_.trouble().has_value(); }));
  hello = FakeDesk::default_hello();
  hello.features = {"capture"};
  const auto desk = this->desk(hello);
  EXPECT_NE(ports_.advisory().find("two steps"), std::string::npos);
}

class DeskLineOfOthers : public DeskLine {
 protected:
  DeskLineOfOthers() : DeskLine({"/usr/bin/gnome-shell"}) {}
};

TEST_F(DeskLineOfOthers, AProgramThatIsNoDeskIsRefused) {
  FakeDesk other(socket());
  EXPECT_TRUE(eventually([&] { return !other.connected(); }));
  EXPECT_EQ(other.why_not(), desk::code::not_allowed);
  ASSERT_TRUE(ports_.trouble());
  EXPECT_NE(ports_.trouble()->text().find("daemon.desk_programs"), std::string::npos) << ports_.trouble()->text();
}

TEST_F(DeskLine, TheSocketIsForItsUserAloneAndForOneDaemon) {
  EXPECT_EQ(std::filesystem::status(socket()).permissions() & std::filesystem::perms::all,
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  const auto second = desk_backend(socket(), {own_program()}, "1.0");
  EXPECT_FALSE(second->open(loop_.get_executor(), dir_.path()));
}

// Questions.

/// Draws each text as one black pixel.
DrawText one_pixel() {
  return [](std::string request) -> asio::awaitable<tl::expected<std::string, Error>> {
    const auto blocks = prompt::decode_blocks(request);
    std::vector<prompt::DrawnText> drawn(blocks ? blocks->size() : 0);
    for (auto& each : drawn) each.image = {1, 1, {0xFF000000}};
    co_return prompt::encode(drawn);
  };
}

class DeskPrompts : public DeskLine {
 protected:
  DeskPrompts() : prompter_(backend_->prompter(loop_.get_executor(), one_pixel())) {}

  void ask(Prompt prompt = {.id = "1", .title = "Send?", .body = "really"}) {
    asio::co_spawn(loop_, prompter_->ask(std::move(prompt)),
                   [this](std::exception_ptr, auto reply) { reply_ = std::move(reply); });
  }
  /// Where the button is in the prompt's picture.
  static Point button(Answer answer) {
    prompt::PromptLayout layout(Prompt{.id = "1", .title = "Send?", .body = "really"});
    std::vector<prompt::DrawnText> drawn(layout.blocks().size());
    for (auto& each : drawn) each.image = {1, 1, {0xFF000000}};
    layout.place(std::move(drawn), 474);
    for (const auto& each : layout.buttons()) {
      if (each.answer == answer) return {each.rect.x + 3 + each.rect.width / 2, each.rect.y + 3 + each.rect.height / 2};
    }
    return {-1, -1};
  }
  bool is_shown(FakeDesk& desk) {
    return desk.with([](FakeDesk::Model& model) { return model.prompt.has_value(); });
  }
  void press(FakeDesk& desk, Point at, desk::By by = desk::By::person) {
    const auto id = desk.with([](FakeDesk::Model& model) { return model.prompt ? model.prompt->prompt : 0; });
    desk.send(desk::PromptEvent{id, desk::PromptInput::press, by, at, "", ""});
    desk.send(desk::PromptEvent{id, desk::PromptInput::release, by, at, "", ""});
  }
  void let_time_pass(std::chrono::milliseconds time) {
    const auto end = steady_clock::now() + time;
    eventually([&] { return steady_clock::now() >= end; });
  }

  std::shared_ptr<Notifier> prompter_;
  std::optional<tl::expected<Reply, Error>> reply_;
};

TEST_F(DeskPrompts, AYesOfAPersonCountsOnceItCouldBeRead) {
  const auto desk = this->desk();
  ask();
  ASSERT_TRUE(eventually([&] { return is_shown(*desk); }));
  press(*desk, button(Answer::approved));  // too early
  press(*desk, button(Answer::approved), desk::By::program);
  let_time_pass(reading_time + 50ms);
  EXPECT_FALSE(reply_);
  press(*desk, button(Answer::approved), desk::By::program);
  let_time_pass(150ms);
  EXPECT_FALSE(reply_);
  press(*desk, button(Answer::approved));
  ASSERT_TRUE(eventually([&] { return reply_.has_value(); }));
  ASSERT_TRUE(*reply_) << reply_->error().text();
  EXPECT_EQ((*reply_)->answer, Answer::approved);
  EXPECT_FALSE(is_shown(*desk));
  EXPECT_GE(desk->with([](FakeDesk::Model& model) { return model.prompt_updates; }), 1) << "the buttons did not change";
}

TEST_F(DeskPrompts, AYesDoesNotCountWhileThePromptIsCovered) {
  const auto desk = this->desk();
  ask();
  ASSERT_TRUE(eventually([&] { return is_shown(*desk); }));
  let_time_pass(reading_time + 50ms);
  const auto id = desk->with([](FakeDesk::Model& model) { return model.prompt->prompt; });
  desk->send(desk::CoveredEvent{id, true});
  press(*desk, button(Answer::approved));
  let_time_pass(150ms);
  EXPECT_FALSE(reply_);
  press(*desk, button(Answer::denied));
  ASSERT_TRUE(eventually([&] { return reply_.has_value(); }));
  EXPECT_EQ((*reply_)->answer, Answer::denied);
}

TEST_F(DeskPrompts, QuestionsAreShownOneAfterAnotherAndALostDeskIsAnError) {
  auto desk = this->desk();
  ask();
  ASSERT_TRUE(eventually([&] { return is_shown(*desk); }));
  std::optional<tl::expected<Reply, Error>> second;
  asio::co_spawn(loop_, prompter_->ask({.id = "2", .title = "Pay?", .body = "b"}),
                 [&](std::exception_ptr, auto reply) { second = std::move(reply); });
  let_time_pass(50ms);
  EXPECT_FALSE(second);
  desk->disconnect();
  ASSERT_TRUE(eventually([&] { return reply_.has_value() && second.has_value(); }));
  EXPECT_FALSE(*reply_);
  EXPECT_FALSE(*second);
}

TEST(DeskNames, KeysAndPiecesAreThoseOfTheWire) {
  EXPECT_EQ(keysym_of("Return"), "Return");
  EXPECT_EQ(keysym_of("v"), "v");
  EXPECT_EQ(keysym_of("€"), "U20AC");
  EXPECT_EQ(keysym_of("+"), "U002B");
  EXPECT_EQ(keysym_of("😀"), "U1F600");
  EXPECT_EQ(pieces_of(""), std::vector<std::string>{});
  EXPECT_EQ(pieces_of("0123456789abcdefé"), (std::vector<std::string>{"0123456789abcdef", "é"}));
}

}  // namespace
}  // namespace interlock::platform::desk_line
