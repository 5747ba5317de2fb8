#include "platform/x11/x11_injector.h"

#include <algorithm>
#include <utility>

#include "platform/drag_path.h"
#include "platform/secret_text.h"
#include "platform/x11/activation.h"
#include "platform/x11/keyboard_acts.h"
#include "platform/x11/unicode.h"
#include "platform/x11/window_acts.h"
#include "platform/x11/window_views.h"
#include "values/visit.h"

namespace interlock::platform::x11 {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

constexpr auto step_limit = 2s;        ///< for one step of an act that has begun
constexpr auto grab_patience = 250ms;  ///< for a short grab of the window manager (it inspects a click first) to end
constexpr auto grab_interval = 3ms;
constexpr auto activation_patience = 250ms;  ///< for the window manager to activate a window
constexpr auto activation_interval = 2ms;
constexpr auto catch_up_interval = 2ms;
constexpr auto read_interval = 1ms;
constexpr auto drop_rest = 60ms;   ///< before a drop and its exchange of messages, and after it
constexpr int drop_exchanges = 2;  ///< the source reports the pointer's position to the target, which answers

/// Marks that an act is in progress; removes the mark when it ends. One act at a time.
struct Idle {
  bool& busy;
  ~Idle() { busy = false; }
};

/// Texts may be secrets.
void wiped_at_the_end(std::u32string* text) {
  wipe(*text);
  delete text;
}

Deadline soon() {
  return std::chrono::steady_clock::now() + step_limit;
}

Refusal explain(Missed missed) {
  switch (missed) {
    case Missed::deadline:
      return {"deadline", "the display did not answer in time (is another program holding it?); nothing was injected"};
    case Missed::uncertain:
      return {"deadline", "the display stopped answering in the middle of the act; it may have been delivered"};
    case Missed::no_display:
      break;
  }
  return {"no_display", "the X display is not there"};
}

bool is_grab(const std::optional<Refusal>& refusal) {
  return refusal && (refusal->code == "pointer_grabbed" || refusal->code == "keyboard_grabbed");
}

Delivery broken_off(std::size_t typed, Refusal refusal) {
  return {.complete = false, .typed = typed, .refusal = std::move(refusal)};
}

xcb_window_t window_of(const WindowView& view) {
  return view.window ? static_cast<xcb_window_t>(view.window->id) : 0;
}

const Refusal hangs{"deadline", "the application does not keep up with the typed text"};
const Refusal was_cancelled{"cancelled", "the act was cancelled before its end"};

}  // namespace

asio::awaitable<Delivery> X11Injector::perform(const Action& action, const WindowView& view, Deadline deadline,
                                               Cancelled cancelled) {
  if (busy_) co_return refused("busy", "another act is in progress on this display");
  if (cancelled && cancelled()) co_return broken_off(0, was_cancelled);
  busy_ = true;
  const Idle idle{busy_};
  if (!cancelled) cancelled = [] { return false; };
  Order order{view, deadline, std::move(cancelled)};
  co_return co_await dispatch(action.body, std::move(order));
}

