// Ten cells and their sum in Calc, with the default policy: its elements take LibreOffice longer than the deadline for
// an observation. What the sheet holds is what its own copy puts on the clipboard.
#include <gtest/gtest.h>

#include <string>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

/// The text on the clipboard, as another program gets it.
std::string clipboard(const Desktop& desktop) {
  return desktop.output({"/usr/bin/python3", "-c",
                         "import gi; gi.require_version('Gdk', '3.0'); gi.require_version('Gtk', '3.0')\nfrom "
                         "gi.repository import Gdk, Gtk\n"
                         "print(Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).wait_for_text() or '', end='')"});
}

/// "" unless `observe` listed an element as `line`.
std::string ref_of(const std::string& text, const std::string& line) {
  const auto at = text.find(' ' + line);
  if (at == text.npos) return "";
  const auto begin = text.find_last_of(" \n", at - 1) + 1;
  return text.substr(begin, at - begin);
}

std::string ref_of_cell(const std::string& text, const std::string& name, const std::string& value) {
  return ref_of(text, "table cell \"" + name + "\" = \"" + value + '"');
}

class Calc : public testing::Test {
 protected:
  /// A busy or starting office may not even say that it answers: then an agent tries again. It never asks.
  void done(const json::object& action) {
    Verdict last;
    EXPECT_TRUE(eventually([&] {
      last = agent.act(action);
      return last.executed() || last.text("decision") == "require_confirmation";
    })) << last;
    EXPECT_TRUE(last.executed()) << last;
  }
  /// Clicks the element that `observe` lists as `line`, once it does.
  void click(const std::string& line) {
    std::string ref;
    Verdict look;
    ASSERT_TRUE(eventually([&] {
      look = agent.observe();
      ref = ref_of(look.text("text"), line);
      return !ref.empty();
    })) << line
        << ": " << look;
    done({{"type", "click"}, {"ref", ref}});
  }
  /// Selects and copies until the clipboard has that: a copy may be of what the sheet holds before the last cell was
  /// taken over.
  bool holds(const std::string& cells) {
    return eventually([&] {
      agent.act(key("ctrl+Home"));
      agent.act(key("ctrl+shift+End"));
      agent.act(key("ctrl+c"));
      held = clipboard(world.desktop());
      return held == cells;
    });
  }

  World world{World::Options{}};
  Process office =
      world.desktop().start({"soffice", "--calc", "--norestore", "--nologo", "--nofirststartwizard", "--nolockcheck"});
  bool focused = (focus_window(world.desktop(), window_titled(world.desktop(), "LibreOffice Calc")), true);
  Agent agent = world.agent();
  std::string held;
};

TEST_F(Calc, TenCellsAndTheirSumNeedNoQuestionAtTheDefaultDeadline) {
  std::string cells;
  for (int i = 1; i <= 10; ++i) cells += std::to_string(i * i) + "\n";
  done(type(cells + "=SUM(A1:A10)\n"));
  done(key("Up"));
  done(key("ctrl+Home"));
  EXPECT_TRUE(holds(cells + "385\n")) << held;

  // The cells are listed, by refs that go on although LibreOffice makes new objects for them at each request.
  std::string ref;
  Verdict look;
  EXPECT_TRUE(eventually([&] {
    look = agent.observe();
    const std::string text = look.text("text");
    ref = ref_of_cell(text, "A4", "16");
    return !ref.empty() && !ref_of_cell(text, "A11", "385").empty();
  })) << look;
  EXPECT_TRUE(eventually([&] {
    look = agent.observe();
    return ref_of_cell(look.text("text"), "A4", "16") == ref;
  })) << ref
      << " now has another name: " << look;
  done({{"type", "click"}, {"ref", ref}});
  done(type("100\n"));
  EXPECT_TRUE(eventually([&] {
    look = agent.observe();
    const std::string text = look.text("text");
    return ref_of_cell(text, "A4", "100") == ref && !ref_of_cell(text, "A11", "469").empty();
  })) << look;
}

TEST_F(Calc, ADialogWithTabsAndListsIsUsedByClicks) {
  done(type("1\t9\n2\t8\n3\t7\n"));
  done(key("ctrl+Home"));
  done(key("ctrl+shift+End"));
  done(key("alt+d"));
  done(key("s"));
  click("page tab \"Options\"");
  EXPECT_TRUE(eventually([&] {  // a list has its label's name
    return !ref_of(agent.observe().text("text"), "toggle button \"Language\"").empty();
  })) << agent.observe();
  click("page tab \"Sort Criteria\"");
  click("toggle button\n");  // of the first list, which has no name
  click("row 3: \"B\"");     // after "- undefined -" and A
  click("button \"OK\"");
  EXPECT_TRUE(holds("3\t7\n2\t8\n1\t9\n")) << held;
}

}  // namespace
}  // namespace interlock::test
