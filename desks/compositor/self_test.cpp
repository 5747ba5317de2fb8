#include "desks/compositor/self_test.h"

#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "desks/compositor/self_test_client.h"

namespace interlock::compositor {
namespace {

constexpr int self_test_limit_ms = 2000;

desk::Act press_at(Point point, desk::Expectation expect) {
  desk::Act act;
  act.expect = std::move(expect);
  act.steps = {desk::MotionStep{point}, desk::ButtonStep{Button::left, true}, desk::ButtonStep{Button::left, false}};
  return act;
}

}  // namespace

TestClient fork_test_client() {
  int wayland[2], report[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, wayland) != 0) return {};
  if (pipe2(report, O_CLOEXEC) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    close(wayland[0]);
    close(report[0]);
    run_self_test_client(wayland[1], report[1]);
    _exit(0);
  }
  close(wayland[1]);
  close(report[1]);
  fcntl(report[0], F_SETFL, O_NONBLOCK);
  return {child, wayland[0], report[0]};
}

SelfTest::SelfTest(Core& core, Screen& screen, Stack& stack, Hands& hands, TestClient client,
                   std::function<void(std::string)> done)
    : screen_(screen), stack_(stack), hands_(hands), client_(client), done_(std::move(done)) {
  if (client.pid > 0) connection_ = wl_client_create(core.display, client.wayland);
  report_ = wl_event_loop_add_fd(
      core.loop, client.report, WL_EVENT_READABLE,
      [](int, std::uint32_t, void* self) {
        static_cast<SelfTest*>(self)->reported();
        return 0;
      },
      this);
  timer_ = wl_event_loop_add_timer(
      core.loop,
      [](void* self) {
        static_cast<SelfTest*>(self)->finish("the window of the self-test did not report its press within two seconds");
        return 0;
      },
      this);
  wl_event_source_timer_update(timer_, connection_ ? self_test_limit_ms : 1);
}

SelfTest::~SelfTest() {
  done_ = nullptr;
  finish("");
}

void SelfTest::look() {
  if (pressed_ || looking_ || !connection_) return;
  for (auto* window : stack_.in_order()) {
    if (window->client() != connection_ || !window->shown()) continue;
    pressed_ = looking_ = true;
    auto trouble = press(*window);
    looking_ = false;
    if (!trouble.empty()) finish(std::move(trouble));
    return;
  }
}

std::string SelfTest::press(Window& window) {
  const auto box = screen_.pixels_of(window.client_box());
  const Point middle{box.x + box.width / 2, box.y + box.height / 2};
  const desk::Expectation right{window.id(), static_cast<std::uint32_t>(process_of(window.surface())), box, {}, true,
                                {}};
  auto other_window = right, other_process = right, other_place = right, other_popup = right;
  ++other_window.window;
  ++other_process.pid;
  ++other_place.surface->x;
  other_popup.popup = box;
  for (const auto& wrong : {other_window, other_process, other_place, other_popup}) {
    if (!hands_.act(press_at(middle, wrong)).refused) return "a press with a wrong expectation was delivered";
  }
  const auto done = hands_.act(press_at(middle, right));
  return done.refused ? "a press with the right expectation was refused: " + done.refused->message : "";
}

void SelfTest::reported() {
  std::array<char, 16> bytes;
  const auto count = read(client_.report, bytes.data(), bytes.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count > 0) {
    got_.append(bytes.data(), static_cast<std::size_t>(count));
    return;
  }
  finish(got_ == "pr" ? "passed"
                      : "the window of the self-test got \"" + got_ + "\" instead of one press and its release");
}

void SelfTest::finish(std::string result) {
  if (report_) wl_event_source_remove(std::exchange(report_, nullptr));
  if (timer_) wl_event_source_remove(std::exchange(timer_, nullptr));
  if (client_.report >= 0) close(std::exchange(client_.report, -1));
  if (client_.pid > 0) {
    const auto pid = std::exchange(client_.pid, -1);
    if (waitpid(pid, nullptr, WNOHANG) == 0) {  // it is still there
      kill(pid, SIGKILL);
      waitpid(pid, nullptr, 0);
    }
  }
  connection_ = nullptr;
  if (const auto done = std::exchange(done_, nullptr)) done(std::move(result));
}

}  // namespace interlock::compositor
