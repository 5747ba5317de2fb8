#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <optional>
#include <utility>

#include "a11y/ancestry.h"
#include "a11y/bus_session.h"
#include "a11y/describe.h"
#include "a11y/factory.h"
#include "a11y/focus.h"
#include "a11y/hit_test.h"
#include "a11y/overlaps.h"
#include "a11y/popup.h"
#include "a11y/popup_places.h"
#include "a11y/unplaced_tree.h"
#include "a11y/whole_window.h"

namespace interlock::a11y {
namespace {

Sight nothing(Unknown why) {
  return {.element = why, .document = why};
}

bool is_in_menu(const std::vector<PathNode>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const PathNode& each) { return each.role == Role::menu; });
}

/// A look describes one moment: answers older than this, because the display was slow, are requested again.
constexpr std::chrono::milliseconds longest_start{20};

/// Where a look at a window begins.
struct Start {
  std::shared_ptr<BusSession> session;
  Look look;
  std::uint32_t pid = 0;
  Recipes::Place place;
  std::vector<Application> applications;
  TopLevel top;
};

class AtspiReader : public TreeReader, public std::enable_shared_from_this<AtspiReader> {
 public:
  AtspiReader(boost::asio::any_io_executor executor, WindowsOf windows_of,
              std::function<void(const std::optional<Error>&)> notice)
      : executor_(executor), link_(std::make_shared<Link>(executor, std::move(windows_of), std::move(notice))) {
    link_->start();
  }

  void ask_ahead(std::optional<Point> at, Deadline deadline) override {
    ahead_.reset();
    const auto session = link_->current();
    if (!session) return;
    auto recipe = session->recipes.latest(at);
    if (!recipe) return;
    const Look look(session->routes, deadline);
    look.ask_ahead(executor_, std::move(recipe->requests));
    ahead_ = Ahead{recipe->place, session, look, std::chrono::steady_clock::now()};
  }

  Awaitable<Sight> element_at(const Window& window, const Known<Rect>& popup, Point at, Deadline deadline,
                              Certainty certainty) override {
    return element_at(shared_from_this(), window, popup, at, deadline, certainty);
  }
  Awaitable<void> reacted(const Window& window, const Known<Rect>& popup, Point at, bool in_page,
                          std::chrono::milliseconds page_time, Deadline deadline) override {
    return reacted(shared_from_this(), window, popup, at, in_page, page_time, deadline);
  }
  Awaitable<Sight> focused_element(const Window& window, Deadline deadline) override {
    return focused_element(shared_from_this(), window, deadline);
  }
  Awaitable<Known<std::vector<Element>>> bound_to(const Window& window, std::vector<KeyChord> keys,
                                                  Deadline deadline) override {
    return a11y::bound_to(link_, window, std::move(keys), deadline);
  }
  Awaitable<Known<std::vector<Element>>> pressed_by_return(const Window& window, const Element& field,
                                                           Deadline deadline) override {
    return a11y::pressed_by_return(link_, window, field, deadline);
  }
  Awaitable<Known<VisibleTree>> visible_tree(const Window& window, const std::vector<Rect>& popups,
                                             Deadline deadline) override {
    return a11y::visible_tree(link_, window, popups, deadline);
  }
  Awaitable<Known<VisibleTree>> unplaced_tree(const Window& window, Deadline deadline) override {
    return a11y::unplaced_tree(link_, window, deadline);
  }
  Awaitable<Known<Element>> named_element(const Window& window, const std::vector<Rect>& popups,
                                          const std::string& path, Deadline deadline) override {
    return a11y::named_element(link_, window, popups, path, deadline);
  }
  Awaitable<Known<std::vector<Document>>> documents_around(const Window& window, const std::string& path,
                                                           Deadline deadline) override {
    return a11y::documents_around(link_, window, path, deadline);
  }
  Awaitable<Known<std::vector<Element>>> options_of(const Window& window, const std::string& path,
                                                    Deadline deadline) override {
    return a11y::options_of(link_, window, path, deadline);
  }
  Awaitable<Known<bool>> scroll_into_view(const Window& window, const std::string& path, Deadline deadline) override {
    return a11y::scroll_into_view(link_, window, path, deadline);
  }

 private:
  using Self = std::shared_ptr<AtspiReader>;

