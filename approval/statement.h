/// What an approver signs: one question of one run of one daemon, with everything that is shown and everything that
/// would be done. docs/protocol.md defines the bytes; tests/unit/approval has golden vectors. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace interlock::approval {

/// Named texts in their order: what is shown to an approver, or what would be done.
using Rows = std::vector<std::pair<std::string, std::string>>;

/// SHA-256 over "LENGTH:NAME,LENGTH:TEXT," of each row, lengths in bytes; 64 hexadecimal digits.
std::string digest_of(const Rows& rows);

struct Statement {
  std::string question;           ///< id, 32 hexadecimal digits, random
  std::string desktop;            ///< "USER@HOST DISPLAY"
  std::string start;              ///< 32 hexadecimal digits, random, of this start of the daemon
  std::string shown;              ///< digest_of() what is shown
  std::string done;               ///< digest_of() what would be done
  std::string policy;             ///< SHA-256 of the policy in force
  std::string picture;            ///< SHA-256 of the PNG that is shown with it; empty: there is none
  std::string lifespan = "once";  ///< of the yes: "once", "session", "10m"
  /// When the question closes, on the daemon's monotonic clock, from its start. No clock of an approver is involved.
  std::uint64_t deadline_ms = 0;

  bool operator==(const Statement&) const = default;
};

/// The bytes that are signed: lines of printable ASCII, equal for equal statements and for no others.
std::string serialize(const Statement& statement);
/// The statement of these bytes; nothing if serialize() would not have written them.
std::optional<Statement> parse_statement(std::string_view text);

}  // namespace interlock::approval
