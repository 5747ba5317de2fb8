/// Carries out `screenshot`: takes the picture with what must not be seen (daemon/masked_capture.h), paints over, and
/// puts on record that it was given. One at a time; pixels are worked on off the loop.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <vector>

#include "daemon/masked_capture.h"
#include "daemon/pipeline.h"
#include "daemon/seat.h"
#include "ipc/server.h"

namespace interlock::daemon {

class Screenshots {
 public:
  /// `worker` runs on other threads than the daemon's loop.
  Screenshots(boost::asio::any_io_executor worker, Pipeline::Reaching reach, Pipeline::AuditSource audit,
              Pipeline& pipeline, Events& events)
      : worker_(std::move(worker)),
        reach_(std::move(reach)),
        audit_(std::move(audit)),
        pipeline_(pipeline),
        events_(events) {}

  boost::asio::awaitable<ipc::Answer> take(std::shared_ptr<Session> session, ipc::Screenshot call);

 private:
  template <class T>
  using Attempt = tl::expected<T, ipc::RpcError>;

  boost::asio::awaitable<Attempt<std::optional<gate::Rect>>> area_of(const ipc::Screenshot& call);
  std::optional<ipc::RpcError> put_on_record(const Session& session, const MaskedCapture& taken);
  std::chrono::milliseconds limit() const;

  boost::asio::any_io_executor worker_;
  Pipeline::Reaching reach_;
  Pipeline::AuditSource audit_;
  Pipeline& pipeline_;
  Events& events_;
  std::shared_ptr<Seat> line_ = std::make_shared<Seat>(16);
};

}  // namespace interlock::daemon
