#include "tests/desktop/human.h"

#include <stdexcept>

namespace interlock::test {

// An event injected into the outer display reaches the inner server's window, which treats it as a hardware event.

Human::Human(const Desktop& desktop) : environment_(desktop.environment()) {
  environment_.at("DISPLAY") = environment_.at("INTERLOCK_OUTER_DISPLAY");
}

void Human::does(const std::vector<std::string>& command) const {
  std::vector<std::string> all = {"xdotool"};
  all.insert(all.end(), command.begin(), command.end());
  if (Process::start(all, environment_).wait() != 0) throw std::runtime_error("xdotool " + command.front());
}

void Human::moves(int x, int y) const {
  does({"mousemove", std::to_string(x), std::to_string(y)});
}

void Human::clicks(int x, int y) const {
  does({"mousemove", std::to_string(x), std::to_string(y), "click", "1"});
}

void Human::presses(const std::string& keys) const {
  does({"key", keys});
}

void Human::types(const std::string& text) const {
  does({"type", text});
}

}  // namespace interlock::test
