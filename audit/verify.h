/// Verifies that an audit log is unchanged since it was written.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "audit/signed_answer.h"

namespace interlock::audit {

/// The first line that is not as interlockd wrote it.
struct Flaw {
  std::string file;
  std::uint64_t line = 0;  ///< from 1
  std::string what;        ///< a sentence: what is wrong, and what it may mean
};

/// A picture that a record refers to (audit/pictures.h).
struct PictureRecord {
  std::string name;
  std::string sha256;
  std::string where;  ///< "FILE:LINE", of the record
};

/// Reads lines, oldest first, and follows the chain through them.
class Verifier {
 public:
  /// The next lines are from `file`.
  void begin_file(std::string file);
  /// Takes a line without its newline. Returns false if it is a flaw; lines after it are ignored.
  bool line(std::string_view text);
  /// Must be called after the last line.
  void finish();

  const std::optional<Flaw>& flaw() const { return flaw_; }
  std::uint64_t records() const { return records_; }
  /// Link of the newest record; `no_link` before the first.
  const std::string& head() const { return head_; }
  /// True if a record with this link was seen, or if no record was due yet (`no_link`).
  bool has(const std::string& link) const;

  /// Of the unchanged lines so far; the names are not checked.
  const std::vector<PictureRecord>& pictures() const { return pictures_; }
  /// Answers whose signatures were checked again; a wrong one is a flaw.
  std::uint64_t signed_answers() const { return signed_answers_; }
  /// Pictures up to this name were removed to make room, according to the log; empty if none was.
  const std::string& pictures_removed() const { return pictures_removed_; }

 private:
  bool fail(std::uint64_t line, std::string what);
  void note_pictures(const boost::json::object& record);
  /// An objection to a signed answer; empty: it is right, or the record is another.
  std::string note_signature(const boost::json::object& record);

  std::string file_;
  std::uint64_t number_ = 0;
  std::uint64_t records_ = 0;
  std::string head_;
  std::unordered_set<std::string> links_;
  std::optional<Flaw> unfinished_;  ///< a line that a crash may have left incomplete: the next record must say so
  std::string unfinished_digest_;
  std::optional<Flaw> flaw_;
  std::vector<PictureRecord> pictures_;
  std::string pictures_removed_;
  KnownKeys keys_;
  std::uint64_t signed_answers_ = 0;
};

}  // namespace interlock::audit
