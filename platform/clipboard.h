/// Port: the text that a paste would insert.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <string>

#include "platform/window_system.h"
#include "values/known.h"
#include "values/paste_source.h"

namespace interlock::platform {

class Clipboard {
 public:
  static constexpr std::size_t max_bytes = 256 * 1024;  ///< longer text is unknown

  virtual ~Clipboard() = default;

  /// The text that the clipboard's owner supplies now; UTF-8 if the owner is correct. `none`: the clipboard has no
  /// owner. Unknown: the owner did not answer in time (`deadline`), or has no text or too much of it (`unsupported`).
  virtual boost::asio::awaitable<Known<std::string>> read(PasteSource source, Deadline deadline) = 0;
};

}  // namespace interlock::platform
