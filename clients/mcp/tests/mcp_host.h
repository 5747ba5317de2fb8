/// The official client of the protocol in a process of its own (host.mjs), which starts interlock-mcp as any host does.
#pragma once

#include <boost/json.hpp>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "ipc/framing.h"
#include "tests/desktop/desktop.h"

namespace interlock::test {

namespace json = boost::json;

class McpHost {
 public:
  /// Starts both; throws if client and server cannot agree on the protocol. `elicit`: the person's answer, "accept" or
  /// "decline", to what the server elicits; without it the host has no elicitation.
  McpHost(const Desktop& desktop, const std::vector<std::string>& arguments, std::string_view elicit = {});
  ~McpHost();
  McpHost(const McpHost&) = delete;
  McpHost& operator=(const McpHost&) = delete;

  /// Sends a request and returns its number.
  int ask(std::string_view op, json::object params = {});
  /// Waits for its answer: the result, or {"error": ...}. Throws if none arrives.
  json::object answer(int id);
  json::object request(std::string_view op, json::object params = {}) { return answer(ask(op, std::move(params))); }
  json::object call(std::string_view tool, json::object arguments = {}) {
    return request("call", {{"name", tool}, {"arguments", std::move(arguments)}});
  }
  void abort(int id);
  /// Waits for a message other than an answer whose JSON contains `part`; false if none arrives.
  bool heard(const std::string& part);
  bool is_answered(int id);  ///< without waiting

  const json::object& about() const { return about_; }  ///< the server's description of itself, and its pid
  void close();                                         ///< the client closes the server's input, and ends

 private:
  void send(const json::object& message);
  /// Reads until `done` is true, or the time is over.
  bool read_until(const std::function<bool()>& done, std::chrono::milliseconds patience);

  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
  int last_id_ = 0;
  ipc::Framing framing_{std::size_t{16} << 20};
  std::map<int, json::object> answers_;
  std::vector<std::string> heard_;
  json::object about_;
};

/// All text of a tool's result.
std::string text_of(const json::object& result);
bool is_error(const json::object& result);

}  // namespace interlock::test
