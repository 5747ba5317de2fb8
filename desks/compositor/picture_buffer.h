/// Pixels of our own as a buffer of the scene.
#pragma once

#include <cstdint>
#include <vector>

#include "desks/compositor/wlroots.h"

namespace interlock::compositor {

/// A buffer with these pixels, 0xAARRGGBB with premultiplied colours. The caller drops it (wlr_buffer_drop) after
/// giving it to the scene.
wlr_buffer* make_picture_buffer(int width, int height, std::vector<std::uint32_t> pixels);

}  // namespace interlock::compositor
