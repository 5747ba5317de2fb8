#include "daemon/showing/screenshots.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <cmath>

#include "daemon/pictures/picture.h"
#include "daemon/process/in_pool.h"
#include "daemon/process/log.h"
#include "daemon/sessions/standing.h"
#include "daemon/showing/unseen.h"
#include "ipc/base64.h"
#include "ipc/limits.h"
#include "values/unknown.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;
using ipc::RpcError;
using std::chrono::steady_clock;

namespace {

json::object rect_json(const Rect& rect) {
  return {{"x", rect.x}, {"y", rect.y}, {"width", rect.width}, {"height", rect.height}};
}

std::string_view meaning_of(std::string_view why) {
  if (why == "protected") return "it is for the person at the desktop alone";
  if (why == "secret") return "its title has a secret that was typed";
  if (why == "scope") return "hidden from this session by its scope";
  if (why == "cut_short") return "there was more in it than could be read in time";
  const auto unknown = unknown_from_code(why);
  return unknown ? describe(*unknown).meaning : std::string_view();
}

/// The windows that are painted over as a whole, or (`whole` false) shown although they could not be searched.
json::array reported(const std::vector<WindowMask>& masks, bool whole) {
  json::array list;
  for (const WindowMask& mask : masks) {
    if (mask.whole != whole || mask.why.empty()) continue;
    list.push_back({{"window", mask.client}, {"why", mask.why}, {"meaning", meaning_of(mask.why)}});
  }
  return list;
}

/// Of the area, in percent: 0 only for nothing.
int share_of(const Rects& parts, const Rect& area) {
  std::int64_t sum = 0;
  for (const Rect& part : parts) sum += std::int64_t{part.width} * part.height;
  const std::int64_t all = std::max<std::int64_t>(1, std::int64_t{area.width} * area.height);
  return static_cast<int>(std::min<std::int64_t>(100, (sum * 100 + all - 1) / all));
}

struct Order {
  platform::Capture capture;
  Rects parts;
  Fit fit;
};

/// On the worker: makes the reply's text from the pixels.
tl::expected<json::object, RpcError> finished(Order order) {
  const Rect area = order.capture.area;
  platform::Image image = std::move(order.capture.image);
  paint_over(image, {area.x, area.y}, order.parts);
  if (order.capture.cursor) draw_cursor(image, {area.x, area.y}, *order.capture.cursor);
  const double scale = scale_for(area, order.fit);
  const auto size = [&](std::int32_t full) {
    return std::max(1, static_cast<std::int32_t>(std::floor(full * scale + 1e-6)));
  };
  if (scale < 1) image = made_smaller(image, size(area.width), size(area.height));
  const auto png = png_of(image, ipc::limits::picture_bytes);
  if (!png) {
    return tl::unexpected(RpcError{ipc::error_code::limit, "the picture has more than " +
                                                               std::to_string(ipc::limits::picture_bytes) +
                                                               " bytes; ask for a part of it, or a smaller scale"});
  }
  return json::object{{"format", "png"},
                      {"width", image.width},
                      {"height", image.height},
                      {"area", rect_json(area)},
                      {"scale", {{"x", double(image.width) / area.width}, {"y", double(image.height) / area.height}}},
                      {"data", ipc::base64_of(*png)}};
}

}  // namespace

std::chrono::milliseconds Screenshots::limit() const {
  return 2 * settings_.observation_deadline;
}

