// A Wayland client without a toolkit, for tests: one window of one colour that prints each input event that it gets.
//
//   window NAME COLOUR [--size WxH] [--maximized] [--toggle SHOWN HIDDEN] [--menu] [--drag] [--text-input] [--limit
//   MAPS]
//
// It prints lines: "ready NAME PID", "press NAME NANOSECONDS X Y BUTTON", "release ...", "scroll NAME NANOSECONDS AXIS
// VALUE", "touch NAME NANOSECONDS X Y", "key NAME NANOSECONDS CODE STATE", "text NAME TEXT" (from the input method),
// "menu NAME X Y", "drag NAME" and "maps NAME COUNT". Times are of the monotonic clock. After SIGUSR1 it handles
// everything that the compositor has sent it by then, and prints "synced NAME".
//   --toggle      maps and unmaps a new window for ever: SHOWN and HIDDEN milliseconds at a time, on average
//   --menu        a press opens a menu that grabs the pointer, at the place of the press
//   --drag        a press begins a drag of a text
//   --text-input  enables text-input-v3 whenever it has the keyboard
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <string_view>

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <wayland-client.h>
#include "text-input-unstable-v3-client-protocol.h"
#include "xdg-shell-client-protocol.h"

namespace {

struct Settings {
  std::string name = "window";
  std::uint32_t colour = 0x808080;
  int width = 600, height = 400;
  bool maximized = false, menu = false, drag = false, text_input = false;
  int shown = 0, hidden = 0;  // milliseconds
  long limit = 0;             // of maps; 0: none
} settings;

struct Globals {
  wl_display* display = nullptr;
  wl_compositor* compositor = nullptr;
  wl_shm* shm = nullptr;
  wl_seat* seat = nullptr;
  wl_data_device_manager* data = nullptr;
  xdg_wm_base* shell = nullptr;
  zwp_text_input_manager_v3* text_inputs = nullptr;
} globals;

struct Window {
  wl_surface* surface = nullptr;
  xdg_surface* role = nullptr;
  xdg_toplevel* toplevel = nullptr;
  wl_buffer* buffer = nullptr;
  int width = 0, height = 0;  // of the buffer
  bool configured = false;
} window;

struct Menu {
  wl_surface* surface = nullptr;
  xdg_surface* role = nullptr;
  xdg_popup* popup = nullptr;
} menu;

zwp_text_input_v3* text_input = nullptr;
double pointer_x = 0, pointer_y = 0;
std::string committed;

long now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1'000'000'000L + time.tv_nsec;
}

template <class... Values>
void say(const char* format, Values... values) {
  std::printf(format, values...);
  std::fflush(stdout);
}

wl_buffer* make_buffer(int width, int height, std::uint32_t colour) {
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height), size = pixels * 4;
  const int file = memfd_create("window", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(size)) != 0) std::exit(1);
  auto* memory = static_cast<std::uint32_t*>(mmap(nullptr, size, PROT_WRITE, MAP_SHARED, file, 0));
  std::fill_n(memory, pixels, colour);
  munmap(memory, size);
  wl_shm_pool* pool = wl_shm_create_pool(globals.shm, file, static_cast<int>(size));
  wl_buffer* buffer = wl_shm_pool_create_buffer(pool, 0, width, height, width * 4, WL_SHM_FORMAT_XRGB8888);
  wl_shm_pool_destroy(pool);
  close(file);
  return buffer;
}

void draw(wl_surface* surface, wl_buffer* buffer, int width, int height) {
  wl_surface_attach(surface, buffer, 0, 0);
  wl_surface_damage(surface, 0, 0, width, height);
  wl_surface_commit(surface);
}

volatile sig_atomic_t is_asked = 0;  // by SIGUSR1

// Waits for events until a time, or for ever.
void run_until(long until) {
  while (until == 0 || now() < until) {
    while (wl_display_prepare_read(globals.display) != 0) wl_display_dispatch_pending(globals.display);
    wl_display_flush(globals.display);
    const long left = until == 0 ? 1'000'000'000 : std::max(0L, until - now());
    pollfd readable{wl_display_get_fd(globals.display), POLLIN, 0};
    const timespec wait{left / 1'000'000'000, left % 1'000'000'000};
    if (ppoll(&readable, 1, &wait, nullptr) > 0) {
      if (wl_display_read_events(globals.display) < 0) std::exit(1);
    } else {
      wl_display_cancel_read(globals.display);
    }
    if (wl_display_dispatch_pending(globals.display) < 0) std::exit(1);
    if (is_asked != 0) {
      is_asked = 0;
      if (wl_display_roundtrip(globals.display) < 0) std::exit(1);
      say("synced %s\n", settings.name.c_str());
    }
  }
}

