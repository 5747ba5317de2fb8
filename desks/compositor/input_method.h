/// A person's input method (input-method-v2) and the text fields of programs (text-input-v3), and what passes between
/// them. The input method is a program that was named on the command line, on a connection of its own; what it enters
/// counts as a person's. What interlockd types does not pass by it, so it is never composed or changed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "desks/compositor/core.h"
#include "desks/compositor/listener.h"
#include "desks/compositor/screen.h"
#include "desks/compositor/seat.h"
#include "desks/compositor/stack.h"

namespace interlock::compositor {

class InputMethod {
 public:
  InputMethod(Core& core, Screen& screen, Stack& stack, Seat& seat);
  ~InputMethod();
  InputMethod(const InputMethod&) = delete;
  InputMethod& operator=(const InputMethod&) = delete;

  /// Of input methods: for the one that was started alone.
  const wl_global* methods() const { return methods_->global; }
  /// Of text fields: of use only where there is an input method.
  const wl_global* fields() const { return fields_->global; }

  /// Handles a key event of a person's keyboard, or a change of its modifiers (`event` is null). Returns true if the
  /// input method takes it; then it must not be sent to a program.
  bool takes(wlr_keyboard* keyboard, const wlr_keyboard_key_event* event);

  /// It entered or composed something, or deleted something, in the field that has the keyboard.
  std::function<void()> entered;

 private:
  struct Field;
  struct Popup;
  void add_field(wlr_text_input_v3* raw);
  void add_method(wlr_input_method_v2* method);
  void add_popup(wlr_input_popup_surface_v2* raw);
  void focus(wlr_surface* surface);
  /// The field that is in use; null: none.
  Field* active() const;
  void begin(const Field& field);
  void tell(const Field& field);
  void end();
  void enter();
  void place(Popup& popup);
  /// Whether the keys of this keyboard go to the input method first: not those that it sends itself.
  bool grabs(wlr_keyboard* keyboard) const;

  Core& core_;
  Screen& screen_;
  Stack& stack_;
  Seat& seat_;
  wlr_text_input_manager_v3* fields_;
  wlr_input_method_manager_v2* methods_;
  wlr_input_method_v2* method_ = nullptr;
  wlr_input_method_keyboard_grab_v2* grab_ = nullptr;
  std::set<std::uint32_t> taken_;  ///< keys whose press it got: their releases are not the program's
  std::vector<std::unique_ptr<Field>> all_;
  std::vector<std::unique_ptr<Popup>> popups_;
  Listener new_field_, new_method_, focus_, commit_, new_grab_, new_popup_, method_gone_, grab_gone_;
};

}  // namespace interlock::compositor
