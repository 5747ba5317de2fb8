/// All windows: their order, which of them has the keyboard, and who may change that.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "desks/compositor/listener.h"
#include "desks/compositor/screen.h"
#include "desks/compositor/titles.h"
#include "desks/compositor/window.h"

namespace interlock::compositor {

class Stack {
 public:
  Stack(Core& core, Screen& screen, Titles& titles);
  ~Stack();

  /// The lowest first; mapped ones, also minimized ones.
  const std::vector<Window*>& in_order() const { return order_; }
  struct Popup {
    std::uint64_t id = 0;
    wlr_xdg_popup* popup = nullptr;
    Listener destroy = {};
    bool shown() const { return popup->base->surface->mapped && popup->base->data != nullptr; }
  };
  /// In the order in which they were made: one of another popup comes after it.
  const std::vector<std::unique_ptr<Popup>>& popups() const { return popups_; }
  Window* find(std::uint64_t id) const;
  Window* of(const wlr_xdg_toplevel* toplevel) const;
  /// The window that a surface is part of, also as a popup or subsurface of it.
  Window* of(wlr_surface* surface) const;
  /// The one that is shown as active. Keys go where the seat says.
  Window* active() const { return active_; }

  /// Shows it, above the others, and gives it the keyboard.
  void activate(Window& window);
  /// With its dialogs above it.
  void raise(Window& window);

  // What windows report.
  void mapped(Window& window);
  void unmapped(Window& window);
  void minimized(Window& window);
  void destroy(Window& window);
  void changed();
  /// The client asks that the pointer, whose button is down in it, moves (no edges) or resizes it.
  void drag(Window& window, std::uint32_t edges);
  /// `width` and `height` are what the title may take, in logical pixels.
  void draw_title(Window& window, const std::string& title, int width, int height);

  std::function<void(wlr_surface*)> give_keyboard;  ///< null: to nobody
  std::function<void(Window&, std::uint32_t)> begin_drag;
  std::function<void(Window&)> forget;  ///< it goes away
  std::function<void()> on_change;

 private:
  struct KnownClient;
  void add(wlr_xdg_toplevel* toplevel);
  void add_popup(wlr_xdg_popup* popup);
  void asked_to_activate(wlr_xdg_activation_v1_request_activate_event* event);
  bool may_take_focus(const Window& window);
  bool is_new(wl_client* client);
  void activate_top(const Window* but);

  Core& core_;
  Screen& screen_;
  Titles& titles_;
  std::vector<std::unique_ptr<Window>> windows_;
  std::vector<Window*> order_;
  std::vector<std::unique_ptr<Popup>> popups_;
  Window* active_ = nullptr;
  std::uint64_t last_id_ = 0;
  std::map<wl_client*, std::unique_ptr<KnownClient>> clients_;  ///< those that have shown a window
  std::vector<std::uint64_t> invited_;                          ///< windows that may take the focus when they appear
  Listener new_toplevel_, new_popup_, new_decoration_, activate_;
};

}  // namespace interlock::compositor
