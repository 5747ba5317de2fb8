#include "daemon/sessions/events.h"

#include "daemon/secrets/typed_secrets.h"

namespace interlock::daemon {

void Events::send(std::string_view name, const boost::json::object& params) {
  std::erase_if(watchers_, [](const auto& watcher) { return !watcher->is_open(); });
  if (watchers_.empty()) return;
  boost::json::object shown = params;
  typed_secrets().take_out(shown);
  for (const auto& watcher : watchers_) watcher->send_event(name, shown);
}

}  // namespace interlock::daemon