asio::awaitable<Delivery> X11Injector::dispatch(const ActionBody& body, Order order) {
  const auto point_at = [&](auto act) { return point(std::move(order), std::move(act)); };
  using At = const Aim&;
  return std::visit(
      Overloaded{
          [&](const Move& act) {
            return point_at([act](DisplaySession& s, Ticket& t, At aim) { return x11::move(s, t, aim, act); });
          },
          [&](const Click& act) {
            return point_at([act](DisplaySession& s, Ticket& t, At aim) { return click(s, t, aim, act); });
          },
          [&](const MouseDown& act) {
            return point_at([act](DisplaySession& s, Ticket& t, At aim) { return press(s, t, aim, act); });
          },
          [&](const MouseUp& act) {
            return point_at([act](DisplaySession& s, Ticket& t, At aim) { return release(s, t, aim, act); });
          },
          [&](const Drag& act) { return drag(std::move(order), act); },
          [&](const Scroll& act) { return scroll(std::move(order), act); },
          [&](const Type& act) { return type(std::move(order), act.text); },
          [&](const Key& act) { return keys(std::move(order), act.chords); },
          [&](const KeyDown& act) { return hold_key(std::move(order), act.key, true); },
          [&](const KeyUp& act) { return hold_key(std::move(order), act.key, false); },
          [&](const AnyOf<ChangeWindow, MoveWindow, ResizeWindow, CloseWindow, RenameWindow, SwitchDesktop,
                          SetDesktopCount, MoveViewport> auto&) { return change(std::move(order), body); },
          // The daemon carries these out itself; change() refuses them.
          [&](const AnyOf<Wait, Navigate, Sequence, SelectOption, SetValue, FillForm, TypeSecret> auto&) {
            return change(std::move(order), body);
          },
      },
      body);
}

asio::awaitable<Delivery> X11Injector::change(Order order, ActionBody body) {
  const auto window = window_of(order.view);
  const auto asked = std::make_shared<bool>(false);
  Job<std::optional<Delivery>> job = [view = std::move(order.view), body = std::move(body), asked](
                                         DisplaySession& session, Ticket& ticket) {
    return change_windows(session, ticket, view, body, *asked);
  };
  auto done = co_await thread_->run(order.deadline, std::move(job));
  if (!done) co_return broken_off(0, explain(done.error()));
  if (!*done) co_return refused("unsupported", "this is not a primitive action");
  // Text that is typed next is meant for the window that was activated.
  if (*asked) co_await activated(window, soon());
  co_return std::move(**done);
}

// Each job has a name before it is awaited: GCC 12 destroys closures twice that are made inside an awaited expression.

asio::awaitable<Delivery> X11Injector::point(Order order, PointerAct act) {
  const auto window = window_of(order.view);
  const auto aim = std::make_shared<Aim>(Aim{std::move(order.view)});
  Job<Delivery> job = [act = std::move(act), aim](DisplaySession& session, Ticket& ticket) {
    return act(session, ticket, *aim);
  };
  const auto patience = std::min(order.deadline, std::chrono::steady_clock::now() + grab_patience);
  while (true) {
    auto done = co_await thread_->run(order.deadline, job);
    if (!done) co_return broken_off(0, explain(done.error()));
    if (done->refusal && done->refusal->code == inactive) {
      co_await activated(window, order.deadline);
      aim->activate = false;  // not asked again: the click is for that window in any case
      continue;
    }
    if (!is_grab(done->refusal) || std::chrono::steady_clock::now() >= patience) co_return std::move(*done);
    co_await pause(grab_interval);
  }
}

asio::awaitable<void> X11Injector::activated(xcb_window_t window, Deadline deadline) {
  deadline = std::min(deadline, std::chrono::steady_clock::now() + activation_patience);
  Job<bool> job = [window](DisplaySession& session, Ticket&) { return is_active(*session.x, window); };
  while (std::chrono::steady_clock::now() < deadline) {
    const auto active = co_await thread_->run(deadline, job);
    if (!active || *active) co_return;
    co_await pause(activation_interval);
  }
}

asio::awaitable<KeyboardResult> X11Injector::step(Deadline deadline, Job<KeyboardResult> job) {
  const auto patience = std::min(deadline, std::chrono::steady_clock::now() + grab_patience);
  while (true) {
    auto done = co_await thread_->run(deadline, job);
    if (!done) co_return KeyboardResult{.refusal = explain(done.error())};
    if (!is_grab(done->refusal) || std::chrono::steady_clock::now() >= patience) co_return std::move(*done);
    co_await pause(grab_interval);
  }
}

