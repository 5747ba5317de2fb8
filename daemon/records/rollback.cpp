#include "daemon/records/rollback.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "daemon/records/record.h"
#include "values/utf8.h"

namespace interlock::daemon {

namespace json = boost::json;

namespace {

std::string hours(std::chrono::hours age) {
  return std::to_string(age.count()) + (age.count() == 1 ? " hour" : " hours");
}

/// Rules whose questions are about consequences: a person wants to know whether these can be taken back.
bool about_consequence(const Assessment& assessment) {
  constexpr std::array<std::string_view, 3> rules = {"irreversible", "command", "blocklist"};
  return std::find(rules.begin(), rules.end(), assessment.rule) != rules.end();
}

}  // namespace

std::string size_text(std::uint64_t files, std::uint64_t bytes) {
  std::array<char, 32> size{};
  if (bytes < 10'000) {
    std::snprintf(size.data(), size.size(), "%llu bytes", static_cast<unsigned long long>(bytes));
  } else if (bytes < 1'000'000) {
    std::snprintf(size.data(), size.size(), "%.0f kB", double(bytes) / 1e3);
  } else {
    std::snprintf(size.data(), size.size(), "%.1f MB", double(bytes) / 1e6);
  }
  return std::to_string(files) + (files == 1 ? " file, " : " files, ") + size.data();
}

std::string undo_text(const Step& step, const policy::RollbackSettings& settings) {
  if (!step.rollback) return {};
  const Rollback& rollback = *step.rollback;
  const std::string application = rollback.application.empty() ? "" : "; " + rollback.application;
  if (rollback.destroys && settings.keep && rollback.unknown.empty() && !rollback.places.empty()) {
    const std::string kept = size_text(rollback.size.files, rollback.size.bytes) + " are kept for " +
                             hours(settings.age) + " (interlockctl undo)";
    const auto& secrets = rollback.size.secrets;
    if (secrets.empty() && rollback.size.files == 0)
      return "It can be undone: it overwrites nothing, and interlockctl undo takes away what is new" + application;
    if (secrets.empty()) return "It can be undone: " + kept + application;
    const std::string first = secrets.front().substr(secrets.front().rfind('/') + 1);
    return "It can be undone in part: " + kept + ", but no copy is made of files with secrets (" + first +
           (secrets.size() > 1 ? ", ..." : "") + ")" + application;
  }
  if (!rollback.texts.empty() && rollback.unknown.empty())
    return "The text that is in the field now is kept (interlockctl undo)" + application;
  if (!rollback.destroys && !about_consequence(step.assessment)) return {};
  std::string why = rollback.unknown;
  if (why.empty() && !settings.keep) why = "the policy keeps nothing (rollback.keep)";
  return "It cannot be undone" + (why.empty() ? " by interlock" : ": " + why) + application;
}

json::value rollback_json(const Step& step) {
  if (!step.rollback) return nullptr;
  const Rollback& rollback = *step.rollback;
  if (!rollback.entry.empty()) {
    json::object kept = {{"entry", rollback.entry}, {"files", rollback.size.files}, {"bytes", rollback.size.bytes}};
    if (!rollback.size.secrets.empty()) kept["secrets_left_out"] = rollback.size.secrets.size();
    return kept;
  }
  if (rollback.destroys && !rollback.unknown.empty()) return json::object{{"unknown", valid_utf8(rollback.unknown)}};
  return nullptr;
}

}  // namespace interlock::daemon
