/// Opens a URL by a browser's address bar: ctrl+L, the URL, Return; each step is checked before the next.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <functional>
#include <string>

#include "daemon/desk/observer.h"
#include "platform/injector.h"

namespace interlock::daemon {

/// Called before Return with the current observation; a refusal ends the navigation.
using BeforeReturn = std::function<std::optional<platform::Refusal>(const Observed&)>;

/// `browser`: the focused window when the action was judged. Delivery.typed counts characters of the URL.
boost::asio::awaitable<platform::Delivery> navigate(platform::Injector& hands, Eyes eyes, std::string url,
                                                    platform::WindowView browser,
                                                    std::chrono::milliseconds observation_deadline,
                                                    platform::Cancelled cancelled, BeforeReturn before_return);

}  // namespace interlock::daemon
