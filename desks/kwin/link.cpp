// SPDX-License-Identifier: GPL-2.0-or-later
#include "desks/kwin/link.h"

#include <algorithm>
#include <filesystem>

#include <sys/socket.h>
#include <unistd.h>

#include "desks/wire/decode.h"
#include "desks/wire/encode.h"

namespace interlock::kwin {
namespace {

constexpr int first_pause_ms = 1000, longest_pause_ms = 5000;

/// Whether the process that listens is an interlockd of the same user.
bool is_interlockd(qintptr descriptor) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(static_cast<int>(descriptor), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return false;
  if (peer.uid != ::getuid()) return false;
  std::error_code unknown;
  const auto program = std::filesystem::read_symlink("/proc/" + std::to_string(peer.pid) + "/exe", unknown);
  std::string name = program.filename().string();
  if (const auto deleted = name.find(" (deleted)"); deleted != std::string::npos) name.resize(deleted);
  return !unknown && name == "interlockd";
}

}  // namespace

Link::Link(Ends ends) : ends_(std::move(ends)), pause_ms_(first_pause_ms) {
  retry_.setSingleShot(true);
  QObject::connect(&retry_, &QTimer::timeout, [this] { open(); });
  QObject::connect(&socket_, &QLocalSocket::connected, [this] { connected(); });
  QObject::connect(&socket_, &QLocalSocket::readyRead, [this] { read(); });
  // Also when a connection could not be made.
  QObject::connect(&socket_, &QLocalSocket::stateChanged, [this](QLocalSocket::LocalSocketState state) {
    if (state == QLocalSocket::UnconnectedState) ended();
  });
}

// The end of the socket is no lost connection then.
Link::~Link() {
  socket_.disconnect();
}

void Link::open() {
  const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
  socket_.connectToServer(runtime + QStringLiteral("/interlock/desk.sock"));
}

void Link::connected() {
  lines_ = desk::Lines();
  ready_ = false;
  if (!is_interlockd(socket_.socketDescriptor())) {
    qWarning("interlock: the program that listens on desk.sock is no interlockd of this user");
    socket_.abort();
    return;
  }
  write(desk::encode(ends_.hello()));
}

void Link::read() {
  const QByteArray bytes = socket_.readAll();
  lines_.feed({bytes.constData(), static_cast<std::size_t>(bytes.size())});
  while (socket_.state() == QLocalSocket::ConnectedState) {
    const auto line = lines_.next();
    if (!line) break;
    receive(*line);
  }
  if (lines_.too_long()) socket_.abort();
}

void Link::receive(const std::string& line) {
  if (!ready_) {
    if (const auto welcome = desk::decode_welcome(line); !welcome) {
      qWarning("interlock: interlockd does not accept this desk: %s", welcome.error().message.c_str());
      socket_.abort();
      return;
    }
    ready_ = true;
    pause_ms_ = first_pause_ms;
    return;
  }
  const auto request = desk::decode_request(line);
  write(request ? ends_.answer(*request) : desk::encode_failure(request.error().id, request.error().failure));
}

void Link::ended() {
  if (ready_) ends_.lost();
  ready_ = false;
  if (retry_.isActive()) return;
  retry_.start(pause_ms_);
  pause_ms_ = std::min(pause_ms_ * 2, longest_pause_ms);
}

void Link::send(const desk::Event& event) {
  if (ready_) write(desk::encode(event));
}

void Link::write(const std::string& line) {
  socket_.write(line.data(), static_cast<qint64>(line.size()));
  socket_.flush();
}

}  // namespace interlock::kwin
