/// The one screen: its size and scale, its frames, and pictures of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "desks/compositor/core.h"
#include "desks/compositor/listener.h"
#include "values/geometry.h"

namespace interlock::compositor {

/// Pixels 0x00RRGGBB, row by row without gaps.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> pixels;
};

class Screen {
 public:
  Screen(Core& core, const Options& options);
  ~Screen();
  /// Starts the backend. Who wants to see its devices listens before. Throws if there is no screen.
  void start();

  /// In pixels of its picture.
  int width() const;
  int height() const;
  double scale() const;
  /// In logical pixels.
  wlr_box area() const;
  /// The logical place of a pixel's centre; at scale 1 of its corner, which clients get as a whole number.
  Place place_of(Point pixel) const;
  Point pixel_of(Place place) const;
  Rect pixels_of(const wlr_box& box) const;
  wlr_box box_of(const Rect& pixels) const;
  bool contains(Point pixel) const;

  /// What it shows now, composed for this call, with the pointer's image or without; nothing: it could not be composed
  /// or read.
  std::optional<Picture> picture(bool cursor);

  /// Of the window that it is; without an effect if it is none.
  void set_title(const std::string& title);

  /// Called after the size changed.
  std::function<void()> resized;

 private:
  void add(wlr_output* output);
  void change(wlr_output_event_request_state* event);
  void cover_background();

  Core& core_;
  const Options options_;
  wlr_output* output_ = nullptr;
  wlr_scene_output* scene_output_ = nullptr;
  wlr_scene_output_layout* scene_layout_ = nullptr;
  wlr_scene_rect* colour_ = nullptr;
  Listener new_output_, frame_, request_state_, gone_;
};

}  // namespace interlock::compositor
