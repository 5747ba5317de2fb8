/// One connection to an X server, used by Xlib, XCB and libxdo alike. Errors and a lost server are returned as values
/// and never end the process. Used by one thread.
#pragma once

#include "platform/x11/xlib.h"

#include <xcb/xcb.h>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "platform/x11/open_display.h"
#include "platform/x11/own_input.h"
#include "values/error.h"
#include "values/geometry.h"

namespace interlock::platform::x11 {

/// A reply of XCB's, which XCB allocates with malloc.
struct Free {
  void operator()(void* p) const { std::free(p); }
};
template <class T>
using Reply = std::unique_ptr<T, Free>;

/// Held while a thread opens or closes a connection, uses an extension on one for the first time, or has grabbed the
/// server. Xlib waits for the server's answer in these calls while it holds a lock of the whole process; a thread that
/// needed this lock with the server grabbed would wait for ever, and so would the whole desktop. libXau also keeps the
/// name of the authority file in memory that all threads share.
[[nodiscard]] std::unique_lock<std::recursive_mutex> alone_with_server();

class Connection {
 public:
  /// Errors: no display, no XTEST, no XRes, no XKB.
  static tl::expected<std::unique_ptr<Connection>, Error> open(const std::string& name);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  ::Display* display() const { return display_; }
  xcb_connection_t* xcb() const { return xcb_; }
  xcb_window_t root() const { return root_; }
  /// A window of ours that is never mapped.
  xcb_window_t hidden() const { return hidden_; }
  const Extensions& extensions() const { return extensions_; }
  int socket() const;
  /// True once the server is gone. After that, no Xlib function may be called (some would crash); XCB's functions are
  /// safe.
  bool lost() const;
  /// X ids with the same value here were made by the same client.
  std::uint32_t client_of(xcb_window_t window) const { return window & ~id_mask_; }

  struct Atoms {
    xcb_atom_t wm_state, net_wm_name, utf8_string, net_wm_window_type, net_active_window, wm_protocols, net_wm_ping;
    xcb_atom_t net_supported, net_supporting_wm_check, wm_take_focus, wm_delete_window, wm_change_state;
    xcb_atom_t net_current_desktop, net_number_of_desktops, net_desktop_viewport, net_wm_desktop, net_wm_pid;
    xcb_atom_t net_wm_icon_name, wm_window_role, former_names, net_client_list, net_frame_extents, gtk_frame_extents;
    xcb_atom_t net_wm_state, maximized_vert, maximized_horz, fullscreen;  ///< _NET_WM_STATE and states of it
    std::vector<std::pair<xcb_atom_t, std::string>> window_types;         ///< ("…_POPUP_MENU", "popup_menu")
  };
  const Atoms& atoms() const { return atoms_; }

  /// XTEST's own devices, which all our injected input goes through.
  XID xtest_pointer() const { return xtest_pointer_; }
  XID xtest_keyboard() const { return xtest_keyboard_; }

  /// Where input that this connection injects under a server grab is marked.
  void mark_in(std::shared_ptr<OwnInput> own) { own_ = std::move(own); }
  OwnInput* own() const { return own_.get(); }

 private:
  Connection(::Display* display, const Extensions& extensions);
  tl::expected<void, Error> check_extensions() const;
  void intern_atoms();
  void find_xtest_devices();

  ::Display* display_;
  xcb_connection_t* xcb_;
  xcb_window_t root_;
  Extensions extensions_;
  std::uint32_t id_mask_ = 0;
  xcb_window_t hidden_ = 0;
  bool io_error_ = false;
  Atoms atoms_{};
  XID xtest_pointer_ = 0;
  XID xtest_keyboard_ = 0;
  std::shared_ptr<OwnInput> own_;
};

/// Holds the server grab while it lives: nothing on the display changes except by us, and what is injected meanwhile is
/// marked as ours. All injection happens under one grab; grabs do not nest.
class ServerGrab {
 public:
  enum Wait { wait, ask };
  /// Returns when the server is grabbed; that may take as long as another client holds it. With `ask` it returns at
  /// once, and the server is grabbed when the next request has been answered.
  explicit ServerGrab(const Connection& x, Wait how = wait);
  ~ServerGrab();
  ServerGrab(const ServerGrab&) = delete;
  ServerGrab& operator=(const ServerGrab&) = delete;

 private:
  const Connection& x_;
  std::unique_lock<std::recursive_mutex> alone_ = alone_with_server();
};

}  // namespace interlock::platform::x11
