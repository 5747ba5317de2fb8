/// Personal data that stands as pixels in a picture of the screen: the places of cards' and accounts' numbers, phone
/// numbers, e-mail addresses, keys and one-time codes, which are painted over (gate/secrets/personal_data.h). The text
/// is read by interlock-sight, and kept for what does not change (screen_text.h). What has not been read is painted
/// over.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <memory>

#include "daemon/seeing/private_places.h"
#include "daemon/seeing/regions.h"
#include "daemon/seeing/screen_text.h"
#include "platform/screen.h"
#include "sight/reader.h"

namespace interlock::daemon {

/// What is needed to find personal data in pictures.
struct PrivateSearch {
  PersonalKinds kinds;                                   ///< none: nothing is searched for
  std::shared_ptr<ScreenText> text = {};                 ///< what has been read before; null: nothing
  std::shared_ptr<boost::asio::steady_timer> idle = {};  ///< when it expires, `text` is forgotten
  std::shared_ptr<sight::Reader> second_reader = {};     ///< reads beside the first; null: that one reads alone
};

struct PrivateParts {
  Rects parts;   ///< with personal data, in root pixels
  Rects unread;  ///< what was not read in time, in root pixels; to be painted over as well
  /// Nothing can be read: the reader is missing or does not answer, or what is around the picture cannot be had.
  /// `unread` is the whole picture.
  bool failed = false;
};

/// Searches `image`, whose first pixel is `area`'s, for `private_text_limit` at most. Null `reader`: nothing can be
/// read. A part of the screen is searched together with what is around it on `screen`, so that no number is cut.
boost::asio::awaitable<PrivateParts> private_parts(std::shared_ptr<sight::Reader> reader,
                                                   std::shared_ptr<platform::Screen> screen,
                                                   const platform::Image& image, Rect area, PrivateSearch search);

/// The text of the screen is kept so long after the last picture.
inline constexpr std::chrono::seconds screen_text_kept{60};

/// After this, no other portion of the picture is read for it.
inline constexpr std::chrono::milliseconds private_text_limit{1200};

}  // namespace interlock::daemon
