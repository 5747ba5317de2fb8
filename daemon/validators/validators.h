/// Asks the policy's external validators about an action or a tool call: programs that are started for each question,
/// and processes that registered themselves over the control socket. Their answers become findings of the rule
/// "validator.NAME". On the daemon's loop.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gate/raised.h"
#include "gate/safety_gate.h"
#include "ipc/server.h"
#include "policy/validators.h"

namespace interlock::daemon {

class Validators {
 public:
  /// A program with more output than this has failed.
  static constexpr std::size_t most_output = 64 * 1024;
  /// Programs that may run at once; further ones fail.
  static constexpr std::size_t most_running = 32;

  Validators(boost::asio::any_io_executor executor, std::shared_ptr<const policy::Validators> validators);
  ~Validators();
  void set(std::shared_ptr<const policy::Validators> validators);

  /// True if the policy has none.
  bool empty() const { return validators_->empty(); }

  /// The validators whose `when` holds or may hold.
  using Chosen = std::vector<std::shared_ptr<const policy::Validator>>;
  Chosen concerned(const gate::SafetyGate& judge, const Action& action, const Observation& observation, Time now) const;
  Chosen concerned(const gate::SafetyGate& judge, const ToolCall& call) const;

  struct Said {
    std::int64_t ask = 0;  ///< for tell_after()
    Findings findings;
  };
  /// Asks all at once, each until its own deadline. `record` is the record that the audit log would get.
  boost::asio::awaitable<Said> ask(Chosen chosen, boost::json::object record);
  /// Reports the result to the registered ones that were asked.
  void tell_after(std::int64_t ask, boost::json::object what);

  // The control socket's side.
  ipc::Answer enroll(std::shared_ptr<ipc::Connection> connection, const std::string& name);
  ipc::Answer answer(const ipc::Connection& connection, const ipc::ValidatorAnswer& given);
  void gone(const ipc::Connection& connection);
  /// For `status`: how each is asked, and whether it is available.
  boost::json::array describe() const;

 private:
  struct Inquiry;
  boost::asio::awaitable<void> run(std::shared_ptr<Inquiry> inquiry, std::string question);
  void start(const std::shared_ptr<Inquiry>& inquiry, boost::json::object record);
  std::shared_ptr<ipc::Connection> registered(const std::string& name) const;

  boost::asio::any_io_executor executor_;
  std::shared_ptr<const policy::Validators> validators_;
  std::map<std::string, std::shared_ptr<ipc::Connection>> registered_;     ///< by name
  std::multimap<std::int64_t, std::shared_ptr<Inquiry>> open_;             ///< by ask
  std::multimap<std::int64_t, std::shared_ptr<ipc::Connection>> to_tell_;  ///< by ask
  std::int64_t last_ask_ = 0;
  std::size_t running_ = 0;
};

}  // namespace interlock::daemon