  static Awaitable<Seen<Start>> start(Self self, Window window, std::optional<Point> at, TopLevels::Verify when,
                                      Deadline deadline) {
    if (!window.pid) {
      co_return tl::unexpected(window.pid.is_unknown() ? window.pid.why() : Unknown::owner_mismatch);
    }
    auto session = co_await self->link_->session(deadline);
    if (!session) co_return tl::unexpected(session.error());
    Start start{.session = *session,
                .look = {(*session)->routes, deadline},
                .pid = *window.pid,
                .place = {window.id, at},
                .applications = {},
                .top = {}};
    if (const auto ahead = self->take_ahead(start.place, deadline)) {
      start.look = *ahead;
    } else if (auto recipe = start.session->recipes.at(start.place)) {
      start.look.ask_ahead(self->executor_, std::move(recipe->requests));
    }
    co_await start.look.answered_ahead();
    auto applications = co_await start.session->directory->of_process(start.look, start.pid);
    if (!applications) co_return tl::unexpected(applications.error());
    for (const auto& application : *applications) start.session->routes->shorten(application.bus, start.pid);
    start.applications = std::move(*applications);
    auto top = co_await find_in_time(start.session, start.look, start.applications, window, when);
    if (!top) co_return tl::unexpected(top.error());
    start.top = std::move(*top);
    co_return start;
  }

  /// Describes a leaf, which must belong to the window's own process.
  static Awaitable<Seen<Description>> described(const Start& start, Ref leaf, std::vector<Rect> popups = {}) {
    const auto owner = co_await start.session->directory->process_of(start.look, leaf.bus);
    if (!owner) co_return tl::unexpected(owner.error());
    if (*owner != start.pid) co_return tl::unexpected(Unknown::owner_mismatch);
    auto top = start.top;
    const auto space = co_await space_around(start.look, top, leaf, std::move(popups), start.session->parents);
    if (!space) co_return tl::unexpected(space.error());
    top.space = *space;
    auto seen = co_await describe(start.look, std::move(top), leaf, start.session->parents);
    if (seen && start.top.has_own_corners()) {
      auto element = just(seen->steps[actionable(seen->steps)].ref);
      const auto places = co_await places_with_popups(start.look, start.top, std::move(element));
      if (!places) co_return tl::unexpected(places.error());
      seen->element.extents = places->front().extents;
    }
    if (seen) start.session->recipes.remember(start.place, start.look.asked());
    co_return seen;
  }

  static Awaitable<void> reacted(Self self, Window window, Known<Rect> popup, Point at, bool in_page,
                                 std::chrono::milliseconds page_time, Deadline deadline) {
    const auto since = std::chrono::steady_clock::now();
    auto start = co_await AtspiReader::start(self, window, at, TopLevels::Verify::later, deadline);
    const auto toolkit = start ? start->top.toolkit : Toolkit{};
    if (start && toolkit.hit_test_answers_late && popup.is_none()) {
      // The renderer is asked throughout: a look begins with its latest answer.
      start->session->settled.forget(window.id, at);
      co_await hit_test(start->look, start->top, window.id, at, start->session->settled);
    }
    // Many requests at once would delay the idle moment in which a program handles the motion.
    const auto time = toolkit.handles_motion_itself && !in_page ? page_time / 10 : page_time;
    boost::asio::steady_timer rest(self->executor_, std::min(deadline, since + time));
    co_await rest.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
  }

  static Awaitable<Sight> element_at(Self self, Window window, Known<Rect> popup, Point at, Deadline deadline,
                                     Certainty certainty) {
    if (popup.is_unknown()) co_return nothing(popup.why());
    // A popup is matched by several points around it, so the window's own node is verified first in that case.
    const auto when = popup ? TopLevels::Verify::now : TopLevels::Verify::later;
    auto start = co_await AtspiReader::start(self, window, at, when, deadline);
    if (!start) co_return nothing(start.error());
    auto sight = co_await look_in(*start, window.id, popup, at, certainty);
    const bool woken = co_await was_woken(*start, sight);
    if (woken) sight = co_await look_in(*start, window.id, popup, at, certainty);
    if (start->top.sure) co_return sight;
    auto& top_levels = start->session->top_levels;
    const bool still = co_await top_levels.confirm(start->look, window.id, sight.element);
    if (still) co_return sight;
    auto top = co_await top_levels.find(start->look, start->applications, window, TopLevels::Verify::now);
    if (!top) co_return nothing(top.error());
    start->top = std::move(*top);
    sight = co_await look_in(*start, window.id, popup, at, certainty);
    co_return sight;
  }

