#include <algorithm>
#include <utility>

#include "platform/desk/desk_ports.h"
#include "platform/desk/desk_windows.h"

namespace interlock::platform::desk_line {

namespace asio = boost::asio;

namespace {

/// The whole screen as a window, which contains all others: agents expect a root window.
constexpr std::uint64_t root_id = wire::limits::id;

WindowFacts facts_from(const wire::Window& window) {
  WindowFacts facts;
  facts.id = window.id;
  facts.parent = root_id;
  facts.name = window.title;
  facts.class_name = window.app_id;
  facts.wm_class = window.app_id;
  facts.pid = window.pid;
  facts.rect = window.client;
  facts.offset = {window.frame.x, window.frame.y};
  facts.visible = is_shown(window);
  facts.managed = !is_popup(window);
  return facts;
}

WindowFacts root_facts(const wire::State& state, const std::vector<wire::Window>& windows) {
  WindowFacts facts;
  facts.id = root_id;
  facts.rect = {0, 0, state.screen.width, state.screen.height};
  facts.visible = true;
  for (const auto& window : windows) facts.children.push_back(window.id);
  return facts;
}

class DeskQueries final : public WindowQueries {
 public:
  explicit DeskQueries(std::shared_ptr<Link> link) : link_(std::move(link)) {}

  asio::awaitable<Known<DesktopFacts>> desktop(Deadline deadline) override {
    const auto state = co_await link_->ask(wire::GetState{}, deadline);
    if (!state) co_return unknown_from(state.error());
    const auto hit = co_await link_->ask(wire::At{state->pointer}, deadline);
    if (!hit) co_return unknown_from(hit.error());
    DesktopFacts facts;
    if (const auto* hello = link_->desk()) facts.display = hello->wayland.empty() ? hello->name : hello->wayland;
    facts.screen = {0, 0, state->screen.width, state->screen.height};
    facts.root = root_id;
    facts.pointer = state->pointer;
    facts.under_pointer = facts.frame = hit->window ? hit->window->id : 0;
    facts.active = facts.focus = facts.focus_top = state->focus;
    co_return facts;
  }

  asio::awaitable<Known<WindowFacts>> window(std::uint64_t id, Deadline deadline) override {
    const auto list = co_await link_->ask(wire::List{}, deadline);
    if (!list) co_return unknown_from(list.error());
    if (id == root_id) {
      const auto state = co_await link_->ask(wire::GetState{}, deadline);
      if (!state) co_return unknown_from(state.error());
      co_return root_facts(*state, list->windows);
    }
    const auto found =
        std::find_if(list->windows.begin(), list->windows.end(), [&](const auto& each) { return each.id == id; });
    if (found == list->windows.end()) co_return none;
    co_return facts_from(*found);
  }

  asio::awaitable<Known<WindowTree>> windows(TreeQuery query, Deadline deadline) override {
    const auto list = co_await link_->ask(wire::List{}, deadline);
    if (!list) co_return unknown_from(list.error());
    const auto state = co_await link_->ask(wire::GetState{}, deadline);
    if (!state) co_return unknown_from(state.error());
    WindowTree tree;
    tree.windows.push_back({root_facts(*state, list->windows), std::nullopt});
    if (query.depth && *query.depth < 1) co_return tree;
    for (const auto& window : list->windows) {
      if (query.visible && !is_shown(window)) continue;
      tree.truncated = tree.windows.size() >= most_windows;
      if (tree.truncated) break;
      tree.windows.push_back({facts_from(window), tree.tops.size()});
      tree.tops.push_back(window_from(window));
    }
    co_return tree;
  }

 private:
  const std::shared_ptr<Link> link_;
};

class DeskAccess final : public DisplayAccess {
 public:
  asio::awaitable<Known<std::vector<Admitted>>> admitted(Deadline) override { co_return std::vector<Admitted>{}; }
};

}  // namespace

std::shared_ptr<WindowQueries> desk_queries(std::shared_ptr<Link> link) {
  return std::make_shared<DeskQueries>(std::move(link));
}

std::shared_ptr<DisplayAccess> desk_access() {
  return std::make_shared<DeskAccess>();
}

}  // namespace interlock::platform::desk_line
