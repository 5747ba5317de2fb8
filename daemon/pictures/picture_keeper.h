/// Keeps small pictures of targets beside the audit log (audit/pictures.h), each with a note in the log that has its
/// digest: of confirmed actions, of blocked ones, or of all, depending on the policy. They help people afterwards: no
/// action is refused because its picture is missing, and the reply to a blocked one does not wait for it. On the
/// daemon's loop; pixels are processed on other threads.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "audit/log.h"
#include "audit/pictures.h"
#include "daemon/records/record.h"
#include "platform/notifier.h"
#include "policy/settings.h"

namespace interlock::daemon {

class PictureKeeper {
 public:
  using Picture = std::shared_ptr<const platform::Picture>;
  /// Takes a picture of a target; null: there is no picture (daemon/pictures/target_picture.h).
  using Taker = std::function<boost::asio::awaitable<Picture>()>;
  using AuditSource = std::function<tl::expected<audit::Log*, Error>()>;

  /// `worker` runs on threads other than the daemon's loop; `executor` is that loop's.
  PictureKeeper(boost::asio::any_io_executor executor, boost::asio::any_io_executor worker, AuditSource audit)
      : executor_(std::move(executor)), worker_(std::move(worker)), audit_(std::move(audit)) {}

  void set_settings(const policy::DaemonSettings& settings);

  /// After the decision on a step: whether a picture is needed for the log and no prompt will take one.
  bool wants(const Step& step) const;
  /// For a recorded step whose picture is needed: takes and keeps it. Waited for only if the step continues.
  /// on.
  boost::asio::awaitable<void> decided(const Session& session, const Step& step, Taker taker);
  /// The same taker, for a prompt: its picture is kept as well, or, if there was none in time, the one that `patient`
  /// takes.
  Taker keeping(const Session& session, const Step& step, Taker taker, Taker patient);

 private:
  struct About {
    std::string id, session;
  };
  boost::asio::awaitable<Picture> take_to_show(About about, Taker taker, Taker patient);
  boost::asio::awaitable<void> take(About about, Taker taker);
  boost::asio::awaitable<void> keep(About about, Picture picture);
  void put_on_record(const About& about, std::string_view png);

  boost::asio::any_io_executor executor_;
  boost::asio::any_io_executor worker_;
  AuditSource audit_;
  policy::Pictures wanted_ = policy::Pictures::none;
  std::uint64_t most_bytes_ = 0;
  int under_way_ = 0;
  struct Store {
    std::string dir;
    audit::Pictures pictures;
  };
  std::optional<Store> store_;
  std::string trouble_;  ///< that was reported last
};

}  // namespace interlock::daemon