asio::awaitable<ipc::Answer> Screenshots::take(std::shared_ptr<Session> session, ipc::Screenshot call) {
  Assessment standing;
  if (!may_act(*session, stops_.why_paused(), standing)) {
    co_return RpcError{ipc::error_code::not_available, standing.reason};
  }
  const auto turn = co_await line_->take(session->peer.pid);
  if (!turn) co_return RpcError{ipc::error_code::limit, "too many screenshots are waiting; wait for the last one"};
  // Its connection is closed, so the picture would be thrown away while other agents wait.
  if (*session->stop) co_return RpcError{ipc::error_code::not_available, "the session has ended"};
  const auto area = co_await area_of(call);
  if (!area) co_return area.error();
  Eyes eyes = reach_().eyes;
  const bool hides = !eyes.private_text.kinds.empty();
  const CaptureOrder wanted{.area = *area, .cursor = call.cursor, .each = limit()};
  auto taken = co_await capture_masked(std::move(eyes), session, wanted);
  if (taken.is_unknown()) co_return unseen(taken.why());
  if (!taken) co_return RpcError{ipc::error_code::not_available, "no part of the screen lies there"};
  if (taken->private_text.failed) {
    co_return RpcError{
        ipc::error_code::not_available,
        "the policy hides personal data in pictures (screenshot.private), and the text of this one could "
        "not be read; see `interlockctl status` (reading)"};
  }
  if (auto refused = put_on_record(*session, *taken)) co_return *refused;

  json::array painted = reported(taken->masks, true), unread = reported(taken->masks, false);
  Order order{.capture = std::move(taken.get()->capture),
              .parts = {},
              .fit = {.max_width = call.max_width, .max_height = call.max_height, .scale = call.scale}};
  order.parts = parts_to_paint(order.capture.surfaces, order.capture.area, taken->masks);
  const auto& [hidden, not_yet, failed] = taken->private_text;
  order.parts.insert(order.parts.end(), hidden.begin(), hidden.end());
  order.parts.insert(order.parts.end(), not_yet.begin(), not_yet.end());
  const std::size_t words_hidden = hidden.size();
  const int percent_unread = share_of(not_yet, order.capture.area);
  const auto work = [](Order what) -> asio::awaitable<tl::expected<json::object, RpcError>> {
    co_return finished(std::move(what));
  };
  auto picture = co_await in_pool(worker_, work(std::move(order)));
  if (!picture) co_return picture.error();
  (*picture)["painted_over"] = std::move(painted);
  (*picture)["not_read"] = std::move(unread);
  if (hides) (*picture)["private"] = words_hidden;
  if (percent_unread > 0) (*picture)["private_unread"] = percent_unread;
  co_return std::move(*picture);
}

/// Nothing: the whole screen.
asio::awaitable<Screenshots::Attempt<std::optional<Rect>>> Screenshots::area_of(const ipc::Screenshot& call) {
  const auto windows = reach_().eyes.windows;
  if (!windows) co_return tl::unexpected(unseen(Unknown::no_display));
  if (!call.window) co_return call.region;
  if (call.window->id == 0) {
    const auto view = co_await windows->focused_window(steady_clock::now() + limit());
    if (view.window.is_unknown()) co_return tl::unexpected(unseen(view.window.why()));
    if (!view.window) co_return tl::unexpected(RpcError{ipc::error_code::not_available, "no window is active"});
    co_return view.window->rect;
  }
  const auto stack = co_await windows->windows_in_order(steady_clock::now() + limit());
  if (!stack) co_return tl::unexpected(unseen(stack.why()));
  for (const auto& each : *stack) {
    if (each.window.id == call.window->id) co_return each.window.rect;
  }
  co_return tl::unexpected(
      RpcError{ipc::error_code::not_available, "no window " + std::to_string(call.window->id) + " is on the screen"});
}

std::optional<RpcError> Screenshots::put_on_record(const Session& session, const MaskedCapture& taken) {
  json::object record = {{"session", session.id},
                         {"agent", session.name},
                         {"peer", {{"pid", session.peer.pid}, {"program", session.peer.program}}},
                         {"area", rect_json(taken.capture.area)},
                         {"painted_over", reported(taken.masks, true)}};
  const auto audit = audit_();
  const auto noted = audit ? (*audit)->note("screenshot", record) : tl::make_unexpected(audit.error());
  if (!noted) {
    log_error(noted.error());
    return RpcError{ipc::error_code::not_available, "it cannot be recorded: " + noted.error().text()};
  }
  record["time"] = time_now();
  events_.send("screenshot", record);
  return std::nullopt;
}

}  // namespace interlock::daemon
