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

/// "" unless `observe` listed a cell so: `e20 table cell "A4" = "16"`.
std::string ref_of_cell(const std::string& text, const std::string& name, const std::string& value) {
  const auto cell = text.find(" table cell \"" + name + "\" = \"" + value + '"');
  if (cell == text.npos) return "";
  const auto begin = text.find_last_of(" \n", cell - 1) + 1;
  return text.substr(begin, cell - begin);
}

TEST(Calc, TenCellsAndTheirSumNeedNoQuestionAtTheDefaultDeadline) {
  World world(World::Options{});
  const auto office =
      world.desktop().start({"soffice", "--calc", "--norestore", "--nologo", "--nofirststartwizard", "--nolockcheck"});
  focus_window(world.desktop(), window_titled(world.desktop(), "LibreOffice Calc"));
  auto agent = world.agent();
  // A busy or starting office may not even say that it answers: then an agent tries again. It never asks.
  const auto done = [&](const json::object& action) {
    Verdict last;
    EXPECT_TRUE(eventually([&] {
      last = agent.act(action);
      return last.executed() || last.text("decision") == "require_confirmation";
    })) << last;
    EXPECT_TRUE(last.executed()) << last;
  };
  std::string cells;
  for (int i = 1; i <= 10; ++i) cells += std::to_string(i * i) + "\n";
  done(type(cells + "=SUM(A1:A10)\n"));
  done(key("Up"));
  done(key("ctrl+Home"));
  std::string held;
  EXPECT_TRUE(eventually([&] {  // its copy may be of what it holds before the last cell was taken over
    agent.act(key("ctrl+shift+End"));
    agent.act(key("ctrl+c"));
    held = clipboard(world.desktop());
    return held == cells + "385\n";
  })) << held;

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

}  // namespace
}  // namespace interlock::test
