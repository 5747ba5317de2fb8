/// The reader of pixels as a process: interlock-sight, started when something is to be read, and ended after a minute
/// without a request. One that is to read Chinese is started with PP-OCR, which takes more memory (docs/sight.md). On
/// the daemon's loop.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "sight/reader.h"
#include "values/error.h"

namespace interlock::daemon {

/// The interlock-sight that was installed with this interlockd, or built with it.
std::string sight_program();

class SightProcess : public sight::Reader {
 public:
  static constexpr std::chrono::seconds idle_limit{60};
  static constexpr std::chrono::seconds start_limit{1};

  SightProcess(boost::asio::any_io_executor executor, std::string program);
  ~SightProcess() override;
  SightProcess(const SightProcess&) = delete;
  SightProcess& operator=(const SightProcess&) = delete;

  /// One request at a time; the others wait. A process that does not answer by the deadline, or not by the rules, is
  /// killed; the next request starts another one. Equal requests in a row are answered from memory.
  boost::asio::awaitable<std::optional<sight::Reply>> read(sight::Request request,
                                                           std::chrono::steady_clock::time_point deadline) override;

  /// Why nothing can be read; nothing: it can, or it was not tried yet.
  const std::optional<Error>& trouble() const { return trouble_; }
  /// The process that runs; nothing if none does.
  std::optional<int> pid() const;

 private:
  struct Child;
  struct Answered {
    sight::Request request;
    sight::Reply reply;
  };

  bool start(bool chinese);
  void stop();
  void end_when_idle();
  const sight::Reply* remembered(const sight::Request& request) const;
  boost::asio::awaitable<bool> wait_for_turn(std::chrono::steady_clock::time_point deadline);
  boost::asio::awaitable<std::optional<sight::Reply>> ask(const sight::Request& request,
                                                          std::chrono::steady_clock::time_point deadline);

  boost::asio::any_io_executor executor_;
  std::string program_;
  std::shared_ptr<Child> child_;
  boost::asio::steady_timer idle_;
  boost::asio::steady_timer turn_;  ///< cancelled when a request is done
  bool busy_ = false;
  std::deque<Answered> answered_;  ///< latest last
  std::optional<Error> trouble_;
};

}  // namespace interlock::daemon
