#include "daemon/asking/text_drawer.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include "daemon/process/command.h"

namespace interlock::daemon {

namespace {

namespace fs = std::filesystem;
namespace asio = boost::asio;

/// It takes 30 ms; a machine that swaps takes its time.
constexpr std::chrono::seconds longest{10};
/// The pictures of the longest question have 1 MiB.
constexpr std::size_t most_output = 8U << 20;

/// What went wrong; nothing if it wrote its reply.
std::optional<std::string> failure(const CommandEnd& end) {
  switch (end.how) {
    case CommandEnd::How::not_started:
      return "it cannot be started: " + end.why;
    case CommandEnd::How::timed_out:
      return "it did not end within " + std::to_string(longest.count()) + " s";
    case CommandEnd::How::too_much:
      return "it wrote more than " + std::to_string(most_output) + " bytes";
    case CommandEnd::How::exited:
      break;
  }
  if (end.code == 127) return "a library is missing: libpangocairo-1.0, or what that needs";
  if (end.code != 0) return "it ended with code " + std::to_string(end.code);
  return std::nullopt;
}

}  // namespace

std::string draw_text_program() {
  std::error_code failed;
  const fs::path folder = fs::read_symlink("/proc/self/exe", failed).parent_path();
  return (folder / INTERLOCK_DRAW_TEXT).lexically_normal().string();
}

platform::DrawText text_drawer(std::string program) {
  return [program = std::move(program)](std::string request) -> asio::awaitable<tl::expected<std::string, Error>> {
    const std::string name = program;
    std::vector<std::string> arguments = {name};
    CommandEnd end = co_await run_command(std::move(arguments), std::move(request), longest, most_output);
    if (const auto why = failure(end)) {
      co_return tl::make_unexpected(
          Error{"the text of a question was not drawn: " + *why, name,
                "`interlockctl doctor` looks for the cause; until then interlockctl answers"});
    }
    co_return std::move(end.output);
  };
}

}  // namespace interlock::daemon
