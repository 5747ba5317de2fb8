#include "platform/x11/sent_events.h"

#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include <sys/socket.h>

#include <X11/Xproto.h>
#include <X11/extensions/record.h>

namespace interlock::platform::x11 {
namespace {

/// A client that sends more between two looks is a flood; the rest of it is not counted.
constexpr std::size_t most_kept = 10'000;
/// Windows around a window; real trees have fewer.
constexpr int deepest = 64;

struct Press {
  bool key = false;
  xcb_window_t window = 0;   ///< 0 and 1: the window under the pointer, the one with the focus
  std::uint32_t client = 0;  ///< as Connection::client_of
};

bool is_inside_own_window(const Connection& x, const Press& press) {
  xcb_window_t at = press.window;
  for (int depth = 0; depth < deepest && at > InputFocus && at != x.root(); ++depth) {
    if (x.client_of(at) == press.client) return true;
    const Reply<xcb_query_tree_reply_t> tree(xcb_query_tree_reply(x.xcb(), xcb_query_tree(x.xcb(), at), nullptr));
    at = tree ? tree->parent : 0;
  }
  return false;
}

}  // namespace

/// What Xlib calls back with, whenever it reads from the connection.
struct SentEvents::Recording {
  std::vector<Press> presses;

  static void take(XPointer self, XRecordInterceptData* data) {
    if (data->category == XRecordFromClient && data->data) reinterpret_cast<Recording*>(self)->request(*data);
    XRecordFreeData(data);
  }

  void request(const XRecordInterceptData& data) {
    xSendEventReq sent;
    constexpr std::size_t unit = 4;  // of data_len
    if (data.data_len * unit < sizeof sent || presses.size() >= most_kept) return;
    std::memcpy(&sent, data.data, sizeof sent);
    constexpr unsigned synthetic = 0x80;  // a bit that clients may set in the type
    const unsigned type = sent.event.u.u.type & ~synthetic;
    if (type != KeyPress && type != ButtonPress) return;
    std::uint32_t window = sent.destination;
    if (data.client_swapped) window = __builtin_bswap32(window);
    presses.push_back({type == KeyPress, window, static_cast<std::uint32_t>(data.id_base)});
  }
};

tl::expected<std::unique_ptr<SentEvents>, Error> SentEvents::open(const std::string& name) {
  auto control = Connection::open(name);
  if (!control) return tl::make_unexpected(control.error());
  auto data = Connection::open(name);
  if (!data) return tl::make_unexpected(data.error());
  std::unique_ptr<SentEvents> events(new SentEvents(std::move(*control), std::move(*data)));
  Display* display = events->control_->display();
  const auto fails = [&](const char* what) {
    return tl::make_unexpected(Error{what, DisplayString(display), "start the X server with RECORD"});
  };
  if (!events->control_->extensions().record) return fails("the X server has no RECORD extension");
  const std::unique_ptr<XRecordRange, decltype(&XFree)> range(XRecordAllocRange(), &XFree);
  if (!range) return fails("there is no memory for a range of requests");
  range->core_requests = {X_SendEvent, X_SendEvent};
  XRecordClientSpec who = XRecordAllClients;
  XRecordRange* ranges = range.get();
  events->context_ = XRecordCreateContext(display, 0, &who, 1, &ranges, 1);
  XSync(display, False);  // the other connection uses it
  if (events->context_ == 0 || !XRecordEnableContextAsync(events->x_->display(), events->context_, &Recording::take,
                                                          reinterpret_cast<XPointer>(events->recording_.get()))) {
    return fails("the X server records no requests");
  }
  return events;
}

SentEvents::SentEvents(std::unique_ptr<Connection> control, std::unique_ptr<Connection> data)
    : control_(std::move(control)), recording_(std::make_unique<Recording>()), x_(std::move(data)) {}

SentEvents::~SentEvents() {
  const auto alone = alone_with_server();
  if (!control_->lost()) {
    if (context_ != 0) XRecordDisableContext(control_->display(), context_);
    XSync(control_->display(), False);
  }
  if (!control_->lost() || x_->lost()) return;
  // Nothing ends the recording now, and to close the connection as usual would wait for an answer for ever.
  ::shutdown(x_->socket(), SHUT_RDWR);
  XPending(x_->display());
}

ForeignInput SentEvents::take(const Connection& x) {
  if (!control_->lost()) XPending(control_->display());  // nothing arrives there: this notices its end
  // This reads the replies, too. Events that all clients get (MappingNotify) must not stay: Xlib reads nothing while it
  // has one.
  while (!lost() && XPending(x_->display()) > 0) {
    XEvent event;
    XNextEvent(x_->display(), &event);
  }
  ForeignInput input;
  std::optional<Press> before;
  bool own = false;
  for (const Press& press : std::exchange(recording_->presses, {})) {
    if (!before || before->window != press.window || before->client != press.client)
      own = !x.lost() && is_inside_own_window(x, press);
    before = press;
    if (!own) ++(press.key ? input.keys : input.buttons);
  }
  return input;
}

}  // namespace interlock::platform::x11
