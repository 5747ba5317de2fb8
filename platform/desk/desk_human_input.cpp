#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <utility>

#include "platform/desk/desk_ports.h"
#include "values/visit.h"

namespace interlock::platform::desk_line {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using std::chrono::steady_clock;

namespace {

constexpr auto real_report_interval = 100ms;  ///< real input is reported to the loop at most this often
constexpr auto panic_limit = 2s, state_limit = 2s;

InputKind kind_from(wire::InputKind kind) {
  switch (kind) {
    case wire::InputKind::key:
      return InputKind::key;
    case wire::InputKind::button:
      return InputKind::button;
    case wire::InputKind::motion:
      break;
  }
  return InputKind::motion;
}

asio::awaitable<void> send_panic_key(std::shared_ptr<Link> link, wire::SetPanic chord) {
  co_await link->ask(std::move(chord), steady_clock::now() + panic_limit);
}

class DeskHumanInput final : public HumanInput, public std::enable_shared_from_this<DeskHumanInput> {
 public:
  explicit DeskHumanInput(std::shared_ptr<Link> link) : link_(std::move(link)) {}

  void begin() {
    link_->on_event([weak = weak_from_this()](const wire::Event& event) {
      if (const auto self = weak.lock()) self->take(event);
    });
    link_->on_line([weak = weak_from_this()](bool connected) {
      const auto self = weak.lock();
      if (self && connected) self->begin_line();
      if (self && !connected) self->press_.reset();
    });
    begin_line();
  }

  std::optional<RealInput> last_real_press() const override { return press_; }
  std::optional<RealInput> last_activity() const override { return activity_; }
  std::optional<steady_clock::time_point> last_press_of_others() const override { return others_; }
  std::string trouble() const override {
    const auto why = link_->trouble();
    return why ? why->what : std::string();
  }
  std::string sent_events_trouble() const override { return {}; }  // no client of Wayland can send events to another
  void listen(std::function<void(const HumanEvent&)> handler) override {
    handler_ = std::move(handler);
    if (locked_) report(DisplayLock{true});
  }
  void set_panic_key(std::optional<KeyChord> chord) override {
    chord_ = std::move(chord);
    tell_panic_key();
  }
  std::string panic_key_trouble() const override {
    if (!chord_) return {};
    if (link_->desk() == nullptr) return trouble();
    return link_->has(wire::feature::panic) ? std::string() : "this desktop reports no panic key";
  }

 private:
  void begin_line() {
    tell_panic_key();
    if (link_->desk() != nullptr) asio::co_spawn(link_->executor(), ask_lock(shared_from_this()), asio::detached);
  }
  /// A desk reports changes; what was before it connected must be asked.
  static asio::awaitable<void> ask_lock(std::shared_ptr<DeskHumanInput> self) {
    const auto state = co_await self->link_->ask(wire::GetState{}, steady_clock::now() + state_limit);
    if (state) self->set_locked(state->locked);
  }

  void tell_panic_key() {
    if (!link_->has(wire::feature::panic)) return;
    wire::SetPanic panic;
    if (chord_) {
      panic.keysym = chord_->key;
      panic.modifiers = chord_->modifiers;
    }
    asio::co_spawn(link_->executor(), send_panic_key(link_, std::move(panic)), asio::detached);
  }

  void set_locked(bool locked) {
    if (std::exchange(locked_, locked) != locked) report(DisplayLock{locked});
  }

  void report(const HumanEvent& event) {
    if (handler_) handler_(event);
  }

  void take(const wire::Event& event) {
    std::visit(Overloaded{
                   [&](const wire::InputEvent& input) { take_input(input); },
                   [&](const wire::PanicEvent& panic) { report(PanicKey{panic.by == wire::By::person}); },
                   [&](const wire::PromptEvent& prompt) { take_prompt_input(prompt); },
                   [&](const wire::LockedEvent& lock) { set_locked(lock.locked); },
                   Ignore<wire::CoveredEvent, wire::ChangedEvent, wire::AdvisoryEvent>(),
               },
               event);
  }

  /// A press on a prompt is a person's act like any other.
  void take_prompt_input(const wire::PromptEvent& prompt) {
    if (prompt.what == wire::PromptInput::release) return;
    const auto kind = prompt.what == wire::PromptInput::key ? wire::InputKind::key : wire::InputKind::button;
    take_input({.kind = kind, .by = prompt.by});
  }

  void take_input(const wire::InputEvent& input) {
    const auto now = steady_clock::now();
    const RealInput seen{now, kind_from(input.kind)};
    const bool press = input.kind != wire::InputKind::motion;
    if (press) others_ = now;
    if (input.by == wire::By::program) {
      ForeignInput foreign;
      (input.kind == wire::InputKind::key      ? foreign.keys
       : input.kind == wire::InputKind::button ? foreign.buttons
                                               : foreign.motions) = input.count;
      return report(foreign);
    }
    if (press) press_ = seen;
    activity_ = seen;
    if (now - reported_ < real_report_interval) return;
    reported_ = now;
    report(seen);
  }

  const std::shared_ptr<Link> link_;
  std::function<void(const HumanEvent&)> handler_;
  std::optional<KeyChord> chord_;
  std::optional<RealInput> press_;
  std::optional<RealInput> activity_;
  std::optional<steady_clock::time_point> others_;
  steady_clock::time_point reported_{};
  bool locked_ = false;  ///< as the desk last said
};

}  // namespace

std::shared_ptr<HumanInput> desk_human_input(const std::shared_ptr<Link>& link) {
  auto human = std::make_shared<DeskHumanInput>(link);
  human->begin();
  return human;
}

}  // namespace interlock::platform::desk_line
