// docs/protocol.md: the daemon accepts every request and action that the page shows, and the page has every method and
// every type of action.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

#include "ipc/action_names.h"
#include "ipc/decode.h"

namespace interlock::ipc {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::UnorderedElementsAreArray;

std::string page() {
  std::ifstream file(INTERLOCK_SOURCE_DIR "/docs/protocol.md");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(ProtocolPage, ShowsRequestsThatAreTaken) {
  std::istringstream lines(page());
  bool control = false, questions = false;
  int requests = 0, actions = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line == "## Control methods") control = true;
    if (line == "## Question methods") questions = true;
    if (line.starts_with("→ ")) {
      const std::string request = line.substr(std::string_view("→ ").size());
      const auto agents = decode_agent(request);
      const auto people = decode_control(request);
      if (questions) {
        const auto approvers = decode_questions(request);
        EXPECT_TRUE(approvers) << request << "\n" << approvers.error().error.message;
        continue;
      }
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

/// The part of `text` from `from` up to the next `to`; empty if `from` does not occur.
std::string section(const std::string& text, std::string_view from, std::string_view to) {
  const std::size_t begin = text.find(from), end = text.find(to, begin);
  return begin == std::string::npos ? "" : text.substr(begin, end - begin);
}

/// The names in backquotes in the row of `socket` in the table of the sockets.
std::vector<std::string> in_the_row_of(const std::string& socket) {
  const std::string row = section(page(), "| `" + socket + "` |", "\n");
  const std::string methods = row.substr(std::min(row.size(), row.rfind(" | ") + 2));
  static const std::regex name("`([^`]+)`");
  std::vector<std::string> found;
  for (std::sregex_iterator at(methods.begin(), methods.end(), name), end; at != end; ++at) found.push_back((*at)[1]);
  return found;
}

/// The methods in the headings "### window, windows" of a chapter.
std::vector<std::string> headings_of(std::string_view chapter) {
  std::istringstream lines(section(page(), chapter, "\n## "));
  std::vector<std::string> found;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("### ")) continue;
    std::istringstream names(line.substr(4));
    for (std::string name; std::getline(names >> std::ws, name, ',');) found.push_back(name);
  }
  return found;
}

TEST(ProtocolPage, HasEveryMethodInTheTableOfItsSocketAndUnderAHeading) {
  EXPECT_THAT(in_the_row_of("agent.sock"), UnorderedElementsAreArray(agent_method_names()));
  EXPECT_THAT(headings_of("## Agent methods"), UnorderedElementsAreArray(agent_method_names()));
  EXPECT_THAT(in_the_row_of("control.sock"), UnorderedElementsAreArray(control_method_names()));
  EXPECT_THAT(headings_of("## Control methods"), UnorderedElementsAreArray(control_method_names()));
  EXPECT_THAT(in_the_row_of("questions.sock"), UnorderedElementsAreArray(question_method_names()));
  auto headings = headings_of("## Question methods");
  std::erase(headings, "The statement");
  EXPECT_THAT(headings, UnorderedElementsAreArray(question_method_names()));
}

TEST(ProtocolPage, HasARowForEveryActionType) {
  const std::string table = section(page(), "## Action types", "\n## ");
  for (std::string_view type : action_type_names) {
    const std::string name = "`" + std::string(type) + "`";
    EXPECT_THAT(table,
                AnyOf(HasSubstr("\n| " + name + " |"), HasSubstr("\n| " + name + ", "), HasSubstr(", " + name + " |")));
  }
}

}  // namespace
}  // namespace interlock::ipc
