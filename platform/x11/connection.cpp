#include "platform/x11/connection.h"

#include <X11/Xlib-xcb.h>
#include <X11/extensions/XInput.h>
#include <unistd.h>
#include <xcb/res.h>
#include <array>
#include <mutex>
#include <string_view>

namespace interlock::platform::x11 {
namespace {

void note_io_error(Display*, void* flag) {
  *static_cast<bool*>(flag) = true;
}

Error missing(std::string_view extension, const std::string& where, std::string advice) {
  return {"the X server has no " + std::string(extension) + " extension", where, std::move(advice)};
}

// EWMH 1.5, "_NET_WM_WINDOW_TYPE".
constexpr std::array<std::pair<const char*, const char*>, 14> type_names{{
    {"_NET_WM_WINDOW_TYPE_NORMAL", "normal"},
    {"_NET_WM_WINDOW_TYPE_DIALOG", "dialog"},
    {"_NET_WM_WINDOW_TYPE_NOTIFICATION", "notification"},
    {"_NET_WM_WINDOW_TYPE_POPUP_MENU", "popup_menu"},
    {"_NET_WM_WINDOW_TYPE_DROPDOWN_MENU", "dropdown_menu"},
    {"_NET_WM_WINDOW_TYPE_COMBO", "combo"},
    {"_NET_WM_WINDOW_TYPE_TOOLTIP", "tooltip"},
    {"_NET_WM_WINDOW_TYPE_DOCK", "dock"},
    {"_NET_WM_WINDOW_TYPE_DESKTOP", "desktop"},
    {"_NET_WM_WINDOW_TYPE_SPLASH", "splash"},
    {"_NET_WM_WINDOW_TYPE_UTILITY", "utility"},
    {"_NET_WM_WINDOW_TYPE_MENU", "menu"},
    {"_NET_WM_WINDOW_TYPE_TOOLBAR", "toolbar"},
    {"_NET_WM_WINDOW_TYPE_DND", "dnd"},
}};

}  // namespace

std::unique_lock<std::recursive_mutex> alone_with_server() {
  static std::recursive_mutex one;
  return std::unique_lock(one);
}

tl::expected<std::unique_ptr<Connection>, Error> Connection::open(const std::string& name) {
  const auto alone = alone_with_server();
  const char* wanted = name.empty() ? nullptr : name.c_str();
  const Error went_away{"the X display went away while it was opened", XDisplayName(wanted), ""};
  const auto opened = open_display(wanted);
  if (!opened) return tl::make_unexpected(went_away);
  if (!opened->display) {
    return tl::make_unexpected(Error{"cannot open the X display", XDisplayName(wanted),
                                     "check DISPLAY, that the X server runs, and that this user may use it"});
  }
  std::unique_ptr<Connection> connection(new Connection(opened->display, opened->extensions));
  if (auto complete = connection->check_extensions(); !complete) {
    return tl::make_unexpected(connection->lost() ? went_away : complete.error());
  }
  connection->intern_atoms();
  connection->find_xtest_devices();
  if (connection->lost()) return tl::make_unexpected(went_away);
  return connection;
}

Connection::Connection(Display* display, const Extensions& extensions)
    : display_(display),
      xcb_(XGetXCBConnection(display)),
      root_(static_cast<xcb_window_t>(DefaultRootWindow(display))),
      extensions_(extensions) {
  XSetIOErrorExitHandler(display_, note_io_error, &io_error_);
  id_mask_ = xcb_get_setup(xcb_)->resource_id_mask;
  hidden_ = static_cast<xcb_window_t>(
      XCreateWindow(display_, root_, -1, -1, 1, 1, 0, 0, InputOnly, CopyFromParent, 0, nullptr));
}

Connection::~Connection() {
  const auto alone = alone_with_server();
  if (lost()) {
    close(socket());  // Xlib cannot free a dead connection without using it; its memory is leaked
  } else {
    XCloseDisplay(display_);
  }
}

int Connection::socket() const {
  return ConnectionNumber(display_);
}

bool Connection::lost() const {
  return io_error_ || xcb_connection_has_error(xcb_) != 0;
}

tl::expected<void, Error> Connection::check_extensions() const {
  const std::string where = DisplayString(display_);
  if (!extensions_.xtest) {
    return tl::make_unexpected(missing("XTEST", where, "nothing can be injected without it; is the X cookie trusted?"));
  }
  const auto* res = xcb_get_extension_data(xcb_, &xcb_res_id);
  Reply<xcb_res_query_version_reply_t> version;
  if (res && res->present) {
    version.reset(xcb_res_query_version_reply(xcb_, xcb_res_query_version(xcb_, 1, 2), nullptr));
  }
  if (!version || version->server_major < 1 || (version->server_major == 1 && version->server_minor < 2)) {
    return tl::make_unexpected(missing("X-Resource 1.2", where, "a window's true process cannot be known without it"));
  }
  if (!extensions_.xkb) return tl::make_unexpected(missing("XKB", where, "keys cannot be chosen without it"));
  return {};
}

void Connection::intern_atoms() {
  std::vector<const char*> names = {"WM_STATE",
                                    "_NET_WM_NAME",
                                    "UTF8_STRING",
                                    "_NET_WM_WINDOW_TYPE",
                                    "_NET_ACTIVE_WINDOW",
                                    "WM_PROTOCOLS",
                                    "_NET_WM_PING",
                                    "_NET_SUPPORTED",
                                    "_NET_SUPPORTING_WM_CHECK",
                                    "WM_TAKE_FOCUS",
                                    "WM_DELETE_WINDOW",
                                    "WM_CHANGE_STATE",
                                    "_NET_CURRENT_DESKTOP",
                                    "_NET_NUMBER_OF_DESKTOPS",
                                    "_NET_DESKTOP_VIEWPORT",
                                    "_NET_WM_DESKTOP",
                                    "_NET_WM_PID",
                                    "_NET_WM_ICON_NAME",
                                    "WM_WINDOW_ROLE",
                                    "_INTERLOCK_FORMER_NAMES",
                                    "_NET_CLIENT_LIST",
                                    "_NET_FRAME_EXTENTS",
                                    "_GTK_FRAME_EXTENTS",
                                    "_NET_WM_STATE",
                                    "_NET_WM_STATE_MAXIMIZED_VERT",
                                    "_NET_WM_STATE_MAXIMIZED_HORZ",
                                    "_NET_WM_STATE_FULLSCREEN"};
  const std::size_t types = names.size();
  for (const auto& [atom, type] : type_names) names.push_back(atom);
  std::vector<Atom> atoms(names.size());
  XInternAtoms(display_, const_cast<char**>(names.data()), static_cast<int>(names.size()), False, atoms.data());
  const auto at = [&](std::size_t i) { return static_cast<xcb_atom_t>(atoms[i]); };
  atoms_ = {at(0),  at(1),  at(2),  at(3),  at(4),  at(5),  at(6),  at(7),  at(8),  at(9),
            at(10), at(11), at(12), at(13), at(14), at(15), at(16), at(17), at(18), at(19),
            at(20), at(21), at(22), at(23), at(24), at(25), at(26), {}};
  for (std::size_t i = 0; i < type_names.size(); ++i) {
    atoms_.window_types.emplace_back(at(types + i), type_names.at(i).second);
  }
}

void Connection::find_xtest_devices() {
  int count = 0;
  XDeviceInfo* devices = XListInputDevices(display_, &count);
  for (int i = 0; devices && i < count; ++i) {
    const std::string_view name = devices[i].name ? devices[i].name : "";
    if (name.find("XTEST keyboard") != name.npos && !xtest_keyboard_) xtest_keyboard_ = devices[i].id;
    if (name.find("XTEST pointer") != name.npos && !xtest_pointer_) xtest_pointer_ = devices[i].id;
  }
  if (devices) XFreeDeviceList(devices);
}

ServerGrab::ServerGrab(const Connection& x, Wait how) : x_(x) {
  if (x_.lost()) return;
  xcb_grab_server(x_.xcb());  // in one write with the next XCB request
  if (x_.own()) x_.own()->begin(x_.xcb());
  if (how == wait) XSync(x_.display(), False);
}

ServerGrab::~ServerGrab() {
  if (x_.lost()) return;
  if (x_.own()) x_.own()->end(x_.xcb());
  xcb_ungrab_server(x_.xcb());
  xcb_flush(x_.xcb());
}

}  // namespace interlock::platform::x11
