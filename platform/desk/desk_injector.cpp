#include "platform/desk/desk_injector.h"

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cctype>
#include <cstdio>
#include <utility>

#include "platform/desk/desk_files.h"
#include "platform/drag_path.h"
#include "platform/secret_text.h"
#include "values/input_names.h"
#include "values/utf8.h"
#include "values/visit.h"

namespace interlock::platform::desk_line {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

constexpr auto act_limit = 2s;    ///< for the answer to one act: a desk that needs longer hangs
constexpr auto drag_rest = 60ms;  ///< after a drag has begun, and before the drop: programs exchange messages then
constexpr auto click_gap = 3ms;   ///< between the presses of a double click: toolkits tell them apart by their time
constexpr auto active_patience = 250ms;
constexpr auto active_interval = 4ms;

/// Marks that an act is in progress; one at a time.
struct Acting {
  bool& busy;
  ~Acting() { busy = false; }
};

Deadline act_deadline() {
  return std::chrono::steady_clock::now() + act_limit;
}

Delivery failed(std::string_view code, std::string reason) {
  return {.refusal = Refusal{code, std::move(reason)}};
}

const Refusal act_cancelled{"cancelled", "the act was cancelled before its end"};

/// The port's static code for one of the wire.
std::string_view code_from(std::string_view code) {
  static constexpr std::array<std::string_view, 10> known = {
      "window_changed", "focus_moved",    "pointer_grabbed", "keyboard_grabbed", "modifier_held",
      "unknown_key",    "pixels_changed", "outside_screen",  "cancelled",        "deadline"};
  const auto found = std::find(known.begin(), known.end(), code);
  if (found != known.end()) return *found;
  // Whatever else keeps input from the window that was judged; the reason says what.
  return code == wire::code::unsupported || code == wire::code::invalid ? "unsupported" : "window_changed";
}

std::string worded(const std::string& code, const std::string& message) {
  if (code == wire::code::locked) return message.empty() ? "the screen is locked" : message;
  return message.empty() ? "the desktop refused it as " + code : message;
}

Refusal refusal_from(const Miss& miss) {
  switch (miss.why) {
    case Miss::Why::no_desk:
      return {"no_display", "no desktop is connected"};
    case Miss::Why::another:
      return {"no_display",
              "the desktop disconnected and connected again after it was observed; nothing of this was injected, "
              "observe again"};
    case Miss::Why::lost:
      return {"no_display", "the desktop was lost in the middle of the act; it may have been delivered"};
    case Miss::Why::deadline:
      return {"deadline", "the desktop did not answer in time; the act may have been delivered"};
    case Miss::Why::malformed:
      return {"no_display", "the desktop's answer violates the protocol; the act may have been delivered"};
    case Miss::Why::failed:
      break;
  }
  if (miss.failure.code == wire::code::timeout) return {"deadline", miss.failure.message};
  return {code_from(miss.failure.code), worded(miss.failure.code, miss.failure.message)};
}

/// `inner` with the modifiers held around it.
std::vector<wire::Step> with_modifiers(Modifiers modifiers, std::vector<wire::Step> inner) {
  std::vector<wire::Step> before, after;
  for (const auto each : {Modifier::shift, Modifier::ctrl, Modifier::alt, Modifier::super}) {
    if (!modifiers.has(each)) continue;
    before.emplace_back(wire::KeyStep{std::string(modifier_keysym(each)), true});
    after.emplace(after.begin(), wire::KeyStep{std::string(modifier_keysym(each)), false});
  }
  before.insert(before.end(), inner.begin(), inner.end());
  before.insert(before.end(), after.begin(), after.end());
  return before;
}

bool presses_something(const std::vector<wire::Step>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const wire::Step& step) {
    const auto* button = std::get_if<wire::ButtonStep>(&step);
    const auto* key = std::get_if<wire::KeyStep>(&step);
    return (button != nullptr && button->press) || (key != nullptr && key->press);
  });
}

char32_t code_point_of(std::string_view sequence) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(sequence[at]); };
  if (sequence.size() == 1) return byte(0);
  char32_t code = byte(0) & (0xFFU >> (sequence.size() + 1));
  for (std::size_t at = 1; at < sequence.size(); ++at) code = code << 6U | (byte(at) & 0x3FU);
  return code;
}

std::string unicode_keysym(std::string_view sequence) {
  if (sequence == "\n") return "Return";
  if (sequence == "\t") return "Tab";
  std::array<char, 16> name;
  std::snprintf(name.data(), name.size(), "U%04X", static_cast<unsigned>(code_point_of(sequence)));
  return name.data();
}

