#include "cli/live/terminal.h"

#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

namespace interlock::cli {

namespace {

volatile std::sig_atomic_t end_asked = 0;
volatile std::sig_atomic_t size_changed = 0;

void on_end(int) {
  end_asked = 1;
}
void on_resize(int) {
  size_changed = 1;
}

/// Without SA_RESTART, so that a signal interrupts waiting calls.
void handle(int number, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  ::sigaction(number, &action, nullptr);
}

void write_text(const std::string& text) {
  [[maybe_unused]] const auto size = ::write(STDOUT_FILENO, text.data(), text.size());
}

}  // namespace

bool on_terminal() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1 && kind != nullptr &&
         std::string_view(kind) != "dumb" && *kind != '\0';
}

bool wants_colour() {
  const char* unwanted = std::getenv("NO_COLOR");
  return unwanted == nullptr || *unwanted == '\0';
}

WatchView::Size terminal_size() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

FullScreen::FullScreen(const char* title) {
  ::tcgetattr(STDIN_FILENO, &before_);
  termios keys = before_;
  keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  keys.c_cc[VSUSP] = _POSIX_VDISABLE;           // a stopped program would not restore the terminal
  ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &keys);  // input typed before was not meant for us
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) handle(number, on_end);
  handle(SIGWINCH, on_resize);
  // Saves and sets the title; alternate screen; hides the cursor; long lines are cut, not wrapped.
  write_text(std::string("\033[22;2t\033]2;") + title + "\033\\\033[?1049h\033[2J\033[?25l\033[?7l");
}

FullScreen::~FullScreen() {
  write_text("\033[?7h\033[?25h\033[?1049l\033[23;2t");
  ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
}

bool FullScreen::ended() {
  return end_asked != 0;
}
bool FullScreen::take_resized() {
  const bool changed = size_changed != 0;
  size_changed = 0;
  return changed;
}

}  // namespace interlock::cli
