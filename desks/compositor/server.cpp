#include "desks/compositor/server.h"

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <stdexcept>

#include <sys/wait.h>

#include "desks/compositor/spawn.h"

namespace interlock::compositor {
namespace {

constexpr int change_report_ms = 100;

int end_on_signal(int, void* display) {
  wl_display_terminate(static_cast<wl_display*>(display));
  return 0;
}

// Relative to this program, installed or in the build folder; empty: it is not there.
std::string draw_text() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  for (const auto& folder : {self.parent_path(), self.parent_path().parent_path()}) {
    const auto program = (folder / INTERLOCK_DRAW_TEXT).lexically_normal();
    if (std::filesystem::exists(program, error)) return program.string();
  }
  return {};
}

}  // namespace

Server::Server(const Options& options, TestClient client)
    : options_(options),
      core_(make_core(options)),
      screen_(*core_, options),
      title_lines_(*core_, options.titles, [this](const std::string& title) { screen_.set_title(title); }),
      titles_(*core_, draw_text()),
      stack_(*core_, screen_, titles_),
      prompt_(*core_, screen_),
      seat_(*core_, stack_),
      hands_(*core_, screen_, stack_, seat_, prompt_, options.guard),
      person_(*core_, seat_, prompt_),
      input_method_(*core_, screen_, stack_, seat_),
      globals_(*core_, person_, input_method_),
      clipboard_(*core_, seat_.raw()),
      link_(*core_, options.desk_socket, options.daemon) {
  if (!options.socket.empty()) {
    if (wl_display_add_socket(core_->display, options.socket.c_str()) == 0) socket_ = options.socket;
  } else if (const char* name = wl_display_add_socket_auto(core_->display)) {
    socket_ = name;
  }
  if (socket_.empty()) {
    throw std::runtime_error("no Wayland socket could be made in XDG_RUNTIME_DIR; is it set, and the name free?");
  }
  connect_parts();
  screen_.start();
  const auto all = screen_.area();
  seat_.move({all.width / 2.0, all.height / 2.0}, now_ms());
  self_test_ = std::make_unique<SelfTest>(*core_, screen_, stack_, hands_, client,
                                          [this](std::string result) { tested(result); });
}

Server::~Server() {
  self_test_.reset();
  if (changed_timer_) wl_event_source_remove(changed_timer_);
  link_.lost = nullptr;
  stack_.on_change = nullptr;
  person_.report = nullptr;
  person_.takes = nullptr;
  input_method_.entered = nullptr;
  wl_display_destroy_clients(core_->display);
  if (settle_) wl_event_source_remove(settle_);
}

void Server::connect_parts() {
  stack_.on_change = [this] { changed(); };
  person_.report = [this](const desk::Event& event) { link_.send(event); };
  person_.takes = [this](auto* keyboard, const auto* event) { return input_method_.takes(keyboard, event); };
  input_method_.entered = [this] {
    link_.send(desk::InputEvent{desk::InputKind::key, desk::By::person, "input method", 1});
  };
  hands_.person_holds_modifier = [this] { return person_.holds_modifier(); };
  screen_.resized = [this] {
    for (auto* window : stack_.in_order()) window->fit();
  };
  link_.hello = [this] { return hello(); };
  link_.lost = [this] {
    hands_.release();
    prompt_.hide();
  };
  link_.handle = [this](const desk::Request& request, Link::Reply reply) {
    Desk desk{*core_, screen_, stack_, seat_, prompt_, person_, hands_, clipboard_};
    answer(desk, request, std::move(reply));
  };
  changed_timer_ = wl_event_loop_add_timer(
      core_->loop,
      [](void* self) {
        static_cast<Server*>(self)->tell_changed();
        return 0;
      },
      this);
}

desk::Hello Server::hello() const {
  using namespace desk::feature;
  desk::Hello hello;
  hello.name = "interlock-desk";
  hello.version = INTERLOCK_VERSION;
  for (const auto name : {atomic, shut, capture, pixels, text, prompt, clipboard, windows, panic}) {
    hello.features.emplace_back(name);
  }
  hello.self_test = self_test_result_;
  hello.screen = {screen_.width(), screen_.height(), screen_.scale()};
  hello.wayland = socket_;
  return hello;
}

void Server::changed() {
  if (!settle_) {
    settle_ = wl_event_loop_add_idle(
        core_->loop, [](void* self) { static_cast<Server*>(self)->settle(); }, this);
  }
  if (!std::exchange(change_is_due_, true)) wl_event_source_timer_update(changed_timer_, change_report_ms);
}

// The scene shows a window only after the signal that it is there.
void Server::settle() {
  settle_ = nullptr;
  if (self_test_) self_test_->look();
  seat_.look_again();
}

void Server::tell_changed() {
  change_is_due_ = false;
  link_.send(desk::ChangedEvent{});
}

// Programs start after the test, so that nothing of theirs disturbs it.
void Server::tested(const std::string& result) {
  self_test_result_ = result;
  if (result != "passed") std::fprintf(stderr, "interlock-desk: self-test: %s\n", result.c_str());
  link_.start();
  if (options_.nested || !options_.viewer.empty()) seat_.show_pointer();
  if (!options_.input_method.empty()) globals_.start_input_method(options_.input_method);
  if (!options_.viewer.empty()) globals_.start_viewer(options_.viewer);
  if (!options_.command.empty()) command_ = spawn(options_.command, socket_);
}

void Server::child_ended() {
  int status = 0;
  for (pid_t child = waitpid(-1, &status, WNOHANG); child > 0; child = waitpid(-1, &status, WNOHANG)) {
    if (child != command_) continue;
    exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    wl_display_terminate(core_->display);
  }
}

int Server::run() {
  signal(SIGPIPE, SIG_IGN);
  for (const int number : {SIGINT, SIGTERM, SIGHUP})
    wl_event_loop_add_signal(core_->loop, number, end_on_signal, core_->display);
  wl_event_loop_add_signal(
      core_->loop, SIGCHLD,
      [](int, void* self) {
        static_cast<Server*>(self)->child_ended();
        return 0;
      },
      this);
  std::printf("WAYLAND_DISPLAY=%s\n", socket_.c_str());
  std::fflush(stdout);
  wl_display_run(core_->display);
  if (command_ > 0) kill(command_, SIGTERM);
  return exit_code_;
}

}  // namespace interlock::compositor
