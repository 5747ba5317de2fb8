#include "platform/x11/x11_human_input.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <array>
#include <condition_variable>
#include <iterator>
#include <mutex>
#include <thread>
#include <vector>

#include "platform/x11/input_watch.h"
#include "platform/x11/loop_link.h"

namespace interlock::platform::x11 {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

namespace {

constexpr auto retry = 1s;
/// Events within this time are read together: an act of ours causes many events, and each wake-up slows others down.
constexpr auto gather = 1ms;
/// Real input is reported to the loop at most this often; `last_activity` is always current.
constexpr auto report_interval = 100ms;

}  // namespace

/// Shared with the thread, which may outlive the object if it hangs in an attempt to connect.
struct X11HumanInput::Core : std::enable_shared_from_this<Core> {
  Core(boost::asio::any_io_executor executor, std::string display, std::shared_ptr<OwnInput> marks)
      : to_loop(std::move(executor)), name(std::move(display)), own(std::move(marks)) {}
  ~Core() { close(wake); }

  LoopLink to_loop;
  const std::string name;
  const std::shared_ptr<OwnInput> own;
  const int wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  std::function<void(const HumanEvent&)> handler;  ///< used on the loop

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::optional<RealInput> press;
  std::optional<RealInput> activity;
  std::optional<steady_clock::time_point> others;
  std::string trouble = "the watch over the input devices is starting";
  std::string sent_trouble;
  std::string panic_trouble;
  std::optional<KeyChord> chord;
  bool chord_is_new = false;
  bool stopping = false;
  bool finished = false;
  int socket = -1;

  steady_clock::time_point reported{};  ///< used by the thread

  void wake_up() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(wake, &one, sizeof one);
  }

  void post(HumanEvent event) {
    to_loop.post([core = weak_from_this(), event = std::move(event)] {
      if (const auto self = core.lock(); self && self->handler) self->handler(event);
    });
  }

  /// For a change of what is wanted, or something to read; a socket of -1 is none.
  bool wait(std::array<int, 2> sockets, std::chrono::milliseconds limit) {
    pollfd waiting[] = {{wake, POLLIN, 0}, {sockets[0], POLLIN, 0}, {sockets[1], POLLIN, 0}};
    poll(waiting, std::size(waiting), static_cast<int>(limit.count()));
    std::uint64_t count = 0;
    [[maybe_unused]] const auto taken = read(wake, &count, sizeof count);
    const std::lock_guard lock(mutex);
    return !stopping;
  }

  void loop() {
    bool going = true;
    while (going) {
      auto opened = InputWatch::open(name, own);
      if (opened) {
        going = follow(**opened);
      } else {
        {
          const std::lock_guard lock(mutex);
          trouble = opened.error().text();
        }
        going = wait({-1, -1}, retry);
      }
    }
    const std::lock_guard lock(mutex);
    finished = true;
    changed.notify_all();
  }

  /// Until the display is lost, or the watch ends (false).
  bool follow(InputWatch& watch) {
    {
      const std::lock_guard lock(mutex);
      if (stopping) return false;
      socket = watch.sockets()[0];
      trouble.clear();
      chord_is_new = true;
    }
    bool going = true;
    while (going && !watch.lost()) {
      take_chord(watch);
      note(watch.take(steady_clock::now()), watch);
      if (watch.lost()) break;
      going = wait(watch.sockets(), watch.has_more() ? 0ms : -1ms);
      if (going) std::this_thread::sleep_for(gather);
    }
    const std::lock_guard lock(mutex);
    socket = -1;
    trouble = "the X display went away";
    panic_trouble = trouble;
    sent_trouble = trouble;
    press.reset();
    return going;
  }

  void take_chord(InputWatch& watch) {
    std::optional<KeyChord> wanted;
    {
      const std::lock_guard lock(mutex);
      if (!chord_is_new) return;
      chord_is_new = false;
      wanted = chord;
    }
    watch.set_panic_key(std::move(wanted));
  }

  void note(const InputWatch::Seen& seen, const InputWatch& watch) {
    const auto now = steady_clock::now();
    {
      const std::lock_guard lock(mutex);
      panic_trouble = watch.panic_key_trouble();
      sent_trouble = watch.sent_events_trouble();
      if (seen.press) press = RealInput{now, *seen.press};
      if (seen.press || seen.foreign.keys + seen.foreign.buttons > 0) others = now;
      if (seen.press || seen.motion) activity = RealInput{now, seen.press.value_or(InputKind::motion)};
    }
    if (seen.panic) post(*seen.panic);
    const auto& foreign = seen.foreign;
    if (foreign.keys + foreign.buttons + foreign.motions > 0) post(foreign);
    if ((seen.press || seen.motion) && now - reported >= report_interval) {
      reported = now;
      post(RealInput{now, seen.press.value_or(InputKind::motion)});
    }
  }
};

X11HumanInput::X11HumanInput(boost::asio::any_io_executor executor, std::string name, std::shared_ptr<OwnInput> own)
    : core_(std::make_shared<Core>(std::move(executor), std::move(name), std::move(own))) {
  std::thread([core = core_] { core->loop(); }).detach();
}

X11HumanInput::~X11HumanInput() {
  std::unique_lock lock(core_->mutex);
  core_->stopping = true;
  core_->wake_up();
  const auto finished = [this] { return core_->finished; };
  if (core_->changed.wait_for(lock, 200ms, finished)) return;
  if (core_->socket >= 0) shutdown(core_->socket, SHUT_RDWR);
  // As with the display thread, an attempt to connect to a stopped server cannot be interrupted.
  if (!core_->changed.wait_for(lock, 1s, finished)) core_->to_loop.cut();
}

std::optional<RealInput> X11HumanInput::last_real_press() const {
  const std::lock_guard lock(core_->mutex);
  return core_->press;
}

std::optional<RealInput> X11HumanInput::last_activity() const {
  const std::lock_guard lock(core_->mutex);
  return core_->activity;
}

std::optional<steady_clock::time_point> X11HumanInput::last_press_of_others() const {
  const std::lock_guard lock(core_->mutex);
  return core_->others;
}

std::string X11HumanInput::trouble() const {
  const std::lock_guard lock(core_->mutex);
  return core_->trouble;
}

std::string X11HumanInput::panic_key_trouble() const {
  const std::lock_guard lock(core_->mutex);
  return core_->panic_trouble;
}

std::string X11HumanInput::sent_events_trouble() const {
  const std::lock_guard lock(core_->mutex);
  return core_->sent_trouble;
}

void X11HumanInput::listen(std::function<void(const HumanEvent&)> handler) {
  core_->handler = std::move(handler);
}

void X11HumanInput::set_panic_key(std::optional<KeyChord> chord) {
  {
    const std::lock_guard lock(core_->mutex);
    core_->chord = std::move(chord);
    core_->chord_is_new = true;
  }
  core_->wake_up();
}

}  // namespace interlock::platform::x11
