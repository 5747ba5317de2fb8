#include "audit/files.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <pwd.h>
#include <unistd.h>

#include "audit/record_id.h"

namespace interlock::audit {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view rotated_start = "audit-";
constexpr std::string_view rotated_end = ".jsonl";

bool is_rotated(std::string_view name) {
  if (!name.starts_with(rotated_start) || !name.ends_with(rotated_end)) return false;
  name.remove_prefix(rotated_start.size());
  name.remove_suffix(rotated_end.size());
  return record_id_value(name).has_value();
}

}  // namespace

std::string rotated_name(std::string_view id) {
  return std::string(rotated_start) + std::string(id) + std::string(rotated_end);
}

std::vector<std::string> log_files(const std::string& dir) {
  std::vector<std::string> files;
  std::error_code unreadable;
  for (fs::directory_iterator entry(dir, unreadable), end; !unreadable && entry != end; entry.increment(unreadable)) {
    if (is_rotated(entry->path().filename().string())) files.push_back(entry->path().string());
  }
  std::sort(files.begin(), files.end());
  const std::string current = dir + "/" + std::string(file_name);
  if (fs::exists(current, unreadable)) files.push_back(current);
  return files;
}

std::string last_line(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return {};
  const auto size = static_cast<std::size_t>(file.tellg());
  // Most lines are short: the whole file is read only if its last part has fewer than two newlines.
  for (std::size_t part = 64 * 1024;; part *= 8) {
    const std::size_t length = std::min(size, part);
    std::string text(length, '\0');
    file.clear();
    file.seekg(static_cast<std::streamoff>(size - length));
    file.read(text.data(), static_cast<std::streamsize>(length));
    const auto end = text.rfind('\n');
    const auto begin = end == std::string::npos || end == 0 ? std::string::npos : text.rfind('\n', end - 1);
    if (begin != std::string::npos) return text.substr(begin + 1, end - begin - 1);
    if (length == size) return end == std::string::npos ? std::string() : text.substr(0, end);
  }
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

std::string default_dir() {
  // The base directory specification: a value that is not an absolute path must be ignored.
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && state[0] == '/') {
    return std::string(state) + "/interlock";
  }
  const char* home = std::getenv("HOME");
  if (home == nullptr || home[0] != '/') {
    const passwd* user = getpwuid(getuid());
    home = user != nullptr ? user->pw_dir : "";
  }
  return std::string(home) + "/.local/state/interlock";
}

}  // namespace interlock::audit
