/// Writes messages of the wire, each as one line of JSON with its LF.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "desks/wire/messages.h"

namespace interlock::desk {

// interlockd's.
std::string encode(const Welcome& welcome);
std::string encode(const Request& request);

// The desk's.
std::string encode(const Hello& hello);
std::string encode(const Event& event);

/// An error without an id answers a hello, or a line whose id could not be read.
std::string encode_failure(std::optional<std::uint64_t> id, const Failure& failure);

boost::json::object to_json(const Nothing&);
boost::json::object to_json(const Hit& hit);
boost::json::object to_json(const FocusResult& focus);
boost::json::object to_json(const WindowList& list);
boost::json::object to_json(const State& state);
boost::json::object to_json(const Captured& captured);
boost::json::object to_json(const Done& done);
boost::json::object to_json(const ClipboardText& clipboard);

/// The reply to request `id`; `Result` is the call's.
std::string encode_result_object(std::uint64_t id, boost::json::object result);
template <class Result>
std::string encode_result(std::uint64_t id, const Result& result) {
  return encode_result_object(id, to_json(result));
}

}  // namespace interlock::desk
