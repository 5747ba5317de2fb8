#include "tests/e2e/e2e_app.h"
#include "tests/desktop/firefox.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <sstream>
#include <stdexcept>

namespace interlock::test {
namespace json = boost::json;
namespace {

const std::string fixtures = std::string(INTERLOCK_SOURCE_DIR) + "/tests/fixtures/";

std::string new_log(const Desktop& desktop, const std::string& name) {
  static std::atomic<int> number{0};
  return desktop.dir() + "/" + name + "." + std::to_string(++number) + ".jsonl";
}

std::string get_string(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  return value && value->is_string() ? std::string(value->as_string()) : std::string();
}

App start_form(Desktop& desktop, const std::string& program, const std::string& title, const std::string& at,
               const std::vector<std::string>& also = {}) {
  const auto log = new_log(desktop, program);
  std::vector<std::string> command = {"/usr/bin/python3", fixtures + program, log, "--title", title, "--at", at};
  for (const auto& each : also) command.insert(command.end(), {"--also", each});
  auto process = desktop.start(command);
  App app(std::move(process), log);
  app.place("Next");
  return app;
}

}  // namespace

std::vector<json::object> App::events() const {
  std::vector<json::object> found;
  std::istringstream lines(read_file(log_));
  for (std::string line; std::getline(lines, line);) {
    boost::system::error_code error;
    auto value = json::parse(line, error);  // the last line may be half written
    if (!error && value.is_object()) found.push_back(std::move(value.as_object()));
  }
  // A page's reports arrive in any order.
  const auto number = [](const json::object& record) {
    const auto* n = record.if_contains("n");
    return n ? n->to_number<std::int64_t>() : 0;
  };
  std::stable_sort(found.begin(), found.end(),
                   [&](const json::object& a, const json::object& b) { return number(a) < number(b); });
  return found;
}

int App::count(std::string_view event, std::string_view what) const {
  int number = 0;
  for (const auto& record : events()) {
    number += get_string(record, "event") == event && (what.empty() || get_string(record, "what") == what);
  }
  return number;
}

std::string App::text(std::string_view what) const {
  std::string last;
  for (const auto& record : events()) {
    if (get_string(record, "event") == "changed" && get_string(record, "what") == what) {
      last = get_string(record, "text");
    }
  }
  return last;
}

std::string App::focus() const {
  std::string last;
  for (const auto& record : events()) {
    if (get_string(record, "event") == "focus") last = get_string(record, "what");
  }
  return last;
}

Rect App::place(std::string_view what) const {
  Rect rect;
  const bool reported = eventually([&] {
    for (const auto& record : events()) {
      if (get_string(record, "event") != "layout") continue;
      if (const auto* at = record.at("at").as_object().if_contains(what)) {
        const auto number = [&](std::size_t i) { return at->as_array().at(i).to_number<std::int32_t>(); };
        rect = {number(0), number(1), number(2), number(3)};
      }
    }
    return !rect.empty();
  });
  if (!reported) throw std::runtime_error(log_ + " reports no place of '" + std::string(what) + "'");
  return rect;
}

Point App::centre(std::string_view what) const {
  return middle(place(what));
}

App start_gtk3(Desktop& desktop, const std::string& title, const std::string& at) {
  return start_form(desktop, "gtk3_form.py", title, at);
}

App start_gtk3_with(Desktop& desktop, const std::vector<std::string>& also) {
  return start_form(desktop, "gtk3_form.py", "GTK form", "100,100", also);
}

App start_gtk3_embedded(Desktop& desktop) {
  const auto log = new_log(desktop, "embedded");
  return {desktop.start({"/usr/bin/python3", fixtures + "gtk3_embedded.py", log}), log};
}

App start_qt5(Desktop& desktop, const std::string& title, const std::string& at) {
  return start_form(desktop, "qt5_form.py", title, at);
}

App start_qt5_with(Desktop& desktop, const std::vector<std::string>& also) {
  return start_form(desktop, "qt5_form.py", "Qt form", "600,100", also);
}

App start_server(Desktop& desktop, const std::string& folder) {
  const auto log = new_log(desktop, "serve");
  App server(desktop.start({"/usr/bin/python3", fixtures + "serve.py", folder, log}), log);
  if (!eventually([&] { return server.count("serving") == 1; })) throw std::runtime_error("serve.py does not serve");
  return server;
}

std::string page_url(const App& server, const std::string& page) {
  return "http://127.0.0.1:" + std::to_string(server.events().front().at("port").to_number<int>()) + "/" + page;
}

Process start_chromium(Desktop& desktop, const std::string& url) {
  return start_chromium_with(desktop, url, {});
}

Process start_chromium_with(Desktop& desktop, const std::string& url, const std::vector<std::string>& also) {
  std::vector<std::string> command = {"chromium",
                                      "--force-renderer-accessibility",
                                      "--no-first-run",
                                      "--disable-background-networking",
                                      "--disable-component-update",
                                      "--disable-sync",
                                      "--disable-gpu",
                                      "--disable-dev-shm-usage",
                                      "--password-store=basic",
                                      "--user-data-dir=" + new_log(desktop, "chromium-profile"),
                                      "--window-position=20,40",
                                      "--window-size=640,500"};
  if (geteuid() == 0) command.insert(command.end(), {"--no-sandbox", "--test-type"});
  command.insert(command.end(), also.begin(), also.end());
  command.push_back(url);
  return desktop.start(command);
}

Process start_firefox(Desktop& desktop, const std::string& url) {
  const auto profile = firefox_profile(new_log(desktop, "firefox-profile"));
  return desktop.start({"firefox-esr", "--no-remote", "--profile", profile, "--width", "640", "--height", "500", url},
                       {{"GNOME_ACCESSIBILITY", "1"}, {"MOZ_CRASHREPORTER_DISABLE", "1"}});
}

Process start_xterm(Desktop& desktop, const std::string& file, const std::string& title, const std::string& geometry) {
  return desktop.start({"xterm", "-geometry", geometry, "-T", title, "-e", "sh", "-c",
                        "stty -icanon min 1; printf '\\033[?1000h'; exec cat >'" + file + "'"});
}

unsigned long window_titled(const Desktop& desktop, const std::string& title) {
  unsigned long window = 0;
  const bool there = eventually([&] {
    try {
      window = std::stoul(desktop.output({"xdotool", "search", "--onlyvisible", "--name", title}));
    } catch (const std::exception&) {  // none so far
    }
    return window != 0;
  });
  if (!there) throw std::runtime_error("no window titled '" + title + "' among\n" + desktop.state());
  return window;
}

Rect window_rect(const Desktop& desktop, unsigned long window) {
  Rect rect;
  std::istringstream lines(desktop.output({"xdotool", "getwindowgeometry", "--shell", std::to_string(window)}));
  for (std::string line; std::getline(lines, line);) {
    const auto equals = line.find('=');
    const auto key = line.substr(0, equals);
    const auto value = [&] { return std::stoi(line.substr(equals + 1)); };
    if (key == "X") rect.x = value();
    if (key == "Y") rect.y = value();
    if (key == "WIDTH") rect.width = value();
    if (key == "HEIGHT") rect.height = value();
  }
  return rect;
}

void focus_window(const Desktop& desktop, unsigned long window) {
  const auto id = std::to_string(window);
  desktop.output({"xdotool", "windowactivate", id});
  const bool focused = eventually([&] {
    try {
      return std::stoul(desktop.output({"xdotool", "getwindowfocus"})) == window;
    } catch (const std::exception&) {  // no window has it at the moment
      return false;
    }
  });
  if (!focused) throw std::runtime_error("window " + id + " did not get the focus");
}

void raise_window(const Desktop& desktop, unsigned long window) {
  desktop.output({"xdotool", "windowraise", std::to_string(window)});
}

Terminal::Terminal(Desktop& desktop) : desktop_(desktop) {
  static std::atomic<int> number{0};
  const auto title = "terminal " + std::to_string(++number);
  file_ = desktop_.dir() + "/" + title;
  process_ = start_xterm(desktop_, file_, title);
  window_ = window_titled(desktop_, title);
  if (!eventually([&] { return std::filesystem::exists(file_); })) throw std::runtime_error(title + " runs nothing");
  focus_window(desktop_, window_);
}

bool Terminal::holds(const std::string& text) const {
  return eventually([&] { return this->text() == text; });
}

void Terminal::human_presses(const std::string& key) {
  desktop_.output({"xdotool", "key", key});
}

}  // namespace interlock::test
