#include "desks/compositor/self_test_client.h"

#include <cstdint>
#include <cstring>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

#include <xdg-shell-client-protocol.h>

namespace interlock::compositor {
namespace {

constexpr int side = 64;

struct Client {
  int report = -1;
  bool ended = false;
  wl_compositor* compositor = nullptr;
  wl_shm* shm = nullptr;
  wl_seat* seat = nullptr;
  wl_pointer* pointer = nullptr;
  xdg_wm_base* shell = nullptr;
  wl_surface* surface = nullptr;
};

Client& self(void* data) {
  return *static_cast<Client*>(data);
}

void tell(Client& client, bool press) {
  if (write(client.report, press ? "p" : "r", 1) != 1) client.ended = true;
  client.ended = client.ended || !press;
}

const wl_pointer_listener on_pointer = {
    .enter = [](void*, wl_pointer*, std::uint32_t, wl_surface*, wl_fixed_t, wl_fixed_t) {},
    .leave = [](void*, wl_pointer*, std::uint32_t, wl_surface*) {},
    .motion = [](void*, wl_pointer*, std::uint32_t, wl_fixed_t, wl_fixed_t) {},
    .button = [](void* data, wl_pointer*, std::uint32_t, std::uint32_t, std::uint32_t,
                 std::uint32_t state) { tell(self(data), state == WL_POINTER_BUTTON_STATE_PRESSED); },
    .axis = [](void*, wl_pointer*, std::uint32_t, std::uint32_t, wl_fixed_t) {},
    .frame = nullptr,
    .axis_source = nullptr,
    .axis_stop = nullptr,
    .axis_discrete = nullptr,
    .axis_value120 = nullptr,
    .axis_relative_direction = nullptr,
};

const xdg_wm_base_listener on_shell = {
    .ping = [](void*, xdg_wm_base* shell, std::uint32_t serial) { xdg_wm_base_pong(shell, serial); },
};

const xdg_toplevel_listener on_toplevel = {
    .configure = [](void*, xdg_toplevel*, std::int32_t, std::int32_t, wl_array*) {},
    .close = [](void* data, xdg_toplevel*) { self(data).ended = true; },
    .configure_bounds = nullptr,
    .wm_capabilities = nullptr,
};

wl_buffer* white_buffer(wl_shm* shm) {
  constexpr int size = side * side * 4;
  const int file = memfd_create("self-test", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, size) != 0) return nullptr;
  void* pixels = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (pixels == MAP_FAILED) return nullptr;
  std::memset(pixels, 0xFF, size);
  munmap(pixels, size);
  auto* pool = wl_shm_create_pool(shm, file, size);
  auto* buffer = wl_shm_pool_create_buffer(pool, 0, side, side, side * 4, WL_SHM_FORMAT_XRGB8888);
  wl_shm_pool_destroy(pool);
  close(file);
  return buffer;
}

const xdg_surface_listener on_surface = {
    .configure =
        [](void* data, xdg_surface* surface, std::uint32_t serial) {
          auto& client = self(data);
          xdg_surface_ack_configure(surface, serial);
          wl_surface_attach(client.surface, white_buffer(client.shm), 0, 0);
          wl_surface_commit(client.surface);
        },
};

void bind_global(void* data, wl_registry* registry, std::uint32_t name, const char* interface, std::uint32_t) {
  auto& client = self(data);
  const std::string_view kind = interface;
  const auto bound = [&](const wl_interface& wanted) { return wl_registry_bind(registry, name, &wanted, 1); };
  if (kind == wl_compositor_interface.name)
    client.compositor = static_cast<wl_compositor*>(bound(wl_compositor_interface));
  if (kind == wl_shm_interface.name) client.shm = static_cast<wl_shm*>(bound(wl_shm_interface));
  if (kind == wl_seat_interface.name) client.seat = static_cast<wl_seat*>(bound(wl_seat_interface));
  if (kind == xdg_wm_base_interface.name) client.shell = static_cast<xdg_wm_base*>(bound(xdg_wm_base_interface));
}

const wl_registry_listener on_registry = {
    .global = bind_global,
    .global_remove = [](void*, wl_registry*, std::uint32_t) {},
};

}  // namespace

void run_self_test_client(int wayland, int report) {
  wl_display* display = wl_display_connect_to_fd(wayland);
  if (!display) return;
  Client client;
  client.report = report;
  wl_registry_add_listener(wl_display_get_registry(display), &on_registry, &client);
  wl_display_roundtrip(display);
  if (!client.compositor || !client.shm || !client.seat || !client.shell) return;
  xdg_wm_base_add_listener(client.shell, &on_shell, &client);
  client.pointer = wl_seat_get_pointer(client.seat);
  wl_pointer_add_listener(client.pointer, &on_pointer, &client);
  client.surface = wl_compositor_create_surface(client.compositor);
  auto* surface = xdg_wm_base_get_xdg_surface(client.shell, client.surface);
  xdg_surface_add_listener(surface, &on_surface, &client);
  auto* toplevel = xdg_surface_get_toplevel(surface);
  xdg_toplevel_add_listener(toplevel, &on_toplevel, &client);
  xdg_toplevel_set_title(toplevel, "self-test of interlock-desk");
  wl_surface_commit(client.surface);
  while (!client.ended && wl_display_dispatch(display) >= 0) {
  }
  wl_display_disconnect(display);
}

}  // namespace interlock::compositor
