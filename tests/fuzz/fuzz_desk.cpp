// Any bytes on the wire between interlockd and a desk, read by both ends. What was read is written and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "desks/wire/decode.h"
#include "desks/wire/encode.h"
#include "desks/wire/lines.h"

namespace interlock::desk {
namespace {

void must(bool holds) {
  if (!holds) std::abort();
}

std::string_view body(const std::string& line) {
  return std::string_view(line).substr(0, line.size() - 1);
}

template <class Result>
void check_result(const boost::json::object& object) {
  const auto read = decode_result<Result>(object);
  if (!read) {
    must(!read.error().empty() && read.error().size() < 2048);
    return;
  }
  const auto reply = decode_from_desk(body(encode_result(1, *read)));
  must(reply.has_value());
  const auto again = decode_result<Result>(std::get<boost::json::object>(std::get<Reply>(*reply).content));
  must(again && *again == *read);
}

void check_reply(const boost::json::object& object) {
  check_result<Nothing>(object);
  check_result<Hit>(object);
  check_result<FocusResult>(object);
  check_result<WindowList>(object);
  check_result<State>(object);
  check_result<Captured>(object);
  check_result<Done>(object);
  check_result<ClipboardText>(object);
}

void check_line(std::string_view line) {
  if (const auto request = decode_request(line)) {
    const auto again = decode_request(body(encode(*request)));
    must(again && *again == *request);
  } else {
    must(!request.error().failure.message.empty() && request.error().failure.message.size() < 2048);
  }
  if (const auto message = decode_from_desk(line)) {
    if (const auto* event = std::get_if<Event>(&*message)) {
      const auto again = decode_from_desk(body(encode(*event)));
      must(again && std::get<Event>(*again) == *event);
    } else if (const auto* object = std::get_if<boost::json::object>(&std::get<Reply>(*message).content)) {
      check_reply(*object);
    }
  }
  if (const auto hello = decode_hello(line)) {
    const auto again = decode_hello(body(encode(*hello)));
    must(again && again->name == hello->name && again->features == hello->features);
  }
  decode_welcome(line);
}

}  // namespace
}  // namespace interlock::desk

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace interlock::desk;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Lines lines(4096);
  for (std::size_t at = 0; at < bytes.size(); at += 100) {
    lines.feed(bytes.substr(at, 100));
    while (const auto line = lines.next()) check_line(*line);
  }
  check_line(bytes);
  return 0;
}
