/// Reads the text of a part of the screen, and only what has not been read before.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "daemon/seeing/screen_text.h"
#include "sight/reader.h"

namespace interlock::daemon {

struct ReadingOrder {
  sight::Request::Kind kind = sight::Request::Kind::page;
  std::string languages = "eng";      ///< as sight::Request::languages
  std::chrono::milliseconds limit{};  ///< after this, no other portion is begun
  /// Lines that may have personal data are read a second time, alone; those words have the line number 1.
  bool numbers_twice = false;
};

/// One reader or two that work at the same time; none of them is null.
using Readers = std::vector<std::shared_ptr<sight::Reader>>;

/// Reads what `text` does not know of the view; false if nothing can be read. A portion that cannot be read is left
/// out. `text` and the view's image must exist until the end.
boost::asio::awaitable<bool> read_unknown(Readers readers, ScreenText& text, ScreenText::View view, ReadingOrder order);

}  // namespace interlock::daemon
