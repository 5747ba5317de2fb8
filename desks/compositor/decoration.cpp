#include "desks/compositor/decoration.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "desks/compositor/picture_buffer.h"

namespace interlock::compositor {
namespace {

constexpr int edge_width = 4;
constexpr int button_size = 18;
constexpr int button_gap = 6;
constexpr float active_colour[4] = {0.16F, 0.32F, 0.52F, 1.0F};
constexpr float inactive_colour[4] = {0.38F, 0.40F, 0.43F, 1.0F};
constexpr std::uint32_t sign_colour = 0xFFFFFFFF;

bool in_sign(Part part, int x, int y) {
  constexpr int low = 5, high = button_size - 6;
  if (x < low || y < low || x > high || y > high) return false;
  switch (part) {
    case Part::close:
      return std::abs(x - y) <= 1 || std::abs(x + y - low - high) <= 1;
    case Part::maximize:
      return x <= low + 1 || y <= low + 1 || x >= high - 1 || y >= high - 1;
    case Part::minimize:
      return y >= high - 1;
    case Part::none:
    case Part::title:
    case Part::edge:
      break;
  }
  return false;
}

wlr_scene_buffer* make_button(wlr_scene_tree* tree, Part part) {
  std::vector<std::uint32_t> pixels(button_size * button_size);
  for (int y = 0; y < button_size; ++y) {
    for (int x = 0; x < button_size; ++x) {
      pixels[static_cast<std::size_t>(y * button_size + x)] = in_sign(part, x, y) ? sign_colour : 0x40000000;
    }
  }
  wlr_buffer* buffer = make_picture_buffer(button_size, button_size, std::move(pixels));
  wlr_scene_buffer* node = wlr_scene_buffer_create(tree, buffer);
  wlr_buffer_drop(buffer);
  return node;
}

}  // namespace

Decoration::Decoration(wlr_scene_tree* frame, Window* window) : tree_(wlr_scene_tree_create(frame)) {
  constexpr std::array<Part, 6> parts = {Part::none,     Part::title,    Part::close,
                                         Part::maximize, Part::minimize, Part::edge};
  for (const auto part : parts) tags_[static_cast<std::size_t>(part)] = {window, part};
  const auto tagged = [&](wlr_scene_node& node, Part part) { node.data = &tags_[static_cast<std::size_t>(part)]; };
  for (auto& edge : edges_) {
    edge = wlr_scene_rect_create(tree_, 1, 1, inactive_colour);
    tagged(edge->node, Part::edge);
  }
  bar_ = wlr_scene_rect_create(tree_, 1, 1, inactive_colour);
  tagged(bar_->node, Part::title);
  title_ = wlr_scene_buffer_create(tree_, nullptr);
  tagged(title_->node, Part::title);
  constexpr std::array<Part, 3> from_the_right = {Part::close, Part::maximize, Part::minimize};
  for (std::size_t at = 0; at < buttons_.size(); ++at) {
    buttons_[at] = make_button(tree_, from_the_right[at]);
    tagged(buttons_[at]->node, from_the_right[at]);
  }
  wlr_scene_node_lower_to_bottom(&tree_->node);
}

Decoration::~Decoration() {
  wlr_scene_node_destroy(&tree_->node);
}

Margins Decoration::margins(bool maximized) {
  if (maximized) return {0, title_height, 0, 0};
  return {edge_width, title_height + edge_width, edge_width, edge_width};
}

int Decoration::title_width() const {
  return std::max(0, shown_width_ - 3 * (button_size + button_gap) - 2 * button_gap);
}

void Decoration::show(int width, int height, bool maximized, bool active) {
  const auto around = margins(maximized);
  const int full_width = around.left + width + around.right, full_height = around.top + height + around.bottom;
  const auto& colour = active ? active_colour : inactive_colour;
  wlr_scene_rect_set_color(bar_, colour);
  for (auto* edge : edges_) {
    wlr_scene_rect_set_color(edge, colour);
    wlr_scene_node_set_enabled(&edge->node, !maximized);
  }
  const int top = around.top - title_height;
  wlr_scene_rect_set_size(bar_, width, title_height);
  wlr_scene_node_set_position(&bar_->node, around.left, top);
  const auto lay = [](wlr_scene_rect* edge, int x, int y, int w, int h) {
    wlr_scene_rect_set_size(edge, w, h);
    wlr_scene_node_set_position(&edge->node, x, y);
  };
  lay(edges_[0], 0, 0, full_width, edge_width);
  lay(edges_[1], 0, full_height - edge_width, full_width, edge_width);
  lay(edges_[2], 0, 0, edge_width, full_height);
  lay(edges_[3], full_width - edge_width, 0, edge_width, full_height);
  shown_width_ = width;
  wlr_scene_node_set_position(&title_->node, around.left + button_gap, top + title_top_);
  for (std::size_t at = 0; at < buttons_.size(); ++at) {
    const int from_right = static_cast<int>(at + 1) * (button_size + button_gap);
    wlr_scene_node_set_position(&buttons_[at]->node, around.left + width - from_right,
                                top + (title_height - button_size) / 2);
    wlr_scene_node_set_enabled(&buttons_[at]->node, width > from_right + button_gap);
  }
}

void Decoration::set_title(int width, int height, double scale, std::vector<std::uint32_t> pixels) {
  wlr_buffer* buffer = make_picture_buffer(width, height, std::move(pixels));
  wlr_scene_buffer_set_buffer(title_, buffer);
  wlr_buffer_drop(buffer);
  const int logical_height = static_cast<int>(height / scale);
  wlr_scene_buffer_set_dest_size(title_, static_cast<int>(width / scale), logical_height);
  title_top_ = std::max(0, (title_height - logical_height) / 2);
}

}  // namespace interlock::compositor
