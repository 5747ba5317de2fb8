/// The topics of a desktop at the broker: "interlock/1/NAME/...", where NAME is the common name of its certificate.
/// Pure.
///
/// | topic         | written by   | what                                                                   |
/// |---------------|--------------|------------------------------------------------------------------------|
/// | `state`       | the desktop  | "online", "paused", "waiting" (interlockd does not answer), "offline"; retained |
/// | `question/ID` | the desktop  | an open question; retained, and empty when it is closed                 |
/// | `picture/ID`  | the desktop  | the PNG of its target; retained, and empty when it is closed            |
/// | `pause`       | the desktop  | the question whose yes pauses its agents; retained                      |
/// | `answer`      | the consoles | the parameters of the method `answer`, with correlation data            |
/// | `result`      | the desktop  | what came of an answer, with its correlation data                       |
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace interlock::broker {

enum class Kind : std::uint8_t { state, question, picture, pause, answer, result };

struct Topic {
  std::string desktop;
  Kind kind = Kind::state;
  std::string id = {};  ///< of questions and pictures: 32 lower-case hexadecimal digits

  bool operator==(const Topic&) const = default;
};

/// 1 to 64 letters, digits, ".", "_", "@" and "-": a level of a topic that no pattern can match otherwise.
bool is_name(std::string_view text);
/// The id of a question.
bool is_id(std::string_view text);

std::string text_of(const Topic& topic);
/// Nothing: not a topic of ours.
std::optional<Topic> parse_topic(std::string_view text);
/// The topics of this kind, of all desktops or of one, for a subscription.
std::string pattern_of(Kind kind, const std::string& desktop = "+");

}  // namespace interlock::broker
