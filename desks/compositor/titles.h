/// The text of title bars, drawn by the program draw-text: a title is a client's text, and what draws any text can have
/// errors (docs/decisions/0010-prompt-window.md). One at a time; of a window that changes its title quickly, the last.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <sys/types.h>

#include "desks/compositor/core.h"
#include "platform/prompt/text_wire.h"

namespace interlock::compositor {

class Titles {
 public:
  /// `draw_text`: the program; without it titles have no text.
  Titles(Core& core, std::string draw_text);
  ~Titles();
  Titles(const Titles&) = delete;
  Titles& operator=(const Titles&) = delete;

  /// `width`, `height` in pixels; `window` is passed to `drawn`.
  void draw(std::uint64_t window, const std::string& title, int width, int height);
  /// Pixels are 0xAARRGGBB, premultiplied.
  std::function<void(std::uint64_t window, int width, int height, std::vector<std::uint32_t> pixels)> drawn;

 private:
  struct Wish {
    std::string title;
    int width = 0;
    int height = 0;
  };
  void next();
  bool start(const std::string& request);
  void readable();
  void end(bool complete);

  Core& core_;
  const std::string program_;
  std::map<std::uint64_t, Wish> wishes_;
  std::uint64_t window_ = 0;  ///< whose title is being drawn; 0: none
  std::vector<platform::prompt::TextBlock> blocks_;
  std::string reply_;
  pid_t child_ = -1;
  int fd_ = -1;
  wl_event_source* source_ = nullptr;
  wl_event_source* timer_ = nullptr;
};

}  // namespace interlock::compositor
