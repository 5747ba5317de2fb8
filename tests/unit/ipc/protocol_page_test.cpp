// docs/protocol.md: every request and action that it shows is one that the daemon takes, every method and limit is on
// it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <vector>

#include "ipc/action_names.h"
#include "ipc/decode.h"

namespace interlock::ipc {
namespace {

using testing::HasSubstr;

std::string page() {
  std::ifstream file(INTERLOCK_SOURCE_DIR "/docs/protocol.md");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(ProtocolPage, ShowsRequestsThatAreTaken) {
  std::istringstream lines(page());
  bool control = false;
  int requests = 0, actions = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line == "## Control methods") control = true;
    if (line.starts_with("→ ")) {
      const std::string request = line.substr(std::string_view("→ ").size());
      const auto agents = decode_agent(request);
      const auto people = decode_control(request);
      EXPECT_TRUE(control ? people.has_value() : agents.has_value())
          << request << "\n"
          << (control ? people.error() : agents.error()).error.message;
      ++requests;
    } else if (line.starts_with("{\"type\"")) {
      const auto value = parse_json(line);
      ASSERT_TRUE(value) << line << ": " << value.error().message;
      const auto action = decode_action(*value, "action");
      EXPECT_TRUE(action) << line << ": " << action.error().message;
      ++actions;
    }
  }
  EXPECT_GE(requests, 12);
  EXPECT_GE(actions, 8);
}

TEST(ProtocolPage, NamesEveryMethodAndActionType) {
  const std::string text = page();
  for (const char* method :
       {"hello",       "session.open", "session.close", "session.reset", "session.cancel", "turn.start",
        "turn.end",    "act",          "status",        "observe",       "screenshot",     "tools",
        "tool.before", "tool.after",   "pending",       "desktop",       "windows",        "reply",
        "pause",       "resume",       "halt",          "reload",        "watch",          "explain"}) {
    EXPECT_THAT(text, HasSubstr(method));
  }
  for (std::string_view type : action_type_names) EXPECT_THAT(text, HasSubstr("`" + std::string(type) + "`"));
}

}  // namespace
}  // namespace interlock::ipc
