// Runs every case of tests/golden/*.yaml. A file has `preset` or `policy`, `windows` (names for windows), `cases`. A
// case is a list of steps in one session; a step is a line of `interlockctl check`, and how it must be `judged`.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>

#include "cli/basics/print.h"
#include "cli/offline/checker.h"

namespace interlock::cli {
namespace {

namespace fs = std::filesystem;
namespace json = ipc::json;

json::value to_json(const YAML::Node& node) {
  if (node.IsSequence()) {
    json::array array;
    for (const auto& item : node) array.push_back(to_json(item));
    return array;
  }
  if (node.IsMap()) {
    json::object object;
    for (const auto& member : node) object[member.first.as<std::string>()] = to_json(member.second);
    return object;
  }
  if (node.IsNull()) return nullptr;
  const auto text = node.as<std::string>();
  boost::system::error_code no_json;
  // A plain 3, 0.5 or true means the same in YAML and JSON; everything else is text.
  if (node.Tag() != "!") {
    if (auto value = json::parse(text, no_json); !no_json && !value.is_string()) return value;
  }
  return json::string(text);
}

struct Case {
  std::string name;
  json::object file;
  json::array steps;
};

void PrintTo(const Case& golden, std::ostream* out) {
  *out << golden.name;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const auto& entry : fs::directory_iterator(INTERLOCK_SOURCE_DIR "/tests/golden")) {
    if (entry.path().extension() != ".yaml") continue;
    const auto file = to_json(YAML::LoadFile(entry.path())).as_object();
    for (const auto& item : file.at("cases").as_array()) {
      const auto& golden = item.as_object();
      const auto name = std::string(golden.at("case").as_string());
      cases.push_back({entry.path().stem().string() + ": " + name, file, golden.at("steps").as_array()});
    }
  }
  std::sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) { return a.name < b.name; });
  return cases;
}

/// Makes a line of `check` from a step: the window's name in the file is replaced by the window.
json::object line_of(const json::object& step, const json::object& file) {
  json::object line;
  json::object observation = {{"document", nullptr}};
  for (const auto& [key, value] : step) {
    if (key == "do") {
      line["action"] = value;
    } else if (key == "in") {
      for (const auto& [part, seen] : file.at("windows").at(value.as_string()).as_object()) observation[part] = seen;
    } else if (key == "element" || key == "read" || key == "focus" || key == "drop" || key == "drop_window" ||
               key == "document" || key == "bound" || key == "names" || key == "around" || key == "files" ||
               key == "clipboard" || key == "content") {
      observation[key] = value;
    } else if (key != "judged") {
      line[key] = value;
    }
  }
  line["observation"] = observation;
  line["session"] = "golden";
  return line;
}

class Golden : public testing::TestWithParam<Case> {};

TEST_P(Golden, IsJudgedAsWritten) {
  const auto& [name, file, steps] = GetParam();
  const auto preset = policy::load_preset(text_at(file, "preset"));
  ASSERT_TRUE(preset) << policy::to_text(preset.error());
  Checker checker(*preset, true);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto& step = steps[i].as_object();
    auto line = line_of(step, file);
    if (i == 0 && file.contains("policy")) line["policy"] = file.at("policy");
    const auto answer = checker.answer(json::serialize(line), i + 1);
    const std::string expected(step.at("judged").as_string());  // "block by blocklist", "block by scope.hidden_element"
    std::string got = text_at(answer, "decision");
    if (got != "allow") got += " by " + text_at(answer, "rule");
    if (expected.find('.') != expected.npos) got += "." + text_at(answer, "code");
    EXPECT_EQ(got, expected) << "step " << i + 1 << ": " << json::serialize(answer);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, Golden, testing::ValuesIn(all_cases()), [](const auto& info) {
  std::string name = info.param.name;
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
});

}  // namespace
}  // namespace interlock::cli