asio::awaitable<Delivery> X11Injector::scroll(Order order, Scroll left) {
  const auto part = [](int wanted) { return static_cast<std::int16_t>(std::clamp(wanted, -max_wheel, max_wheel)); };
  do {
    if (order.cancelled()) co_return broken_off(0, was_cancelled);
    Scroll now = left;
    now.dx = part(left.dx);
    now.dy = part(left.dy);
    PointerAct act = [now](DisplaySession& s, Ticket& t, const Aim& aim) { return x11::scroll(s, t, aim, now); };
    auto done = co_await point(order, std::move(act));
    if (!done.complete) co_return done;
    left.dx = static_cast<std::int16_t>(left.dx - now.dx);
    left.dy = static_cast<std::int16_t>(left.dy - now.dy);
    order.deadline = soon();
  } while (left.dx != 0 || left.dy != 0);
  co_return Delivery{.complete = true};
}

asio::awaitable<Delivery> X11Injector::drag(Order order, Drag drag) {
  PointerAct first = [drag](DisplaySession& s, Ticket& t, const Aim& aim) { return take(s, t, aim, drag); };
  auto taken = co_await point(order, std::move(first));
  if (!taken.complete) co_return taken;
  const auto source = window_of(order.view);
  std::optional<Refusal> refusal;
  const auto way = drag_path(drag.from, drag.to);
  for (const auto& step : way) {
    co_await pause(step.rest);
    if (order.cancelled()) refusal = was_cancelled;
    if (refusal) break;
    Job<bool> job = [to = step.to](DisplaySession& session, Ticket& ticket) {
      return ticket.commit() && (carry(session, to), true);
    };
    const auto carried = co_await thread_->run(soon(), std::move(job));
    if (!carried) refusal = explain(carried.error());
    if (step.begun && carried) co_await has_read(source);
  }
  if (!refusal) co_await has_agreed(source, drag.to);
  // An interrupted drag is dropped where it was taken: there it changes least.
  const auto end = refusal ? drag.from : drag.to;
  std::function<void(DisplaySession&)> let_go = [drag, end](DisplaySession& session) { drop(session, drag, end); };
  const auto dropped = co_await in_any_case(std::move(let_go));
  if (!dropped && !refusal) refusal = explain(dropped.error());
  co_return Delivery{.complete = !refusal, .typed = 0, .refusal = std::move(refusal)};
}

asio::awaitable<void> X11Injector::has_agreed(xcb_window_t source, Point to) {
  Job<xcb_window_t> look = [to](DisplaySession& session, Ticket&) {
    return window_of(view_at(*session.x, to, session.last_path));
  };
  const auto target = co_await thread_->run(soon(), std::move(look));
  co_await pause(drop_rest);
  for (int i = 0; i < drop_exchanges; ++i) {
    co_await has_read(source);
    if (target && *target != 0 && *target != source) co_await has_read(*target);
  }
  co_await pause(drop_rest);
}

asio::awaitable<Delivery> X11Injector::type(Order order, std::string utf8_text) {
  auto decoded = code_points(utf8_text);
  wipe(utf8_text);
  if (auto refusal = check_text(decoded)) co_return broken_off(0, std::move(*refusal));
  const std::shared_ptr<std::u32string> text(new std::u32string(*decoded), wiped_at_the_end);
  wipe(*decoded);
  const auto window = window_of(order.view);
  std::size_t typed = 0;
  std::optional<Refusal> refusal;
  bool just_borrowed = false, borrowed = false;
  while (typed < text->size() && !refusal) {
    if (order.cancelled()) {
      refusal = was_cancelled;
      break;
    }
    Job<KeyboardResult> chunk = [text, typed, view = order.view](DisplaySession& session, Ticket& ticket) {
      return type_chunk(session, ticket, view, std::u32string_view(*text).substr(typed));
    };
    auto step = co_await this->step(order.deadline, std::move(chunk));
    typed += step.typed;
    refusal = std::move(step.refusal);
    order.deadline = soon();
    if (refusal || !step.missing) {
      just_borrowed = false;
      continue;
    }
    if (just_borrowed) {
      refusal = Refusal{"unknown_key", "the keyboard layout was changed by someone else while text was typed"};
      break;
    }
    // Text typed on borrowed keys must have been read before the keys get other symbols.
    if (borrowed && !co_await settle(window)) {
      refusal = hangs;
      break;
    }
    Job<KeyboardResult> borrow = [text, typed](DisplaySession& session, Ticket& ticket) {
      return borrow_for(session, ticket, std::u32string_view(*text).substr(typed));
    };
    step = co_await this->step(soon(), std::move(borrow));
    refusal = std::move(step.refusal);
    borrowed = just_borrowed = true;
    if (!co_await settle(window) && !refusal) refusal = hangs;
    order.deadline = soon();
  }
  if (borrowed) co_await give_back_keys(window);
  co_return Delivery{.complete = !refusal, .typed = typed, .refusal = std::move(refusal)};
}

