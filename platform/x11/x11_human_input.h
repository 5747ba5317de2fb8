/// Watches input devices on a thread of its own, so that neither the loop nor the display thread waits for it and no
/// act delays it. A lost display is looked for again.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <memory>
#include <string>

#include "platform/human_input.h"
#include "platform/x11/own_input.h"

namespace interlock::platform::x11 {

class X11HumanInput final : public HumanInput {
 public:
  X11HumanInput(boost::asio::any_io_executor executor, std::string name, std::shared_ptr<OwnInput> own);
  ~X11HumanInput() override;

  std::optional<RealInput> last_real_press() const override;
  std::optional<RealInput> last_activity() const override;
  std::optional<std::chrono::steady_clock::time_point> last_press_of_others() const override;
  std::string trouble() const override;
  std::string sent_events_trouble() const override;
  void listen(std::function<void(const HumanEvent&)> handler) override;
  void set_panic_key(std::optional<KeyChord> chord) override;
  std::string panic_key_trouble() const override;

 private:
  struct Core;
  const std::shared_ptr<Core> core_;
};

}  // namespace interlock::platform::x11
