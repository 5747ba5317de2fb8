/// What clients may use. Ordinary clients are offered nothing by which one could inject input, read the screen or the
/// clipboard without the focus, or see other clients' windows; the viewer alone gets the screen and virtual devices,
/// and a person's input method what it needs.
#pragma once

#include <string>

#include "desks/compositor/input_method.h"
#include "desks/compositor/listener.h"
#include "desks/compositor/person.h"

namespace interlock::compositor {

class Globals {
 public:
  Globals(Core& core, Person& person, const InputMethod& input_method);
  ~Globals();

  /// Starts the viewer: `command` for sh. Its connection is a socket pair of its own. Throws if it cannot be started.
  void start_viewer(const std::string& command);
  /// Likewise the person's input method. Programs that started before it have no text fields for it.
  void start_input_method(const std::string& command);

 private:
  /// A program with a connection of its own.
  struct Guest {
    wl_listener raw = {};  // first, so that its address is this one's
    wl_client* client = nullptr;
  };
  void start(Guest& guest, const std::string& command);
  static bool offered(const wl_client* client, const wl_global* global, void* self);

  Core& core_;
  Person& person_;
  const InputMethod& input_methods_;
  Guest viewer_, input_method_;
  bool offers_fields_ = false;
  wlr_screencopy_manager_v1* screencopy_ = nullptr;
  wlr_virtual_pointer_manager_v1* pointers_ = nullptr;
  wlr_virtual_keyboard_manager_v1* keyboards_ = nullptr;
  Listener new_pointer_, new_keyboard_;
};

}  // namespace interlock::compositor
