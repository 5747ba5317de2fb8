// SPDX-License-Identifier: GPL-2.0-or-later
#include "desks/kwin/link.h"

#include <algorithm>

#include "desks/wire/daemon_peer.h"
#include "desks/wire/decode.h"
#include "desks/wire/encode.h"

namespace interlock::kwin {
namespace {

constexpr int first_pause_ms = 1000, longest_pause_ms = 5000;

/// interlockd as it is installed, or any program of that name where it is not.
std::string interlockd() {
  const auto forced = qEnvironmentVariable("INTERLOCK_DESK_DAEMON").toStdString();
  return forced.empty() ? desk::first_installed({"/usr/bin/interlockd", "/usr/local/bin/interlockd"}, "interlockd")
                        : forced;
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
  if (!desk::is_run_by_us(static_cast<int>(socket_.socketDescriptor()), interlockd())) {
    qWarning("interlock: the program that listens on desk.sock is not %s of this user", interlockd().c_str());
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
  if (!request) return write(desk::encode_failure(request.error().id, request.error().failure));
  ends_.answer(*request, [this](const std::string& reply) { write(reply); });
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
