/// The object of each application that last reported that it got the keyboard focus. Only a hint: it is verified before
/// use. Qt and GTK 4 have no other quick way to their focused element.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "a11y/look.h"

namespace interlock::a11y {

class FocusTracker : public std::enable_shared_from_this<FocusTracker> {
 public:
  /// Registers for focus events of all applications on the bus.
  static std::shared_ptr<FocusTracker> on(boost::asio::any_io_executor executor,
                                          const std::shared_ptr<dbus::Connection>& bus);
  std::optional<Ref> last(const std::string& bus) const;

 private:
  static constexpr std::size_t max_applications = 256;
  void heard(sd_bus_message* message);

  std::map<std::string, std::string> last_;  ///< bus name to object path
  dbus::Subscription events_;
  dbus::Subscription gone_;
};

}  // namespace interlock::a11y
