#include "platform/x11/x11_clipboard.h"

#include <poll.h>
#include <array>
#include <optional>
#include <string_view>

#include "platform/x11/display_session.h"

namespace interlock::platform::x11 {

namespace asio = boost::asio;
using Text = Known<std::string>;
using namespace std::chrono_literals;

namespace {

constexpr auto at_once = 3ms;  ///< the display thread waits so long; most owners answer within 0.2 ms
constexpr auto look_again = 5ms;

std::string from_latin1(std::string_view text) {
  std::string utf8;
  for (const unsigned char c : text) {
    if (c < 0x80) {
      utf8 += static_cast<char>(c);
    } else {
      utf8 += {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 0x3F))};
    }
  }
  return utf8;
}

xcb_connection_t* connect(const std::string& display) {
  const auto alone = alone_with_server();
  return xcb_connect(display.c_str(), nullptr);
}

/// One reading: asks the owner for UTF-8, then for Latin-1 if it has no UTF-8. Used on the display thread.
class Reading {
 public:
  Reading(const std::string& display, PasteSource source) : x_(connect(display)) {
    if (xcb_connection_has_error(x_) != 0) return;
    const auto selection = intern("CLIPBOARD");
    const auto utf8 = intern("UTF8_STRING");
    const auto incr = intern("INCR");
    const auto property = intern("INTERLOCK_PASTE");
    selection_ = source == PasteSource::primary ? static_cast<xcb_atom_t>(XCB_ATOM_PRIMARY) : atom(selection);
    utf8_ = atom(utf8);
    incr_ = atom(incr);
    property_ = atom(property);
    window_ = xcb_generate_id(x_);
    const auto root = xcb_setup_roots_iterator(xcb_get_setup(x_)).data->root;
    xcb_create_window(x_, 0, window_, root, -1, -1, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY, XCB_COPY_FROM_PARENT, 0,
                      nullptr);
  }
  ~Reading() { xcb_disconnect(x_); }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

  /// Sends the request; returns what is known at once.
  std::optional<Text> begin() {
    if (xcb_connection_has_error(x_) != 0) return Unknown::no_display;
    const Reply<xcb_get_selection_owner_reply_t> owner(
        xcb_get_selection_owner_reply(x_, xcb_get_selection_owner(x_, selection_), nullptr));
    if (!owner) return Unknown::no_display;
    if (owner->owner == XCB_NONE) return none;
    ask(utf8_);
    pollfd wait{xcb_get_file_descriptor(x_), POLLIN, 0};
    poll(&wait, 1, static_cast<int>(at_once.count()));
    return look();
  }

  /// Reads what has arrived; nothing if that is not enough yet.
  std::optional<Text> look() {
    while (const Reply<xcb_generic_event_t> event{xcb_poll_for_event(x_)}) {
      if ((event->response_type & 0x7F) != XCB_SELECTION_NOTIFY) continue;
      const auto& notify = reinterpret_cast<const xcb_selection_notify_event_t&>(*event);
      if (notify.requestor != window_ || notify.selection != selection_ || notify.target != target_) continue;
      if (notify.property == property_) return take();
      if (target_ == XCB_ATOM_STRING) return Unknown::unsupported;  // no text of any kind
      ask(XCB_ATOM_STRING);
    }
    if (xcb_connection_has_error(x_) != 0) return Unknown::no_display;
    return std::nullopt;
  }

 private:
  xcb_intern_atom_cookie_t intern(std::string_view name) {
    return xcb_intern_atom(x_, 0, static_cast<std::uint16_t>(name.size()), name.data());
  }
  xcb_atom_t atom(xcb_intern_atom_cookie_t cookie) {
    const Reply<xcb_intern_atom_reply_t> reply(xcb_intern_atom_reply(x_, cookie, nullptr));
    return reply ? reply->atom : static_cast<xcb_atom_t>(XCB_NONE);
  }
  void ask(xcb_atom_t target) {
    target_ = target;
    xcb_convert_selection(x_, window_, selection_, target, property_, XCB_CURRENT_TIME);
    xcb_flush(x_);
  }
  Text take() {
    const Reply<xcb_get_property_reply_t> got(xcb_get_property_reply(
        x_, xcb_get_property(x_, 1, window_, property_, XCB_ATOM_ANY, 0, Clipboard::max_bytes / 4), nullptr));
    if (!got) return Unknown::no_display;
    // In parts (INCR), or longer than anything that is judged: such a paste cannot be checked.
    if (got->type == incr_ || got->bytes_after > 0 || got->format != 8) return Unknown::unsupported;
    const std::string_view text(static_cast<const char*>(xcb_get_property_value(got.get())),
                                static_cast<std::size_t>(xcb_get_property_value_length(got.get())));
    if (got->type == XCB_ATOM_STRING) return from_latin1(text);
    if (got->type == utf8_) return std::string(text);
    return Unknown::unsupported;
  }

  xcb_connection_t* const x_;
  xcb_atom_t selection_ = XCB_NONE;
  xcb_atom_t utf8_ = XCB_NONE;
  xcb_atom_t incr_ = XCB_NONE;
  xcb_atom_t property_ = XCB_NONE;
  xcb_atom_t target_ = XCB_NONE;
  xcb_window_t window_ = XCB_NONE;
};

using Progress = std::optional<Text>;

Text missed(Missed why) {
  return why == Missed::no_display ? Unknown::no_display : Unknown::deadline;
}

}  // namespace

asio::awaitable<Text> X11Clipboard::read(PasteSource source, Deadline deadline) {
  const auto reading = std::make_shared<std::unique_ptr<Reading>>();
  Job<Progress> begin = [reading, source](DisplaySession& session, Ticket&) {
    *reading = std::make_unique<Reading>(DisplayString(session.x->display()), source);
    return (*reading)->begin();
  };
  Job<Progress> look = [reading](DisplaySession&, Ticket&) { return (*reading)->look(); };
  auto progress = co_await thread_->run(deadline, std::move(begin));
  while (progress && !*progress) {
    asio::steady_timer pause(executor_, look_again);
    co_await pause.async_wait(asio::as_tuple(asio::use_awaitable));
    progress = co_await thread_->run(deadline, look);
  }
  if (!progress) co_return missed(progress.error());
  co_return std::move(**progress);
}

}  // namespace interlock::platform::x11
