#include "desks/compositor/clipboard.h"

#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace interlock::compositor {
namespace {

constexpr int read_limit_ms = 1000;
constexpr std::array<std::string_view, 4> text_types = {"text/plain;charset=utf-8", "UTF8_STRING", "text/plain",
                                                        "STRING"};

const char* text_type_of(const wl_array& types) {
  const auto* names = static_cast<char* const*>(types.data);
  const auto count = types.size / sizeof(char*);
  for (const auto wanted : text_types) {
    for (std::size_t at = 0; at < count; ++at) {
      if (wanted == names[at]) return names[at];
    }
  }
  return nullptr;
}

}  // namespace

ClipboardReader::ClipboardReader(Core& core, wlr_seat* seat) : core_(core), seat_(seat) {}

ClipboardReader::~ClipboardReader() {
  stop();
}

// The end is closed by wlroots.
bool ClipboardReader::ask(bool primary, int write_end) {
  if (primary) {
    const char* type = text_type_of(seat_->primary_selection_source->mime_types);
    if (type) wlr_primary_selection_source_send(seat_->primary_selection_source, type, write_end);
    return type;
  }
  const char* type = text_type_of(seat_->selection_source->mime_types);
  if (type) wlr_data_source_send(seat_->selection_source, type, write_end);
  return type;
}

void ClipboardReader::read(bool primary, Answer answer) {
  if (answer_) finish(desk::Failure{std::string(desk::code::failed), "the clipboard is asked for again"});
  answer_ = std::move(answer);
  text_.clear();
  const bool has_owner = primary ? seat_->primary_selection_source != nullptr : seat_->selection_source != nullptr;
  if (!has_owner) return finish(desk::ClipboardText{});
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
    return finish(desk::Failure{std::string(desk::code::failed), "there is no pipe"});
  }
  fcntl(ends[1], F_SETFL, 0);  // the owner writes as it is used to
  fd_ = ends[0];
  if (!ask(primary, ends[1])) {
    close(ends[1]);
    return finish(desk::Failure{std::string(desk::code::unsupported), "the clipboard holds no text"});
  }
  source_ = wl_event_loop_add_fd(
      core_.loop, fd_, WL_EVENT_READABLE,
      [](int, std::uint32_t, void* self) {
        static_cast<ClipboardReader*>(self)->readable();
        return 0;
      },
      this);
  timer_ = wl_event_loop_add_timer(
      core_.loop,
      [](void* self) {
        static_cast<ClipboardReader*>(self)->finish(desk::Failure{
            std::string(desk::code::timeout), "the clipboard's owner did not send its text within a second"});
        return 0;
      },
      this);
  wl_event_source_timer_update(timer_, read_limit_ms);
}

void ClipboardReader::readable() {
  std::array<char, 65536> bytes;
  const auto count = ::read(fd_, bytes.data(), bytes.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count < 0)
    return finish(desk::Failure{std::string(desk::code::failed), "the clipboard's text cannot be read whole"});
  text_.append(bytes.data(), static_cast<std::size_t>(count));
  if (text_.size() > desk::limits::clipboard_bytes) {
    return finish(desk::Failure{std::string(desk::code::too_large), "the clipboard has more than 256 KiB of text"});
  }
  if (count == 0) finish(desk::ClipboardText{std::move(text_)});
}

void ClipboardReader::stop() {
  if (source_) wl_event_source_remove(source_);
  if (timer_) wl_event_source_remove(timer_);
  if (fd_ >= 0) close(fd_);
  source_ = timer_ = nullptr;
  fd_ = -1;
}

void ClipboardReader::finish(std::variant<desk::ClipboardText, desk::Failure> result) {
  stop();
  if (const auto answer = std::exchange(answer_, nullptr)) answer(std::move(result));
}

}  // namespace interlock::compositor
