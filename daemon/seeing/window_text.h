/// The text of windows without an accessibility tree as it was read last. It is forgotten when nobody asks for it.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <string>
#include <utility>

#include "daemon/seeing/private_text.h"
#include "daemon/seeing/screen_text.h"
#include "daemon/seeing/text_names.h"

namespace interlock::daemon {

class WindowText : public std::enable_shared_from_this<WindowText> {
 public:
  explicit WindowText(boost::asio::any_io_executor executor) : idle_(std::move(executor)) {}

  /// To be called before each reading. `wanted`: as sight::Request::languages; what was read in others is forgotten,
  /// and the rest `screen_text_kept` after the last call.
  void use(std::string wanted) {
    if (wanted != languages) text.forget();
    languages = std::move(wanted);
    idle_.expires_after(screen_text_kept);
    idle_.async_wait([kept = weak_from_this()](const boost::system::error_code& stopped) {
      const auto self = kept.lock();
      if (!self || stopped) return;
      self->text.forget();
      self->names.forget();
    });
  }

  ScreenText text;
  TextNames names;
  std::string languages;

 private:
  boost::asio::steady_timer idle_;
};

}  // namespace interlock::daemon