std::optional<wire::WindowDo> change_of(WindowChange change) {
  switch (change) {
    case WindowChange::activate:
    case WindowChange::focus:
      return wire::WindowDo::activate;
    case WindowChange::raise:
      return wire::WindowDo::raise;
    case WindowChange::minimize:
    case WindowChange::unmap:
      return wire::WindowDo::minimize;
    case WindowChange::map:
      return wire::WindowDo::unminimize;
    case WindowChange::maximize:
      return wire::WindowDo::maximize;
    case WindowChange::unmaximize:
      return wire::WindowDo::unmaximize;
    case WindowChange::fullscreen:
      return wire::WindowDo::fullscreen;
    case WindowChange::unfullscreen:
      return wire::WindowDo::unfullscreen;
  }
  return std::nullopt;
}

}  // namespace

std::string keysym_of(const std::string& key) {
  const bool one = !key.empty() && utf8_sequence(key) == key.size();
  const bool word = one && key.size() == 1 && std::isalnum(static_cast<unsigned char>(key[0])) != 0;
  return one && !word ? unicode_keysym(key) : key;
}

std::vector<std::string> pieces_of(std::string_view text) {
  std::vector<std::string> pieces;
  std::size_t characters = 0;
  while (!text.empty()) {
    const auto length = std::max<std::size_t>(utf8_sequence(text), 1);
    if (characters++ % wire::limits::characters == 0) pieces.emplace_back();
    pieces.back() += text.substr(0, length);
    text.remove_prefix(length);
  }
  return pieces;
}

DeskInjector::Order DeskInjector::order_of(const WindowView& view, Deadline deadline, Cancelled cancelled) {
  Order order{.expect = {}, .shows = view.shows, .deadline = deadline, .cancelled = std::move(cancelled)};
  if (!order.cancelled) order.cancelled = [] { return false; };
  if (const auto* handle = handle_of(view)) {
    order.expect.window = handle->window;
    order.expect.pid = handle->receiver;
    order.expect.surface = handle->surface;
    order.expect.popup = handle->popup;
    order.active = handle->active;
  }
  return order;
}

std::uint64_t DeskInjector::line_of(const WindowView& view) const {
  const auto* handle = handle_of(view);
  return handle != nullptr ? handle->line : link_->line();
}

asio::awaitable<Delivery> DeskInjector::perform(const Action& action, const WindowView& view, Deadline deadline,
                                                Cancelled cancelled) {
  if (busy_) co_return failed("busy", "another act is in progress on this desktop");
  if (cancelled && cancelled()) co_return Delivery{.refusal = act_cancelled};
  busy_ = true;
  const Acting acting{busy_};
  line_ = line_of(view);
  auto order = order_of(view, deadline, std::move(cancelled));
  co_return co_await dispatch(action.body, std::move(order));
}

asio::awaitable<Delivery> DeskInjector::dispatch(ActionBody body, Order order) {
  const auto motion = [](Point to) { return wire::Step(wire::MotionStep{to}); };
  const auto deadline = order.deadline;
  const auto never = [](std::string_view what) -> asio::awaitable<Delivery> {
    co_return failed("unsupported", std::string(what));
  };
  return std::visit(Overloaded{
                        [&](const Move& act) { return deliver(order.expect, {motion(act.at)}, deadline); },
                        [&](const Click& act) { return click(std::move(order), act); },
                        [&](const MouseDown& act) {
                          return press(std::move(order), {motion(act.at), wire::ButtonStep{act.button, true}});
                        },
                        [&](const MouseUp& act) {
                          return deliver(order.expect, {motion(act.at), wire::ButtonStep{act.button, false}}, deadline);
                        },
                        [&](const Drag& act) { return drag(std::move(order), act); },
                        [&](const Scroll& act) { return scroll(std::move(order), act); },
                        [&](const Type& act) { return type(std::move(order), act.text); },
                        [&](const Key& act) { return keys(std::move(order), act.chords); },
                        [&](const KeyDown& act) {
                          return deliver(order.expect, {wire::KeyStep{keysym_of(act.key.key), true}}, deadline);
                        },
                        [&](const KeyUp& act) {
                          return deliver(std::nullopt, {wire::KeyStep{keysym_of(act.key.key), false}}, deadline);
                        },
                        [&](const ChangeWindow& act) {
                          return change({.window = act.window, .change = *change_of(act.change)}, deadline);
                        },
                        [&](const MoveWindow& act) {
                          return change({.window = act.window, .change = wire::WindowDo::move, .to = act.to}, deadline);
                        },
                        [&](const ResizeWindow& act) { return resize(act, deadline); },
                        [&](const CloseWindow& act) {
                          if (act.kill) return never("this desktop cannot end a window's program");
                          return change({.window = act.window, .change = wire::WindowDo::close}, deadline);
                        },
                        [&](const AnyOf<RenameWindow, SwitchDesktop, SetDesktopCount, MoveViewport> auto&) {
                          return never("this desktop cannot do that");
                        },
                        // The daemon carries these out itself.
                        [&](const AnyOf<Wait, Navigate, Sequence, SelectOption, SetValue, FillForm, TypeSecret> auto&) {
                          return never("this is not a primitive action");
                        },
                    },
                    body);
}

