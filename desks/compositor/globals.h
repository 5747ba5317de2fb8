/// What clients may use. Ordinary clients are offered nothing by which one could inject input, read the screen or the
/// clipboard without the focus, or see other clients' windows; the viewer alone gets the screen and virtual devices.
#pragma once

#include <string>

#include "desks/compositor/listener.h"
#include "desks/compositor/person.h"

namespace interlock::compositor {

class Globals {
 public:
  Globals(Core& core, Person& person);
  ~Globals();

  /// Starts the viewer: `command` for sh. Its connection is a socket pair of its own. Throws if it cannot be started.
  void start_viewer(const std::string& command);

 private:
  static bool offered(const wl_client* client, const wl_global* global, void* self);

  Core& core_;
  Person& person_;
  wl_client* viewer_ = nullptr;
  wlr_screencopy_manager_v1* screencopy_ = nullptr;
  wlr_virtual_pointer_manager_v1* pointers_ = nullptr;
  wlr_virtual_keyboard_manager_v1* keyboards_ = nullptr;
  Listener new_pointer_, new_keyboard_;
  struct Gone {
    wl_listener raw = {};  // first, so that its address is this one's
    Globals* globals = nullptr;
  } viewer_gone_;
};

}  // namespace interlock::compositor
