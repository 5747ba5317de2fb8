/// Presses of keys and buttons that clients send to windows by XSendEvent. No device makes them, so they are no raw
/// events; the RECORD extension reports the requests of all clients. Used by one thread.
#pragma once

#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "platform/human_input.h"
#include "platform/x11/connection.h"
#include "values/error.h"

namespace interlock::platform::x11 {

class SentEvents {
 public:
  /// Errors: no display, no RECORD.
  static tl::expected<std::unique_ptr<SentEvents>, Error> open(const std::string& name);
  /// Ends the recording first: until then the server answers nothing on the connection that it goes to.
  ~SentEvents();

  int socket() const { return x_->socket(); }
  /// One of the two connections has ended, and with it the recording. Noticed by `take`.
  bool lost() const { return x_->lost() || control_->lost(); }

  /// The presses since the last call; in a burst of hundreds a few may be missing, which RECORD loses. A client that
  /// sends them to a window of its own, or to a window inside of one, is not counted: it passes on what it got itself
  /// (XEMBED). `x`: where the window tree is asked for; it must not be this object's connection, which the server no
  /// longer answers.
  ForeignInput take(const Connection& x);

 private:
  struct Recording;
  SentEvents(std::unique_ptr<Connection> control, std::unique_ptr<Connection> data);

  std::unique_ptr<Connection> control_;  ///< makes the recording and ends it
  unsigned long context_ = 0;            ///< XRecordContext
  std::unique_ptr<Recording> recording_;
  std::unique_ptr<Connection> x_;  ///< gets the recorded requests; ends before `recording_`, which they go to
};

}  // namespace interlock::platform::x11
