#include "platform/x11/display_session.h"

#include <X11/XKBlib.h>

#include "platform/x11/lost_during.h"

extern "C" {
#include <xdo.h>
}

namespace interlock::platform::x11 {

namespace {

struct Start {
  Display* display;
  xdo_t* libxdo;
};

void start_libxdo(void* values) {
  auto& start = *static_cast<Start*>(values);
  start.libxdo = xdo_new_with_opened_display(start.display, DisplayString(start.display), 0);
}

xdo_t* libxdo_on(const Connection& x) {
  Start start{x.display(), nullptr};
  return lost_during(start_libxdo, &start) ? nullptr : start.libxdo;
}

}  // namespace

tl::expected<std::unique_ptr<DisplaySession>, Error> DisplaySession::open(const std::string& name,
                                                                          const std::string& state_dir,
                                                                          std::shared_ptr<OwnInput> own) {
  auto connection = Connection::open(name);
  if (!connection) return tl::make_unexpected(connection.error());
  const Error went_away{"the X display went away while it was opened", name, ""};
  (*connection)->mark_in(std::move(own));
  auto session = std::make_unique<DisplaySession>(std::move(*connection), state_dir);
  if (session->x->lost() || !session->libxdo) {
    return tl::make_unexpected(went_away);
  }
  session->hands.release_all();
  session->borrowed.recover(session->keymap);
  if (session->x->lost()) return tl::make_unexpected(went_away);
  return session;
}

DisplaySession::DisplaySession(std::unique_ptr<Connection> connection, const std::string& state_dir)
    : x(std::move(connection)), hands(*x), borrowed(*x, state_dir), catch_up(*x), libxdo(libxdo_on(*x)) {
  if (x->lost()) return;
  constexpr unsigned changes = XkbNewKeyboardNotifyMask | XkbMapNotifyMask;
  XkbSelectEvents(x->display(), XkbUseCoreKbd, changes, changes);
  if (x->xtest_keyboard()) XkbSelectEvents(x->display(), static_cast<unsigned>(x->xtest_keyboard()), changes, changes);
}

DisplaySession::~DisplaySession() {
  if (libxdo) xdo_free(libxdo);
}

}  // namespace interlock::platform::x11
