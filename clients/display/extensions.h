/// The extensions that the display has: what clients need to inject input and to find the screens. Not RECORD, which
/// listens to keys, and not MIT-SHM: clients then use GetImage.
#pragma once

#include <span>
#include <string_view>

#include "clients/display/request.h"

namespace interlock::display {

struct Extension {
  std::string_view name;
  std::uint8_t opcode;
  std::uint8_t first_event;
  std::uint8_t first_error;
  Handler handler;  ///< of all its requests
};
std::span<const Extension> extensions();
/// Null: no extension has the opcode.
const Extension* extension_with(std::uint8_t opcode);

/// BigReqEnable: its own answer; the client's framing must allow what it announces.
inline constexpr std::uint8_t big_requests_opcode = 133;

asio::awaitable<Answer> xtest_request(Call call);
asio::awaitable<Answer> big_requests_request(Call call);
asio::awaitable<Answer> xkb_request(Call call);
asio::awaitable<Answer> randr_request(Call call);
asio::awaitable<Answer> xfixes_request(Call call);

}  // namespace interlock::display
