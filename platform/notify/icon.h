/// The picture of a prompt as notification servers show pictures: as an icon beside the text, 48 pixels wide in some.
#pragma once

#include "platform/notifier.h"

namespace interlock::platform::notify {

inline constexpr std::int32_t smallest_icon = 96;  ///< pixels a side: beside a small target some of what is around it

/// The square around the target; all of the picture where the target is larger than any square in it.
Image icon_of(const Picture& picture);

}  // namespace interlock::platform::notify
