/// The texts of a window that shows no accessibility tree, read from its pixels, as a tree of texts: agents get refs of
/// them, and may name them. What a screenshot for the session would not show is not among them.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <string_view>
#include <vector>

#include "a11y/visible_tree.h"
#include "daemon/desk/observer.h"
#include "daemon/sessions/agents.h"

namespace interlock::daemon {

/// True for the path (Element::path) of a text that was read from pixels.
bool is_read_text(std::string_view path);

/// True if a window whose tree is unknown for this reason may be read from its pixels.
bool may_be_read(Unknown why);

/// `unread`, the reason why the window's tree is unknown, if nothing can be read either. The nodes have a `confidence`;
/// their paths are equal as long as the same text stands at the same place of the window. `popups` are the window's, in
/// root pixels. No reading is begun after `end`; the rest is read by the next call, and `cut` says so.
boost::asio::awaitable<Known<a11y::VisibleTree>> read_texts(Eyes eyes, std::shared_ptr<const Session> session,
                                                            Window window, std::vector<Rect> popups, Unknown unread,
                                                            platform::Deadline end);

/// For the windows of one request.
inline constexpr std::chrono::milliseconds texts_limit{1500};

}  // namespace interlock::daemon
