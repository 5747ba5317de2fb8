#include "clients/mcp/tests/mcp_host.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <fstream>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace interlock::test {

using namespace std::chrono_literals;

McpHost::McpHost(const Desktop& desktop, const std::vector<std::string>& arguments, std::string_view elicit) {
  const std::string config = desktop.dir() + "/mcp.json";
  json::object environment;
  for (const auto& [name, value] : desktop.environment()) environment[name] = value;
  json::object server = {
      {"command", INTERLOCK_MCP}, {"args", json::array(arguments.begin(), arguments.end())}, {"env", environment}};
  if (!elicit.empty()) server["elicit"] = elicit;
  std::ofstream(config) << json::serialize(server);

  std::signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> in, out;
  if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  const std::string script = INTERLOCK_MCP_SDK "/host.mjs";
  pid_ = ::fork();
  if (pid_ == 0) {
    ::dup2(in[0], STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    ::execl(INTERLOCK_NODE, "node", script.c_str(), config.c_str(), nullptr);
    ::_exit(127);
  }
  ::close(in[0]);
  ::close(out[1]);
  to_ = in[1];
  from_ = out[0];
  about_ = answer(0);
}

McpHost::~McpHost() {
  close();
}

void McpHost::close() {
  if (pid_ < 0) return;
  ::close(to_);
  const bool ended = eventually([&] { return ::waitpid(pid_, nullptr, WNOHANG) == pid_; }, 20s);
  if (!ended) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  ::close(from_);
  pid_ = -1;
}

void McpHost::send(const json::object& message) {
  const std::string line = json::serialize(message) + "\n";
  if (::write(to_, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
    throw std::runtime_error("the host is gone");
}

int McpHost::ask(std::string_view op, json::object params) {
  send({{"id", ++last_id_}, {"op", op}, {"params", std::move(params)}});
  return last_id_;
}

void McpHost::abort(int id) {
  send({{"abort", id}, {"op", "abort"}, {"id", -1}});
}

bool McpHost::read_until(const std::function<bool()>& done, std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (!done()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    pollfd ready{from_, POLLIN, 0};
    if (left.count() < 0 || ::poll(&ready, 1, static_cast<int>(left.count())) <= 0) return false;
    std::array<char, 65536> buffer;
    const ssize_t size = ::read(from_, buffer.data(), buffer.size());
    if (size <= 0) return done();
    framing_.feed({buffer.data(), static_cast<std::size_t>(size)});
    while (const auto line = framing_.next()) {
      auto message = json::parse(*line).as_object();
      if (message.contains("id")) {
        const int id = static_cast<int>(message.at("id").as_int64());
        answers_[id] = message.contains("result") ? message.at("result").as_object() : message;
      } else {
        heard_.push_back(*line);
      }
    }
  }
  return true;
}

json::object McpHost::answer(int id) {
  if (!read_until([&] { return answers_.contains(id); }, 60s)) {
    throw std::runtime_error("no answer to request " + std::to_string(id) + " of the host");
  }
  return answers_.at(id);
}

bool McpHost::is_answered(int id) {
  return read_until([&] { return answers_.contains(id); }, 0s);
}

bool McpHost::heard(const std::string& part) {
  return read_until(
      [&] {
        return std::any_of(heard_.begin(), heard_.end(),
                           [&](const auto& line) { return line.find(part) != std::string::npos; });
      },
      30s);
}

std::string text_of(const json::object& result) {
  std::string text;
  if (!result.contains("content")) return json::serialize(result);
  for (const auto& part : result.at("content").as_array()) {
    if (part.at("type") == "text") text += part.at("text").as_string().c_str();
  }
  return text;
}

bool is_error(const json::object& result) {
  return result.contains("isError") && result.at("isError").as_bool();
}

}  // namespace interlock::test
