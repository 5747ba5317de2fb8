/// A person's devices: those of the session around a nested desk, and the viewer's. What they do goes to the windows,
/// to the prompt, or is the panic chord; interlockd is told of it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "desks/compositor/listener.h"
#include "desks/compositor/prompt_layer.h"
#include "desks/compositor/seat.h"
#include "desks/wire/messages.h"

namespace interlock::compositor {

class Person {
 public:
  Person(Core& core, Seat& seat, PromptLayer& prompt);
  ~Person();

  void add(wlr_input_device* device);
  bool holds_modifier() const;
  /// The chord that is swallowed and reported; no keysym: none.
  void set_panic(std::optional<xkb_keysym_t> keysym, Modifiers modifiers);

  std::function<void(desk::Event)> report;
  /// Whether the input method takes a key, or modifiers (no event).
  std::function<bool(wlr_keyboard*, const wlr_keyboard_key_event*)> takes;

 private:
  struct Keyboard;
  void watch_pointer();
  void moved(const char* device);
  void button(wlr_pointer_button_event* event);
  void add_keyboard(wlr_keyboard* keyboard);
  void key(Keyboard& keyboard, wlr_keyboard_key_event* event);
  bool is_panic(wlr_keyboard* keyboard, std::uint32_t keycode) const;
  void tell(desk::InputKind kind, const char* device);

  Core& core_;
  Seat& seat_;
  PromptLayer& prompt_;
  std::vector<std::unique_ptr<Keyboard>> keyboards_;
  std::optional<xkb_keysym_t> panic_;
  Modifiers panic_modifiers_;
  std::uint32_t untold_motions_ = 0;
  std::chrono::steady_clock::time_point motion_told_;
  bool prompt_button_ = false;  ///< a button went down on the prompt: its release is the prompt's, too
  Listener motion_, absolute_, button_, axis_, frame_, new_input_;
};

}  // namespace interlock::compositor
