// A change between two looks is seen by the second one: nothing of an earlier look is judged again. Each look is made
// as by the daemon, with requests sent in advance.
#include <fstream>

#include "a11y/bus_session.h"
#include "tests/live/a11y_desk.h"

namespace interlock::test {
namespace {

class Changes : public Desk, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    Desk::SetUp();
    log_ = new_log();
    app_ = desktop_->start({"/usr/bin/python3", fixtures + GetParam(), log_, log_ + ".commands"},
                           {{"QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1"}});
    ASSERT_TRUE(eventually([&] { return widget(log_, "button").has_value(); }));
    first_ = window("First");
    second_ = window("Second");
    ASSERT_TRUE(until_named(first_, middle(first_.rect), "First button").element);
    ASSERT_TRUE(until_named(second_, middle(second_.rect), "Second button").element);
    look_often();
  }

  a11y::Sight look(const Window& window) {
    const auto point = middle(window.rect);
    const auto deadline = std::chrono::steady_clock::now() + look_time;
    reader_->ask_ahead(point, deadline);
    return await(reader_->element_at(window, popup_at(window, point), point, deadline));
  }
  /// Until everything is remembered that can be.
  void look_often() {
    for (int i = 0; i < 5; ++i) {
      const auto sight = look(first_);
      ASSERT_TRUE(sight.element) << reported(sight);
      ASSERT_EQ(sight.element->name, "First button");
      ASSERT_EQ(look(second_).element->name, "Second button");
    }
  }
  std::size_t obeyed() const {
    const auto text = read_file(log_);
    std::size_t count = 0;
    for (auto at = text.find("\"done\""); at != std::string::npos; at = text.find("\"done\"", at + 1)) ++count;
    return count;
  }
  void tell(const std::string& command) {
    const auto before = obeyed();
    std::ofstream(log_ + ".commands", std::ios::app) << command << "\n";
    ASSERT_TRUE(eventually([&] { return obeyed() > before; })) << command;
  }
  bool is_gtk() const { return std::string_view(GetParam()).starts_with("gtk"); }

  std::string log_;
  Process app_;
  Window first_, second_;
};

TEST_P(Changes, ALabelADescriptionAStateAndATitle) {
  tell("relabel");
  auto sight = look(first_);
  ASSERT_TRUE(sight.element) << reported(sight);
  EXPECT_EQ(sight.element->name, "Delete everything");

  tell("describe");
  EXPECT_EQ(look(first_).element->description, "for good");

  ASSERT_TRUE(look(first_).element->states.has(State::enabled));
  tell("disable");
  sight = look(first_);
  EXPECT_FALSE(sight.element->states.has(State::enabled)) << reported(sight);

  tell("title");
  sight = look(first_);
  const auto& above = sight.element->ancestors;
  EXPECT_TRUE(std::any_of(above.begin(), above.end(), [](const auto& a) { return a.name == "First, renamed"; }))
      << reported(sight);
}

TEST_P(Changes, ASecretFieldInItsPlace) {
  tell("secret");
  const auto sight = look(first_);
  ASSERT_TRUE(sight.element) << reported(sight);
  EXPECT_EQ(sight.element->role, Role::password_text) << reported(sight);
}

TEST_P(Changes, TheRoleOfTheSameObject) {
  if (!is_gtk()) GTEST_SKIP() << "a Qt widget's role is its class's";
  const auto path = look(first_).element->path;
  tell("role");
  const auto sight = look(first_);
  ASSERT_TRUE(sight.element) << reported(sight);
  EXPECT_EQ(sight.element->path, path);
  EXPECT_EQ(sight.element->role, Role::link) << reported(sight);
}

TEST_P(Changes, TheDialogThatTheSameButtonIsNowIn) {
  if (!is_gtk()) GTEST_SKIP() << "as above";
  const auto path = look(first_).element->path;
  tell("wrap");
  const auto sight = look(first_);
  ASSERT_TRUE(sight.element) << reported(sight);
  EXPECT_EQ(sight.element->path, path) << "else this is no test of it";
  ASSERT_FALSE(sight.element->ancestors.empty());
  EXPECT_EQ(sight.element->ancestors.front().role, Role::dialog) << reported(sight);
  EXPECT_EQ(sight.element->ancestors.front().text, "Delete 3 files permanently?");
}

