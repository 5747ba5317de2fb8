#include "cli/report/report_sketch.h"

#include <algorithm>
#include <optional>

#include "cli/basics/print.h"
#include "cli/report/html.h"

namespace interlock::cli {

namespace json = ipc::json;

namespace {

struct Box {
  double x, y, width, height;
};

std::optional<Box> box_at(const json::object& object, std::string_view key) {
  const auto& rect = object_at(object, key);
  const Box box{number_at(rect, "x"), number_at(rect, "y"), number_at(rect, "width"), number_at(rect, "height")};
  if (box.width <= 0 || box.height <= 0) return std::nullopt;
  return box;
}

std::string number(double value) {
  return std::to_string(static_cast<long>(value));
}

std::string rectangle(std::string_view kind, const Box& box) {
  return "<rect class=\"" + std::string(kind) + "\" x=\"" + number(box.x) + "\" y=\"" + number(box.y) + "\" width=\"" +
         number(box.width) + "\" height=\"" + number(box.height) + "\"/>";
}

/// Cut to fit `width` pixels; characters of a title are about 0.6 times as wide as high.
std::string label(double x, double y, double size, double width, const std::string& text) {
  const auto most = static_cast<std::size_t>(std::max(1.0, width / (size * 0.6)));
  std::size_t end = std::min(text.size(), most);
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" font-size=\"" + number(size) + "\">" +
         html(text.substr(0, end)) + (end < text.size() ? "…" : "") + "</text>";
}

}  // namespace

std::string sketch(const json::object& record) {
  const auto& window = object_at(record, "window");
  const auto frame = box_at(window, "rect");
  if (!frame) return "";
  const double bar = std::max(12.0, frame->height / 14);
  std::string drawing = "<svg class=\"sketch\" role=\"img\" aria-label=\"where it was aimed\" viewBox=\"" +
                        number(frame->x - 4) + " " + number(frame->y - bar - 4) + " " + number(frame->width + 8) + " " +
                        number(frame->height + bar + 8) + "\">";
  drawing += rectangle("frame", {frame->x, frame->y - bar, frame->width, frame->height + bar});
  drawing += label(frame->x + 4, frame->y - bar * 0.25, bar * 0.7, frame->width - 8, text_at(window, "title"));
  const auto& element = object_at(record, "element");
  if (const auto extents = box_at(element, "extents")) {
    drawing += rectangle("element", *extents);
    const double size = std::clamp(extents->height * 0.5, 8.0, bar);
    drawing += label(extents->x + 4, extents->y + extents->height / 2 + size / 3, size, extents->width - 8,
                     text_at(element, "name"));
  }
  const auto& action = object_at(record, "action");
  if (action.contains("x") && action.contains("y")) {
    const double radius = std::max(3.0, frame->width / 90);
    drawing += "<circle cx=\"" + number(number_at(action, "x")) + "\" cy=\"" + number(number_at(action, "y")) +
               "\" r=\"" + number(radius) + "\"/>";
  }
  return drawing + "</svg>";
}

}  // namespace interlock::cli
