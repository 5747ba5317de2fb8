/// What a session did that it may undo without a question: what it entered into pages, and what it pressed. A plain
/// value, bounded: what does not fit is forgotten, so that its end is asked about.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>

namespace interlock::gate {

struct OwnDeeds {
  static constexpr std::size_t most = 256;  ///< of each
  std::set<std::string> entered;            ///< pages into whose fields it entered or chose something
  std::set<std::string> written;            ///< pages on which it wrote into a field of several lines
  std::set<std::string> commented;          ///< pages on which it wrote into a field that adds a comment
  std::set<std::string> switched;           ///< applications and pages in which it pressed a check box or a switch
  std::set<std::string> pressed;            ///< controls, each with its place

  void add_entered(std::string page) {
    if (entered.size() < most) entered.insert(std::move(page));
  }
  void add_written(std::string page) {
    if (written.size() < most) written.insert(std::move(page));
  }
  void add_commented(std::string page) {
    if (commented.size() < most) commented.insert(std::move(page));
  }
  void add_switched(std::string place) {
    if (switched.size() < most) switched.insert(std::move(place));
  }
  void add_pressed(std::string control) {
    if (pressed.size() < most) pressed.insert(std::move(control));
  }
};

}  // namespace interlock::gate
