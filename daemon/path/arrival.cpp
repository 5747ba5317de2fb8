#include "daemon/path/arrival.h"

#include "daemon/process/pause.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

constexpr auto look_time = 1000ms;   ///< for one look: a page that has just been loaded answers late
constexpr auto first_page = 2000ms;  ///< for a browser to show that it has a page
constexpr auto between_looks = 40ms;

Known<PageSeen> page_in(const a11y::VisibleTree& tree) {
  if (tree.document.is_unknown()) return tree.document.why();
  if (!tree.document && tree.cut != a11y::Cut::whole) return Unknown::deadline;
  if (!tree.document) return none;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const auto& element = tree.nodes[i].element;
    if (element.role != Role::document_web) continue;
    const bool has_content = i + 1 < tree.nodes.size() && tree.nodes[i + 1].depth > tree.nodes[i].depth;
    const bool is_blank = tree.document->url.starts_with("about:");
    return PageSeen{.path = element.path,
                    .url = tree.document->url,
                    .loads = element.states.has(State::busy) || (!has_content && !is_blank)};
  }
  return none;
}

}  // namespace

asio::awaitable<Known<PageSeen>> page_seen(Eyes eyes, platform::Deadline deadline) {
  if (!eyes.windows) co_return Unknown::no_display;
  if (!eyes.tree) co_return Unknown::no_accessibility_bus;
  const auto view = co_await eyes.windows->focused_window(deadline);
  if (!view.window) co_return view.window.is_unknown() ? view.window.why() : Unknown::no_window;
  const std::vector<Rect> no_popups;
  const auto tree = co_await eyes.tree->visible_tree(*view.window, no_popups, deadline);
  if (!tree) co_return tree.is_unknown() ? tree.why() : Unknown::not_accessible;
  co_return page_in(*tree);
}

bool has_arrived(const Known<PageSeen>& before, const Known<PageSeen>& now, std::string_view wanted) {
  if (!now || now->loads) return false;
  if (before) return before->path != now->path || before->url != now->url;
  return now->url == wanted || now->url == std::string(wanted) + '/';
}

asio::awaitable<std::optional<bool>> arrival(std::function<Eyes()> eyes, Known<PageSeen> before, std::string wanted,
                                             std::function<bool()> cancelled) {
  const auto start = steady_clock::now();
  const auto end = start + arrival_limit;
  while (!cancelled()) {
    Eyes open = eyes();
    const auto now = co_await page_seen(std::move(open), steady_clock::now() + look_time);
    if (has_arrived(before, now, wanted)) co_return true;
    if (!before && !now && steady_clock::now() - start >= first_page) co_return std::nullopt;
    if (steady_clock::now() >= end) break;
    co_await pause_for(between_looks);
  }
  if (!before && !cancelled()) co_return std::nullopt;  // another address than the wanted one may be its redirection
  co_return false;
}

}  // namespace interlock::daemon
