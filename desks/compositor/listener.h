/// A signal of libwayland, connected to a function for as long as the listener lives.
#pragma once

#include <functional>
#include <utility>

#include "desks/compositor/wlroots.h"

namespace interlock::compositor {

class Listener {
 public:
  Listener() { wl_list_init(&hook_.raw.link); }
  ~Listener() { disconnect(); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  /// `call` gets what the signal carries. It may destroy this listener.
  void connect(wl_signal& signal, std::function<void(void*)> call) {
    disconnect();
    call_ = std::move(call);
    hook_.raw.notify = [](wl_listener* raw, void* data) {
      const auto call = reinterpret_cast<Hook*>(raw)->self->call_;  // a copy: it may destroy the listener
      call(data);
    };
    wl_signal_add(&signal, &hook_.raw);
  }
  void disconnect() {
    wl_list_remove(&hook_.raw.link);
    wl_list_init(&hook_.raw.link);
  }

 private:
  struct Hook {
    wl_listener raw = {};  // first, so that its address is the hook's
    Listener* self = nullptr;
  };
  Hook hook_{{}, this};
  std::function<void(void*)> call_;
};

/// Calls `call` with what the signal carries, as its type.
template <class Data, class Call>
std::function<void(void*)> with(Call call) {
  return [call](void* data) { call(static_cast<Data*>(data)); };
}

}  // namespace interlock::compositor
