/// Whether the page that `navigate` opened is there.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/desk/observer.h"

namespace interlock::daemon {

/// The web page that the active window shows.
struct PageSeen {
  std::string path;  ///< of the document's element: another one for each document
  std::string url;
  bool loads = false;  ///< it reports that it is busy, or has no content yet
};

/// `none`: the window shows no page.
boost::asio::awaitable<Known<PageSeen>> page_seen(Eyes eyes, platform::Deadline deadline);

/// True if `now` is a page that was opened after `before` was seen, and has been loaded. If no page was seen before,
/// which a browser that has just started also reports, only the `wanted` address shows that.
bool has_arrived(const Known<PageSeen>& before, const Known<PageSeen>& now, std::string_view wanted);

/// Time for a server to answer and for the page to be loaded.
inline constexpr std::chrono::seconds arrival_limit{10};

/// Waits until the page is there and returns true; false after `arrival_limit`, or if it is `cancelled`. Returns
/// nothing if the window does not show what page it has. Others act meanwhile.
boost::asio::awaitable<std::optional<bool>> arrival(std::function<Eyes()> eyes, Known<PageSeen> before,
                                                    std::string wanted, std::function<bool()> cancelled);

}  // namespace interlock::daemon