  static Awaitable<Sight> look_in(const Start& start, std::uint64_t window, const Known<Rect>& popup, Point at,
                                  Certainty certainty) {
    Seen<Ref> leaf;
    if (popup) {
      leaf = co_await element_in_popup(start.look, start.top, *popup, at);
    } else {
      leaf = co_await hit_test(start.look, start.top, window, at, start.session->settled, certainty);
    }
    if (!leaf) co_return nothing(leaf.error());
    std::vector<Rect> popups;
    if (popup) popups.push_back(*popup);
    auto seen = co_await described(start, *leaf, std::move(popups));
    if (!seen) co_return nothing(seen.error());
    if (!popup && start.top.scale && start.top.toolkit.popovers_lie_elsewhere && is_in_menu(seen->steps)) {
      // The hit test still names what is in a menu after that has closed.
      co_return nothing(Unknown::nothing_at_point);
    }
    if (!popup && start.top.has_own_corners()) {
      // The hit test finds what is in a popup where it would be in the window.
      const auto places = co_await places_with_popups(start.look, start.top, just(*leaf));
      if (!places) co_return nothing(places.error());
      const Placed& place = places->front();
      if (place.popup || place.extents.empty()) co_return nothing(Unknown::nothing_at_point);
    }
    const bool in_page = !popup && seen->steps.back().role == Role::document_web;
    if (in_page && start.top.toolkit.hit_test_as_last_laid_out && certainty == Certainty::settled) {
      const Look further(start.session->routes, std::chrono::steady_clock::now() + overlap_time);
      auto others = co_await overlaps(further, start.top, seen->steps, actionable(seen->steps), at);
      if (!others) co_return nothing(others.error());
      for (auto& other : *others) seen->element.presses.push_back(std::move(other));
    }
    if (popup) {
      if (start.top.toolkit.unnamed_popup_items_lie_elsewhere && seen->element.name.empty())
        co_return nothing(Unknown::popup_unmatched);
    } else if (!seen->element.extents.contains(at)) {
      // Parts that extend beyond the element they belong to: a link's second line, a label outside its box.
      const auto nodes = co_await read_nodes(start.look, start.top.space, just(*leaf));
      start.session->recipes.remember(start.place, start.look.asked());
      if (!nodes) co_return nothing(nodes.error());
      if (nodes->empty() || !nodes->front().extents.contains(at)) co_return nothing(Unknown::nothing_at_point);
    }
    Sight sight{.element = std::move(seen->element), .document = std::move(seen->document)};
    for (const auto& step : seen->steps) sight.around.push_back(step.ref.bus + step.ref.path);
    co_return sight;
  }

  static Awaitable<Sight> focused_element(Self self, Window window, Deadline deadline) {
    auto start = co_await AtspiReader::start(self, window, std::nullopt, TopLevels::Verify::now, deadline);
    if (!start) co_return nothing(start.error());
    auto sight = co_await look_at_focus(*start);
    const bool woken = co_await was_woken(*start, sight);
    if (woken) sight = co_await look_at_focus(*start);
    co_return sight;
  }

  static Awaitable<Sight> look_at_focus(const Start& start) {
    const auto hint = start.session->focus->last(start.top.ref.bus);
    auto node = co_await focused_node(start.look, start.top, hint, start.session->parents);
    if (!node) co_return nothing(node.error());
    auto seen = co_await described(start, *node);
    if (!seen) co_return nothing(seen.error());
    co_return Sight{.element = std::move(seen->element), .document = std::move(seen->document)};
  }

  /// True if the window did not show its content at `sight` and shows it now; `start` then has a new look.
  static Awaitable<bool> was_woken(Start& start, const Sight& sight) {
    if (!sight.element.is_unknown() || sight.element.why() != Unknown::accessibility_off) co_return false;
    auto look = co_await look_after_waking(start.session, start.top.ref, wake_time);
    if (look) start.look = std::move(*look);
    co_return look.has_value();
  }

  /// The answer that was requested in advance, if it is for this place and look.
  std::optional<Look> take_ahead(const Recipes::Place& place, Deadline deadline) {
    const auto ahead = std::exchange(ahead_, std::nullopt);
    if (!ahead || ahead->place != place || ahead->look.deadline() != deadline) return std::nullopt;
    if (ahead->session != link_->current()) return std::nullopt;
    if (std::chrono::steady_clock::now() - ahead->asked > longest_start) return std::nullopt;
    return ahead->look;
  }

  struct Ahead {
    Recipes::Place place;
    std::shared_ptr<BusSession> session;
    Look look;
    Deadline asked;
  };
  boost::asio::any_io_executor executor_;
  std::shared_ptr<Link> link_;
  std::optional<Ahead> ahead_;
};

}  // namespace

std::shared_ptr<TreeReader> atspi_reader(boost::asio::any_io_executor executor, WindowsOf windows_of,
                                         std::function<void(const std::optional<Error>&)> notice) {
  return std::make_shared<AtspiReader>(std::move(executor), std::move(windows_of), std::move(notice));
}

}  // namespace interlock::a11y
