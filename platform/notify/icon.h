/// The picture of a prompt in the form in which notification servers show pictures: as an icon beside the text, in some
/// servers 48 pixels wide.
#pragma once

#include "platform/notifier.h"

namespace interlock::platform::notify {

inline constexpr std::int32_t smallest_icon =
    96;  ///< pixels a side; a small target is shown with some of its surroundings

/// The square around the target; the whole picture if the target is larger than any square in it.
Image icon_of(const Picture& picture);

}  // namespace interlock::platform::notify
