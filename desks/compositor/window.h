/// A toplevel window of a client.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "desks/compositor/decoration.h"
#include "desks/compositor/listener.h"
#include "desks/compositor/node_tag.h"
#include "desks/compositor/screen.h"

namespace interlock::compositor {

class Stack;

/// The process that connected, from the kernel; 0: not known.
pid_t process_of(wlr_surface* surface);

class Window {
 public:
  Window(Stack& stack, Core& core, Screen& screen, wlr_xdg_toplevel* toplevel, std::uint64_t id);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  std::uint64_t id() const { return id_; }
  wlr_xdg_toplevel* toplevel() const { return toplevel_; }
  wlr_surface* surface() const { return toplevel_->base->surface; }
  wl_client* client() const { return wl_resource_get_client(toplevel_->resource); }
  wlr_scene_node& node() const { return frame_->node; }
  bool mapped() const { return mapped_; }
  bool minimized() const { return minimized_; }
  bool maximized() const { return maximized_; }
  bool fullscreen() const { return fullscreen_; }
  bool shown() const { return mapped_ && !minimized_; }

  // In logical pixels.
  wlr_box frame_box() const;   ///< with the decoration
  wlr_box client_box() const;  ///< what the client calls its window
  wlr_box buffer_box() const;  ///< its surface, with a shadow that it draws

  void set_active(bool active);
  void set_minimized(bool minimized);
  void set_maximized(bool maximized);
  void set_fullscreen(bool fullscreen);
  void close();
  void move_to(int x, int y);
  /// Of the frame. `edges`: which of them move (WLR_EDGE_*); the others stay.
  void resize_to(int width, int height, std::uint32_t edges);
  void end_resize();

  /// The mode that the client was told is ours.
  void set_decoration(wlr_xdg_toplevel_decoration_v1* decoration);
  /// The screen's size changed.
  void fit();
  /// Pixels 0xAARRGGBB, premultiplied.
  void show_title(int width, int height, std::vector<std::uint32_t> pixels);

 private:
  void committed();
  void map();
  void unmap();
  void configure_first();
  std::uint32_t ask_for(int width, int height);
  void ask_for_size();
  void show_decoration();
  void place();
  void decide_decoration();
  void title_changed();
  Margins margins() const;
  void connect();

  Stack& stack_;
  Screen& screen_;
  wlr_xdg_toplevel* toplevel_;
  const std::uint64_t id_;
  NodeTag tag_;
  wlr_scene_tree* frame_;
  wlr_scene_tree* content_;
  std::unique_ptr<Decoration> decoration_;
  wlr_xdg_toplevel_decoration_v1* wish_ = nullptr;
  bool mapped_ = false, minimized_ = false, maximized_ = false, fullscreen_ = false, active_ = false;
  std::optional<wlr_box> before_;        ///< frame before it was maximized or made fullscreen
  std::optional<wlr_box> resized_from_;  ///< frame at the begin of a resize from the left or the top
  std::uint32_t resize_edges_ = 0;
  std::uint32_t resize_serial_ = 0;  ///< of the last size that the client was asked for
  bool resize_ends_ = false;         ///< with the client's answer to that
  std::string shown_title_;
  int title_width_ = 0;  ///< it was drawn for
  Listener map_, unmap_, commit_, destroy_, maximize_, fullscreen_request_, minimize_, move_, resize_, title_;
  Listener wish_changed_, wish_gone_;
};

}  // namespace interlock::compositor
