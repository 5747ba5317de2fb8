/// Reads messages of the wire, strictly: a wrong type, a number out of range, invalid UTF-8 or a missing key is an
/// error. Pure; never throws for any bytes.
///
/// In requests a key that is not known is an error, too: a desk must not leave out a condition that it does not know.
/// In what a desk sends, keys that are not known are ignored: a newer desk may say more.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <tl/expected.hpp>

#include "desks/wire/messages.h"

namespace interlock::desk {

// For interlockd.

/// The reply to a request: its result, still to be read by `decode_result` of the call's type, or why there is none.
struct Reply {
  std::uint64_t id = 0;
  std::variant<boost::json::object, Failure> content;
};
using FromDesk = std::variant<Reply, Event>;

/// The first line of a desk. A failure is what to answer: `version` or `invalid`.
tl::expected<Hello, Failure> decode_hello(std::string_view line);
/// Every other line. Errors: what is wrong with it, for people.
tl::expected<FromDesk, std::string> decode_from_desk(std::string_view line);

/// `Result` is a call's: decode_result<Hit>(object). Errors: what is wrong with it, for people.
template <class Result>
tl::expected<Result, std::string> decode_result(const boost::json::object& result);

// For the desk.

/// The first line of interlockd: it is welcome, or why not.
tl::expected<Welcome, Failure> decode_welcome(std::string_view line);

struct BadRequest {
  std::optional<std::uint64_t> id;  ///< if it could be read
  Failure failure;                  ///< `invalid`, or `unsupported` for a call that is not known
};
tl::expected<Request, BadRequest> decode_request(std::string_view line);

}  // namespace interlock::desk
