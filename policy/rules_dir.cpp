#include "policy/rules_dir.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>

#include "gate/policy/custom_rules.h"
#include "policy/loader.h"
#include "policy/readers.h"
#include "policy/rules.h"

namespace interlock::policy {

namespace fs = std::filesystem;

namespace {

using Rules = tl::expected<std::vector<gate::CustomRule>, Errors>;

bool is_rule_file(const std::string& name) {
  return name.ends_with(".yaml") && !name.starts_with('_') && !name.starts_with('.');
}

void append(Errors& into, Errors errors) {
  std::move(errors.begin(), errors.end(), std::back_inserter(into));
}

std::optional<Error> own_fault(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0)
    return Error{"cannot look at it: " + std::string(std::strerror(errno)), path, {}};
  if (status.st_uid != 0 && status.st_uid != ::geteuid()) {
    return Error{"it belongs to user " + std::to_string(status.st_uid) + ", who could change the rules", path,
                 "give it to root or to the user who runs interlockd"};
  }
  // In a sticky folder only the owner of an entry can rename or remove it.
  const bool sticky = S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0;
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0 && !sticky) {
    return Error{"others may write to it, and so could change the rules", path, "chmod go-w '" + path + "'"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> changeable_by_others(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error) return Error{"cannot look at it: " + error.message(), path, {}};
  for (fs::path at = real;; at = at.parent_path()) {
    if (auto fault = own_fault(at.string())) return fault;
    if (at == at.root_path()) return std::nullopt;
  }
}

std::vector<std::string> rules_dirs(const std::string& project) {
  std::vector<std::string> dirs = {"/etc/interlock/rules.d"};
  if (const std::string own = config_home(); !own.empty()) dirs.push_back(own + "/interlock/rules.d");
  if (!project.empty()) dirs.push_back(project + "/.interlock/rules.d");
  return dirs;
}

tl::expected<std::vector<std::string>, Errors> find_rule_files(const std::vector<std::string>& dirs) {
  std::map<std::string, std::string> found;  // by name
  Errors errors;
  for (const std::string& dir : dirs) {
    std::error_code error;
    if (fs::status(dir, error).type() == fs::file_type::not_found) continue;
    if (auto fault = changeable_by_others(dir)) {
      errors.push_back(std::move(*fault));
      continue;
    }
    std::size_t count = 0;
    auto entry = fs::directory_iterator(dir, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      if (is_rule_file(name)) found.emplace(name, entry->path().string());
      if (++count <= max_rule_files) continue;
      errors.push_back({"more than " + std::to_string(max_rule_files) + " files", dir, {}});
      break;
    }
    if (error) errors.push_back({"cannot read the folder: " + error.message(), dir, {}});
  }
  std::vector<std::string> files;
  for (const auto& [name, path] : found) {
    if (auto fault = changeable_by_others(path)) errors.push_back(std::move(*fault));
    files.push_back(path);
  }
  if (!errors.empty()) return tl::unexpected(std::move(errors));
  return files;
}

Rules load_rules_text(std::string_view text, const std::string& name) {
  if (auto fault = too_large(text, name)) return tl::unexpected(Errors{std::move(*fault)});
  Mistakes mistakes(name);
  const auto root = parse_tree(text, mistakes);
  if (!root) return tl::unexpected(mistakes.take());
  std::vector<gate::CustomRule> rules;
  if (root->kind != Node::Kind::null && root->kind != Node::Kind::map) {
    wrong_type(*root, "'rules:' and a list", mistakes);
  }
  for (const auto& [key, place, value] : root->members) {
    if (key == "rules") {
      read_rules(value, rules, mistakes);
    } else {
      mistakes.add(place, unknown("key", key, {"rules"}),
                   "a file of rules.d may only have 'rules'; everything else belongs in the policy");
    }
  }
  std::vector<gate::PatternError> wrong;
  gate::CustomRules::compile(rules, wrong);
  for (const auto& error : wrong) mistakes.add({error.at.line, error.at.column}, "not a pattern: " + error.message);
  if (!mistakes.empty()) return tl::unexpected(mistakes.take());
  return rules;
}

namespace {

Rules load_files(const std::vector<std::string>& files, Errors errors) {
  std::vector<gate::CustomRule> rules;
  for (const std::string& file : files) {
    const auto text = read_policy_file(file);
    auto read = text ? load_rules_text(*text, file) : Rules(tl::unexpected(text.error()));
    if (!read) {
      append(errors, std::move(read.error()));
      continue;
    }
    std::move(read->begin(), read->end(), std::back_inserter(rules));
  }
  if (!errors.empty()) return tl::unexpected(std::move(errors));
  return rules;
}

}  // namespace

Rules load_rules_dirs(const std::vector<std::string>& dirs) {
  auto files = find_rule_files(dirs);
  return files ? load_files(*files, {}) : load_files({}, std::move(files.error()));
}

Rules load_rules(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  Errors errors;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
    } else if (auto found = find_rule_files({path})) {
      files.insert(files.end(), found->begin(), found->end());
    } else {
      append(errors, std::move(found.error()));
    }
  }
  return load_files(files, std::move(errors));
}

}  // namespace interlock::policy
