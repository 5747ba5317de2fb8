/// A temporary folder for one test, which is removed with its content.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace interlock::test {

class TempDir {
 public:
  TempDir() : path_(std::filesystem::temp_directory_path() / "interlock-test.XXXXXX") {
    if (!::mkdtemp(path_.data())) throw std::system_error(errno, std::generic_category(), "mkdtemp " + path_);
  }
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace interlock::test
