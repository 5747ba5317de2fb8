#include "daemon/settings/policy_seal.h"

#include <filesystem>
#include <fstream>

#include "audit/link.h"
#include "daemon/process/log.h"
#include "policy/rules_dir.h"

namespace interlock::daemon {

std::string policy_digest(const policy::Loaded& loaded, const std::vector<std::string>& rules_dirs) {
  std::string all = loaded.source + '\0';
  const auto add = [&all](const std::string& path) {
    const auto text = policy::read_policy_file(path);
    // The lengths prevent two files from having the digest of one.
    if (text) all += path + '\0' + std::to_string(text->size()) + '\0' + *text;
  };
  if (!loaded.source.starts_with("preset ")) add(loaded.source);
  if (const auto files = policy::find_rule_files(rules_dirs)) {
    for (const std::string& file : *files) add(file);
  }
  return audit::sha256(all);
}

bool PolicySeal::broken_by(const std::string& digest) const {
  std::ifstream kept(file_);
  std::string before;
  return kept >> before && before != digest;
}

void PolicySeal::set(const std::string& digest) const {
  const std::string draft = file_ + ".new";
  std::ofstream(draft, std::ios::trunc) << digest << '\n';
  std::error_code failed;
  std::filesystem::rename(draft, file_, failed);
  if (failed) {
    log_warning("cannot write " + file_ + " (" + failed.message() +
                "): a change of the policy is not noticed at the next start");
  }
}

}  // namespace interlock::daemon
