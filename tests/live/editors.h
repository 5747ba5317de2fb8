/// Editors in many toolkits, whose text is read without interlock: from a file that it saves, or from its page's own
/// report.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/e2e/e2e_app.h"

namespace interlock::test {

/// A running editor, titled "editor".
struct Editor {
  std::vector<Process> processes;
  std::function<std::string()> text;
};

inline Editor start_editor(Desktop& desktop, const std::string& toolkit) {
  const auto file = desktop.dir() + "/text";
  const auto saved = [file] { return read_file(file); };
  std::filesystem::remove(file);
  Editor editor{{}, saved};
  if (toolkit == "chromium") {
    auto server = std::make_shared<App>(start_server(desktop, std::string(INTERLOCK_SOURCE_DIR) + "/tests/fixtures"));
    editor.processes.push_back(start_chromium(desktop, page_url(*server, "editor.html")));
    editor.text = [server] { return server->text("text"); };
  } else if (toolkit == "xterm") {
    editor.processes.push_back(desktop.start({"xterm", "-u8", "-T", "editor", "-geometry", "60x20+20+40", "-e", "sh",
                                              "-c", "stty raw -echo; exec cat >'" + file + "'"}));
  } else {
    const auto fixture = std::string(INTERLOCK_SOURCE_DIR) + "/tests/fixtures/editor.py";
    editor.processes.push_back(
        desktop.start({"/usr/bin/python3", fixture, toolkit, file},
                      {{"GDK_BACKEND", "x11"}, {"GTK_IM_MODULE", "gtk-im-context-simple"}, {"NO_AT_BRIDGE", "1"}}));
  }
  focus_window(desktop, window_titled(desktop, "^editor"));
  return editor;
}

}  // namespace interlock::test
