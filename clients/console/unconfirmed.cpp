#include "clients/console/unconfirmed.h"

#include <algorithm>
#include <utility>

namespace interlock::console {

namespace json = boost::json;

void Unconfirmed::add(std::string key, json::object about, Time closes, Time now) {
  all_.push_back({std::move(key), std::move(about), closes, now});
  if (all_.size() > most) all_.pop_front();
}

std::optional<json::object> Unconfirmed::confirm(const std::string& key, const std::string& said) {
  const auto found = std::find_if(all_.begin(), all_.end(), [&](const Given& each) { return each.key == key; });
  if (found == all_.end() || found->about.contains("said")) return std::nullopt;
  json::object about = found->about;
  found->about["said"] = said;
  return about;
}

json::array Unconfirmed::list(Time now) {
  std::erase_if(all_, [now](const Given& each) { return now - each.given >= shown_for; });
  json::array shown;
  for (const Given& each : all_) {
    json::object about = each.about;
    about["expires_in_ms"] =
        std::chrono::ceil<std::chrono::milliseconds>(std::max(each.closes - now, Time::duration())).count();
    shown.push_back(std::move(about));
  }
  return shown;
}

}  // namespace interlock::console
