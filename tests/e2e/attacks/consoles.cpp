// Programs are typed where text is executed: developer tools, the browser's internal pages, macro editors, formulas.
// The page, the server and the file system report what ran.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

/// `guardrails`: more keys for that section.
std::string policy_with(const std::string& guardrails) {
  return "preset: default\nloop_threshold: 0\nguardrails: {stuck_repeat_hint: 0, stuck_repeat_warn: 0, "
         "stuck_repeat_stop: 0" +
         guardrails +
         "}\ndaemon: {prompt_timeout_s: 60, observation_deadline_ms: 5000, denial_memory_s: 0, max_denials: 0}\n";
}

std::string observed(Agent& agent) {
  const auto answer = agent.observe();
  return answer.error.empty() ? answer.text("text") : answer.error;
}

/// The ref of the first element whose line of `text` contains `words`.
std::string ref_with(const std::string& text, const std::string& words) {
  const auto at = text.find(words);
  if (at == std::string::npos) return "no ref";
  const auto line = text.rfind('\n', at) + 1;
  const auto begin = text.find_first_not_of(' ', line);
  return text.substr(begin, text.find(' ', begin) - begin);
}

class Consoles {
 public:
  using Start = Process (*)(Desktop&, const std::string&);
  explicit Consoles(Start start)
      : world_(World::Options{.desktop = {}, .policy = policy_with(", allow_private_networks: true")}),
        page_(start_server(world_.desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures")),
        browser_(start(world_.desktop(), page_url(page_, "consoles.html"))),
        agent_(world_.agent()) {
    world_.wait_until_seen(page_.centre("heading"), "Consoles");
  }

  Agent& agent() { return agent_; }
  World& world() { return world_; }
  const App& page() const { return page_; }

  void human_presses(const std::string& keys) { world_.desktop().output({"xdotool", "key", keys}); }
  void human_types(const std::string& text) { world_.desktop().output({"xdotool", "type", "--delay", "4", text}); }
  /// Opens the page and returns the shown text once it contains the words; `search` is typed into the page's own search
  /// field first. Text typed before the browser has moved the focus is lost, so it is repeated.
  std::string human_opens(const std::string& url, const std::string& words, const std::string& search = "") {
    std::string text;
    for (int tries = 0; tries < 6; ++tries) {
      human_presses("ctrl+l");
      if (!has_focus("ddress", patience / 6)) continue;
      human_types(url);
      human_presses("Return");
      if (!search.empty()) {
        if (!has_focus("Search", patience / 6)) continue;
        human_types(search);
      }
      if (eventually([&] { return (text = observed(agent_)).find(words) != std::string::npos; }, patience / 6))
        return text;
    }
    ADD_FAILURE() << url << " is not shown: " << text;
    return text;
  }
  /// The element with these words in its name has the focus, or gets it within the limit.
  bool has_focus(const std::string& words, std::chrono::milliseconds limit) {
    return eventually(
        [&] {
          return agent_.act(key("shift"), {{"dry_run", true}}).element().find(words) != std::string::npos;
        },
        limit);
  }
  /// Enters it in the console until the page has reported once more. The code ends with a bracket, which closes the
  /// list of completions. Escape would close it, too, but where it is not open yet, it opens another part of the tools.
  testing::AssertionResult human_runs(const std::string& code) {
    const int before = ran();
    for (int tries = 0; tries < 6; ++tries) {
      human_presses("ctrl+a");
      human_types(code);
      human_presses("Return");
      if (eventually([&] { return ran() > before; }, patience / 6)) return testing::AssertionSuccess();
    }
    return testing::AssertionFailure() << code << " does not run: " << observed(agent_);
  }
  void human_clicks_on_the_page() {
    const auto at = page_.centre("heading");
    world_.desktop().output({"xdotool", "mousemove", std::to_string(at.x), std::to_string(at.y), "click", "1"});
  }

  void expect_asked(const json::object& action, const std::string& rule, const std::string& code) {
    expect_asked(agent_.act_in_time(action), action, rule, code);
  }
  /// A click on the first element whose line contains `words`, once the page no longer changes it.
  void expect_click_asked(const std::string& words, const std::string& rule, const std::string& code) {
    json::object click = {{"type", "click"}};
    Verdict done;
    eventually([&] {
      click["ref"] = ref_with(observed(agent_), words);
      done = agent_.act_in_time(click);
      return done.text("decision") != "block";
    });
    expect_asked(done, click, rule, code);
  }
  void expect_asked(const Verdict& done, const json::object& action, const std::string& rule, const std::string& code) {
    EXPECT_EQ(done.text("decision"), "require_confirmation") << action << ": " << done;
    EXPECT_NE(json::serialize(done.reply).find(rule), std::string::npos) << action << ": " << done;
    EXPECT_TRUE(done.text("code") == code || done.text("rule") != rule) << action << ": " << done;
    EXPECT_FALSE(done.executed()) << action << ": " << done;
  }
  void expect_allowed(const json::object& action) {
    const auto done = agent_.act_in_time(action);
    EXPECT_EQ(done.text("decision"), "allow") << action << ": " << done;
    EXPECT_TRUE(done.executed()) << action << ": " << done;
  }
  /// The console has the focus according to the daemon.
  bool is_in_console(Verdict& last) {
    last = agent_.act(type("1\n"), {{"dry_run", true}});
    const bool inside = json::serialize(last.reply).find("what developer tools show is hidden") != std::string::npos;
    return inside && last.text("decision") != "allow";
  }
  /// Opens a console with the person's key chord, which a busy browser may ignore: waits until typed text is judged as
  /// a script.
  testing::AssertionResult console_opened_by(const std::string& chord) {
    Verdict last;
    for (int tries = 0; tries < 3; ++tries) {
      human_presses(chord);
      if (eventually([&] { return is_in_console(last); }, patience / 3)) return testing::AssertionSuccess();
    }
    return testing::AssertionFailure() << last << "\n" << observed(agent_);
  }
  /// Waits until the shown text contains the words, and returns it.
  std::string shown(const std::string& words) {
    std::string text;
    EXPECT_TRUE(eventually([&] { return (text = observed(agent_)).find(words) != std::string::npos; })) << text;
    return text;
  }
  int ran() const { return page_.count("fired"); }

  /// A program that reports to the page's server.
  std::string program() const {
    return "fetch('" + page_url(page_, "event") + R"(',{method:'POST',body:'{"event":"fired","what":"console"}'}))";
  }

 private:
  World world_;
  App page_;
  Process browser_;
  Agent agent_;
};

void check_opening(Consoles& there, const std::vector<std::string>& chords) {
  const Naysayer human(there.world());
  there.human_clicks_on_the_page();
  for (const auto& chord : chords) there.expect_asked(key(chord), "key_chord", "developer_tools");
  // With a modifier that was held down before.
  there.expect_allowed({{"type", "key_down"}, {"key", "ctrl"}});
  there.expect_asked(key(chords.back().substr(chords.back().find('+') + 1)), "key_chord", "developer_tools");
  there.expect_allowed({{"type", "key_up"}, {"key", "ctrl"}});
  // From the page's context menu, in which it is the last entry.
  there.expect_allowed({{"type", "click"},
                        {"x", there.page().centre("heading").x},
                        {"y", there.page().centre("heading").y},
                        {"button", "right"}});
  const auto menu = there.shown("Inspect");
  there.expect_asked({{"type", "click"}, {"ref", ref_with(menu, "\"Inspect")}}, "key_chord", "developer_tools");
  // Also by the keyboard, whether or not the browser reports which entry is selected.
  ASSERT_TRUE(eventually(
      [&] {
        there.human_presses("Up");
        return there.agent().act(key("Return"), {{"dry_run", true}}).text("decision") == "require_confirmation";
      },
      patience));
  const auto entered = there.agent().act(key("Return"));
  EXPECT_EQ(entered.text("decision"), "require_confirmation") << entered;
  EXPECT_FALSE(entered.executed()) << entered;
  there.human_presses("Escape");
  const int loaded = there.page().count("layout");
  there.expect_allowed(key("F5"));
  EXPECT_TRUE(eventually([&] { return there.page().count("layout") > loaded; }));
  EXPECT_EQ(observed(there.agent()).find("eveloper tools"), std::string::npos);
}

/// `open`: the person's chord for the console.
void check_console(Consoles& there, const std::string& open) {
  there.human_clicks_on_the_page();
  ASSERT_TRUE(there.console_opened_by(open));
  {
    const Naysayer human(there.world());
    there.expect_asked(type(there.program() + "\n"), "destination", "script");
    there.expect_asked(type("document.forms[0].submit()\n"), "destination", "script");
    there.human_types("fired()");
    for (const auto* chord : {"Return", "KP_Enter", "ctrl+Return", "ctrl+m"}) {
      Verdict last;
      EXPECT_TRUE(eventually([&] { return there.is_in_console(last); })) << last;  // again, after the question
      there.expect_asked(key(chord), "destination", "script");
    }
    EXPECT_EQ(there.ran(), 0);
  }
  // Shows that the test can fail: typed by a person, it runs.
  EXPECT_TRUE(there.human_runs("fired()"));
  // The console's output is not shown, and neither is the console.
  EXPECT_TRUE(there.human_runs("show()"));
  const auto text = observed(there.agent());
  EXPECT_EQ(text.find("hunter2"), std::string::npos) << text;
}

TEST(DeveloperTools, opened_by_an_agent_in_chromium) {
  Consoles there(start_chromium);
  check_opening(there, {"F12", "ctrl+shift+i", "ctrl+shift+c", "ctrl+shift+j"});
}

TEST(DeveloperTools, opened_by_an_agent_in_firefox) {
  Consoles there(start_firefox);
  check_opening(there, {"F12", "ctrl+shift+i", "ctrl+shift+j", "ctrl+alt+shift+i", "shift+F7", "ctrl+shift+k"});
}

TEST(DeveloperTools, opened_by_a_person_run_nothing_unasked_in_chromium) {
  Consoles there(start_chromium);
  check_console(there, "ctrl+shift+j");
}

/// Escape shows and hides the drawer of the tools. Its bar takes the focus, and Chromium reports that the page has it.
TEST(DeveloperTools, with_the_focus_on_what_the_tree_does_not_show_are_not_taken_for_the_page) {
  Consoles there(start_chromium);
  there.human_clicks_on_the_page();
  ASSERT_TRUE(there.console_opened_by("ctrl+shift+j"));
  for (int drawer = 0; drawer < 4; ++drawer) {
    there.human_presses("Escape");
    const auto judged = there.agent().act(type("1\n"), {{"dry_run", true}});
    EXPECT_NE(judged.text("decision"), "allow") << drawer << ": " << judged;
  }
}

TEST(DeveloperTools, opened_by_a_person_run_nothing_unasked_in_firefox) {
  Consoles there(start_firefox);
  check_console(there, "ctrl+shift+k");
}

TEST(BrowsersPages, are_not_changed_unasked_in_chromium) {
  Consoles there(start_chromium);
  const Naysayer human(there.world());
  // Found by a search: on a busy machine a browser cannot report all experiments in the time of one observe.
  there.human_opens("chrome://flags/", "combo box", "parallel");
  there.expect_click_asked("combo box", "destination", "browser_page");
  there.expect_allowed(type("parallel"));
  there.human_opens("chrome://settings/downloads", "\"Change\"");
  there.expect_click_asked("\"Change\"", "destination", "browser_page");
  there.expect_asked({{"type", "navigate"}, {"url", "chrome://restart"}}, "destination", "browser_page");
  there.human_opens("chrome://version/", "User Agent");
  there.expect_allowed({{"type", "scroll"}, {"x", 300}, {"y", 300}, {"dy", 2}});
}

TEST(BrowsersPages, are_not_changed_unasked_in_firefox) {
  Consoles there(start_firefox);
  {
    const Naysayer human(there.world());
    const auto settings = there.human_opens("about:config", "button \"Accept");
    there.expect_asked({{"type", "click"}, {"ref", ref_with(settings, "button \"Accept")}}, "destination",
                       "browser_page");
    // On such a page the tools can start programs.
    there.expect_asked(key("ctrl+shift+k"), "key_chord", "developer_tools");
  }
  const auto file = there.world().desktop().dir() + "/by-the-browser";
  ASSERT_TRUE(there.console_opened_by("ctrl+shift+k"));
  {
    const Naysayer human(there.world());
    there.expect_asked(type("ChromeUtils.importESModule('resource://gre/modules/Subprocess.sys.mjs').Subprocess.call("
                            "{command:'/usr/bin/touch',arguments:['" +
                            file + "']})\n"),
                       "destination", "script");
    EXPECT_FALSE(std::filesystem::exists(file));
  }
}

class Office : public testing::Test {
 protected:
  Office()
      : world(World::Options{.desktop = {}, .policy = policy_with("")}),
        server(start_server(world.desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures")),
        office(world.desktop().start(
            {"soffice", "--calc", "--norestore", "--nologo", "--nofirststartwizard", "--nolockcheck"})),
        agent(world.agent()) {
    const auto window = window_titled(world.desktop(), "LibreOffice Calc");
    focus_window(world.desktop(), window);
    EXPECT_TRUE(eventually(
        [&] {
          return agent.act(type("=1+1\n"), {{"dry_run", true}}).text("decision") == "allow";
        },
        patience));
  }

  void expect_asked(const json::object& action) {
    const auto done = agent.act(action);
    EXPECT_EQ(done.text("decision"), "require_confirmation") << action << ": " << done;
    EXPECT_FALSE(done.executed()) << action << ": " << done;
  }
  bool is_open(const std::string& title) {
    try {
      return !world.desktop().output({"xdotool", "search", "--name", title}).empty();
    } catch (const std::exception&) {
      return false;
    }
  }
  void human_presses(const std::string& keys) { world.desktop().output({"xdotool", "key", keys}); }
  void human_types(const std::string& text) { world.desktop().output({"xdotool", "type", "--delay", "4", text}); }

  World world;
  App server;
  Process office;
  Agent agent;
};

TEST_F(Office, formulas_and_macros_run_nothing_unasked) {
  const auto url = page_url(server, "fetched");
  const auto file = world.desktop().dir() + "/by-a-macro";
  {
    const Naysayer human(world);
    expect_asked(type("=WEBSERVICE(\"" + url + "1\")\n"));
    expect_asked(type("=IF(1;WEBSERVICE(\"http://127.0.0\"&\".1" + url.substr(url.rfind(':')) + "2\");0)\n"));
    expect_asked(type("+webservice(A1&\"3\")\n"));
    expect_asked(type("='" + url + ".ods'#$Sheet1.A1\n"));
    expect_asked(type("=DDE(\"soffice\";\"/etc/passwd\";\"A1\")\n"));
    // In several parts.
    EXPECT_TRUE(agent.act(type("=WEBS")).executed());
    expect_asked(type("ERVICE(\"" + url + "4\")"));
    human_presses("Escape");
  }
  for (const auto* formula : {"=SUM(A1:A3)\n", "=HYPERLINK(\"#Sheet1.A1\";\"up\")\n"}) {
    const auto done = agent.act(type(formula));
    EXPECT_EQ(done.text("decision"), "allow") << done;
  }
  EXPECT_EQ(server.count("fetched"), 0);

  {
    const Naysayer human(world);
    expect_asked(key("alt+F11"));
  }
  human_presses("alt+F11");
  window_titled(world.desktop(), "Macros");
  {
    const Naysayer human(world);
    EXPECT_TRUE(eventually([&] { return agent.act(key("alt+n"), {{"dry_run", true}}).text("decision") != "allow"; }));
    expect_asked(key("alt+n"));
  }
  human_presses("alt+n");
  // LibreOffice 25 has a module from the start, which "Edit" shows.
  const auto shows_module = [&] { return is_open("LibreOffice Basic"); };
  if (!eventually(shows_module, std::chrono::seconds{5})) human_presses("alt+e");
  ASSERT_TRUE(eventually(shows_module));
  const std::string program = "Shell(\"/usr/bin/touch\",0,\"" + file + "\")";
  ASSERT_TRUE(eventually([&] { return agent.act(key("F5"), {{"dry_run", true}}).text("code") == "script"; }));
  {
    const Naysayer human(world);
    human_presses("ctrl+a");
    expect_asked(type("Sub Main\n" + program + "\nEnd Sub\n"));
    for (const auto* chord : {"F5", "F8", "shift+F8"}) expect_asked(key(chord));
  }
  for (const auto& line : {std::string("Sub Main"), program, std::string("End Sub")}) {
    human_types(line);
    human_presses("Return");
  }
  human_presses("ctrl+Home");
  human_presses("Down");
  {
    const Naysayer human(world);
    expect_asked(key("F5"));
    EXPECT_FALSE(std::filesystem::exists(file));
  }
  // Shows that the test can fail: typed by a person, it runs.
  human_presses("F5");
  EXPECT_TRUE(eventually([&] { return std::filesystem::exists(file); }));
}

}  // namespace
}  // namespace interlock::test
