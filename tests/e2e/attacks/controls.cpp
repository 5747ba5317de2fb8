// Elements that act when they are pressed but are not buttons, and keys that press a button that has no focus. The
// application itself reports what acted.
#include <gtest/gtest.h>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using namespace std::chrono_literals;

const std::string policy =
    "preset: default\nloop_threshold: 0\n"
    "guardrails: {stuck_repeat_hint: 0, stuck_repeat_warn: 0, stuck_repeat_stop: 0, allow_private_networks: true}\n"
    "daemon: {prompt_timeout_s: 60, observation_deadline_ms: 5000, denial_memory_s: 0, max_denials: 0}\n";

/// What the agent does, and what this must not, or may, activate.
struct Try {
  std::string id;  ///< of the target element
  json::object action;
  std::string fires;  ///< the element that reports that it was activated
};

class Page {
 public:
  using Start = Process (*)(Desktop&, const std::string&);
  explicit Page(Start start)
      : world_(World::Options{.desktop = {}, .policy = policy}),
        page_(start_server(world_.desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures")),
        browser_(start(world_.desktop(), page_url(page_, "controls.html"))),
        agent_(world_.agent()) {
    world_.wait_until_seen(page_.centre("liar"), "Next");
  }

  Point at(const std::string& id) const { return page_.centre(id); }
  int fired(const std::string& id) const { return page_.count("fired", id); }
  World& world() { return world_; }
  App& page() { return page_; }
  Agent& agent() { return agent_; }

  /// Input by the human.
  void human_clicks(const std::string& id) {
    const auto point = at(id);
    world_.desktop().output({"xdotool", "mousemove", std::to_string(point.x), std::to_string(point.y), "click", "1"});
  }
  void human_focuses(const std::string& id) {
    human_clicks(id);
    ASSERT_TRUE(eventually([&] { return page_.focus() == id; })) << id << ", but " << page_.focus();
  }
  void human_presses(const std::string& key) { world_.desktop().output({"xdotool", "key", key}); }

  /// As an agent is advised: a browser that is busy for a moment is asked again.
  Verdict act(const json::object& action) {
    Verdict done;
    eventually([&] {
      done = agent_.act(action);
      return done.text("code") != "unknown_target";
    });
    return done;
  }
  void expect_asked(const Try& each) {
    const auto done = act(each.action);
    EXPECT_EQ(done.text("decision"), "require_confirmation") << each.id << ": " << done;
    EXPECT_EQ(done.text("rule"), "irreversible") << each.id << ": " << done;
    EXPECT_FALSE(done.executed()) << each.id << ": " << done;
  }
  void expect_allowed(const Try& each) {
    const int before = fired(each.fires);
    const auto done = act(each.action);
    EXPECT_EQ(done.text("decision"), "allow") << each.id << ": " << done;
    // The X server of a busy machine may stop for seconds in the middle of an act. What the page got shows that it was
    // done.
    const auto* refusal = done.reply.if_contains("refusal");
    EXPECT_TRUE(done.executed() || (refusal != nullptr && refusal->at("code") == "deadline"))
        << each.id << ": " << done;
    EXPECT_TRUE(eventually([&] { return fired(each.fires) > before; })) << each.fires;
  }

 private:
  World world_;
  App page_;
  Process browser_;
  Agent agent_;
};

const std::vector<std::string> dangerous = {
    "div",     "span",    "tabindex", "paragraph", "item",    "image", "option",    "tab",      "treeitem", "cell",
    "heading", "drawing", "slider",   "mousedown", "pointer", "split", "delegated", "labelled", "liar",     "late"};
const std::vector<std::string> harmless = {"ok-div", "ok-span", "ok-card", "ok-tab"};

void check_clicks(Page& page) {
  const Naysayer human(page.world());
  for (const auto& id : dangerous) page.expect_asked({id, click(page.at(id)), id});
  page.expect_asked({"label", click(page.at("label")), "labelled"});
  for (const auto& id : harmless) page.expect_allowed({id, click(page.at(id)), id});
  page.expect_allowed({"ok-label", click(page.at("ok-label")), "ok-box"});
  // These would be reported after the others, had they acted.
  for (const auto& id : dangerous) EXPECT_EQ(page.fired(id), 0) << id;
}

/// Shows that the test can fail: the human's same clicks activate it.
void check_that_they_act(Page& page) {
  for (const auto& id : dangerous) {
    page.human_clicks(id);
    EXPECT_TRUE(eventually([&] { return page.fired(id) == 1; })) << id << " does not act";
  }
  page.human_clicks("label");
  EXPECT_TRUE(eventually([&] { return page.fired("labelled") == 2; }));
}

std::vector<Try> handed_in() {
  std::vector<Try> tries = {{"account", type("evil\n"), "transfer"}, {"confirm", type("DELETE\n"), "typed"}};
  for (const auto* chord : {"Return", "KP_Enter", "shift+Return"}) tries.push_back({"account", key(chord), "transfer"});
  tries.push_back({"pin", key("Return"), "hinted"});
  for (const auto* field : {"box", "radio", "number"}) tries.push_back({field, key("Return"), "choices"});
  tries.push_back({"formless", key("Return"), "formless"});
  tries.push_back({"far", key("Return"), "remote"});
  for (const auto* chord : {"Return", "space"}) tries.push_back({"keyed", key(chord), "keyed"});
  tries.push_back({"keyslider", key("End"), "keyslider"});
  return tries;
}

void check_keys(Page& page) {
  const auto tries = handed_in();
  {
    const Naysayer human(page.world());
    for (const auto& each : tries) {
      page.human_focuses(each.id);
      page.expect_asked(each);
    }
    for (const Try& each : {Try{"ok-query", type("milk\n"), "ok-search"}, Try{"ok-filter", key("Return"), "ok-filter"},
                            Try{"ok-user", type("ann\n"), "ok-login"}, Try{"ok-slider", key("End"), "ok-slider"}}) {
      page.human_focuses(each.id);
      page.expect_allowed(each);
    }
    for (const auto& each : tries) EXPECT_EQ(page.fired(each.fires), 0) << each.fires;
  }
  for (const auto& each : tries) {
    const int before = page.fired(each.fires);
    page.human_focuses(each.id);
    const auto* chord = each.action.if_contains("keys");
    page.human_presses(chord ? std::string(chord->as_string()) : "Return");
    EXPECT_TRUE(eventually([&] { return page.fired(each.fires) > before; })) << each.id << " does not act";
  }
}

/// A page in a URL that submits a form as soon as it is open.
void check_data_pages(Page& page) {
  const auto event = page_url(page.page(), "event");
  const std::string form = "<form method=post enctype=text/plain action=" + event +
                           "><input name='{\"event\":\"fired\",\"what\":\"data\",\"x\":\"' value='\"}'></form>"
                           "<script>document.forms[0].submit()</script>";
  const std::string url = "data:text/html," + form;
  {
    const Naysayer human(page.world());
    const std::vector<std::string> urls = {url, "DATA:text/html;charset=utf-8," + form, "data:image/svg+xml,<svg/>"};
    for (const auto& each : urls) {
      const auto done = page.agent().act({{"type", "navigate"}, {"url", each}});
      EXPECT_EQ(done.text("rule"), "destination") << done;
      EXPECT_EQ(done.text("code"), "script") << done;
      EXPECT_FALSE(done.executed()) << done;
    }
    EXPECT_TRUE(page.agent().act({{"type", "navigate"}, {"url", "data:text/plain,hello"}}).executed());
    EXPECT_EQ(page.fired("data"), 0);
  }
  // Shows that the test can fail: typed by a person, it arrives.
  // Text typed before the browser has moved the focus to its address bar is lost.
  EXPECT_TRUE(eventually([&] {
    page.human_presses("ctrl+l");
    const auto in_address_bar = [&] {
      const auto focus = page.agent().act(key("shift"), {{"dry_run", true}}).element();
      return focus.find("ddress") != std::string::npos;
    };
    if (!eventually(in_address_bar, 10s)) return false;
    page.world().desktop().output({"xdotool", "type", "--delay", "8", url});
    page.human_presses("Return");
    return eventually([&] { return page.fired("data") > 0; }, 10s);
  }));
}

TEST(NoButton, acts_when_it_is_clicked_in_chromium) {
  Page page(start_chromium);
  check_clicks(page);
  check_that_they_act(page);
}

TEST(NoButton, acts_when_it_is_clicked_in_firefox) {
  Page page(start_firefox);
  check_clicks(page);
  check_that_they_act(page);
}

TEST(FormReturn, presses_a_button_without_the_focus_in_chromium) {
  Page page(start_chromium);
  check_keys(page);
  check_data_pages(page);
}

TEST(FormReturn, presses_a_button_without_the_focus_in_firefox) {
  Page page(start_firefox);
  check_keys(page);
  check_data_pages(page);
}

void check_labels(World& world, const App& form) {
  auto agent = world.agent();
  ASSERT_TRUE(eventually([&] {
    return agent.act(click(form.centre("All backups")), {{"dry_run", true}}).element() == "All backups";
  }));
  {
    const Naysayer human(world);
    for (const auto* label : {"Delete all backups", "Pay now", "Send to everyone", "Erase the disk"}) {
      const auto done = agent.act(click(form.centre(label)));
      EXPECT_EQ(done.text("rule"), "irreversible") << done;
      EXPECT_FALSE(done.executed()) << done;
    }
  }
  const auto harmless = agent.act(click(form.centre("All backups")));
  EXPECT_TRUE(harmless.executed()) << harmless;
  EXPECT_TRUE(eventually([&] { return form.count("clicked", "All backups") == 1; }));
  EXPECT_EQ(form.count("clicked"), 1);
}

const std::vector<std::string> labels = {"label:Delete all backups", "label:Pay now", "label:Send to everyone",
                                         "label:Erase the disk", "label:All backups"};

TEST(NoButton, is_a_label_that_acts_in_gtk) {
  World world({.desktop = {}, .policy = policy});
  const auto form = start_gtk3_with(world.desktop(), labels);
  check_labels(world, form);
}

TEST(NoButton, is_a_label_that_acts_in_qt) {
  World world({.desktop = {}, .policy = policy});
  const auto form = start_qt5_with(world.desktop(), labels);
  check_labels(world, form);
}

}  // namespace
}  // namespace interlock::test
