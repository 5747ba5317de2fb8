/// Implements `screenshot`: takes the picture and its masks (daemon/pictures/masked_capture.h), paints over the masks,
/// and records that the picture was given. One at a time; pixels are processed on other threads.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <vector>

#include "daemon/desk/seat.h"
#include "daemon/path/shared.h"
#include "daemon/pictures/masked_capture.h"
#include "ipc/server.h"

namespace interlock::daemon {

class Screenshots {
 public:
  /// `worker` runs on other threads than the daemon's loop.
  Screenshots(boost::asio::any_io_executor worker, Reaching reach, AuditSource audit,
              const policy::DaemonSettings& settings, const Stops& stops, Events& events)
      : worker_(std::move(worker)),
        reach_(std::move(reach)),
        audit_(std::move(audit)),
        settings_(settings),
        stops_(stops),
        events_(events) {}

  boost::asio::awaitable<ipc::Answer> take(std::shared_ptr<Session> session, ipc::Screenshot call);

 private:
  template <class T>
  using Attempt = tl::expected<T, ipc::RpcError>;

  boost::asio::awaitable<Attempt<std::optional<Rect>>> area_of(const ipc::Screenshot& call);
  std::optional<ipc::RpcError> put_on_record(const Session& session, const MaskedCapture& taken);
  std::chrono::milliseconds limit() const;

  boost::asio::any_io_executor worker_;
  Reaching reach_;
  AuditSource audit_;
  const policy::DaemonSettings& settings_;
  const Stops& stops_;
  Events& events_;
  std::shared_ptr<Seat> line_ = std::make_shared<Seat>(16);
};

}  // namespace interlock::daemon
