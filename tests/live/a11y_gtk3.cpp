#include "tests/live/a11y_desk.h"

namespace interlock::test {
namespace {

class Gtk3 : public Desk {
 protected:
  void SetUp() override {
    Desk::SetUp();
    log_ = new_log();
    app_ = desktop_->start({"/usr/bin/python3", fixtures + "gtk3_form.py", log_, "--at", "150,120"});
    ASSERT_TRUE(eventually([&] { return widget(log_, "Submit Order").has_value(); }));
    window_ = window("GTK form");
  }
  Rect place(const std::string& name) { return *widget(log_, name); }
  a11y::Sight look(const std::string& name, const std::string& expected) {
    return until_named(window_, middle(place(name)), expected);
  }

  bool focus_by_click(const std::string& name, Role role) {
    raise(window_);
    return eventually([&] {
      click(middle(place(name)));
      const auto sight = focus(window_);
      return sight.element && sight.element->role == role;
    });
  }

  std::string log_;
  Process app_;
  Window window_;
};

TEST_F(Gtk3, AButtonWhereItsPixelsAre) {
  const auto sight = look("Submit Order", "Submit Order");
  ASSERT_TRUE(sight.element) << told(sight);
  EXPECT_EQ(sight.element->role, Role::push_button) << told(sight);
  EXPECT_EQ(sight.element->name, "Submit Order");
  EXPECT_EQ(sight.element->extents, place("Submit Order"));
  EXPECT_TRUE(sight.element->states.has(State::showing));
  EXPECT_EQ(sight.element->ancestors.back().role, Role::frame);
  EXPECT_EQ(sight.element->ancestors.back().name, "GTK form");
  EXPECT_TRUE(sight.document.is_none());
  std::cout << "element_at p50, warm: " << median(window_, middle(place("Submit Order"))) << " us\n";
}

TEST_F(Gtk3, APasswordByItsRoleAndWithoutItsText) {
  ASSERT_TRUE(focus_by_click("answer", Role::password_text));
  for (const auto symbol : {XK_s, XK_e, XK_c}) key(symbol);
  const auto secret = at(window_, middle(place("answer")));
  ASSERT_TRUE(secret.element) << told(secret);
  EXPECT_EQ(secret.element->role, Role::password_text);
  EXPECT_TRUE(secret.element->value.is_none());

  Known<std::string> got;
  const auto shows_it = [&] {
    const auto note = at(window_, middle(place("note")));
    if (note.element) got = note.element->value;
    return got == Known<std::string>("see");
  };
  // The tree may report the focus before keys arrive in the field: then it is typed again.
  EXPECT_TRUE(eventually([&] {
    if (!focus_by_click("note", Role::text)) return false;
    for (int i = 0; i < 6; ++i) key(XK_BackSpace);
    for (const auto symbol : {XK_s, XK_e, XK_e}) key(symbol);
    return eventually(shows_it, 10s);
  })) << (got ? *got : "no value");
}

TEST_F(Gtk3, TheFocusFollowsTab) {
  ASSERT_TRUE(focus_by_click("note", Role::text));
  a11y::Sight sight;
  key(XK_Tab);
  EXPECT_TRUE(eventually([&] {
    sight = focus(window_);
    return sight.element && sight.element->role == Role::password_text;
  })) << told(sight);
  key(XK_Tab);
  EXPECT_TRUE(eventually([&] {
    sight = focus(window_);
    return sight.element && sight.element->name == "Next";
  })) << told(sight)
      << read_file(log_);
}

TEST_F(Gtk3, AMenuItemInAnOpenMenuNotTheElementBeneath) {
  raise(window_);
  click(middle(place("Actions")));
  ASSERT_TRUE(eventually([&] { return popup().has_value() && widget(log_, "Delete all").has_value(); }));
  a11y::Sight sight;
  EXPECT_TRUE(eventually([&] {
    sight = at(window_, middle(place("Delete all")));
    return sight.element && sight.element->name == "Delete all";
  })) << told(sight);
  EXPECT_EQ(sight.element->role, Role::menu_item) << told(sight);
  key(XK_Escape);
}

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
  EXPECT_EQ(stopped->element.why(), Unknown::deadline) << told(*stopped);
  EXPECT_TRUE(fine->element) << told(*fine);
  EXPECT_GE(took, 1500ms);
}

TEST_F(Gtk3, NothingIsNamedOnBareBackground) {
  ASSERT_TRUE(look("Next", "Next").element);
  // Between two buttons there is only their layout box.
  const auto next = place("Next");
  const auto sight = at(window_, {next.x + 20, next.y + next.height + 3});
  EXPECT_EQ(sight.element.why(), Unknown::nothing_at_point) << told(sight);
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
  })) << told(sight);
  raise(pad);
  EXPECT_TRUE(eventually([&] {
    click(middle(window("Mousepad").rect));
    sight = focus(pad);
    return sight.element && sight.element->role == Role::text;
  })) << told(sight);
}

TEST_F(Gtk3, XtermIsNotAccessible) {
  auto xterm = desktop_->start({"xterm", "-T", "plain terminal"});
  const auto terminal = window("plain terminal");
  EXPECT_EQ(at(terminal, middle(terminal.rect)).element.why(), Unknown::not_accessible);
  EXPECT_EQ(focus(terminal).element.why(), Unknown::not_accessible);
}

}  // namespace
}  // namespace interlock::test
