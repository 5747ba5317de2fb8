// The Python client's functions make every action of the wire, with every key, as in the schema.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "ipc/action_names.h"
#include "ipc/decode.h"
#include "ipc/tool_schema.h"

namespace interlock::ipc {
namespace {

using Keys = std::map<std::string, std::set<std::string>>;  // by the action's type

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::string text;
  for (int c = 0; pipe && (c = std::fgetc(pipe.get())) != EOF;) text += static_cast<char>(c);
  return text;
}

Keys keys_of_python() {
  const std::string client = INTERLOCK_SOURCE_DIR "/clients/python";
  const std::string lines =
      output_of("PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='" + client + "' python3 '" + client + "/tests/each_action.py'");
  Keys keys;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at);
    const auto value = json::parse(lines.substr(at, end - at));
    at = end + 1;
    const auto decoded = decode_action(value, "action");
    EXPECT_TRUE(decoded) << value << ": " << decoded.error().message;
    auto& taken = keys[std::string(value.at("type").as_string())];
    for (const auto& pair : value.as_object()) taken.insert(pair.key());
  }
  return keys;
}

Keys keys_of_schema() {
  Keys keys;
  for (const std::string_view type : action_type_names) {
    auto& taken = keys[std::string(type)];
    for (const auto& schema : action_schemas(type, {})) {
      for (const auto& property : schema.at("properties").as_object()) taken.insert(property.key());
    }
    if (type == "focus") taken.erase("scroll_into_view");  // Python's `focus` gives the focus, and `scroll_to` scrolls
  }
  return keys;
}

TEST(PythonActions, HaveTheTypesAndKeysOfTheSchema) {
  if (output_of("python3 -c 'import sys; print(sys.version_info >= (3, 11))'") != "True\n") {
    GTEST_SKIP() << "there is no Python 3.11";
  }
  EXPECT_EQ(keys_of_python(), keys_of_schema());
}

}  // namespace
}  // namespace interlock::ipc
