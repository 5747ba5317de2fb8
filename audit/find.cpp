#include "audit/find.h"

#include <fstream>

#include "audit/files.h"

namespace interlock::audit {
namespace {

using boost::json::object;

/// Adds the matching records of the file to `found`.
void read_file(const std::string& path, const std::string& id, object& found) {
  std::ifstream log(path);
  for (std::string line; std::getline(log, line);) {
    if (line.find('"' + id + '"') == std::string::npos) continue;  // far cheaper than parsing each line
    boost::system::error_code not_json;
    const auto parsed = boost::json::parse(line, not_json);
    const auto* record = not_json ? nullptr : parsed.if_object();
    if (record == nullptr) continue;
    const auto is = [&](std::string_view key, std::string_view text) {
      const auto* value = record->if_contains(key);
      return value != nullptr && value->is_string() && value->get_string() == text;
    };
    if (is("what", "picture") && is("of", id)) {
      auto& picture = found["picture"].emplace_object();
      for (const auto* key : {"file", "sha256"}) {
        if (const auto* value = record->if_contains(key)) picture[key] = *value;
      }
      continue;
    }
    if (!is("id", id)) continue;
    const bool is_end = is("record", "end");
    for (const auto& [key, value] : *record) {
      if (key == "record" || key == "prev") continue;
      found[is_end && key == "time" ? "ended" : std::string_view(key)] = value;
    }
  }
}

}  // namespace

tl::expected<object, Error> find_record(const std::string& dir, const std::string& id) {
  const auto files = log_files(dir);
  if (files.empty()) {
    return tl::unexpected(Error{"cannot read the audit log", dir + "/" + std::string(file_name),
                                "nothing was recorded yet, or it was moved"});
  }
  // Newest first: people ask about recent actions. An action's two records may be in two files.
  object found;
  for (auto file = files.rbegin(); file != files.rend() && !found.contains("action") && !found.contains("tool");
       ++file) {
    object older;
    read_file(*file, id, older);
    for (auto& [key, value] : found) older[key] = value;
    found = std::move(older);
  }
  if (!found.empty()) return found;
  return tl::unexpected(
      Error{"no action '" + id + "' in the audit log", files.back(), "`interlockctl audit` lists the ids"});
}

}  // namespace interlock::audit