asio::awaitable<Delivery> X11Injector::keys(Order order, std::vector<KeyChord> names) {
  std::vector<Chord> chords;
  for (const auto& name : names) {
    const auto chord = chord_of(name);
    if (!chord) co_return refused("unknown_key", "there is no key named '" + name.key + "'");
    chords.push_back(*chord);
  }
  const auto window = window_of(order.view);
  std::optional<Refusal> refusal;
  bool borrowed = false;
  for (std::size_t i = 0; i < chords.size() && !refusal; ++i) {
    if (order.cancelled()) {
      refusal = was_cancelled;
      break;
    }
    const Chord chord = chords[i];
    Job<KeyboardResult> striking = [chord, view = order.view](DisplaySession& session, Ticket& ticket) {
      return strike(session, ticket, view, chord);
    };
    auto step = co_await this->step(order.deadline, striking);
    order.deadline = soon();
    if (step.missing && !step.refusal) {
      if (borrowed) co_await settle(window);
      Job<KeyboardResult> borrow = [chord](DisplaySession& session, Ticket& ticket) {
        return borrow_for(session, ticket, chord);
      };
      step = co_await this->step(soon(), std::move(borrow));
      borrowed = true;
      if (!co_await settle(window) && !step.refusal) step.refusal = hangs;
      if (!step.refusal) step = co_await this->step(soon(), striking);
      if (step.missing) step.refusal = Refusal{"unknown_key", "the keyboard layout has no key for a chord"};
    }
    refusal = std::move(step.refusal);
    if (!step.held.empty()) co_await let_go(std::move(step.held));
  }
  if (borrowed) co_await give_back_keys(window);
  co_return Delivery{.complete = !refusal, .typed = 0, .refusal = std::move(refusal)};
}

asio::awaitable<Delivery> X11Injector::hold_key(Order order, KeyChord name, bool down) {
  const auto chord = chord_of(name);
  if (!chord) co_return refused("unknown_key", "there is no key named '" + name.key + "'");
  Job<KeyboardResult> job = [chord = *chord, view = order.view, down](DisplaySession& session, Ticket& ticket) {
    return hold(session, ticket, view, chord, down);
  };
  auto step = co_await this->step(order.deadline, std::move(job));
  co_return Delivery{.complete = !step.refusal, .typed = 0, .refusal = std::move(step.refusal)};
}

asio::awaitable<bool> X11Injector::settle(xcb_window_t window) {
  Job<bool> ask = [window](DisplaySession& session, Ticket&) { return session.catch_up.ask(window), true; };
  Job<bool> look = [](DisplaySession& session, Ticket&) { return session.catch_up.answered(); };
  const auto start = std::chrono::steady_clock::now();
  if (const auto asked = co_await thread_->run(soon(), std::move(ask)); !asked) co_return true;
  while (true) {
    co_await pause(catch_up_interval);
    const auto answered = co_await thread_->run(soon(), look);
    if (!answered || *answered) co_return true;
    if (std::chrono::steady_clock::now() - start >= catch_up_limit) co_return false;
  }
}

