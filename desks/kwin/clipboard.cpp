// SPDX-License-Identifier: GPL-2.0-or-later
#include "desks/kwin/clipboard.h"

#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <of_version.h>
#include <unistd.h>

#include <kwin/wayland/datacontrolsource_v1.h>
#include <kwin/wayland/datasource.h>
#include <kwin/wayland/primaryselectionsource_v1.h>
#include <kwin/wayland_server.h>

namespace interlock::kwin {
namespace {

constexpr int read_limit_ms = 1000;
constexpr std::array text_types = {"text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "STRING"};

desk::Failure failure(std::string_view code, std::string message) {
  return {std::string(code), std::move(message)};
}

QString text_type_of(const QStringList& types) {
  for (const char* wanted : text_types) {
    if (types.contains(QLatin1String(wanted))) return QLatin1String(wanted);
  }
  return {};
}

/// What became of asking the owner to write its text.
enum class Asked { asked, other_kind, no_text };

/// Asks a source of class `Source`, by that class's own functions; KWin closes the end of the pipe. The end stays open
/// if the source is not asked.
template <class Source>
Asked ask_if(KWin::AbstractDataSource* source, int write_end) {
  auto* known = qobject_cast<Source*>(source);
  if (known == nullptr) return Asked::other_kind;
  const QString type = text_type_of(known->Source::mimeTypes());
  if (type.isEmpty()) return Asked::no_text;
  of_version::request_data(*known, type, write_end);
  return Asked::asked;
}

Asked ask(KWin::AbstractDataSource* source, int write_end) {
  auto asked = ask_if<KWin::DataSourceInterface>(source, write_end);
  if (asked == Asked::other_kind) asked = ask_if<KWin::PrimarySelectionSourceV1Interface>(source, write_end);
  if (asked == Asked::other_kind) asked = ask_if<KWin::DataControlSourceV1Interface>(source, write_end);
  return asked;
}

}  // namespace

Clipboard::Clipboard() {
  limit_.setSingleShot(true);
  QObject::connect(&limit_, &QTimer::timeout, [this] {
    finish(failure(desk::code::timeout, "the clipboard's owner did not send its text within a second"));
  });
}

Clipboard::~Clipboard() {
  stop();
}

void Clipboard::read(bool primary, Answer answer) {
  if (answer_) finish(failure(desk::code::failed, "the clipboard was read again before this was answered"));
  answer_ = std::move(answer);
  text_.clear();
  auto* seat = KWin::waylandServer()->seat();
  auto* source = primary ? seat->primarySelection() : seat->selection();
  if (source == nullptr) return finish(desk::ClipboardText{});
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
    return finish(failure(desk::code::failed, "there is no pipe"));
  }
  fd_ = ends[0];
  ::fcntl(ends[1], F_SETFL, 0);  // the owner writes as it is used to
  const Asked asked = ask(source, ends[1]);
  if (asked != Asked::asked) {
    ::close(ends[1]);
    return finish(failure(desk::code::unsupported, asked == Asked::no_text
                                                       ? "the clipboard holds no text"
                                                       : "KWin lets no plugin ask the clipboard's owner"));
  }
  notifier_ = std::make_unique<QSocketNotifier>(fd_, QSocketNotifier::Read);
  QObject::connect(notifier_.get(), &QSocketNotifier::activated, [this] { readable(); });
  limit_.start(read_limit_ms);
}

void Clipboard::readable() {
  std::array<char, 65536> bytes;
  const auto count = ::read(fd_, bytes.data(), bytes.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count < 0) return finish(failure(desk::code::failed, "the clipboard's text cannot be read whole"));
  text_.append(bytes.data(), static_cast<std::size_t>(count));
  if (text_.size() > desk::limits::clipboard_bytes) {
    return finish(failure(desk::code::too_large, "the clipboard has more than 256 KiB of text"));
  }
  if (count == 0) finish(desk::ClipboardText{std::move(text_)});
}

void Clipboard::finish(std::variant<desk::ClipboardText, desk::Failure> result) {
  const auto answer = std::exchange(answer_, nullptr);
  stop();
  if (answer) answer(std::move(result));
}

void Clipboard::stop() {
  answer_ = nullptr;
  limit_.stop();
  if (notifier_) {
    notifier_->setEnabled(false);
    notifier_.release()->deleteLater();  // it may be what calls
  }
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

}  // namespace interlock::kwin
