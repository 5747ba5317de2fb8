#include "clients/console/logins.h"

#include <algorithm>
#include <iterator>

#include "ipc/nonce.h"

namespace interlock::console {

namespace {

constexpr std::size_t secret_digits = 64;  // 256 bits

}  // namespace

std::string Logins::new_link(Time now) {
  links_.push_back({ipc::nonce(secret_digits), now + link_lasts});
  if (links_.size() > most) links_.pop_front();
  return links_.back().secret;
}

std::string Logins::open(const std::string& link, Time now) {
  std::erase_if(links_, [&](const Entry& entry) { return entry.until <= now; });
  const auto found = std::find_if(links_.begin(), links_.end(),
                                  [&](const Entry& entry) { return ipc::equal_in_constant_time(entry.secret, link); });
  if (found == links_.end()) return {};
  links_.erase(found);
  sessions_.push_back({ipc::nonce(secret_digits), now + session_lasts});
  if (sessions_.size() > most) sessions_.pop_front();
  return sessions_.back().secret;
}

bool Logins::is_open(const std::string& session, Time now) {
  std::erase_if(sessions_, [&](const Entry& entry) { return entry.until <= now; });
  const auto found = std::find_if(sessions_.begin(), sessions_.end(), [&](const Entry& entry) {
    return ipc::equal_in_constant_time(entry.secret, session);
  });
  if (found == sessions_.end()) return false;
  found->until = now + session_lasts;
  return true;
}

void Logins::close(const std::string& session) {
  std::erase_if(sessions_, [&](const Entry& entry) { return entry.secret == session; });
}

}  // namespace interlock::console