TEST_P(Changes, WindowsThatChangedPlaces) {
  for (int times = 0; times < 4; ++times) {
    const auto was = first_.rect.x;
    tell("swap");
    ASSERT_TRUE(eventually([&] {
      first_ = window("First");
      second_ = window("Second");
      return first_.rect.x != was && second_.rect.x == was;
    }));
    auto sight = look(first_);
    ASSERT_TRUE(sight.element) << reported(sight);
    EXPECT_EQ(sight.element->name, "First button") << reported(sight);
    sight = look(second_);
    ASSERT_TRUE(sight.element) << reported(sight);
    EXPECT_EQ(sight.element->name, "Second button") << reported(sight);
    look_often();
  }
}

TEST_P(Changes, AreSeenAfterRequestsThatWereSentInAdvanceLongAgo) {
  const auto point = middle(first_.rect);
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  reader_->ask_ahead(point, deadline);
  loop_.restart();
  loop_.run_for(200ms);  // the requests have been sent and answered
  tell("relabel");
  const auto sight = await(reader_->element_at(first_, none, point, deadline));
  ASSERT_TRUE(sight.element) << reported(sight);
  EXPECT_EQ(sight.element->name, "Delete everything");
}

/// Which accessible belongs to which window is first determined when one window has already left the other's place.
TEST_P(Changes, AWindowTakenForAnotherIsFoundOut) {
  // Another window's id with the first one's place: as if the application had not yet heard that they moved.
  Window other = first_;
  other.id = 7;
  auto listed = program_windows(*first_.pid);
  std::erase_if(listed, [&](const ProgramWindow& each) { return each.id != first_.id; });
  ASSERT_EQ(listed.size(), 1u);
  listed.front().id = other.id;
  const auto only_that = [&](std::uint32_t, a11y::Deadline) -> asio::awaitable<Known<std::vector<ProgramWindow>>> {
    co_return listed;
  };
  const auto link = std::make_shared<a11y::Link>(loop_.get_executor(), only_that, nullptr);
  const auto session = *await(link->session(std::chrono::steady_clock::now() + look_time));
  const auto moment = [&] { return a11y::Look(session->routes, std::chrono::steady_clock::now() + look_time); };
  using Verify = a11y::TopLevels::Verify;
  auto& top_levels = session->top_levels;
  const auto applications = *await(session->directory->of_process(moment(), *first_.pid));

  const auto wrong = await(top_levels.find(moment(), applications, other, Verify::later));
  ASSERT_TRUE(wrong);
  EXPECT_TRUE(wrong->sure) << "nothing was remembered yet";
  Known<Element> button = look(first_).element;
  auto again = await(top_levels.find(moment(), applications, other, Verify::later));
  ASSERT_TRUE(again);
  EXPECT_FALSE(again->sure);
  EXPECT_TRUE(await(top_levels.confirm(moment(), other.id, button)));
  const auto silent = moment();
  EXPECT_TRUE(await(top_levels.confirm(silent, other.id, button)));
  EXPECT_TRUE(silent.asked().empty()) << "the button stands where it stood";

  const auto was = first_.rect.x;
  tell("swap");
  ASSERT_TRUE(eventually([&] { return (first_ = window("First")).rect.x != was; }));
  second_ = window("Second");
  again = await(top_levels.find(moment(), applications, other, Verify::later));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->ref, wrong->ref) << "believed until it is confirmed";
  EXPECT_FALSE(again->sure);
  EXPECT_FALSE(await(top_levels.confirm(moment(), other.id, look(first_).element)));
  again = await(top_levels.find(moment(), applications, other, Verify::later));
  ASSERT_TRUE(again);
  EXPECT_NE(again->ref, wrong->ref) << "the window that lies there now";
}

INSTANTIATE_TEST_SUITE_P(Toolkits, Changes, testing::Values("gtk3_changes.py", "qt5_changes.py"),
                         [](const auto& param) { return std::string(param.param).substr(0, 3); });

}  // namespace
}  // namespace interlock::test
