/// Addresses for messages that questions wait. Each line of the file: "PERSON ntfy URL" or "PERSON webhook URL"; empty
/// lines and lines that begin with "#" do not count.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::console {

struct PushTarget {
  std::string person;
  bool ntfy = false;  ///< else a webhook
  bool tls = false;
  std::string host, port, path;  ///< path: "/topic"
};

/// The error is a phrase: "expected ...".
tl::expected<PushTarget, std::string> parse_push_target(std::string_view line);
/// The error names the file and the line, or why the file is refused: its addresses are secrets, so only its owner may
/// read it.
tl::expected<std::vector<PushTarget>, Error> read_push_targets(const std::string& file);

struct PushMessage {
  std::string type, body;
  std::string title, click;  ///< headers of ntfy; empty: none
};
/// A link to the page and how many questions wait: no word of a question, and nothing that answers one.
PushMessage push_message(const PushTarget& target, std::size_t questions, const std::string& origin);

}  // namespace interlock::console
