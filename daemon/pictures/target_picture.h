/// A small picture of an action's target, outlined, for the person who is asked about it. It has the same masks as a
/// `screenshot` for the session (daemon/pictures/masked_capture.h), and shows only the surroundings of the target.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>

#include "daemon/pictures/masked_capture.h"
#include "platform/notifier.h"
#include "values/action.h"

namespace interlock::daemon {

inline constexpr std::int32_t target_picture_width = 320, target_picture_height = 160;
/// A picture that is not ready by then is left out. On an idle machine it takes a few milliseconds; on a busy one a
/// person would rather wait than decide about an unknown target without it.
inline constexpr std::chrono::milliseconds target_picture_limit{500};

/// The outlined place: the element; if it is unknown the point, else the window.
std::optional<Rect> target_place(const Action& action, const Observation& observation);

/// The part of the screen around `place` that is shown, with some surroundings. If a place is more than four times as
/// wide or high as the picture, its beginning.
Rect picture_area(const Rect& place);

/// Masked, scaled down if `place` needs it, outlined. Null if not everything that must not be seen was found.
std::shared_ptr<const platform::Picture> target_picture(MaskedCapture taken, const Rect& place);

/// Takes the picture when called: null without a place, and after `limit`.
std::function<boost::asio::awaitable<std::shared_ptr<const platform::Picture>>()> picture_taker(
    Eyes eyes, std::shared_ptr<const Session> session, std::optional<Rect> place,
    std::chrono::milliseconds limit = target_picture_limit);

}  // namespace interlock::daemon
