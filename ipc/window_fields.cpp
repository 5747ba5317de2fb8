#include "ipc/window_fields.h"

#include "ipc/action_names.h"
#include "ipc/limits.h"

namespace interlock::ipc {
namespace {

std::uint64_t read_id(Fields& fields) {
  return static_cast<std::uint64_t>(fields.integer("window", 1, limits::window_id));
}

/// A place that may lie outside of the screen.
Point read_place(Fields& fields) {
  Point place;
  place.x = static_cast<std::int32_t>(fields.integer("x", -limits::coordinate, limits::coordinate));
  place.y = static_cast<std::int32_t>(fields.integer("y", -limits::coordinate, limits::coordinate));
  return place;
}

std::int32_t read_number(Fields& fields, std::string_view key, std::int64_t min, std::int64_t max) {
  return static_cast<std::int32_t>(fields.integer(key, min, max));
}

std::string read_session(Fields& fields) {
  return fields.maybe_text("session", name_text).value_or("");
}

}  // namespace

ActionBody read_window_change(Fields& fields) {
  ChangeWindow change{.window = read_id(fields)};
  change.change = static_cast<WindowChange>(fields.choice("change", window_change_names));
  return change;
}

ActionBody read_window_move(Fields& fields) {
  const auto window = read_id(fields);
  return MoveWindow{window, read_place(fields)};
}

ActionBody read_window_size(Fields& fields) {
  ResizeWindow resize{.window = read_id(fields)};
  resize.width = read_number(fields, "width", 0, limits::coordinate);
  resize.height = read_number(fields, "height", 0, limits::coordinate);
  return resize;
}

ActionBody read_window_close(Fields& fields) {
  CloseWindow close{.window = read_id(fields)};
  close.kill = fields.truth_or("kill", false);
  return close;
}

ActionBody read_desktop(Fields& fields) {
  SwitchDesktop desktop{.number = read_number(fields, "number", 0, limits::desktops - 1), .window = {}};
  if (fields.find("window") != nullptr) desktop.window = read_id(fields);
  return desktop;
}

ActionBody read_desktop_count(Fields& fields) {
  return SetDesktopCount{read_number(fields, "count", 1, limits::desktops)};
}

ActionBody read_viewport(Fields& fields) {
  return MoveViewport{read_place(fields)};
}

ActionBody read_window_rename(Fields& fields) {
  constexpr TextRule name{0, limits::title_bytes, false};
  RenameWindow rename{.window = read_id(fields)};
  rename.title = fields.maybe_text("title", name);
  rename.icon_title = fields.maybe_text("icon_title", name);
  rename.role = fields.maybe_text("role", name);
  rename.class_name = fields.maybe_text("class_name", name);
  rename.wm_class = fields.maybe_text("class", name);
  return rename;
}

AskDesktop read_ask_desktop(Fields& fields) {
  return {read_session(fields)};
}

AskWindow read_ask_window(Fields& fields) {
  AskWindow call{.session = read_session(fields)};
  call.window = read_id(fields);
  return call;
}

AskWindows read_ask_windows(Fields& fields) {
  AskWindows call{.session = read_session(fields)};
  if (fields.find("depth") != nullptr) call.depth = read_number(fields, "depth", 0, limits::window_depth);
  call.visible = fields.truth_or("visible", false);
  return call;
}

}  // namespace interlock::ipc
