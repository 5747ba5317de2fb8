/// A desktop with the form of one toolkit (tests/fixtures/*_form.py). The form writes the places of its widgets into a
/// log.
#pragma once

#include "tests/live/a11y_desk.h"

namespace interlock::test {

struct FormProgram {
  std::string toolkit, script, title;
  Process::Environment environment = {};
};

inline void PrintTo(const FormProgram& form, std::ostream* out) {
  *out << form.script;
}

inline const FormProgram gtk3_form{"gtk3", "gtk3_form.py", "GTK form"};
inline const FormProgram qt5_form{"qt5", "qt5_form.py", "Qt form", {{"QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1"}}};

class FormDesk : public Desk {
 protected:
  /// `also`: more widgets, as the form's script names them.
  void show(const FormProgram& form, const std::vector<std::string>& also = {}) {
    log_ = new_log();
    std::vector<std::string> command{"/usr/bin/python3", fixtures + form.script, log_, "--at", "150,120"};
    for (const auto& each : also) command.insert(command.end(), {"--also", each});
    app_ = desktop_->start(command, form.environment);
    ASSERT_TRUE(eventually([&] { return widget(log_, "Submit Order").has_value(); }));
    window_ = window(form.title);
  }

  Rect place(const std::string& name) { return *widget(log_, name); }
  a11y::Sight look(const std::string& name, const std::string& expected) {
    return until_named(window_, middle(place(name)), expected);
  }

  bool focus_by_click(const std::string& name, Role role) {
    raise(window_);
    return eventually([&] {
      click(middle(place(name)));
      const auto sight = focus(window_);
      return sight.element && sight.element->role == role;
    });
  }

  std::string log_;
  Process app_;
  Window window_;
};

}  // namespace interlock::test
