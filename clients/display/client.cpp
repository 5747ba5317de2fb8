#include "clients/display/client.h"

#include <algorithm>

#include "clients/display/extensions.h"
#include "clients/display/requests.h"
#include "ipc/nonce.h"
#include "ipc/x_cookie.h"

namespace interlock::display {
namespace {

constexpr std::uint8_t first_extension = 128;

/// Requests by which a client gives input or changes windows.
bool gives_input(const Request& request) {
  constexpr std::uint8_t send_event_opcode = 25, warp_pointer_opcode = 41;
  const auto* extension = extension_with(request.opcode);
  return request.opcode == send_event_opcode || request.opcode == warp_pointer_opcode ||
         (extension && extension->handler == xtest_request);
}

/// Requests that report on windows: what waits may change them.
bool looks_at_windows(std::uint8_t opcode) {
  return opcode == 3 || opcode == 14 || opcode == 15 || opcode == 20;
}

/// Whether the client is closing its connection: XCloseDisplay frees a graphics context (FreeGC) and then waits for a
/// reply once more, which is the last time that an error reaches the program.
bool closes(std::uint8_t opcode) {
  constexpr std::uint8_t free_gc_opcode = 60;
  return opcode == free_gc_opcode;
}

}  // namespace

asio::awaitable<void> Client::feed(std::string_view bytes, std::string& out,
                                   const std::function<asio::awaitable<void>()>& send) {
  if (!is_set_up_) {
    setup_ += bytes;
    co_await set_up(out);
  } else {
    framing_.feed(bytes);
  }
  while (is_set_up_ && !ended_) {
    const auto request = framing_.next();
    if (!request) break;
    co_await handle(*request, out);
    co_await send();
  }
  ended_ = ended_ || framing_.broken();
}

asio::awaitable<void> Client::set_up(std::string& out) {
  const auto setup = take_setup(setup_, ended_);
  if (!setup) co_return;
  order_ = setup->order;
  const auto refuse = [&](std::string_view reason) {
    out += refused(order_, reason);
    ended_ = true;
  };
  if (setup->protocol != ipc::x_cookie_protocol || !ipc::equal_in_constant_time(setup->data, rules_.cookie)) {
    refuse("interlock: no or a wrong cookie; XAUTHORITY names the file with it\n");
    co_return;
  }
  const auto desktop = co_await display_.view.desktop();
  if (!desktop) {
    refuse("interlock: " + desktop.error() + "\n");
    co_return;
  }
  out += accepted(order_, {desktop->root, desktop->width, desktop->height});
  is_set_up_ = true;
  framing_ = RequestFraming(order_);
  framing_.feed(std::exchange(setup_, {}));
}

asio::awaitable<Answer> Client::wait_for_input(const Request& request) {
  // A client waits after each event. When it waits once more, as at its end, it learns how they ended.
  const std::uint8_t before = std::exchange(last_opcode_, request.opcode);
  if (gives_input(request)) last_wait_ = 0;
  if (is_sync(request.opcode) && std::exchange(last_wait_, request.opcode) == request.opcode) {
    const bool at_once = before == request.opcode;
    if (const auto refusal = co_await display_.hands.finish(id_, at_once)) co_return done(refusal);
  }
  if ((looks_at_windows(request.opcode) || closes(request.opcode)) && display_.hands.gestures().waits()) {
    if (const auto refusal = co_await display_.hands.settle(id_)) co_return done(refusal);
  }
  if (display_.hands.late_refusal(id_)) co_return Fault{ErrorCode::access};
  // Some libraries ignore an error that belongs to no reply, but not one in place of a reply.
  if (is_sync(request.opcode) && std::exchange(refused_, false)) co_return Fault{ErrorCode::access};
  co_return Answer{};
}

asio::awaitable<Answer> Client::answer(const Request& request) {
  const Answer waited = co_await wait_for_input(request);
  if (std::holds_alternative<Fault>(waited)) co_return waited;
  const auto* extension = request.opcode >= first_extension ? extension_with(request.opcode) : nullptr;
  const Handler handler = extension ? extension->handler : core_handler(request.opcode);
  if (!handler) co_return Fault{ErrorCode::request};
  const Call call{display_, id_, order_, request, Reader(request.body, order_)};
  Answer answer = co_await handler(call);
  if (request.opcode == big_requests_opcode) framing_.allow_big();
  if (const auto* fault = std::get_if<Fault>(&answer); fault && fault->code == ErrorCode::access) {
    refused_ = gives_input(request);
    if (!fault->reason.empty()) display_.report(fault->reason);
  }
  co_return answer;
}

asio::awaitable<void> Client::handle(const Request& request, std::string& out) {
  ++sequence_;
  const Answer given = co_await answer(request);
  write(request, given, out);
  const auto* fault = std::get_if<Fault>(&given);
  ended_ = ended_ || (rules_.strict && fault && fault->code == ErrorCode::access);
}

void Client::write(const Request& request, const Answer& answer, std::string& out) {
  constexpr std::size_t shortest = 24;  // of a reply's body
  if (const auto* fault = std::get_if<Fault>(&answer)) {
    const unsigned minor = request.opcode >= first_extension ? request.data : 0;
    Writer error(order_);
    error.u8(0).u8(static_cast<unsigned>(fault->code)).u16(sequence_).u32(fault->value).u16(minor).u8(request.opcode);
    out += error.zeros(21).take();
  } else if (const auto* reply = std::get_if<Reply>(&answer)) {
    Writer body(order_);
    body.bytes(reply->body).zeros(shortest - std::min(reply->body.size(), shortest)).pad();
    Writer head(order_);
    head.u8(1).u8(reply->data).u16(sequence_).u32(static_cast<std::uint32_t>((body.text().size() - shortest) / 4));
    out += head.text();
    out += body.text();
  }
}

}  // namespace interlock::display
