/// The state of a folder, for comparing it before and after: kinds, bytes, modes, owners and times of all in it.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <sys/stat.h>

namespace interlock::test {

/// By path; "" is the folder itself. What git added to its objects does not count: nothing refers to it.
inline std::map<std::string, std::string> state_of(const std::string& folder) {
  namespace fs = std::filesystem;
  std::map<std::string, std::string> all;
  const auto add = [&](const fs::path& path) {
    struct stat facts {};
    if (::lstat(path.c_str(), &facts) != 0) return;
    std::ostringstream text;
    text << std::oct << facts.st_mode << std::dec << ' ' << facts.st_uid << ':' << facts.st_gid << ' '
         << facts.st_mtim.tv_sec << '.' << facts.st_mtim.tv_nsec << ' ';
    if (S_ISLNK(facts.st_mode)) text << fs::read_symlink(path).string();
    if (S_ISREG(facts.st_mode)) text << std::ifstream(path, std::ios::binary).rdbuf();
    all[path.string().substr(folder.size())] = text.str();
  };
  add(folder);
  for (auto at = fs::recursive_directory_iterator(folder); at != fs::recursive_directory_iterator(); ++at) {
    if (at->path().filename() == "objects" && at->path().parent_path().filename() == ".git") {
      at.disable_recursion_pending();
      continue;
    }
    add(at->path());
  }
  return all;
}

}  // namespace interlock::test
