/// The connection to interlockd: connects out to its socket, and again whenever it was lost.
#pragma once

#include <functional>
#include <string>

#include "desks/compositor/core.h"
#include "desks/wire/decode.h"
#include "desks/wire/lines.h"

namespace interlock::compositor {

class Link {
 public:
  using Reply = std::function<void(std::string)>;

  Link(Core& core, std::string path, std::string daemon);
  ~Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  /// From now on it is connected when it can be.
  void start();
  /// Dropped if it is not connected.
  void send(const desk::Event& event);
  bool welcomed() const { return welcomed_; }

  std::function<desk::Hello()> hello;
  /// Must call the reply once; the next request is handled after that.
  std::function<void(const desk::Request&, Reply)> handle;
  std::function<void()> lost;

 private:
  void connect_now();
  void ready(std::uint32_t mask);
  void read_lines();
  void handle_line(const std::string& line);
  void write(std::string line);
  void flush();
  void close_and_retry(const std::string& why);

  Core& core_;
  const std::string path_, daemon_;
  int fd_ = -1;
  wl_event_source* source_ = nullptr;
  wl_event_source* timer_ = nullptr;
  int wait_ms_;
  desk::Lines lines_;
  std::string out_;
  bool welcomed_ = false;
  bool answering_ = false;        ///< a request is not answered yet
  bool handling_ = false;         ///< `handle` is running
  std::uint64_t connection_ = 0;  ///< which one: a late reply is not for the next
  std::string last_trouble_;
};

}  // namespace interlock::compositor