asio::awaitable<Delivery> DeskInjector::deliver(std::optional<wire::Expectation> expect, Steps steps,
                                                Deadline deadline) {
  if (expect && expect->window == 0) {
    co_return failed("window_changed", "no window of an application was found there, and nothing else can be acted on");
  }
  if (deadline <= std::chrono::steady_clock::now()) {
    co_return failed("deadline", "the desktop was busy until the deadline; nothing was injected");
  }
  const auto count = steps.size();
  const bool presses = presses_something(steps);
  wire::Act act{std::move(expect), std::move(steps)};
  const auto done = co_await link_->ask(std::move(act), act_deadline(), line_);
  if (!done) {
    // A desk that hangs with an act could deliver it much later. Without the line it releases what it holds.
    if (done.error().why == Miss::Why::deadline) link_->lose("it did not answer an act in time");
    co_return Delivery{.refusal = refusal_from(done.error())};
  }
  if (done->done >= count && !done->refused) co_return Delivery{.complete = true};
  if (presses && done->done > 0) co_await release_all();
  const auto refused = done->refused.value_or(wire::Refused{"window_changed", "not all of it was delivered"});
  co_return failed(code_from(refused.code), worded(refused.code, refused.message));
}

asio::awaitable<Delivery> DeskInjector::press(Order order, Steps steps) {
  std::optional<PictureFile> pixels;
  if (order.shows) {
    if (!link_->has(wire::feature::pixels)) {
      co_return failed("unsupported", "this desktop cannot compare the screen with the label that was read");
    }
    pixels.emplace(link_->folder());
    if (!pixels->made() || !pixels->write(order.shows->image)) {
      co_return failed("unsupported", "the label's pixels cannot be written into " + link_->folder());
    }
    order.expect.pixels = wire::Pixels{order.shows->area, pixels->path()};
  }
  order.expect.focus = true;
  auto delivery = co_await deliver(std::move(order.expect), std::move(steps), order.deadline);
  co_return delivery;
}

asio::awaitable<Delivery> DeskInjector::click(Order order, Click click) {
  for (int i = 0; i < click.count; ++i) {
    if (i > 0) co_await pause(click_gap);
    if (i > 0 && order.cancelled()) co_return Delivery{.refusal = act_cancelled};
    Steps steps = {wire::MotionStep{click.at}, wire::ButtonStep{click.button, true},
                   wire::ButtonStep{click.button, false}};
    if (i > 0) order.deadline = act_deadline();
    steps = with_modifiers(click.modifiers, std::move(steps));
    auto delivery = co_await press(order, std::move(steps));
    if (!delivery.complete) co_return delivery;
    // Being active may change the surface: GTK 3 draws another shadow. The pixels have changed by the press itself.
    order.expect.surface.reset();
    order.shows.reset();
  }
  co_return Delivery{.complete = true};
}

asio::awaitable<Delivery> DeskInjector::scroll(Order order, Scroll left) {
  const auto part = [](int wanted) { return std::clamp(wanted, -wire::limits::clicks, wire::limits::clicks); };
  do {
    if (order.cancelled()) co_return Delivery{.refusal = act_cancelled};
    const wire::AxisStep turn{part(left.dx), part(left.dy)};
    Steps steps = {wire::MotionStep{left.at}, turn};
    steps = with_modifiers(left.modifiers, std::move(steps));
    auto delivery = co_await deliver(order.expect, std::move(steps), order.deadline);
    if (!delivery.complete) co_return delivery;
    left.dx = static_cast<std::int16_t>(left.dx - turn.dx);
    left.dy = static_cast<std::int16_t>(left.dy - turn.dy);
    order.deadline = act_deadline();
  } while (left.dx != 0 || left.dy != 0);
  co_return Delivery{.complete = true};
}

