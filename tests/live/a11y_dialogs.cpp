// A dialog that lies over its parent, or nearly: nothing of the parent is ever read in it, and what is its own still
// is.
#include "tests/desktop/firefox.h"
#include "tests/live/a11y_desk.h"

namespace interlock::test {
namespace {

class Dialogs : public Desk {
 protected:
  struct Count {
    int looks = 0;
    int misread = 0;  ///< an element of the parent
    int known = 0;
    int geometries = 0;
    std::string first;  ///< the first misread
  };

  void place(const Window& window, const Rect& rect) const {
    XMoveResizeWindow(display_, window.id, rect.x, rect.y, static_cast<unsigned>(rect.width),
                      static_cast<unsigned>(rect.height));
    XSync(display_, False);
  }
  /// Where it lies once the window manager and its program have moved it: a program may take another size.
  Rect settled(const Window& window) const {
    Rect last;
    eventually([&] {
      const auto before = std::exchange(last, rect_of(window.id));
      std::this_thread::sleep_for(40ms);  // between two looks that must agree
      return last == before && !last.empty();
    });
    return last;
  }
  /// Reads the dialog at nine points each in `geometries` places around the parent's.
  Count read(Window parent, Window dialog, int geometries) {
    Count count;
    const Rect base = settled(parent);
    for (int i = 0; i < geometries; ++i) {
      const int by = std::array{0, 1, 3, 8, 14, 22, 30, 41, 52, 63}[static_cast<std::size_t>(i % 10)];
      const int kind = i / 10;
      Rect rect = base;
      if (kind == 0) rect = {base.x + by, base.y + by, base.width, base.height};
      if (kind == 1) rect = {base.x + by, base.y + by, base.width - 2 * by, base.height - 2 * by};
      if (kind == 2) rect = {base.x, base.y, base.width - by, base.height};
      if (kind == 3) rect = {base.x, base.y + by, base.width, base.height - by};
      if (kind == 4) rect = {base.x - by, base.y - by, base.width + by, base.height + by};
      place(dialog, rect);
      dialog.rect = settled(dialog);
      raise(dialog);
      ++count.geometries;
      look(parent, dialog, count);
    }
    std::cout << count.geometries << " geometries, " << count.looks << " looks: " << count.known << " known, "
              << count.misread << " misread\n";
    return count;
  }
  void look(const Window& parent, const Window& dialog, Count& count) {
    for (int y = 1; y <= 3; ++y) {
      for (int x = 1; x <= 3; ++x) {
        const auto& r = dialog.rect;
        const auto sight = at(dialog, {r.x + r.width * x / 4, r.y + r.height * y / 4});
        ++count.looks;
        if (!sight.element) continue;
        ++count.known;
        const auto& around = sight.element->ancestors;
        const bool behind = sight.document.has_value() || sight.element->name == "Behind" ||
                            (!around.empty() && around.back().name == parent.title);
        if (!behind) continue;
        if (++count.misread == 1) count.first = reported(sight);
      }
    }
  }
  /// An application with a dialog "Open" that ctrl+O brings.
  Count read_open_dialog(const std::string& of_parent, const std::string& dialog, int geometries) {
    auto parent = window(of_parent);
    place(parent, {60, 40, 1100, 800});
    parent.rect = settled(parent);
    parent = window(of_parent);
    raise(parent);
    eventually([&] { return focus(parent).element.has_value(); });
    EXPECT_TRUE(eventually([&] {
      const auto control = XKeysymToKeycode(display_, XK_Control_L);
      XTestFakeKeyEvent(display_, control, True, CurrentTime);
      key(XK_o);
      XTestFakeKeyEvent(display_, control, False, CurrentTime);
      XSync(display_, False);
      return eventually([&] { return has_window(dialog); }, 5s);
    })) << "no dialog";
    return read(parent, window(dialog), geometries);
  }
  bool has_window(const std::string& title_part) const {
    for (const auto id : numbers(DefaultRootWindow(display_), "_NET_CLIENT_LIST")) {
      if (title(id).find(title_part) != std::string::npos) return true;
    }
    return false;
  }
};

class OwnDialogs : public Dialogs, public testing::WithParamInterface<const char*> {};

TEST_P(OwnDialogs, AreReadAsThemselves) {
  const auto app = desktop_->start({"/usr/bin/python3", fixtures + "dialogs.py", GetParam()});
  const auto parent = window("Parent"), child = window("Child");
  EXPECT_TRUE(eventually([&] { return at(window("Child"), middle(window("Child").rect)).element.has_value(); }));
  const auto count = read(parent, child, 50);
  EXPECT_EQ(count.misread, 0) << count.first;
  EXPECT_GT(count.known, count.looks * 3 / 4);
  // The parent is read as itself, too, where its dialog does not cover it.
  XUnmapWindow(display_, child.id);
  XSync(display_, False);
  const auto sight = until_named(window("Parent"), middle(window("Parent").rect), "Behind");
  EXPECT_TRUE(sight.element) << reported(sight);
}

INSTANTIATE_TEST_SUITE_P(Toolkits, OwnDialogs, testing::Values("gtk3", "gtk4", "qt5"),
                         [](const auto& info) { return std::string(info.param); });

TEST_F(Dialogs, OfChromiumAreNotReadAsThePage) {
  const auto browser =
      desktop_->start({"chromium", "--no-sandbox", "--force-renderer-accessibility", "--no-first-run",
                       "--disable-background-networking", "--disable-component-update", "--disable-sync",
                       "--password-store=basic", "--window-position=60,40", "--window-size=1100,800",
                       "--user-data-dir=" + desktop_->dir() + "/chromium", "file://" + fixtures + "a11y_page.html"},
                      {{"GNOME_ACCESSIBILITY", "1"}});
  const auto count = read_open_dialog("Tree page", "Open File", 50);
  EXPECT_EQ(count.misread, 0) << count.first;
}

TEST_F(Dialogs, OfFirefoxAreNotReadAsThePage) {
  const auto profile = firefox_profile(desktop_->dir() + "/firefox");
  const auto browser = desktop_->start(
      {"firefox-esr", "--profile", profile, "--new-instance", "--no-remote", "file://" + fixtures + "a11y_page.html"},
      {{"GNOME_ACCESSIBILITY", "1"}});
  const auto count = read_open_dialog("Tree page", "Open File", 50);
  EXPECT_EQ(count.misread, 0) << count.first;
}

TEST_F(Dialogs, OfLibreOfficeAreNotReadAsTheDocument) {
  const auto office =
      desktop_->start({"soffice", "--writer", "--norestore", "--nologo", "--nofirststartwizard", "--nolockcheck"});
  const auto count = read_open_dialog("Untitled 1", "Open", 50);
  EXPECT_EQ(count.misread, 0) << count.first;
}

}  // namespace
}  // namespace interlock::test
