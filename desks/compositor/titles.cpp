#include "desks/compositor/titles.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace interlock::compositor {
namespace {

constexpr int draw_limit_ms = 2000;
constexpr std::uint32_t title_colour = 0xFFFFFF;
constexpr std::size_t most_title_bytes = 512;

}  // namespace

Titles::Titles(Core& core, std::string draw_text) : core_(core), program_(std::move(draw_text)) {}

Titles::~Titles() {
  drawn = nullptr;
  wishes_.clear();
  end(false);
}

void Titles::draw(std::uint64_t window, const std::string& title, int width, int height) {
  if (width < 1 || height < 1 || program_.empty()) return;
  std::string text = title;
  if (text.size() > most_title_bytes) {
    text.resize(most_title_bytes);
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) text.pop_back();
    if (!text.empty()) text.pop_back();
  }
  wishes_[window] = {std::move(text), width, height};
  if (window_ == 0) next();
}

void Titles::next() {
  while (window_ == 0 && !wishes_.empty()) {
    auto wish = wishes_.extract(wishes_.begin());
    const auto& [title, width, height] = wish.mapped();
    platform::prompt::TextBlock block;
    block.text = title;
    block.size = std::clamp(height / 2, 1, platform::prompt::most_size);
    block.colour = title_colour;
    block.width = std::min(width, platform::prompt::most_width);
    blocks_ = {std::move(block)};
    reply_.clear();
    window_ = wish.key();
    if (!start(platform::prompt::encode(blocks_))) end(false);
  }
}

bool Titles::start(const std::string& request) {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) != 0) return false;
  if (pipe2(out, O_CLOEXEC) != 0) {
    close(in[0]);
    close(in[1]);
    return false;
  }
  child_ = fork();
  if (child_ == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    char* const words[] = {const_cast<char*>(program_.c_str()), nullptr};
    execv(program_.c_str(), words);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  fd_ = out[0];
  // A title is smaller than a pipe: this does not wait.
  const bool sent = child_ > 0 && write(in[1], request.data(), request.size()) == static_cast<ssize_t>(request.size());
  close(in[1]);
  if (!sent) return false;
  fcntl(fd_, F_SETFL, O_NONBLOCK);
  source_ = wl_event_loop_add_fd(
      core_.loop, fd_, WL_EVENT_READABLE,
      [](int, std::uint32_t, void* self) {
        static_cast<Titles*>(self)->readable();
        return 0;
      },
      this);
  timer_ = wl_event_loop_add_timer(
      core_.loop,
      [](void* self) {
        auto& titles = *static_cast<Titles*>(self);
        kill(titles.child_, SIGKILL);
        titles.end(false);
        return 0;
      },
      this);
  wl_event_source_timer_update(timer_, draw_limit_ms);
  return true;
}

void Titles::readable() {
  std::array<char, 65536> bytes;
  const auto count = read(fd_, bytes.data(), bytes.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count > 0) {
    reply_.append(bytes.data(), static_cast<std::size_t>(count));
    return;
  }
  end(true);
}

void Titles::end(bool complete) {
  if (source_) wl_event_source_remove(std::exchange(source_, nullptr));
  if (timer_) wl_event_source_remove(std::exchange(timer_, nullptr));
  if (fd_ >= 0) close(std::exchange(fd_, -1));
  child_ = -1;
  const auto window = std::exchange(window_, 0);
  if (complete && drawn) {
    if (auto texts = platform::prompt::decode_drawn(reply_, blocks_)) {
      auto& image = texts->front().image;
      drawn(window, image.width, image.height, std::move(image.pixels));
    }
  }
  next();
}

}  // namespace interlock::compositor
