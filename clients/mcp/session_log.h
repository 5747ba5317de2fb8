/// What was asked in this session and what was decided, for the resource that hosts show. Bounded; the whole truth is
/// in interlock's audit log, which agents cannot read.
#pragma once

#include <deque>
#include <string>

#include "clients/mcp/message.h"

namespace interlock::mcp {

class SessionLog {
 public:
  static constexpr std::size_t most_entries = 500;
  static constexpr std::size_t most_bytes = 4096;  ///< of the arguments of one call

  /// A tool call and what came of it; `now` as in "2026-11-20T19:14:55Z".
  void add(std::string now, std::string_view tool, const json::object& arguments, const json::object& reply);
  void add(std::string now, std::string_view tool, const json::object& arguments, const RpcError& error);

  /// A JSON object a line, oldest first, between marks: reasons quote applications.
  std::string text() const;

 private:
  void put(std::string now, std::string_view tool, const json::object& arguments, json::object came);

  std::deque<std::string> lines_;
  std::size_t forgotten_ = 0;
};

}  // namespace interlock::mcp
