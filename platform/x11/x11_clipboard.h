/// The selections of X11. Their owner is another client, which may answer late, never, or with anything: each reading
/// has a connection of its own, and late answers end with it.
#pragma once

#include <memory>
#include <string>

#include "platform/clipboard.h"
#include "platform/x11/display_thread.h"

namespace interlock::platform::x11 {

class X11Clipboard final : public Clipboard {
 public:
  X11Clipboard(boost::asio::any_io_executor executor, std::shared_ptr<DisplayThread> thread)
      : executor_(std::move(executor)), thread_(std::move(thread)) {}

  boost::asio::awaitable<Known<std::string>> read(PasteSource source, Deadline deadline) override;

 private:
  const boost::asio::any_io_executor executor_;
  const std::shared_ptr<DisplayThread> thread_;
};

}  // namespace interlock::platform::x11
