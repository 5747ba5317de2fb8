#include "a11y/unplaced_tree.h"

#include <utility>

#include "a11y/described_nodes.h"
#include "a11y/nodes.h"
#include "a11y/shown_nodes.h"

namespace interlock::a11y {
namespace {

/// Any place that a program may report (a11y/decode.h).
constexpr std::int32_t farthest = 1 << 24;
constexpr Rect everywhere{-farthest, -farthest, 2 * farthest, 2 * farthest};

Awaitable<Seen<VisibleTree>> tree_of(Look look, TopLevel top) {
  const TreeLimits limits;
  auto shown = co_await shown_nodes(look, top, just(everywhere), limits);
  if (!shown) co_return tl::unexpected(shown.error());
  if (shown->nodes.size() == 1 && shown->cut == Cut::whole) {
    const auto mute = co_await is_mute(look, top.ref);
    if (!mute) co_return tl::unexpected(mute.error());
    if (*mute) co_return tl::unexpected(Unknown::accessibility_off);
  }
  auto tree = co_await described(look, top.toolkit, std::move(*shown), limits);
  co_return tree;
}

void append(VisibleTree& all, VisibleTree tree) {
  for (auto& node : tree.nodes) {
    node.element.extents = {};
    all.nodes.push_back(std::move(node));
  }
  if (!all.document) all.document = std::move(tree.document);
  if (all.cut == Cut::whole) all.cut = tree.cut;
}

}  // namespace

Awaitable<Known<VisibleTree>> unplaced_tree(std::shared_ptr<Link> link, Window window, Deadline deadline) {
  if (!window.pid) co_return window.pid.is_unknown() ? window.pid.why() : Unknown::owner_mismatch;
  const auto session = co_await link->session(deadline);
  if (!session) co_return session.error();
  const Look look((*session)->routes, deadline);
  const auto applications = co_await (*session)->directory->of_process(look, *window.pid);
  if (!applications) co_return applications.error();
  const auto found = co_await TopLevels::candidates(look, *applications, window);
  if (found.failure != Unknown::nothing_at_point) co_return found.failure;
  const auto windows = co_await (*session)->top_levels.windows_beside(look, window);
  if (!windows) co_return windows.error();
  // What a window shows that has no tree yet would not be searched.
  if (!each_has_a_frame(found.frames, *windows)) co_return Unknown::nothing_at_point;
  VisibleTree all;
  for (const auto& entry : found.entries) {
    TopLevel top{.ref = entry.ref, .toolkit = entry.toolkit};
    top.space = Space({}, coordinates_of(top.toolkit));
    auto tree = co_await tree_of(look, std::move(top));
    if (!tree) co_return tree.error();
    append(all, std::move(*tree));
  }
  co_return all;
}

}  // namespace interlock::a11y
