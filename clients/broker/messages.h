/// What travels over the broker, read from bytes that anybody may have written. Total; fuzzed by
/// tests/fuzz/fuzz_broker. Nothing here decides whether an answer counts: interlockd checks signatures.
#pragma once

#include <boost/json.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "clients/broker/topics.h"

namespace interlock::broker {

inline constexpr std::size_t question_bytes = 1024 * 1024;
inline constexpr std::size_t answer_bytes = 64 * 1024;
inline constexpr std::size_t picture_bytes = 8 * 1024 * 1024;
inline constexpr std::chrono::hours longest_question{24};

/// A question with the keys of the method `questions` and no others. Its statement is of this id and of the rows that
/// are with it; the error is a phrase: "the statement is not of what is shown".
tl::expected<boost::json::object, std::string> read_question(const std::string& id, std::string_view bytes);

/// The question whose yes pauses all agents of a desktop, if it is that and no other; the error is a phrase.
tl::expected<boost::json::object, std::string> read_pause(std::string_view bytes);

/// The parameters of the method `answer`, with its keys alone. The error is a phrase.
tl::expected<boost::json::object, std::string> read_answer(std::string_view bytes);

/// What came of an answer: {"outcome", ...} or {"error"}; nothing: not a result. `vnc` is the path of a socket without
/// characters that mean something to a shell.
std::optional<boost::json::object> read_result(std::string_view bytes);

/// What a question asks, equal for equal questions of different desktops: its rows without those of one session, its
/// policy, picture, lifespans and the number of signatures. 64 hexadecimal digits; of what read_question() returned.
std::string group_of(const boost::json::object& question);

}  // namespace interlock::broker
