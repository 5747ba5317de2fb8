/// Personal data that stands as pixels in a picture of the screen: the places of cards' and accounts' numbers, phone
/// numbers, e-mail addresses, keys and one-time codes, which are painted over (gate/secrets/personal_data.h). The text
/// is read by interlock-sight. What could not be read is painted over as a whole.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <vector>

#include "daemon/pictures/regions.h"
#include "gate/secrets/personal_data.h"
#include "platform/screen.h"
#include "sight/reader.h"

namespace interlock::daemon {

using PersonalKinds = std::vector<gate::PersonalKind>;

/// The places of the words of these kinds, in the coordinates of the words, somewhat enlarged. A number that is spread
/// over several words of a line has a place for each. Letters that readers take for digits, and the other way round,
/// are allowed for. Pure.
Rects private_places(const std::vector<sight::Word>& words, const PersonalKinds& kinds);

struct PrivateParts {
  Rects parts;          ///< in root pixels
  bool unread = false;  ///< the picture could not be read: `parts` is all of it
};

/// Reads `image`, whose first pixel is `area`'s. Within `private_text_limit`; null `reader`: nothing can be read.
boost::asio::awaitable<PrivateParts> private_parts(std::shared_ptr<sight::Reader> reader, const platform::Image& image,
                                                   Rect area, PersonalKinds kinds);

/// For a whole screen on a busy machine.
inline constexpr std::chrono::seconds private_text_limit{20};

}  // namespace interlock::daemon
