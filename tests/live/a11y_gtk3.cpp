#include "tests/live/form_desk.h"

namespace interlock::test {
namespace {

class Gtk3 : public FormDesk {
 protected:
  void SetUp() override {
    FormDesk::SetUp();
    show(gtk3_form);
  }
};

TEST_F(Gtk3, AStoppedApplicationIsUnknownAtTheDeadline) {
  ASSERT_TRUE(look("Next", "Next").element);
  const auto other_log = new_log();
  auto other = desktop_->start(
      {"/usr/bin/python3", fixtures + "gtk3_form.py", other_log, "--at", "700,120", "--title", "Other"});
  ASSERT_TRUE(eventually([&] { return widget(other_log, "Next").has_value(); }));
  const auto other_window = window("Other");
  ASSERT_TRUE(until_named(other_window, middle(*widget(other_log, "Next")), "Next").element);
  const auto point = middle(place("Next"));

  app_.signal(SIGSTOP);
  const auto start = std::chrono::steady_clock::now();
  std::optional<a11y::Sight> stopped, fine;
  asio::co_spawn(loop_, reader_->element_at(window_, none, point, start + 1500ms), [&](auto, auto s) { stopped = s; });
  asio::co_spawn(loop_,
                 reader_->element_at(other_window, none, middle(*widget(other_log, "Next")), start + 2 * look_time),
                 [&](auto, auto s) {
                   fine = s;
                   EXPECT_FALSE(stopped) << "one waited for the other";
                 });
  loop_.restart();
  while (!(stopped && fine) && loop_.run_one_for(2 * look_time) > 0) {
  }
  const auto took = std::chrono::steady_clock::now() - start;
  app_.signal(SIGCONT);
  ASSERT_TRUE(stopped && fine);
  EXPECT_EQ(stopped->element.why(), Unknown::deadline) << reported(*stopped);
  EXPECT_TRUE(fine->element) << reported(*fine);
  EXPECT_GE(took, 1500ms);
}

TEST_F(Gtk3, NothingIsNamedOnBareBackground) {
  ASSERT_TRUE(look("Next", "Next").element);
  // Between two buttons there is only their layout box.
  const auto next = place("Next");
  const auto sight = at(window_, {next.x + 20, next.y + next.height + 3});
  EXPECT_EQ(sight.element.why(), Unknown::nothing_at_point) << reported(sight);
}

TEST_F(Gtk3, AProcessThatOwnsNoTreeIsNotAccessible) {
  auto stranger = window_;
  stranger.pid = static_cast<std::uint32_t>(getpid());
  EXPECT_EQ(at(stranger, middle(place("Next"))).element.why(), Unknown::not_accessible);
  stranger.pid = Unknown::unsupported;
  EXPECT_EQ(at(stranger, middle(place("Next"))).element.why(), Unknown::unsupported);
}

TEST_F(Gtk3, TheEditorInANotebookWhosePageReportsNoPlace) {
  auto editor = desktop_->start({"mousepad", "--disable-server"});
  const auto pad = window("Mousepad");
  a11y::Sight sight;
  EXPECT_TRUE(eventually([&] {
    sight = at(pad, middle(window("Mousepad").rect));
    return sight.element && sight.element->role == Role::text;
  })) << reported(sight);
  raise(pad);
  EXPECT_TRUE(eventually([&] {
    click(middle(window("Mousepad").rect));
    sight = focus(pad);
    return sight.element && sight.element->role == Role::text;
  })) << reported(sight);
}

TEST_F(Gtk3, XtermIsNotAccessible) {
  auto xterm = desktop_->start({"xterm", "-T", "plain terminal"});
  const auto terminal = window("plain terminal");
  EXPECT_EQ(at(terminal, middle(terminal.rect)).element.why(), Unknown::not_accessible);
  EXPECT_EQ(focus(terminal).element.why(), Unknown::not_accessible);
}

}  // namespace
}  // namespace interlock::test
