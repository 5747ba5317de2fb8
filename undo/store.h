/// The folder with what was kept: one folder for each entry, for this user alone (mode 0700), bounded in size and age.
/// Any thread; one at a time changes it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "undo/entry.h"

namespace interlock::undo {

struct Limits {
  std::uint64_t bytes = std::uint64_t{200} << 20;         ///< of one entry
  std::uint64_t total_bytes = std::uint64_t{1000} << 20;  ///< of all; the oldest are removed
  std::uint64_t files = 20'000;                           ///< of one entry, with folders and links
  std::chrono::seconds age = std::chrono::hours{24};
};

/// What keeping must respect.
struct Care {
  Limits limits;
  std::function<bool(std::string_view path)> is_secret;  ///< these files are never copied
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  std::shared_ptr<const std::atomic<bool>> abandoned = {};  ///< set: nobody wants the result any more; may be null
};

/// What keeping the places would take.
struct Estimate {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::vector<std::string> secrets = {};
};

/// Reasons are clauses for people: "they are larger than 200 MB".
template <class T>
using Or = tl::expected<T, std::string>;

/// The effort to keep `places`, or why that is not possible. Copies nothing.
Or<Estimate> estimate(const std::vector<Place>& places, const std::string& store, const Care& care);

class Store {
 public:
  explicit Store(std::string dir) : dir_(std::move(dir)) {}
  const std::string& dir() const { return dir_; }

  /// Copies what is at the header's places (by reflinks where the file system has them), and stores it under the
  /// header's id. On failure nothing is stored. Fills in secrets, files and bytes.
  Or<Header> keep(Header header, const Care& care);
  /// All entries that can be read, the newest first.
  std::vector<Header> list() const;
  Or<Header> find(const std::string& id) const;
  Or<std::vector<Node>> nodes(const std::string& id) const;
  /// The path of the copy of a file.
  std::string copy_of(const std::string& id, const Node& node) const;
  Or<void> mark_undone(const std::string& id, const std::string& by);
  /// Removes entries that are too old, the oldest while all are too large, and what an interrupted keep() left.
  /// `now`: s since 1970.
  void tidy(std::int64_t now, const Limits& limits);

 private:
  Or<void> write_header(const std::string& folder, const Header& header) const;
  std::string dir_;
};

}  // namespace interlock::undo
