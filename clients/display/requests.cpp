#include "clients/display/requests.h"

#include <algorithm>

namespace interlock::display {
namespace {

// Requests that need no answer and change nothing here: resources for drawing, event masks, grabs of the server.
asio::awaitable<Answer> ignored(Call) {
  co_return Answer{};
}

asio::awaitable<Answer> no_windows(Call) {
  co_return Fault{ErrorCode::access, 0, "this display shows no windows of its clients"};
}

asio::awaitable<Answer> no_selections(Call) {
  co_return Fault{ErrorCode::access, 0, "this display has no clipboard for its clients; paste with ctrl+v"};
}

asio::awaitable<Answer> no_grabs(Call) {
  co_return Fault{ErrorCode::access, 0, "this display lets no client listen to keys or buttons"};
}

asio::awaitable<Answer> no_access_lists(Call) {
  co_return Fault{ErrorCode::access, 0, "the access list of this display cannot be changed"};
}

/// GrabPointer, GrabKeyboard: held by someone else.
asio::awaitable<Answer> already_grabbed(Call) {
  co_return Reply{1, {}};
}

/// Replies that are zero, or nothing: no selection owner, no motion history, no fonts, no hosts.
asio::awaitable<Answer> nothing(Call) {
  co_return Reply{};
}

asio::awaitable<Answer> unknown_name(Call) {
  co_return Fault{ErrorCode::name};
}

asio::awaitable<Answer> query_best_size(Call call) {
  call.in.skip(4);
  auto out = call.out();
  const auto width = call.in.u16(), height = call.in.u16();
  out.u16(width).u16(height);
  co_return reply(0, out);
}

asio::awaitable<Answer> get_keyboard_control(Call call) {
  auto out = call.out();
  out.u32(0).u8(0).u8(50).u16(400).u16(100).zeros(2 + 32);
  co_return reply(1, out);
}

asio::awaitable<Answer> get_pointer_control(Call call) {
  auto out = call.out();
  out.u16(2).u16(1).u16(4);
  co_return reply(0, out);
}

asio::awaitable<Answer> get_pointer_mapping(Call call) {
  constexpr unsigned buttons = 9;
  auto out = call.out();
  out.zeros(24);
  for (unsigned i = 1; i <= buttons; ++i) out.u8(i);
  out.pad();
  co_return reply(buttons, out);
}

struct Row {
  std::uint8_t opcode;
  Handler handler;
};
constexpr Row table[] = {
    {1, no_windows},  // CreateWindow
    {2, ignored},     // ChangeWindowAttributes
    {3, get_window_attributes},
    {4, destroy_window},
    {5, no_windows},  // DestroySubwindows
    {6, no_windows},  // ChangeSaveSet
    {7, no_windows},  // ReparentWindow
    {8, map_window},
    {10, unmap_window},
    {12, configure_window},
    {14, get_geometry},
    {15, query_tree},
    {16, intern_atom},
    {17, get_atom_name},
    {18, change_property},
    {19, ignored},  // DeleteProperty
    {20, get_property},
    {21, list_properties},
    {22, no_selections},  // SetSelectionOwner
    {23, nothing},        // GetSelectionOwner
    {24, no_selections},  // ConvertSelection
    {25, send_event},
    {26, already_grabbed},  // GrabPointer
    {27, ignored},          // UngrabPointer
    {28, no_grabs},         // GrabButton
    {29, ignored},          // UngrabButton
    {30, ignored},          // ChangeActivePointerGrab
    {31, already_grabbed},  // GrabKeyboard
    {32, ignored},          // UngrabKeyboard
    {33, no_grabs},         // GrabKey
    {34, ignored},          // UngrabKey
    {35, ignored},          // AllowEvents
    {36, ignored},          // GrabServer
    {37, ignored},          // UngrabServer
    {38, query_pointer},
    {39, nothing},  // GetMotionEvents
    {40, translate_coordinates},
    {41, warp_pointer},
    {42, set_input_focus},
    {43, get_input_focus},
    {44, query_keymap},
    {45, ignored},       // OpenFont
    {46, ignored},       // CloseFont
    {47, unknown_name},  // QueryFont
    {49, nothing},       // ListFonts
    {52, nothing},       // GetFontPath
    {73, get_image},
    {83, list_installed_colormaps},
    {84, alloc_color},
    {85, unknown_name},  // AllocNamedColor
    {91, query_colors},
    {92, unknown_name},  // LookupColor
    {97, query_best_size},
    {98, query_extension},
    {99, list_extensions},
    {100, change_keyboard_mapping},
    {101, get_keyboard_mapping},
    {102, ignored},  // ChangeKeyboardControl
    {103, get_keyboard_control},
    {104, ignored},  // Bell
    {105, ignored},  // ChangePointerControl
    {106, get_pointer_control},
    {107, ignored},          // SetScreenSaver
    {108, nothing},          // GetScreenSaver
    {109, no_access_lists},  // ChangeHosts
    {110, nothing},          // ListHosts
    {111, no_access_lists},  // SetAccessControl
    {112, ignored},          // SetCloseDownMode
    {113, kill_client},
    {115, ignored},  // ForceScreenSaver
    {116, nothing},  // SetPointerMapping
    {117, get_pointer_mapping},
    {118, nothing},  // SetModifierMapping
    {119, get_modifier_mapping},
    {127, ignored},  // NoOperation
};

/// CreatePixmap to PolyText, except GetImage, and colormaps and cursors. The display has no screen to draw on.
bool is_drawing(std::uint8_t opcode) {
  return (opcode >= 53 && opcode <= 77) || (opcode >= 78 && opcode <= 82) || (opcode >= 88 && opcode <= 90) ||
         (opcode >= 93 && opcode <= 96);
}

}  // namespace

Handler core_handler(std::uint8_t opcode) {
  const auto* found =
      std::find_if(std::begin(table), std::end(table), [&](const Row& row) { return row.opcode == opcode; });
  if (found != std::end(table)) return found->handler;
  return is_drawing(opcode) ? ignored : nullptr;
}

bool is_sync(std::uint8_t opcode) {
  constexpr std::uint8_t get_input_focus_opcode = 43, get_pointer_control_opcode = 106;
  return opcode == get_input_focus_opcode || opcode == get_pointer_control_opcode;
}

}  // namespace interlock::display
