#include "a11y/vcl.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "a11y/nodes.h"

namespace interlock::a11y {
namespace {

constexpr int max_vcl_depth = 5;  ///< the window's frame, two panels and the part itself in LibreOffice 7.4

/// A menu bar is 25 pixels high, 50 on a screen with twice the resolution.
constexpr std::int64_t max_shift = 200;

std::optional<Point> shift_between(const Rect& reported, const Rect& area) {
  if (area.empty() || area.width != reported.width || area.height != reported.height) return std::nullopt;
  const auto x = std::int64_t{area.x} - reported.x;
  const auto y = std::int64_t{area.y} - reported.y;
  if (std::abs(x) > max_shift || std::abs(y) > max_shift) return std::nullopt;
  return Point{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
}

}  // namespace

Awaitable<Seen<std::optional<Drawn>>> drawn_part(Look look, Toolkit toolkit, Ref top) {
  // The part names the frame as its parent, so the widget around it can only be found from above.
  auto level = just(Node{.ref = std::move(top)});
  for (int depth = 0; depth < max_vcl_depth && !level.empty(); ++depth) {
    std::vector<Node> next;
    for (const auto& around : level) {
      auto children = co_await read_children(look, Space{}, just(around.ref));
      if (!children) co_return tl::unexpected(children.error());
      const auto root = std::find_if(children->begin(), children->end(),
                                     [](const Node& child) { return child.role == Role::root_pane; });
      if (root != children->end()) {
        const auto shift = shift_between(root->extents, around.extents);
        if (!shift) co_return tl::unexpected(Unknown::unstable);
        co_return Drawn{.root = root->ref, .area = around.extents, .shift = *shift};
      }
      for (auto& child : *children) {
        if (is_container(child.role) && is_shown(toolkit, child)) next.push_back(std::move(child));
      }
    }
    level = std::move(next);
  }
  co_return std::optional<Drawn>{};
}

bool is_drawn(const Seen<Attributes>& attributes) {
  if (!attributes) return true;
  return std::none_of(attributes->begin(), attributes->end(),
                      [](const auto& each) { return each.first == "toolkit" && each.second == "gtk"; });
}

}  // namespace interlock::a11y
