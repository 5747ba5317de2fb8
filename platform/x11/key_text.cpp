#include "platform/x11/key_text.h"

#include <xkbcommon/xkbcommon-compose.h>
#include <xkbcommon/xkbcommon.h>
#include <array>
#include <cstdlib>

namespace interlock::platform::x11 {

namespace {

/// As setlocale(3) finds it, but always one with UTF-8 sequences.
std::string compose_locale() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string locale = value;
    return locale == "C" || locale == "POSIX" || locale == "C.UTF-8" ? "en_US.UTF-8" : locale;
  }
  return "en_US.UTF-8";
}

}  // namespace

void KeyText::Release::operator()(xkb_compose_state* state) const {
  xkb_compose_state_unref(state);
}

KeyText::KeyText() {
  xkb_context* context = xkb_context_new(XKB_CONTEXT_NO_FLAGS);
  if (context == nullptr) return;
  xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL);
  const auto locale = compose_locale();
  xkb_compose_table* table = xkb_compose_table_new_from_locale(context, locale.c_str(), XKB_COMPOSE_COMPILE_NO_FLAGS);
  if (table != nullptr) {
    compose_.reset(xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS));
    xkb_compose_table_unref(table);
  }
  xkb_context_unref(context);
}

std::string KeyText::press(KeySym symbol) {
  const auto key = static_cast<xkb_keysym_t>(symbol);
  std::array<char, 64> text{};
  if (compose_ && xkb_compose_state_feed(compose_.get(), key) == XKB_COMPOSE_FEED_ACCEPTED) {
    switch (xkb_compose_state_get_status(compose_.get())) {
      case XKB_COMPOSE_COMPOSING:
      case XKB_COMPOSE_CANCELLED:
        return {};
      case XKB_COMPOSE_COMPOSED:
        xkb_compose_state_get_utf8(compose_.get(), text.data(), text.size());
        return text.data();
      case XKB_COMPOSE_NOTHING:
        break;
    }
  }
  return xkb_keysym_to_utf8(key, text.data(), text.size()) > 0 ? text.data() : std::string();
}

}  // namespace interlock::platform::x11
