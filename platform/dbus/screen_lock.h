/// Screen locks as D-Bus reports them: screensavers on the session bus, logind on the system bus. A signal only
/// triggers a query; only the answer of the name's owner counts.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <string>

#include "platform/dbus/connection.h"
#include "platform/screen_lock.h"

namespace interlock::platform::dbus {

class DBusScreenLock final : public ScreenLock {
 public:
  explicit DBusScreenLock(boost::asio::any_io_executor executor);
  ~DBusScreenLock() override;
  void watch(std::function<void(const LockState&)> changed) override;
  std::string watched() const override;

 private:
  struct Core;
  static boost::asio::awaitable<void> follow_savers(std::weak_ptr<Core> core);
  static boost::asio::awaitable<void> follow_logind(std::weak_ptr<Core> core);
  static boost::asio::awaitable<void> ask_savers(std::weak_ptr<Core> core);
  static boost::asio::awaitable<void> ask_logind(std::weak_ptr<Core> core);

  const std::shared_ptr<Core> core_;
};

}  // namespace interlock::platform::dbus
