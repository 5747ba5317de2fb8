/// Replacing the policy file by a newer one, and back.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::cli {

class PolicyFile {
 public:
  /// `path` need not exist.
  explicit PolicyFile(std::string path) : path_(std::move(path)) {}

  /// Puts a text in its place, whole or not at all. The file before is kept as PATH.before.
  tl::expected<void, Error> replace(const std::string& text) const;
  /// Undoes replace().
  void put_back() const;

  /// What the server calls the file as it is now (ETag), kept in PATH.etag; empty: not known.
  std::string etag() const;
  void set_etag(const std::string& etag) const;

  const std::string& path() const { return path_; }

 private:
  std::string before() const { return path_ + ".before"; }
  std::string path_;
};

}  // namespace interlock::cli
