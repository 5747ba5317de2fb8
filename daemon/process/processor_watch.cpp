#include "daemon/process/processor_watch.h"

#include <fstream>
#include <string>

namespace interlock::daemon {

namespace {

/// How long, in all since the machine was started, at least one thread has waited for a processor. Nothing if the
/// kernel does not report it.
std::optional<std::chrono::microseconds> processor_pressure(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);  // "some avg10=0.00 avg60=0.00 avg300=0.00 total=12345"
  const auto total = line.rfind("total=");
  if (!line.starts_with("some ") || total == std::string::npos) return std::nullopt;
  return std::chrono::microseconds(std::strtoll(line.c_str() + total + 6, nullptr, 10));
}

}  // namespace

ProcessorWatch::ProcessorWatch(const Window& window) {
  if (window.pid) program_ = static_cast<pid_t>(*window.pid);
  look();
}

bool ProcessorWatch::look() {
  const auto before = need_;
  if (program_ != 0) need_ = processor_need(program_);
  return need_ && (need_->now || (before && need_->waited - before->waited > held_up));
}

Contention::Contention(const Window& window, const char* pressure)
    : file_(pressure), pressure_(processor_pressure(pressure)) {
  if (!pressure_) program_.emplace(window);
}

bool Contention::exceeds(std::chrono::microseconds time) {
  if (program_) return program_->look();
  const auto now = processor_pressure(file_);
  return !now || *now - *pressure_ > time;
}

}  // namespace interlock::daemon