asio::awaitable<Delivery> DeskInjector::drag(Order order, Drag drag) {
  if (auto refusal = co_await shut(true)) co_return Delivery{.refusal = std::move(refusal)};
  Steps first, last;
  for (const auto each : {Modifier::shift, Modifier::ctrl, Modifier::alt, Modifier::super}) {
    if (!drag.modifiers.has(each)) continue;
    first.emplace_back(wire::KeyStep{std::string(modifier_keysym(each)), true});
    last.emplace_back(wire::KeyStep{std::string(modifier_keysym(each)), false});
  }
  first.emplace_back(wire::MotionStep{drag.from});
  first.emplace_back(wire::ButtonStep{drag.button, true});
  auto delivery = co_await press(order, std::move(first));
  if (delivery.complete) {
    std::optional<Refusal> refusal;
    const auto way = drag_path(drag.from, drag.to);
    for (const auto& step : way) {
      co_await pause(step.rest);
      if (order.cancelled()) refusal = act_cancelled;
      if (refusal) break;
      Steps onward = {wire::MotionStep{step.to}};
      auto carried = co_await deliver(std::nullopt, std::move(onward), act_deadline());
      if (!carried.complete) refusal = std::move(carried.refusal);
      if (step.begun) co_await pause(drag_rest);
    }
    co_await pause(drag_rest);
    // An interrupted drag is dropped where it was taken: there it changes least.
    const auto end = refusal ? drag.from : drag.to;
    last.insert(last.begin(), {wire::MotionStep{end}, wire::ButtonStep{drag.button, false}});
    auto dropped = co_await deliver(std::nullopt, std::move(last), act_deadline());
    if (!dropped.complete) co_await release_all();
    if (!refusal && !dropped.complete) refusal = std::move(dropped.refusal);
    delivery = Delivery{.complete = !refusal, .refusal = std::move(refusal)};
  }
  co_await shut(false);
  co_return delivery;
}

asio::awaitable<Delivery> DeskInjector::type(Order order, std::string text) {
  if (valid_utf8(text) != text) co_return failed("unknown_key", "the text is not UTF-8");
  if (auto refusal = co_await shut(true)) co_return Delivery{.refusal = std::move(refusal)};
  auto pieces = pieces_of(text);
  wipe(text);
  Delivery delivery{.complete = true};
  for (auto& piece : pieces) {
    if (order.cancelled()) {
      delivery.complete = false;
      delivery.refusal = act_cancelled;
      break;
    }
    const auto step = co_await type_piece(order, piece);
    delivery.typed += step.typed;
    delivery.complete = step.complete;
    delivery.refusal = step.refusal;
    if (!step.complete) break;
    order.deadline = act_deadline();
  }
  co_await shut(false);
  for (auto& piece : pieces) wipe(piece);
  co_return delivery;
}

asio::awaitable<Delivery> DeskInjector::type_piece(const Order& order, std::string piece) {
  if (order.expect.window == 0) co_return failed("focus_moved", "no window had the keyboard");
  if (order.deadline <= std::chrono::steady_clock::now()) {
    co_return failed("deadline", "the desktop was busy until the deadline");
  }
  if (link_->has(wire::feature::text)) {
    wire::CommitText commit{order.expect, piece};
    const auto done = co_await link_->ask(std::move(commit), act_deadline(), line_);
    if (done && !done->refused) co_return Delivery{.complete = true, .typed = done->done};
    const bool keys_may_do = done && done->refused->code == wire::code::unsupported && done->done == 0;
    if (done && !keys_may_do) {
      auto refused = failed(code_from(done->refused->code), worded(done->refused->code, done->refused->message));
      refused.typed = done->done;
      co_return refused;
    }
    if (!done && done.error().why == Miss::Why::deadline) link_->lose("it did not answer in time");
    if (!done) co_return Delivery{.refusal = refusal_from(done.error())};
  }
  // What has the keyboard takes no text (an X client, a game): keys, all of which the keymap must have.
  Steps steps;
  std::size_t characters = 0;
  for (std::string_view left = piece; !left.empty(); ++characters) {
    const auto length = std::max<std::size_t>(utf8_sequence(left), 1);
    const auto keysym = unicode_keysym(left.substr(0, length));
    steps.emplace_back(wire::KeyStep{keysym, true});
    steps.emplace_back(wire::KeyStep{keysym, false});
    left.remove_prefix(length);
  }
  auto delivery = co_await deliver(order.expect, std::move(steps), order.deadline);
  if (delivery.complete) delivery.typed = characters;
  co_return delivery;
}

