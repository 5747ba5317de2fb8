/// The steps of an audited session, as a playbook. Lines of the log in, values out.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gate/playbook.h"
#include "ipc/message.h"

namespace interlock::cli {

class RecordedFlow {
 public:
  /// Of the session `id`. Each start of the daemon counts sessions anew: the latest of this number is meant.
  explicit RecordedFlow(std::string id) : id_(std::move(id)) {}

  /// The next line of the log. Only what was executed is a step.
  void line(std::string_view text);

  const std::vector<gate::PlaybookStep>& steps() const { return steps_; }
  const std::string& agent() const { return agent_; }
  /// What was done and cannot be approved beforehand, in words: a secret's text is not on record, a target was not
  /// seen.
  const std::vector<std::string>& left_out() const { return left_out_; }

 private:
  void begin(const ipc::json::object& record);
  void done(const ipc::json::object& record);

  std::string id_;
  std::string agent_;
  bool restarted_ = false;  ///< since its last record
  std::map<std::string, ipc::json::object> begun_;
  std::vector<gate::PlaybookStep> steps_;
  std::vector<std::string> left_out_;
};

}  // namespace interlock::cli
