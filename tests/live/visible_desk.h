/// A desk whose windows are read as a whole, and libatspi's answers about them.
#pragma once

#include "tests/live/a11y_desk.h"

namespace interlock::test {

class VisibleDesk : public Desk {
 protected:
  Known<a11y::VisibleTree> tree(const Window& window, std::chrono::milliseconds limit = look_time) {
    std::vector<Rect> popups;
    if (const auto open = popup()) popups.push_back(*open);
    return await(reader_->visible_tree(window, popups, std::chrono::steady_clock::now() + limit));
  }

  /// The tree, once it contains an element of that name.
  a11y::VisibleTree tree_with(const Window& window, const std::string& name) {
    Known<a11y::VisibleTree> seen;
    const bool there = eventually([&] {
      seen = tree(window);
      return seen && find(*seen, name) != nullptr;
    });
    if (!there) ADD_FAILURE() << "no " << name << " in\n" << (seen ? reported(*seen) : std::to_string(int(seen.why())));
    return seen ? *seen : a11y::VisibleTree{};
  }

  static const Element* find(const a11y::VisibleTree& tree, const std::string& name) {
    for (const auto& node : tree.nodes) {
      if (node.element.name == name && is_actionable(node.element.role)) return &node.element;
    }
    return nullptr;
  }
  static bool says(const a11y::VisibleTree& tree, const std::string& words) {
    return reported(tree).find(words) != std::string::npos;
  }
  static std::string reported(const a11y::VisibleTree& tree) {
    std::ostringstream out;
    for (const auto& node : tree.nodes) {
      const auto& e = node.element;
      out << std::string(2 * node.depth, ' ') << role_name(e.role) << " '" << e.name << "' " << e.extents.x << ","
          << e.extents.y << " " << e.extents.width << "x" << e.extents.height;
      if (e.value) out << " = '" << *e.value << "'";
      if (!e.labelled_by.empty()) out << " labelled by '" << e.labelled_by << "'";
      if (!e.description.empty()) out << " described as '" << e.description << "'";
      out << '\n';
    }
    out << "cut " << int(tree.cut) << '\n';
    return out.str();
  }

  struct Oracle {
    Role role = Role::unknown;
    std::string name;
    Rect at;
    bool showing = false;
  };
  /// Everything that libatspi finds in the process.
  std::vector<Oracle> oracle(const Window& window) const {
    auto text = desktop_->output({"/usr/bin/python3", fixtures + "atspi_dump.py", std::to_string(*window.pid)});
    std::vector<Oracle> all;
    while (text.ends_with('\n')) text.pop_back();
    const auto reported = boost::json::parse(text.substr(text.rfind('\n') + 1));  // warnings come before it
    for (const auto& each : reported.as_array()) {
      const auto& at = each.at("at").as_array();
      const auto number = [&](std::size_t i) { return static_cast<std::int32_t>(at[i].as_int64()); };
      all.push_back({static_cast<Role>(each.at("role").as_int64()),
                     std::string(each.at("name").as_string()),
                     {number(0), number(1), number(2), number(3)},
                     each.at("showing").as_bool()});
    }
    return all;
  }
  static bool is_control(Role role) {
    return role == Role::push_button || role == Role::toggle_button || role == Role::entry || role == Role::check_box ||
           role == Role::password_text || role == Role::combo_box || role == Role::link;
  }
  /// Each control that libatspi reports as shown and inside the window is in the tree, in the same place.
  void agrees_with_oracle(const Window& window, const a11y::VisibleTree& tree, Point shift = {}) const {
    int compared = 0;
    for (auto each : oracle(window)) {
      each.at.x += shift.x;
      each.at.y += shift.y;
      if (!is_control(each.role) || !each.showing || each.at.empty()) continue;
      if (!window.rect.contains({each.at.x, each.at.y})) continue;
      if (!window.rect.contains({each.at.x + each.at.width - 1, each.at.y + each.at.height - 1})) continue;
      const bool there = std::any_of(tree.nodes.begin(), tree.nodes.end(), [&](const a11y::VisibleNode& node) {
        return node.element.role == each.role && node.element.name == each.name && node.element.extents == each.at;
      });
      EXPECT_TRUE(there) << role_name(each.role) << " '" << each.name << "' at " << each.at.x << "," << each.at.y
                         << " is missing in\n"
                         << reported(tree);
      ++compared;
    }
    EXPECT_GT(compared, 2);
  }
};

}  // namespace interlock::test
