/// The seat: one pointer and one keyboard focus, which a person's devices and interlockd share. Events go to what the
/// hit test finds; a button that is down keeps the pointer with the surface that it was pressed on.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include "desks/compositor/hit.h"
#include "desks/compositor/listener.h"
#include "desks/compositor/stack.h"

namespace interlock::compositor {

enum class Maker : std::uint8_t { person, interlock };

class Seat {
 public:
  Seat(Core& core, Stack& stack);
  ~Seat();
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;

  wlr_seat* raw() const { return seat_; }
  wlr_cursor* cursor() const { return cursor_; }
  Place pointer() const { return {cursor_->x, cursor_->y}; }
  /// Moves the pointer there and tells what is there.
  void move(Place place, std::uint32_t time);
  /// A button at the pointer's place. A person's press in a decoration is the compositor's own.
  void button(Maker maker, std::uint32_t button, bool press, std::uint32_t time);
  /// Clicks of a wheel, at the pointer's place.
  void turn(wl_pointer_axis orientation, int clicks, std::uint32_t time);
  void frame();
  /// Nobody but this maker holds a button.
  bool only_holder(Maker maker) const;
  const std::set<std::uint32_t>& held(Maker maker) const;
  /// The pointer is moving or resizing a window.
  bool dragging_window() const { return drag_.window; }
  /// The client whose menu or drag holds the pointer or the keyboard; null: none.
  wl_client* grabbed_by() const;
  /// Whether the drag of data that is going on began with a press of this maker; true if there is none.
  bool drag_is_of(Maker maker) const;

  /// Somebody sees the pointer from now on, so that it needs an image. Until then none is loaded: a theme has some
  /// hundred, all of which are read at once, and that was a quarter of the time that the desktop needs to start.
  void show_pointer();

  /// Windows may have moved under the pointer, which stands still.
  void look_again();
  void give_keyboard(wlr_surface* surface);
  /// The window that gets keys, and the surface.
  wlr_surface* keyboard_surface() const { return seat_->keyboard_state.focused_surface; }

 private:
  void connect();
  void pressed(Maker maker, const SurfaceHit& hit);
  void press_decoration(const SurfaceHit& hit);
  void begin_drag(Window& window, std::uint32_t edges);
  void drag_window();
  void set_image(const char* name);
  void show_drag_icon(wlr_drag* drag);
  void enter(const SurfaceHit& hit);

  struct WindowDrag {
    Window* window = nullptr;
    std::uint32_t edges = 0;  ///< none: it is moved
    Place from = {};
    wlr_box frame = {};
  };

  Core& core_;
  Stack& stack_;
  wlr_seat* seat_;
  wlr_cursor* cursor_;
  wlr_xcursor_manager* images_;
  std::string image_ = "default";  ///< its name; empty: the client draws it
  bool shows_pointer_ = false;
  wlr_scene_tree* drag_icon_ = nullptr;
  std::set<std::uint32_t> persons_, own_;
  Place pressed_origin_ = {};  ///< of the surface that a button was pressed on
  WindowDrag drag_;
  Maker data_drag_by_ = Maker::person;
  Listener set_cursor_, set_shape_, set_selection_, set_primary_, request_drag_, start_drag_, drag_gone_;
};

}  // namespace interlock::compositor