asio::awaitable<void> X11Injector::has_read(xcb_window_t window) {
  Job<bool> ask = [window](DisplaySession& session, Ticket&) { return session.catch_up.ping(window); };
  Job<bool> look = [](DisplaySession& session, Ticket&) { return session.catch_up.answered(); };
  const auto until = std::chrono::steady_clock::now() + approach_limit;
  const auto asked = co_await thread_->run(until, std::move(ask));
  bool waits = asked && *asked;
  while (waits && std::chrono::steady_clock::now() < until) {
    co_await pause(read_interval);
    const auto answered = co_await thread_->run(until, look);
    waits = answered && !*answered;
  }
  std::function<void(DisplaySession&)> end = [](DisplaySession& session) { session.catch_up.end(); };
  thread_->post(std::move(end));
}

asio::awaitable<Arrival> X11Injector::approach(const Action& action, const WindowView& view, Deadline deadline,
                                               Cancelled cancelled) {
  const auto at = pointer_target(action);
  if (!at) co_return Arrival{.refusal = Refusal{"unsupported", "this is not an act of the pointer"}};
  if (busy_) co_return Arrival{.refusal = Refusal{"busy", "another act is in progress on this display"}};
  if (cancelled && cancelled()) co_return Arrival{.refusal = was_cancelled};
  busy_ = true;
  const Idle idle{busy_};
  const bool activates = !std::holds_alternative<Scroll>(action.body);
  const auto came = std::make_shared<bool>(false);
  PointerAct act = [at = *at, activates, came](DisplaySession& s, Ticket& t, const Aim& aim) {
    auto done = x11::approach(s, t, aim, at, activates, *came);
    *came = *came || (done.refusal && done.refusal->code == inactive);
    return done;
  };
  Order order{view, deadline, std::move(cancelled)};
  auto done = co_await point(std::move(order), std::move(act));
  if (!done.complete) co_return Arrival{.refusal = std::move(done.refusal)};
  if (*came) co_await has_read(window_of(view));
  co_return Arrival{.was_there = !*came};
}

asio::awaitable<void> X11Injector::let_go(std::vector<KeyCode> held) {
  Job<xcb_window_t> look = [](DisplaySession& session, Ticket&) { return window_manager_window(*session.x); };
  const auto manager = co_await thread_->run(soon(), std::move(look));
  if (manager && *manager != 0) co_await settle(*manager);
  std::function<void(DisplaySession&)> job = [held = std::move(held)](DisplaySession& session) {
    session.catch_up.end();
    x11::let_go(session, held);
  };
  co_await in_any_case(std::move(job));
}

asio::awaitable<void> X11Injector::give_back_keys(xcb_window_t window) {
  co_await settle(window);
  std::function<void(DisplaySession&)> job = [](DisplaySession& session) {
    session.catch_up.end();
    session.borrowed.give_back(session.keymap);
  };
  co_await in_any_case(std::move(job));
}

asio::awaitable<void> X11Injector::release_all() {
  std::function<void(DisplaySession&)> job = [](DisplaySession& session) {
    session.hands.release_all();
    session.borrowed.give_back(session.keymap);
  };
  co_await in_any_case(std::move(job));
}

asio::awaitable<tl::expected<bool, Missed>> X11Injector::in_any_case(std::function<void(DisplaySession&)> act) {
  Job<bool> job = [act](DisplaySession& session, Ticket& ticket) { return ticket.commit() && (act(session), true); };
  auto done = co_await thread_->run(soon(), std::move(job));
  if (!done && done.error() == Missed::deadline) thread_->post(std::move(act));
  co_return done;
}

asio::awaitable<void> X11Injector::pause(std::chrono::milliseconds time) {
  asio::steady_timer timer(executor_, time);
  co_await timer.async_wait(
      asio::bind_cancellation_slot(asio::cancellation_slot(), asio::as_tuple(asio::use_awaitable)));
}

}  // namespace interlock::platform::x11
