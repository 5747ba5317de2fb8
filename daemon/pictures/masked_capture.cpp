#include "daemon/pictures/masked_capture.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "ipc/limits.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;

namespace {

/// The program answered, and it is not known which of its trees is the window's, or where that begins.
bool is_unmatched(Unknown why) {
  return why == Unknown::nothing_at_point || why == Unknown::unstable || why == Unknown::unsupported;
}

/// Reads the trees of all windows in parallel: one that hangs takes no time from the others.
asio::awaitable<void> read_trees(std::shared_ptr<a11y::TreeReader> reader,
                                 std::shared_ptr<std::vector<ReadWindow>> windows, platform::Deadline deadline) {
  const auto executor = co_await asio::this_coro::executor;
  const auto done = std::make_shared<asio::steady_timer>(executor, steady_clock::time_point::max());
  const auto left = std::make_shared<std::size_t>(1);
  const auto finish = [left, done] {
    if (--*left == 0) done->cancel();
  };
  const auto read = [](auto tree_reader, auto all, std::size_t i, std::vector<Rect> popups, auto until,
                       auto finished) -> asio::awaitable<void> {
    auto tree = co_await tree_reader->visible_tree((*all)[i].stacked.window, popups, until);
    const bool unmatched = tree.is_unknown() && is_unmatched(tree.why());
    (*all)[i].tree = std::move(tree);
    if (unmatched) {
      auto unplaced = co_await tree_reader->unplaced_tree((*all)[i].stacked.window, until);
      (*all)[i].unplaced = std::move(unplaced);
    }
    finished();
  };
  for (std::size_t i = 0; i < windows->size(); ++i) {
    const auto& [window, popup] = (*windows)[i].stacked;
    if (popup || window.type == "notification" || window.type == "tooltip") continue;
    std::vector<Rect> popups;
    for (const ReadWindow& other : *windows) {
      if (other.stacked.popup && other.stacked.window.pid == window.pid) popups.push_back(other.stacked.window.rect);
    }
    ++*left;
    asio::co_spawn(executor, read(reader, windows, i, std::move(popups), deadline, finish), asio::detached);
  }
  if (--*left == 0) co_return;
  co_await done->async_wait(asio::as_tuple(asio::use_awaitable));
}

asio::awaitable<std::vector<WindowMask>> look(Eyes eyes, std::shared_ptr<const Session> session, CaptureOrder order) {
  std::vector<WindowMask> masks;
  if (!eyes.windows || !eyes.screen) co_return masks;
  const auto until = steady_clock::now() + order.each;
  // One pixel is enough to learn the stacking of the windows; hidden windows need not be read.
  const std::optional<Rect> corner = Rect{0, 0, 1, 1};
  const auto glance = co_await eyes.screen->capture(corner, false, until);
  const auto stack = co_await eyes.windows->windows_in_order(until);
  if (!glance || !stack) co_return masks;
  constexpr Rect everywhere{0, 0, ipc::limits::coordinate, ipc::limits::coordinate};
  const auto shown = clients_shown(glance->surfaces, order.area.value_or(everywhere));
  const auto windows = std::make_shared<std::vector<ReadWindow>>();
  for (const auto& each : *stack) {
    if (std::find(shown.begin(), shown.end(), each.window.id) == shown.end()) continue;
    windows->push_back({each, Unknown::no_accessibility_bus});
  }
  if (eyes.tree) co_await read_trees(eyes.tree, windows, until);
  masks = masks_of(*windows, session->gate.policy(), session->gate.blinders());
  co_return masks;
}

}  // namespace

asio::awaitable<Known<MaskedCapture>> capture_masked(Eyes eyes, std::shared_ptr<const Session> session,
                                                     CaptureOrder order) {
  if (!eyes.screen) co_return Unknown::no_display;
  auto before = co_await look(eyes, session, order);
  for (int attempt = 1;; ++attempt) {
    const auto until = steady_clock::now() + std::max(order.each, order.picture);
    auto capture = co_await eyes.screen->capture(order.area, order.cursor, until);
    if (capture.is_unknown()) co_return capture.why();
    if (!capture) co_return none;
    auto after = co_await look(eyes, session, order);
    const bool still = before == after && fits(capture->surfaces, capture->area, after);
    if (still || attempt == order.attempts) {
      MaskedCapture taken{std::move(*capture.get()), settled_masks(before, std::move(after)), {}};
      taken.private_text =
          co_await private_parts(eyes.reader, eyes.screen, taken.capture.image, taken.capture.area, eyes.private_text);
      co_return taken;
    }
    before = std::move(after);
  }
}

}  // namespace interlock::daemon
