#include "ipc/window_fields.h"

#include "ipc/limits.h"

namespace interlock::ipc {
namespace {

std::uint64_t read_id(Fields& fields) {
  return static_cast<std::uint64_t>(fields.integer("window", 1, limits::window_id));
}

std::int32_t read_number(Fields& fields, std::string_view key, std::int64_t min, std::int64_t max) {
  return static_cast<std::int32_t>(fields.integer(key, min, max));
}

std::string read_session(Fields& fields) {
  return fields.maybe_text("session", name_text).value_or("");
}

}  // namespace

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
