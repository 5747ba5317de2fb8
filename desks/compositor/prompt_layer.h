/// interlockd's prompt: a picture above everything. Input on it goes to nobody else.
#pragma once

#include <optional>

#include "desks/compositor/node_tag.h"
#include "desks/compositor/screen.h"
#include "desks/wire/messages.h"

namespace interlock::compositor {

class PromptLayer {
 public:
  PromptLayer(Core& core, Screen& screen);

  /// Shows it, or its new picture. The failure says why not.
  std::optional<desk::Failure> show(const desk::PromptPicture& picture);
  void hide();
  /// 0: none is shown.
  std::uint64_t shown() const { return shown_; }
  /// In pixels of the prompt's picture.
  Point on_picture(Place place) const;

  /// It gets a person's keys: since it appeared, or was pressed, no window was pressed.
  bool has_keys() const { return shown_ != 0 && has_keys_; }
  void pressed(bool prompt) { has_keys_ = prompt; }

 private:
  Screen& screen_;
  NodeTag tag_;
  wlr_scene_buffer* picture_;
  std::uint64_t shown_ = 0;
  Point at_;
  bool has_keys_ = false;
};

}  // namespace interlock::compositor
