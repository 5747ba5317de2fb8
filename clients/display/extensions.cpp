#include "clients/display/extensions.h"

#include <algorithm>

#include "clients/display/requests.h"

namespace interlock::display {
namespace {

constexpr Extension table[] = {
    {"XTEST", 132, 0, 0, xtest_request},      {"BIG-REQUESTS", big_requests_opcode, 0, 0, big_requests_request},
    {"XKEYBOARD", 135, 85, 137, xkb_request}, {"XFIXES", 138, 87, 140, xfixes_request},
    {"RANDR", 140, 89, 147, randr_request},
};

}  // namespace

std::span<const Extension> extensions() {
  return table;
}

const Extension* extension_with(std::uint8_t opcode) {
  const auto* found =
      std::find_if(std::begin(table), std::end(table), [&](const auto& e) { return e.opcode == opcode; });
  return found == std::end(table) ? nullptr : found;
}

asio::awaitable<Answer> query_extension(Call call) {
  const std::size_t size = call.in.u16();
  call.in.skip(2);
  const auto name = call.in.bytes(size);
  if (!call.in.good()) co_return Fault{ErrorCode::length};
  const auto* found = std::find_if(std::begin(table), std::end(table), [&](const auto& e) { return e.name == name; });
  auto out = call.out();
  if (found != std::end(table)) out.u8(1).u8(found->opcode).u8(found->first_event).u8(found->first_error);
  co_return reply(0, out);
}

asio::awaitable<Answer> list_extensions(Call call) {
  auto out = call.out();
  out.zeros(24);
  for (const auto& each : table) out.u8(static_cast<std::uint32_t>(each.name.size())).bytes(each.name);
  out.pad();
  co_return reply(static_cast<std::uint8_t>(std::size(table)), out);
}

asio::awaitable<Answer> big_requests_request(Call call) {
  if (call.request.data != 0) co_return Fault{ErrorCode::request};
  auto out = call.out();
  out.u32(longest_big_request);
  co_return reply(0, out);
}

}  // namespace interlock::display
