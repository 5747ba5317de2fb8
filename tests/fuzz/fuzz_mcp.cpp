// Arbitrary lines of an MCP host, without a daemon: all output consists of JSON-RPC messages of one line.
#include <cstdint>
#include <cstdlib>

#include "clients/mcp/server.h"
#include "ipc/framing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace interlock;
  mcp::Server server("/nonexistent/agent.sock", {}, [](const boost::json::value& message) {
    const auto text = boost::json::serialize(message);
    if (text.find('\n') != std::string::npos) std::abort();
    if (message.is_object() && message.at("jsonrpc") != "2.0") std::abort();
  });
  const bool begun = size > 0 && (data[0] & 1) != 0;
  if (begun) {
    server.line(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26"}})");
    server.line(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  }
  ipc::Framing framing(4096);
  framing.feed({reinterpret_cast<const char*>(data), size});
  while (const auto line = framing.next()) server.line(*line);
  server.tick(mcp::Clock::now());
  return 0;
}
