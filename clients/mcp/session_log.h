/// The requests and decisions of this session, for the resource that hosts show. Bounded; the complete record is in
/// interlock's audit log, which agents cannot read.
#pragma once

#include <deque>
#include <string>

#include "clients/mcp/message.h"

namespace interlock::mcp {

class SessionLog {
 public:
  static constexpr std::size_t most_entries = 500;
  static constexpr std::size_t most_bytes = 4096;  ///< of the arguments of one call

  /// Adds a tool call and its result; `now` as in "2026-11-20T19:14:55Z".
  void add(std::string now, std::string_view tool, const json::object& arguments, const json::object& reply);
  void add(std::string now, std::string_view tool, const json::object& arguments, const RpcError& error);

  /// One JSON object per line, oldest first, between marks, because reasons quote applications.
  std::string text() const;

 private:
  void put(std::string now, std::string_view tool, const json::object& arguments, json::object came);

  std::deque<std::string> lines_;
  std::size_t forgotten_ = 0;
};

}  // namespace interlock::mcp
