/// Answers `desktop`, `window` and `windows`: the information about windows that an agent may have. Windows that are
/// only for people are in no answer. Names of windows come from their programs: they are redacted, limited and not
/// trusted.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>

#include "daemon/desk/observer.h"
#include "daemon/sessions/agents.h"
#include "ipc/server.h"

namespace interlock::daemon {

class Windows {
 public:
  using Looking = std::function<Eyes()>;
  explicit Windows(Looking look) : look_(std::move(look)) {}

  boost::asio::awaitable<ipc::Answer> desktop(std::shared_ptr<Session> session);
  boost::asio::awaitable<ipc::Answer> window(std::shared_ptr<Session> session, std::uint64_t id);
  boost::asio::awaitable<ipc::Answer> windows(std::shared_ptr<Session> session, ipc::AskWindows call);

 private:
  boost::asio::awaitable<bool> may_be_reported(const Session& session, Eyes eyes, std::uint64_t id,
                                               platform::Deadline deadline) const;
  Looking look_;
};

}  // namespace interlock::daemon
