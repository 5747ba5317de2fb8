/// The connection to interlockd. This side connects, and tries again when the connection is lost.
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <functional>
#include <string>

#include <QLocalSocket>
#include <QTimer>

#include "desks/wire/lines.h"
#include "desks/wire/messages.h"

namespace interlock::kwin {

class Link {
 public:
  struct Ends {
    std::function<desk::Hello()> hello;
    /// Calls the function once with one line, and not after `lost`.
    std::function<void(const desk::Request&, std::function<void(const std::string&)>)> answer;
    std::function<void()> lost;  ///< a connection that was accepted has ended
  };
  explicit Link(Ends ends);
  ~Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  void open();
  /// Without a connection nothing is sent, and nothing kept for later.
  void send(const desk::Event& event);

 private:
  void connected();
  void read();
  void receive(const std::string& line);
  void ended();
  void write(const std::string& line);

  Ends ends_;
  QLocalSocket socket_;
  QTimer retry_;
  desk::Lines lines_;
  bool ready_ = false;
  int pause_ms_;
};

}  // namespace interlock::kwin
