#include "desks/compositor/title_lines.h"

#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace interlock::compositor {
namespace {

/// Of a line; what is longer is not a title.
constexpr std::size_t longest = 1024;

}  // namespace

TitleLines::TitleLines(Core& core, int descriptor, Show show) : show_(std::move(show)), descriptor_(descriptor) {
  if (descriptor_ < 0) return;
  fcntl(descriptor_, F_SETFD, FD_CLOEXEC);
  fcntl(descriptor_, F_SETFL, O_NONBLOCK);
  source_ = wl_event_loop_add_fd(
      core.loop, descriptor_, WL_EVENT_READABLE,
      [](int, std::uint32_t, void* self) {
        static_cast<TitleLines*>(self)->readable();
        return 0;
      },
      this);
}

TitleLines::~TitleLines() {
  stop();
}

void TitleLines::stop() {
  if (source_) wl_event_source_remove(std::exchange(source_, nullptr));
  if (descriptor_ >= 0) close(std::exchange(descriptor_, -1));
}

// Of several lines the last one is shown.
void TitleLines::readable() {
  std::array<char, longest> part{};
  const auto got = read(descriptor_, part.data(), part.size());
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) return stop();
  text_.append(part.data(), static_cast<std::size_t>(got));
  const auto end = text_.rfind('\n');
  if (end == std::string::npos) {
    if (text_.size() > longest) stop();
    return;
  }
  const auto begin = end == 0 ? std::string::npos : text_.rfind('\n', end - 1);
  const auto from = begin == std::string::npos ? 0 : begin + 1;
  const std::string title = text_.substr(from, end - from);
  text_.erase(0, end + 1);
  show_(title);
}

}  // namespace interlock::compositor
