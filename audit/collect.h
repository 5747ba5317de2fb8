/// Puts a copy of an audit log together from the lines that a log service received: any of them repeatedly, and in any
/// order, as after a broken connection or a rotation. The chain (link.h) says which line comes next, so the copy is the
/// log byte by byte, and a line of anybody else does not get into it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::audit {

class Collector {
 public:
  /// Lines that wait for the one before them have this many bytes at most; further ones are left over.
  static constexpr std::size_t max_waiting_bytes = 256U << 20;

  /// `write` appends one line to the copy; an error of it ends the collection.
  using Write = std::function<tl::expected<void, Error>(std::string_view line)>;
  explicit Collector(Write write) : write_(std::move(write)) {}

  /// A line that the copy already has; all of them must be given first, in their order.
  void has(std::string_view line);
  /// A received line, without its newline. `where`: for left_over().
  tl::expected<void, Error> receive(std::string_view line, const std::string& where);

  struct LeftOver {
    std::uint64_t lines = 0;
    std::string first;  ///< where one of them was received
  };
  /// Lines that follow nothing in the copy: what is before them has not been received, or they are not of this log.
  LeftOver left_over() const;
  std::uint64_t written() const { return written_; }
  std::uint64_t repeats() const { return repeats_; }

 private:
  struct Waiting {
    std::string line, where;
  };
  tl::expected<void, Error> append(std::string_view line, const std::string& link);
  tl::expected<void, Error> append_all_that_follow();
  bool keep(std::unordered_map<std::string, Waiting>& in, const std::string& key, std::string_view line,
            const std::string& where);

  Write write_;
  std::string head_;
  std::unordered_set<std::string> links_;             ///< of all lines in the copy
  std::unordered_map<std::string, Waiting> records_;  ///< that wait, by their `prev`
  std::unordered_map<std::string, Waiting> others_;   ///< lines that are no records, by their link
  std::size_t waiting_bytes_ = 0;
  LeftOver refused_;
  std::uint64_t written_ = 0, repeats_ = 0;
};

}  // namespace interlock::audit
