/// The frame that the compositor draws around a window which asks for it: title bar, three buttons, edges.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "desks/compositor/node_tag.h"
#include "desks/compositor/wlroots.h"

namespace interlock::compositor {

/// Logical pixels around the client's part.
struct Margins {
  int left = 0;
  int top = 0;
  int right = 0;
  int bottom = 0;
};

class Decoration {
 public:
  /// Draws into `frame`, below what is in it.
  Decoration(wlr_scene_tree* frame, Window* window);
  ~Decoration();
  Decoration(const Decoration&) = delete;
  Decoration& operator=(const Decoration&) = delete;

  static Margins margins(bool maximized);
  /// For a client's part of this size. Draws again only what differs.
  void show(int width, int height, bool maximized, bool active);
  /// 0xAARRGGBB, premultiplied; replaces the title's picture.
  void set_title(int width, int height, double scale, std::vector<std::uint32_t> pixels);
  /// Pixels that the title may take.
  int title_width() const;
  static constexpr int title_height = 26;

 private:
  wlr_scene_tree* tree_;
  std::array<NodeTag, 6> tags_;
  wlr_scene_rect* bar_;
  std::array<wlr_scene_rect*, 4> edges_;
  std::array<wlr_scene_buffer*, 3> buttons_;
  wlr_scene_buffer* title_ = nullptr;
  int shown_width_ = 0;
  int title_top_ = 0;
};

}  // namespace interlock::compositor
