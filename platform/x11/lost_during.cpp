#include "platform/x11/lost_during.h"

#include <csetjmp>

#include "platform/x11/xlib.h"

namespace interlock::platform::x11 {

namespace {

/// Where this thread goes on if the server goes away.
thread_local std::jmp_buf* after_the_loss = nullptr;
thread_local int lost_socket = -1;

// Xlib's defaults end the process. Errors of single requests (on a window that is gone) are noticed by their replies.
int ignore_error(Display*, XErrorEvent*) {
  return 0;
}

int leave_calls(Display* display) {
  if (after_the_loss == nullptr) return 0;
  lost_socket = ConnectionNumber(display);
  std::longjmp(*after_the_loss, 1);
}

}  // namespace

std::optional<int> lost_during(void (*calls)(void* values), void* values) {
  std::jmp_buf here;
  if (setjmp(here) != 0) {
    after_the_loss = nullptr;
    return lost_socket;
  }
  after_the_loss = &here;
  calls(values);
  after_the_loss = nullptr;
  return std::nullopt;
}

void set_error_handlers() {
  XSetErrorHandler(ignore_error);
  XSetIOErrorHandler(leave_calls);
}

}  // namespace interlock::platform::x11
