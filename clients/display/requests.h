/// The core requests of X11, by their opcodes.
#pragma once

#include "clients/display/request.h"

namespace interlock::display {

/// Null: not supported.
Handler core_handler(std::uint8_t opcode);

/// Requests by which clients wait until earlier ones are done.
bool is_sync(std::uint8_t opcode);

// Windows.
asio::awaitable<Answer> get_window_attributes(Call call);
asio::awaitable<Answer> get_geometry(Call call);
asio::awaitable<Answer> query_tree(Call call);
asio::awaitable<Answer> translate_coordinates(Call call);
asio::awaitable<Answer> destroy_window(Call call);
asio::awaitable<Answer> map_window(Call call);
asio::awaitable<Answer> unmap_window(Call call);
asio::awaitable<Answer> configure_window(Call call);
asio::awaitable<Answer> set_input_focus(Call call);
asio::awaitable<Answer> get_input_focus(Call call);
asio::awaitable<Answer> kill_client(Call call);

// Names and properties.
asio::awaitable<Answer> intern_atom(Call call);
asio::awaitable<Answer> get_atom_name(Call call);
asio::awaitable<Answer> get_property(Call call);
asio::awaitable<Answer> list_properties(Call call);
asio::awaitable<Answer> change_property(Call call);

// Input.
asio::awaitable<Answer> send_event(Call call);
asio::awaitable<Answer> query_pointer(Call call);
asio::awaitable<Answer> warp_pointer(Call call);
asio::awaitable<Answer> query_keymap(Call call);
asio::awaitable<Answer> get_keyboard_mapping(Call call);
asio::awaitable<Answer> change_keyboard_mapping(Call call);
asio::awaitable<Answer> get_modifier_mapping(Call call);

// Pictures and colours.
asio::awaitable<Answer> get_image(Call call);
asio::awaitable<Answer> query_colors(Call call);
asio::awaitable<Answer> alloc_color(Call call);
asio::awaitable<Answer> list_installed_colormaps(Call call);

// Extensions.
asio::awaitable<Answer> query_extension(Call call);
asio::awaitable<Answer> list_extensions(Call call);

/// A message to the window manager (Extended Window Manager Hints): `type` with its five numbers.
asio::awaitable<Answer> window_manager_message(Call call, WindowId window, std::string_view type,
                                               const std::array<std::uint32_t, 5>& data);

}  // namespace interlock::display
