#include "daemon/sessions/events.h"

namespace interlock::daemon {

void Events::send(std::string_view name, const boost::json::object& params) {
  std::erase_if(watchers_, [](const auto& watcher) { return !watcher->is_open(); });
  for (const auto& watcher : watchers_) watcher->send_event(name, params);
}

}  // namespace interlock::daemon
