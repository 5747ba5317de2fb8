/// The text of pressed keys, with dead keys and the Compose key as the user's locale has them. Input methods are not
/// asked. Used by one thread.
#pragma once

#include "platform/x11/xlib.h"

#include <memory>
#include <string>

struct xkb_compose_state;

namespace interlock::platform::x11 {

class KeyText {
 public:
  /// Reads the locale's compose sequences; without any, dead keys give nothing.
  KeyText();

  /// UTF-8; empty: the key gives no text, or it begins a sequence.
  std::string press(KeySym symbol);

 private:
  struct Release {
    void operator()(xkb_compose_state* state) const;
  };
  std::unique_ptr<xkb_compose_state, Release> compose_;
};

}  // namespace interlock::platform::x11