asio::awaitable<Delivery> DeskInjector::keys(Order order, std::vector<KeyChord> chords) {
  for (const auto& chord : chords) {
    if (order.cancelled()) co_return Delivery{.refusal = act_cancelled};
    const auto keysym = keysym_of(chord.key);
    Steps steps = {wire::KeyStep{keysym, true}, wire::KeyStep{keysym, false}};
    steps = with_modifiers(chord.modifiers, std::move(steps));
    auto delivery = co_await deliver(order.expect, std::move(steps), order.deadline);
    if (!delivery.complete) co_return delivery;
    order.deadline = act_deadline();
  }
  co_return Delivery{.complete = true};
}

asio::awaitable<Delivery> DeskInjector::change(wire::ChangeWindow change, Deadline deadline) {
  if (deadline <= std::chrono::steady_clock::now()) co_return failed("deadline", "the deadline has passed");
  const auto done = co_await link_->ask(change, act_deadline(), line_);
  if (!done) co_return Delivery{.refusal = refusal_from(done.error())};
  if (done->refused)
    co_return failed(code_from(done->refused->code), worded(done->refused->code, done->refused->message));
  // Text that is typed next is meant for the window that was activated.
  if (change.change == wire::WindowDo::activate) co_await activated(change.window, act_deadline());
  co_return Delivery{.complete = true};
}

asio::awaitable<Delivery> DeskInjector::resize(ResizeWindow resize, Deadline deadline) {
  wire::ChangeWindow wanted{.window = resize.window, .change = wire::WindowDo::resize};
  wanted.width = resize.width;
  wanted.height = resize.height;
  auto delivery = co_await change(wanted, deadline);
  co_return delivery;
}

asio::awaitable<void> DeskInjector::activated(std::uint64_t window, Deadline deadline) {
  const auto until = std::min(deadline, std::chrono::steady_clock::now() + active_patience);
  while (std::chrono::steady_clock::now() < until) {
    const auto focus = co_await link_->ask(wire::Focus{}, until, line_);
    if (!focus || (focus->window && focus->window->id == window)) co_return;
    co_await pause(active_interval);
  }
}

asio::awaitable<Arrival> DeskInjector::approach(const Action& action, const WindowView& view, Deadline deadline,
                                                Cancelled cancelled) {
  const auto at = pointer_target(action);
  if (!at) co_return Arrival{.refusal = Refusal{"unsupported", "this is not an act of the pointer"}};
  if (busy_) co_return Arrival{.refusal = Refusal{"busy", "another act is in progress on this desktop"}};
  if (cancelled && cancelled()) co_return Arrival{.refusal = act_cancelled};
  busy_ = true;
  const Acting acting{busy_};
  line_ = line_of(view);
  auto order = order_of(view, deadline, std::move(cancelled));
  const bool activates = !std::holds_alternative<Scroll>(action.body) && !order.active && order.expect.window != 0;
  if (view.pointer_there && !activates) co_return Arrival{.was_there = true};
  if (activates) {
    const wire::ChangeWindow activate{.window = order.expect.window, .change = wire::WindowDo::activate};
    auto activation = co_await change(activate, order.deadline);
    if (!activation.complete) co_return Arrival{.refusal = std::move(activation.refusal)};
    order.expect.surface.reset();  // an active window may draw another shadow
  }
  Steps there = {wire::MotionStep{*at}};
  auto moved = co_await deliver(std::move(order.expect), std::move(there), order.deadline);
  if (!moved.complete) co_return Arrival{.refusal = std::move(moved.refusal)};
  co_return Arrival{};
}

asio::awaitable<void> DeskInjector::release_all() {
  co_await link_->ask(wire::Release{}, act_deadline());
}

asio::awaitable<std::optional<Refusal>> DeskInjector::shut(bool on) {
  if (!link_->has(wire::feature::shut)) co_return std::nullopt;
  const auto done = co_await link_->ask(wire::Shut{on}, act_deadline(), line_);
  if (done) co_return std::nullopt;
  // Without its line the desk opens again by itself.
  const auto why = done.error().why;
  const bool gone = why == Miss::Why::no_desk || why == Miss::Why::another || why == Miss::Why::lost;
  if (gone) co_return refusal_from(done.error());
  if (!on) link_->lose("it did not let other programs' input in again");
  co_return Refusal{"unsupported", "the desktop did not hold back other programs' input; nothing was injected"};
}

asio::awaitable<void> DeskInjector::pause(std::chrono::milliseconds time) {
  asio::steady_timer timer(link_->executor(), time);
  co_await timer.async_wait(
      asio::bind_cancellation_slot(asio::cancellation_slot(), asio::as_tuple(asio::use_awaitable)));
}

}  // namespace interlock::platform::desk_line
