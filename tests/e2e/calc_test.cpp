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
}

}  // namespace
}  // namespace interlock::test
