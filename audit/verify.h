/// Tells whether an audit log is as it was written.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace interlock::audit {

/// The first line that is not as it was written.
struct Flaw {
  std::string file;
  std::uint64_t line = 0;  ///< from 1
  std::string what;        ///< a sentence: what is wrong, and what it can mean
};

/// A picture that a record tells of (audit/pictures.h).
struct PictureRecord {
  std::string name;
  std::string sha256;
  std::string where;  ///< "FILE:LINE", of the record
};

/// Reads lines, oldest first, and follows the chain through them.
class Verifier {
 public:
  /// From here on lines of `file`.
  void begin_file(std::string file);
  /// A line without its newline. False: it is a flaw, and nothing after it is looked at.
  bool line(std::string_view text);
  /// To be called after the last line.
  void finish();

  const std::optional<Flaw>& flaw() const { return flaw_; }
  std::uint64_t records() const { return records_; }
  /// Link of the newest record; `no_link` before the first.
  const std::string& head() const { return head_; }
  /// Whether a record with this link was seen, or none was yet due (`no_link`).
  bool has(const std::string& link) const;

  /// Of the lines so far that are as they were written; the names are not looked at.
  const std::vector<PictureRecord>& pictures() const { return pictures_; }
  /// Up to this name pictures were removed to make room, as the log says; empty: none was.
  const std::string& pictures_removed() const { return pictures_removed_; }

 private:
  bool fail(std::uint64_t line, std::string what);
  void note_pictures(const boost::json::object& record);

  std::string file_;
  std::uint64_t number_ = 0;
  std::uint64_t records_ = 0;
  std::string head_;
  std::unordered_set<std::string> links_;
  std::optional<Flaw> unfinished_;  ///< a line that may have been cut short by a crash: the next one must say so
  std::string unfinished_digest_;
  std::optional<Flaw> flaw_;
  std::vector<PictureRecord> pictures_;
  std::string pictures_removed_;
};

}  // namespace interlock::audit