// ---- the window

void on_configured(void*, xdg_surface* role, std::uint32_t serial) {
  xdg_surface_ack_configure(role, serial);
  window.configured = true;
  if (window.buffer != nullptr && window.width == settings.width && window.height == settings.height) return;
  const bool is_new = window.buffer == nullptr;
  if (!is_new) wl_buffer_destroy(window.buffer);
  window.width = settings.width;
  window.height = settings.height;
  window.buffer = make_buffer(window.width, window.height, settings.colour);
  if (!is_new) draw(window.surface, window.buffer, window.width, window.height);
}
constexpr xdg_surface_listener surface_listener{on_configured};

constexpr xdg_toplevel_listener toplevel_listener{
    [](void*, xdg_toplevel*, int width, int height, wl_array*) {
      if (width > 0) settings.width = width;
      if (height > 0) settings.height = height;
    },
    [](void*, xdg_toplevel*) { std::exit(0); },
    [](void*, xdg_toplevel*, int, int) {},
    [](void*, xdg_toplevel*, wl_array*) {},
};

void map_window() {
  window.configured = false;
  window.surface = wl_compositor_create_surface(globals.compositor);
  window.role = xdg_wm_base_get_xdg_surface(globals.shell, window.surface);
  xdg_surface_add_listener(window.role, &surface_listener, nullptr);
  window.toplevel = xdg_surface_get_toplevel(window.role);
  xdg_toplevel_add_listener(window.toplevel, &toplevel_listener, nullptr);
  xdg_toplevel_set_title(window.toplevel, settings.name.c_str());
  xdg_toplevel_set_app_id(window.toplevel, settings.name.c_str());
  if (settings.maximized) xdg_toplevel_set_maximized(window.toplevel);
  wl_surface_commit(window.surface);
  while (!window.configured) run_until(now() + 200'000);  // however long a busy compositor takes
  if (window.buffer != nullptr) draw(window.surface, window.buffer, window.width, window.height);
}

void unmap_window() {
  xdg_toplevel_destroy(window.toplevel);
  xdg_surface_destroy(window.role);
  wl_surface_destroy(window.surface);
}

// ---- the menu

void close_menu() {
  if (menu.popup == nullptr) return;
  xdg_popup_destroy(menu.popup);
  xdg_surface_destroy(menu.role);
  wl_surface_destroy(menu.surface);
  menu = {};
}

constexpr xdg_popup_listener popup_listener{
    [](void*, xdg_popup*, int, int, int, int) {},
    [](void*, xdg_popup*) { close_menu(); },
    [](void*, xdg_popup*, std::uint32_t) {},
};
constexpr xdg_surface_listener menu_listener{[](void*, xdg_surface* role, std::uint32_t serial) {
  constexpr int size = 80;
  xdg_surface_ack_configure(role, serial);
  draw(menu.surface, make_buffer(size, size, ~settings.colour), size, size);
}};

void open_menu(std::uint32_t serial) {
  constexpr int size = 80;
  close_menu();
  menu.surface = wl_compositor_create_surface(globals.compositor);
  menu.role = xdg_wm_base_get_xdg_surface(globals.shell, menu.surface);
  xdg_surface_add_listener(menu.role, &menu_listener, nullptr);
  xdg_positioner* place = xdg_wm_base_create_positioner(globals.shell);
  xdg_positioner_set_size(place, size, size);
  xdg_positioner_set_anchor_rect(place, static_cast<int>(pointer_x), static_cast<int>(pointer_y), 1, 1);
  xdg_positioner_set_anchor(place, XDG_POSITIONER_ANCHOR_BOTTOM_RIGHT);
  xdg_positioner_set_gravity(place, XDG_POSITIONER_GRAVITY_BOTTOM_RIGHT);
  menu.popup = xdg_surface_get_popup(menu.role, window.role, place);
  xdg_popup_add_listener(menu.popup, &popup_listener, nullptr);
  xdg_positioner_destroy(place);
  xdg_popup_grab(menu.popup, globals.seat, serial);
  wl_surface_commit(menu.surface);
  say("menu %s %.0f %.0f\n", settings.name.c_str(), pointer_x, pointer_y);
}

// ---- a drag

constexpr wl_data_source_listener source_listener{
    .target = [](void*, wl_data_source*, const char*) {},
    .send = [](void*, wl_data_source*, const char*, std::int32_t file) { close(file); },
    .cancelled = [](void*, wl_data_source* source) { wl_data_source_destroy(source); },
    .dnd_drop_performed = [](void*, wl_data_source*) {},
    .dnd_finished = [](void*, wl_data_source* source) { wl_data_source_destroy(source); },
    .action = [](void*, wl_data_source*, std::uint32_t) {},
};

void begin_drag(std::uint32_t serial) {
  static wl_data_device* device = wl_data_device_manager_get_data_device(globals.data, globals.seat);
  wl_data_source* source = wl_data_device_manager_create_data_source(globals.data);
  wl_data_source_add_listener(source, &source_listener, nullptr);
  wl_data_source_offer(source, "text/plain");
  wl_data_source_set_actions(source, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
  wl_data_device_start_drag(device, source, window.surface, nullptr, serial);
  say("drag %s\n", settings.name.c_str());
}

// ---- input

constexpr wl_pointer_listener pointer_listener{
    .enter =
        [](void*, wl_pointer*, std::uint32_t, wl_surface*, wl_fixed_t x, wl_fixed_t y) {
          pointer_x = wl_fixed_to_double(x);
          pointer_y = wl_fixed_to_double(y);
        },
    .leave = [](void*, wl_pointer*, std::uint32_t, wl_surface*) {},
    .motion =
        [](void*, wl_pointer*, std::uint32_t, wl_fixed_t x, wl_fixed_t y) {
          pointer_x = wl_fixed_to_double(x);
          pointer_y = wl_fixed_to_double(y);
        },
    .button =
        [](void*, wl_pointer*, std::uint32_t serial, std::uint32_t, std::uint32_t button, std::uint32_t state) {
          say("%s %s %ld %.0f %.0f %u\n", state != 0 ? "press" : "release", settings.name.c_str(), now(), pointer_x,
              pointer_y, button);
          if (state != 0 && settings.menu && menu.popup == nullptr) open_menu(serial);
          if (state != 0 && settings.drag) begin_drag(serial);
        },
    .axis =
        [](void*, wl_pointer*, std::uint32_t, std::uint32_t axis, wl_fixed_t value) {
          say("scroll %s %ld %u %.0f\n", settings.name.c_str(), now(), axis, wl_fixed_to_double(value));
        },
    .frame = [](void*, wl_pointer*) {},
    .axis_source = [](void*, wl_pointer*, std::uint32_t) {},
    .axis_stop = [](void*, wl_pointer*, std::uint32_t, std::uint32_t) {},
    .axis_discrete = [](void*, wl_pointer*, std::uint32_t, std::int32_t) {},
#ifdef WL_POINTER_AXIS_VALUE120_SINCE_VERSION  // bound with version 5, these never come
    .axis_value120 = nullptr,
#endif
#ifdef WL_POINTER_AXIS_RELATIVE_DIRECTION_SINCE_VERSION
    .axis_relative_direction = nullptr,
#endif
};

constexpr wl_keyboard_listener keyboard_listener{
    .keymap = [](void*, wl_keyboard*, std::uint32_t, int file, std::uint32_t) { close(file); },
    .enter = [](void*, wl_keyboard*, std::uint32_t, wl_surface*, wl_array*) {},
    .leave = [](void*, wl_keyboard*, std::uint32_t, wl_surface*) {},
    .key = [](void*, wl_keyboard*, std::uint32_t, std::uint32_t, std::uint32_t code,
              std::uint32_t state) { say("key %s %ld %u %u\n", settings.name.c_str(), now(), code, state); },
    .modifiers = [](void*, wl_keyboard*, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t) {},
    .repeat_info = [](void*, wl_keyboard*, std::int32_t, std::int32_t) {},
};

constexpr zwp_text_input_v3_listener text_input_listener{
    .enter =
        [](void*, zwp_text_input_v3* input, wl_surface*) {
          zwp_text_input_v3_enable(input);
          zwp_text_input_v3_set_content_type(input, 0, 0);
          zwp_text_input_v3_commit(input);
        },
    .leave =
        [](void*, zwp_text_input_v3* input, wl_surface*) {
          zwp_text_input_v3_disable(input);
          zwp_text_input_v3_commit(input);
        },
    .preedit_string = [](void*, zwp_text_input_v3*, const char*, std::int32_t, std::int32_t) {},
    .commit_string = [](void*, zwp_text_input_v3*, const char* text) { committed = text != nullptr ? text : ""; },
    .delete_surrounding_text = [](void*, zwp_text_input_v3*, std::uint32_t, std::uint32_t) {},
    .done =
        [](void*, zwp_text_input_v3*, std::uint32_t) {
          if (!committed.empty()) say("text %s %s\n", settings.name.c_str(), committed.c_str());
          committed.clear();
        },
};

constexpr wl_touch_listener touch_listener{
    .down =
        [](void*, wl_touch*, std::uint32_t, std::uint32_t, wl_surface*, std::int32_t, wl_fixed_t x, wl_fixed_t y) {
          say("touch %s %ld %.0f %.0f\n", settings.name.c_str(), now(), wl_fixed_to_double(x), wl_fixed_to_double(y));
        },
    .up = [](void*, wl_touch*, std::uint32_t, std::uint32_t, std::int32_t) {},
    .motion = [](void*, wl_touch*, std::uint32_t, std::int32_t, wl_fixed_t, wl_fixed_t) {},
    .frame = [](void*, wl_touch*) {},
    .cancel = [](void*, wl_touch*) {},
    .shape = [](void*, wl_touch*, std::int32_t, wl_fixed_t, wl_fixed_t) {},
    .orientation = [](void*, wl_touch*, std::int32_t, wl_fixed_t) {},
};

// Gets a device when the seat begins to have such, and gives it back when the seat has none any more: a seat without a
// device of the kernel has only those of programs, which come and go.
template <class Device, class Listener>
void follow(Device*& device, bool is_there, Device* (*get)(wl_seat*), void (*give_back)(Device*),
            int (*listen)(Device*, const Listener*, void*), const Listener& listener) {
  if (is_there == (device != nullptr)) return;
  if (is_there) {
    device = get(globals.seat);
    listen(device, &listener, nullptr);
  } else {
    give_back(device);
    device = nullptr;
  }
}

constexpr wl_seat_listener seat_listener{
    [](void*, wl_seat*, std::uint32_t capabilities) {
      static wl_pointer* pointer = nullptr;
      static wl_keyboard* keyboard = nullptr;
      static wl_touch* touch = nullptr;
      const auto has = [&](std::uint32_t capability) { return (capabilities & capability) != 0; };
      follow(pointer, has(WL_SEAT_CAPABILITY_POINTER), wl_seat_get_pointer, wl_pointer_release, wl_pointer_add_listener,
             pointer_listener);
      follow(touch, has(WL_SEAT_CAPABILITY_TOUCH), wl_seat_get_touch, wl_touch_release, wl_touch_add_listener,
             touch_listener);
      follow(keyboard, has(WL_SEAT_CAPABILITY_KEYBOARD), wl_seat_get_keyboard, wl_keyboard_release,
             wl_keyboard_add_listener, keyboard_listener);
    },
    [](void*, wl_seat*, const char*) {},
};

constexpr xdg_wm_base_listener shell_listener{
    [](void*, xdg_wm_base* shell, std::uint32_t serial) { xdg_wm_base_pong(shell, serial); }};

template <class Object>
Object* bind(wl_registry* registry, std::uint32_t name, const wl_interface& interface, std::uint32_t version) {
  return static_cast<Object*>(wl_registry_bind(registry, name, &interface, version));
}

void on_global(void*, wl_registry* registry, std::uint32_t name, const char* interface, std::uint32_t version) {
  const std::string_view offered = interface;
  if (offered == wl_compositor_interface.name) {
    globals.compositor = bind<wl_compositor>(registry, name, wl_compositor_interface, 4);
  } else if (offered == wl_shm_interface.name) {
    globals.shm = bind<wl_shm>(registry, name, wl_shm_interface, 1);
  } else if (offered == xdg_wm_base_interface.name) {
    globals.shell = bind<xdg_wm_base>(registry, name, xdg_wm_base_interface, 1);
    xdg_wm_base_add_listener(globals.shell, &shell_listener, nullptr);
  } else if (offered == wl_seat_interface.name && globals.seat == nullptr) {
    globals.seat = bind<wl_seat>(registry, name, wl_seat_interface, std::min(version, 5U));
    wl_seat_add_listener(globals.seat, &seat_listener, nullptr);
  } else if (offered == wl_data_device_manager_interface.name) {
    globals.data = bind<wl_data_device_manager>(registry, name, wl_data_device_manager_interface, 3);
  } else if (offered == zwp_text_input_manager_v3_interface.name) {
    globals.text_inputs = bind<zwp_text_input_manager_v3>(registry, name, zwp_text_input_manager_v3_interface, 1);
  }
}
constexpr wl_registry_listener registry_listener{on_global, [](void*, wl_registry*, std::uint32_t) {}};

// ---- arguments

[[noreturn]] void usage() {
  std::fputs(
      "usage: window NAME COLOUR [--size WxH] [--maximized] [--toggle SHOWN HIDDEN] [--menu] [--drag] [--text-input]\n",
      stderr);
  std::exit(2);
}

template <class Number>
Number number(std::string_view text, int base = 10) {
  Number value{};
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size()) usage();
  return value;
}

void read_arguments(int count, char** arguments) {
  if (count < 3) usage();
  settings.name = arguments[1];
  settings.colour = number<std::uint32_t>(arguments[2], 16);
  for (int i = 3; i < count; ++i) {
    const std::string_view option = arguments[i];
    const auto next = [&] { return ++i < count ? std::string_view(arguments[i]) : (usage(), std::string_view()); };
    if (option == "--size") {
      const auto size = next();
      const auto cross = size.find('x');
      if (cross == std::string_view::npos) usage();
      settings.width = number<int>(size.substr(0, cross));
      settings.height = number<int>(size.substr(cross + 1));
    } else if (option == "--maximized") {
      settings.maximized = true;
    } else if (option == "--toggle") {
      settings.shown = number<int>(next());
      settings.hidden = number<int>(next());
    } else if (option == "--menu") {
      settings.menu = true;
    } else if (option == "--drag") {
      settings.drag = true;
    } else if (option == "--text-input") {
      settings.text_input = true;
    } else if (option == "--limit") {
      settings.limit = number<long>(next());
    } else {
      usage();
    }
  }
}

// A time around `milliseconds`: half of it to one and a half.
long about(int milliseconds) {
  static std::minstd_rand random(static_cast<unsigned>(getpid()));
  return milliseconds * 500'000L + static_cast<long>(random() % 1000) * milliseconds * 1000L;
}

[[noreturn]] void toggle() {
  for (long maps = 1;; ++maps) {
    run_until(now() + about(settings.shown));
    unmap_window();
    if (maps == settings.limit) std::exit(0);
    run_until(now() + about(settings.hidden));
    map_window();
    if (maps % 100 == 0) say("maps %s %ld\n", settings.name.c_str(), maps);
  }
}

}  // namespace

int main(int count, char** arguments) {
  read_arguments(count, arguments);
  globals.display = wl_display_connect(nullptr);
  if (globals.display == nullptr) {
    std::fputs("window: there is no Wayland display\n", stderr);
    return 1;
  }
  wl_registry* registry = wl_display_get_registry(globals.display);
  wl_registry_add_listener(registry, &registry_listener, nullptr);
  wl_display_roundtrip(globals.display);
  wl_display_roundtrip(globals.display);
  if (globals.compositor == nullptr || globals.shm == nullptr || globals.shell == nullptr) return 1;
  if (settings.text_input && globals.text_inputs != nullptr && globals.seat != nullptr) {
    text_input = zwp_text_input_manager_v3_get_text_input(globals.text_inputs, globals.seat);
    zwp_text_input_v3_add_listener(text_input, &text_input_listener, nullptr);
  }
  map_window();
  signal(SIGUSR1, [](int) { is_asked = 1; });
  say("ready %s %d\n", settings.name.c_str(), getpid());
  if (settings.shown > 0) toggle();
  run_until(0);
}
