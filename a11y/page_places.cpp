#include "a11y/page_places.h"

#include <algorithm>
#include <cstdlib>

#include "a11y/nodes.h"

namespace interlock::a11y {
namespace {

constexpr std::int32_t most_pages = 8;
constexpr std::int64_t edge_rounding = 2;  ///< pixels at an edge: each of the two places is rounded

bool near(const Rect& a, const Rect& b) {
  const auto edge = [](std::int64_t one, std::int64_t other) { return std::abs(one - other) <= edge_rounding; };
  return edge(a.x, b.x) && edge(a.y, b.y) && edge(std::int64_t{a.x} + a.width, std::int64_t{b.x} + b.width) &&
         edge(std::int64_t{a.y} + a.height, std::int64_t{b.y} + b.height);
}

}  // namespace

Awaitable<Seen<bool>> pages_fit(Look look, Space space, Ref top) {
  States showing;
  showing.add(State::showing);
  const auto pages = answer::refs(co_await look.ask(ask::matches(top, showing, Role::document_web, most_pages)));
  if (!pages) co_return tl::unexpected(pages.error());
  const auto nodes = co_await read_nodes(look, space, *pages);
  if (!nodes) co_return tl::unexpected(nodes.error());
  bool any = false;
  for (const auto& page : *nodes) {
    if (page.extents.empty()) continue;  // a page of the browser's own that is not shown
    any = true;
    const auto parent = answer::ref_property(co_await look.ask(ask::parent(page.ref)));
    if (!parent) co_return tl::unexpected(parent.error());
    if (parent->is_null() || parent->bus != page.ref.bus) continue;
    const auto replies =
        co_await look.ask(together(ask::attributes(*parent), ask::extents(*parent, space.coordinates)));
    if (is_in_part(space, answer::attributes(replies[0]))) continue;  // a frame of another page
    const auto around = answer::rect(replies[1]);
    if (around && near(page.extents, space.on_screen(*around))) co_return true;
  }
  co_return !any;
}

}  // namespace interlock::a11y
