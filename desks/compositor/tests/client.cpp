// A window for tests, in raw xdg-shell: prints each press and key that it gets, with the serial.
//   desk-client NAME [--size W H] [--colour RRGGBB] [--toggle ON OFF [--recreate|--reconnect]] [--popup] [--drag]
//   [--maximized] [--frame]
// --toggle: shows its window for ON and hides it for OFF microseconds, each at random from half to one and a half of
// it.
// --reconnect: connects anew each time, as a program that is started. --popup: opens a menu at a press. --drag: begins
// a drag at a press.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <string>

#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

#include <xdg-decoration-unstable-v1-client-protocol.h>
#include <xdg-shell-client-protocol.h>

namespace {

struct Options {
  std::string name;
  int width = 600, height = 400;
  std::uint32_t colour = 0x4080C0;
  long on = 0, off = 0;
  bool recreate = false, reconnect = false, popup = false, drag = false, maximized = false, frame = false;
};

Options options;

struct Connection {
  wl_display* display = nullptr;
  wl_registry* registry = nullptr;
  wl_compositor* compositor = nullptr;
  wl_shm* shm = nullptr;
  wl_seat* seat = nullptr;
  xdg_wm_base* shell = nullptr;
  zxdg_decoration_manager_v1* decorations = nullptr;
  wl_data_device_manager* data = nullptr;
  wl_data_device* data_device = nullptr;
  wl_pointer* pointer = nullptr;
  wl_keyboard* keyboard = nullptr;
  std::string under;  ///< the surface with the pointer
  std::string focused;
  double x = 0, y = 0;
};

struct Surface {
  Connection* connection = nullptr;
  std::string name;
  int width = 0, height = 0;
  bool configured = false, shown = false;
  wl_surface* surface = nullptr;
  xdg_surface* role = nullptr;
  xdg_toplevel* toplevel = nullptr;
  xdg_popup* popup = nullptr;
  wl_buffer* buffer = nullptr;
  std::uint32_t colour = 0;
};

Surface window, menu;
Connection* current = nullptr;

wl_buffer* buffer_of(Connection& connection, int width, int height, std::uint32_t colour) {
  const int size = width * height * 4;
  const int file = memfd_create("window", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, size) != 0) std::abort();
  auto* pixels = static_cast<std::uint32_t*>(
      mmap(nullptr, static_cast<std::size_t>(size), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  for (int at = 0; at < width * height; ++at) pixels[at] = colour;
  munmap(pixels, static_cast<std::size_t>(size));
  auto* pool = wl_shm_create_pool(connection.shm, file, size);
  auto* buffer = wl_shm_pool_create_buffer(pool, 0, width, height, width * 4, WL_SHM_FORMAT_XRGB8888);
  wl_shm_pool_destroy(pool);
  close(file);
  return buffer;
}

void show(Surface& surface) {
  if (!surface.buffer) surface.buffer = buffer_of(*surface.connection, surface.width, surface.height, surface.colour);
  wl_surface_attach(surface.surface, surface.buffer, 0, 0);
  wl_surface_damage(surface.surface, 0, 0, surface.width, surface.height);
  wl_surface_commit(surface.surface);
  surface.shown = true;
}

const xdg_surface_listener on_surface = {
    .configure =
        [](void* data, xdg_surface* role, std::uint32_t serial) {
          auto& surface = *static_cast<Surface*>(data);
          xdg_surface_ack_configure(role, serial);
          surface.configured = true;
          if (surface.shown || surface.popup) show(surface);
        },
};

const xdg_toplevel_listener on_toplevel = {
    .configure =
        [](void* data, xdg_toplevel*, std::int32_t width, std::int32_t height, wl_array*) {
          auto& surface = *static_cast<Surface*>(data);
          if (width <= 0 || height <= 0 || (width == surface.width && height == surface.height)) return;
          surface.width = width;
          surface.height = height;
          surface.buffer = nullptr;
        },
    .close = [](void*, xdg_toplevel*) { std::exit(0); },
    .configure_bounds = [](void*, xdg_toplevel*, std::int32_t, std::int32_t) {},
    .wm_capabilities = [](void*, xdg_toplevel*, wl_array*) {},
};

void close_menu() {
  if (!menu.popup) return;
  xdg_popup_destroy(menu.popup);
  xdg_surface_destroy(menu.role);
  wl_surface_destroy(menu.surface);
  menu = {};
  std::printf("MENU closed\n");
}

const xdg_popup_listener on_popup = {
    .configure = [](void*, xdg_popup*, std::int32_t, std::int32_t, std::int32_t, std::int32_t) {},
    .popup_done = [](void*, xdg_popup*) { close_menu(); },
    .repositioned = [](void*, xdg_popup*, std::uint32_t) {},
};

void open_menu(std::uint32_t serial) {
  auto& connection = *current;
  auto* positioner = xdg_wm_base_create_positioner(connection.shell);
  xdg_positioner_set_size(positioner, 100, 80);
  xdg_positioner_set_anchor_rect(positioner, static_cast<int>(connection.x), static_cast<int>(connection.y), 1, 1);
  xdg_positioner_set_anchor(positioner, XDG_POSITIONER_ANCHOR_BOTTOM_RIGHT);
  xdg_positioner_set_gravity(positioner, XDG_POSITIONER_GRAVITY_BOTTOM_RIGHT);
  menu = {&connection, options.name + "-menu", 100, 80, false, false, nullptr, nullptr, nullptr, nullptr, nullptr,
          0xE0E020};
  menu.surface = wl_compositor_create_surface(connection.compositor);
  wl_surface_set_user_data(menu.surface, &menu);
  menu.role = xdg_wm_base_get_xdg_surface(connection.shell, menu.surface);
  xdg_surface_add_listener(menu.role, &on_surface, &menu);
  menu.popup = xdg_surface_get_popup(menu.role, window.role, positioner);
  xdg_popup_add_listener(menu.popup, &on_popup, nullptr);
  xdg_popup_grab(menu.popup, connection.seat, serial);
  xdg_positioner_destroy(positioner);
  wl_surface_commit(menu.surface);
  std::printf("MENU open\n");
}

const wl_data_source_listener on_source = {
    .target =
        [](void*, wl_data_source*, const char* type) {
          if (type) std::printf("DRAG accepted\n");
        },
    .send =
        [](void*, wl_data_source*, const char*, std::int32_t fd) {
          if (write(fd, "dragged", 7) != 7) std::printf("SEND failed\n");
          close(fd);
        },
    .cancelled =
        [](void*, wl_data_source* source) {
          wl_data_source_destroy(source);
          std::printf("DRAG cancelled\n");
        },
    .dnd_drop_performed = [](void*, wl_data_source*) { std::printf("DRAG dropped\n"); },
    .dnd_finished = [](void*, wl_data_source*) { std::printf("DRAG finished\n"); },
    .action =
        [](void*, wl_data_source*, std::uint32_t action) {
          if (action == WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY) std::printf("DRAG copies\n");
        },
};

void begin_drag(std::uint32_t serial) {
  auto* source = wl_data_device_manager_create_data_source(current->data);
  wl_data_source_add_listener(source, &on_source, nullptr);
  wl_data_source_offer(source, "text/plain");
  wl_data_source_set_actions(source, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
  wl_data_device_start_drag(current->data_device, source, window.surface, nullptr, serial);
  std::printf("DRAG begun\n");
}

const wl_data_offer_listener on_offer = {
    .offer = [](void*, wl_data_offer*, const char*) {},
    .source_actions = [](void*, wl_data_offer*, std::uint32_t) {},
    .action = [](void*, wl_data_offer*, std::uint32_t) {},
};
wl_data_offer* dragged_over = nullptr;
const wl_data_device_listener on_data_device = {
    .data_offer = [](void*, wl_data_device*,
                     wl_data_offer* offer) { wl_data_offer_add_listener(offer, &on_offer, nullptr); },
    .enter =
        [](void*, wl_data_device*, std::uint32_t serial, wl_surface*, wl_fixed_t, wl_fixed_t, wl_data_offer* offer) {
          dragged_over = offer;
          if (!offer) return;
          wl_data_offer_accept(offer, serial, "text/plain");
          wl_data_offer_set_actions(offer, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY,
                                    WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY);
        },
    .leave = [](void*, wl_data_device*) {},
    .motion = [](void*, wl_data_device*, std::uint32_t, wl_fixed_t, wl_fixed_t) {},
    .drop = [](void*, wl_data_device*) { std::printf("DROP %s\n", options.name.c_str()); },
    .selection = [](void*, wl_data_device*, wl_data_offer*) {},
};

std::string name_of(wl_surface* surface) {
  const auto* known = surface ? static_cast<Surface*>(wl_surface_get_user_data(surface)) : nullptr;
  return known ? known->name : std::string("nothing");
}

const wl_pointer_listener on_pointer = {
    .enter =
        [](void* data, wl_pointer*, std::uint32_t, wl_surface* surface, wl_fixed_t x, wl_fixed_t y) {
          auto& connection = *static_cast<Connection*>(data);
          connection.under = name_of(surface);
          connection.x = wl_fixed_to_double(x);
          connection.y = wl_fixed_to_double(y);
        },
    .leave = [](void*, wl_pointer*, std::uint32_t, wl_surface*) {},
    .motion =
        [](void* data, wl_pointer*, std::uint32_t, wl_fixed_t x, wl_fixed_t y) {
          static_cast<Connection*>(data)->x = wl_fixed_to_double(x);
          static_cast<Connection*>(data)->y = wl_fixed_to_double(y);
        },
    .button =
        [](void* data, wl_pointer*, std::uint32_t serial, std::uint32_t, std::uint32_t button, std::uint32_t state) {
          const auto& connection = *static_cast<Connection*>(data);
          const bool press = state == WL_POINTER_BUTTON_STATE_PRESSED;
          timespec now;
          clock_gettime(CLOCK_MONOTONIC, &now);
          std::printf("%s %s %u %.1f %.1f %lld\n", press ? "PRESS" : "RELEASE", connection.under.c_str(), button,
                      connection.x, connection.y, now.tv_sec * 1000000000LL + now.tv_nsec);
          if (press && connection.under == options.name && options.popup && !menu.popup) open_menu(serial);
          if (press && options.drag) begin_drag(serial);
        },
    .axis =
        [](void* data, wl_pointer*, std::uint32_t, std::uint32_t, wl_fixed_t value) {
          std::printf("AXIS %s %.1f\n", static_cast<Connection*>(data)->under.c_str(), wl_fixed_to_double(value));
        },
    .frame = [](void*, wl_pointer*) {},
    .axis_source = [](void*, wl_pointer*, std::uint32_t) {},
    .axis_stop = [](void*, wl_pointer*, std::uint32_t, std::uint32_t) {},
    .axis_discrete = [](void*, wl_pointer*, std::uint32_t, std::int32_t) {},
    .axis_value120 = nullptr,
    .axis_relative_direction = nullptr,
};

const wl_keyboard_listener on_keyboard = {
    .keymap = [](void*, wl_keyboard*, std::uint32_t, std::int32_t fd, std::uint32_t) { close(fd); },
    .enter =
        [](void* data, wl_keyboard*, std::uint32_t, wl_surface* surface, wl_array* keys) {
          static_cast<Connection*>(data)->focused = name_of(surface);
          if (keys->size > 0) std::printf("ENTERED-WITH-KEYS %zu\n", keys->size / 4);
        },
    .leave = [](void*, wl_keyboard*, std::uint32_t, wl_surface*) {},
    .key =
        [](void* data, wl_keyboard*, std::uint32_t, std::uint32_t, std::uint32_t key, std::uint32_t state) {
          if (state == WL_KEYBOARD_KEY_STATE_PRESSED)
            std::printf("KEY %s %u\n", static_cast<Connection*>(data)->focused.c_str(), key);
        },
    .modifiers = [](void*, wl_keyboard*, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t) {},
    .repeat_info = [](void*, wl_keyboard*, std::int32_t, std::int32_t) {},
};

const xdg_wm_base_listener on_shell = {
    .ping = [](void*, xdg_wm_base* shell, std::uint32_t serial) { xdg_wm_base_pong(shell, serial); },
};

void bind_global(void* data, wl_registry* registry, std::uint32_t name, const char* interface, std::uint32_t) {
  auto& connection = *static_cast<Connection*>(data);
  const std::string kind = interface;
  const auto bound = [&](const wl_interface& wanted, std::uint32_t version) {
    return wl_registry_bind(registry, name, &wanted, version);
  };
  if (kind == wl_compositor_interface.name)
    connection.compositor = static_cast<wl_compositor*>(bound(wl_compositor_interface, 4));
  if (kind == wl_shm_interface.name) connection.shm = static_cast<wl_shm*>(bound(wl_shm_interface, 1));
  if (kind == wl_seat_interface.name) connection.seat = static_cast<wl_seat*>(bound(wl_seat_interface, 5));
  if (kind == xdg_wm_base_interface.name) connection.shell = static_cast<xdg_wm_base*>(bound(xdg_wm_base_interface, 1));
  if (kind == zxdg_decoration_manager_v1_interface.name) {
    connection.decorations = static_cast<zxdg_decoration_manager_v1*>(bound(zxdg_decoration_manager_v1_interface, 1));
  }
  if (kind == wl_data_device_manager_interface.name) {
    connection.data = static_cast<wl_data_device_manager*>(bound(wl_data_device_manager_interface, 3));
  }
}

const wl_registry_listener on_registry = {
    .global = bind_global,
    .global_remove = [](void*, wl_registry*, std::uint32_t) {},
};

Connection* connect_anew() {
  auto* connection = new Connection;
  connection->display = wl_display_connect(nullptr);
  if (!connection->display) std::exit(1);
  connection->registry = wl_display_get_registry(connection->display);
  wl_registry_add_listener(connection->registry, &on_registry, connection);
  wl_display_roundtrip(connection->display);
  xdg_wm_base_add_listener(connection->shell, &on_shell, nullptr);
  connection->pointer = wl_seat_get_pointer(connection->seat);
  wl_pointer_add_listener(connection->pointer, &on_pointer, connection);
  connection->keyboard = wl_seat_get_keyboard(connection->seat);
  wl_keyboard_add_listener(connection->keyboard, &on_keyboard, connection);
  connection->data_device = wl_data_device_manager_get_data_device(connection->data, connection->seat);
  wl_data_device_add_listener(connection->data_device, &on_data_device, connection);
  return connection;
}

long long now_us() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

void pump(long microseconds) {
  auto* display = current->display;
  for (const auto end = now_us() + microseconds;;) {
    while (wl_display_prepare_read(display) != 0) wl_display_dispatch_pending(display);
    wl_display_flush(display);
    const auto left = std::max(0LL, end - now_us());
    pollfd fd = {wl_display_get_fd(display), POLLIN, 0};
    const timespec wait = {static_cast<time_t>(left / 1000000), static_cast<long>(left % 1000000) * 1000};
    if (ppoll(&fd, 1, &wait, nullptr) > 0) {
      if (wl_display_read_events(display) < 0) std::exit(1);
    } else {
      wl_display_cancel_read(display);
    }
    if (wl_display_dispatch_pending(display) < 0) std::exit(1);
    if (now_us() >= end) return;
  }
}

void make_window() {
  window = {current, options.name, options.width, options.height, false,   false,
            nullptr, nullptr,      nullptr,       nullptr,        nullptr, options.colour};
  window.surface = wl_compositor_create_surface(current->compositor);
  wl_surface_set_user_data(window.surface, &window);
  window.role = xdg_wm_base_get_xdg_surface(current->shell, window.surface);
  xdg_surface_add_listener(window.role, &on_surface, &window);
  window.toplevel = xdg_surface_get_toplevel(window.role);
  xdg_toplevel_add_listener(window.toplevel, &on_toplevel, &window);
  if (options.frame) zxdg_decoration_manager_v1_get_toplevel_decoration(current->decorations, window.toplevel);
  xdg_toplevel_set_title(window.toplevel, options.name.c_str());
  xdg_toplevel_set_app_id(window.toplevel, options.name.c_str());
}

void map_window() {
  window.configured = false;
  if (options.maximized) xdg_toplevel_set_maximized(window.toplevel);
  wl_surface_commit(window.surface);
  while (!window.configured) {
    if (wl_display_dispatch(current->display) < 0) std::exit(1);
  }
  show(window);
  wl_display_flush(current->display);
}

void hide_window() {
  wl_surface_attach(window.surface, nullptr, 0, 0);
  wl_surface_commit(window.surface);
  window.shown = false;
  if (!options.recreate && !options.reconnect) return;
  xdg_toplevel_destroy(window.toplevel);
  xdg_surface_destroy(window.role);
  wl_surface_destroy(window.surface);
}

[[noreturn]] void toggle() {
  std::minstd_rand random(static_cast<unsigned>(getpid()));
  const auto about = [&](long time) {
    return time / 2 + static_cast<long>(random() % static_cast<unsigned long>(time + 1));
  };
  for (long shown = 1;; ++shown) {
    pump(about(options.on));
    hide_window();
    if (options.reconnect)
      wl_display_disconnect(current->display);  // its objects go with the process: a test's program
    if (!options.reconnect) {
      pump(about(options.off));
    } else {
      // The time without a window; a connection that is closed has no events to wait for.
      usleep(static_cast<useconds_t>(about(options.off)));
      current = connect_anew();
    }
    if (options.recreate || options.reconnect) make_window();
    map_window();
    if (shown % 100 == 0) std::printf("SHOWN %ld\n", shown);
  }
}

void read_options(int argc, char** argv) {
  options.name = argc > 1 ? argv[1] : "client";
  for (int at = 2; at < argc; ++at) {
    const std::string option = argv[at];
    const auto number = [&] { return at + 1 < argc ? std::strtol(argv[++at], nullptr, 0) : 0; };
    if (option == "--size") options.width = static_cast<int>(number()), options.height = static_cast<int>(number());
    if (option == "--colour") options.colour = static_cast<std::uint32_t>(number());
    if (option == "--toggle") options.on = number(), options.off = number();
    if (option == "--recreate") options.recreate = true;
    if (option == "--reconnect") options.reconnect = true;
    if (option == "--popup") options.popup = true;
    if (option == "--drag") options.drag = true;
    if (option == "--maximized") options.maximized = true;
    if (option == "--frame") options.frame = true;
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  read_options(argc, argv);
  current = connect_anew();
  make_window();
  map_window();
  std::printf("READY %s %d\n", options.name.c_str(), getpid());
  if (options.on > 0) toggle();
  while (wl_display_dispatch(current->display) >= 0) {
  }
}
