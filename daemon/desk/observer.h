/// Observes the real target of an action: the window as the display server reports it, the element and document as the
/// application reports them, and the text that would be pasted as its owner reports it; all under one deadline.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>

#include "a11y/tree_reader.h"
#include "daemon/seeing/private_text.h"
#include "daemon/seeing/window_text.h"
#include "platform/clipboard.h"
#include "platform/screen.h"
#include "platform/window_system.h"
#include "sight/reader.h"
#include "values/action.h"
#include "values/observation.h"

namespace interlock::platform {
class FileLookup;
class NameLookup;
class WindowQueries;
}  // namespace interlock::platform

namespace interlock::daemon {

struct Observed {
  Observation observation;
  platform::WindowView view;  ///< the injector checks that it is unchanged
};

/// Each may be null (no display, no accessibility); what it would report is then unknown.
struct Eyes {
  std::shared_ptr<platform::WindowSystem> windows;
  std::shared_ptr<a11y::TreeReader> tree;
  std::shared_ptr<platform::Clipboard> clipboard = {};
  std::shared_ptr<platform::Screen> screen = {};
  std::shared_ptr<platform::WindowQueries> queries = {};
  std::shared_ptr<platform::NameLookup> names = {};
  std::shared_ptr<platform::FileLookup> files = {};
  std::shared_ptr<sight::Reader> reader = {};
  PrivateSearch private_text = {};  ///< painted over in pictures
  std::shared_ptr<WindowText> window_text = {};
};

/// The text that `action` would paste in `window`; not_observed if it pastes nothing.
boost::asio::awaitable<Known<std::string>> observe_pasted(Eyes eyes, const Action& action, Known<Window> window,
                                                          platform::Deadline deadline);

/// The elements of the window, or of the page in it, that tell of its form (gate/session/shown_form.h).
boost::asio::awaitable<Known<std::vector<Element>>> observe_form(Eyes eyes, const Observation& seen,
                                                                 platform::Deadline deadline);

/// `certainty`: of the element at the point. If the pointer is already there, it is always `settled`.
boost::asio::awaitable<Observed> observe(Eyes eyes, const Action& action, std::chrono::milliseconds deadline,
                                         a11y::Certainty certainty = a11y::Certainty::settled);

/// The target element of an action: at the point for pointer actions, the focused one for keyboard actions, `none` for
/// changes of whole windows.
const Known<Element>& target_element(const Action& action, const Observation& observation);

}  // namespace interlock::daemon
