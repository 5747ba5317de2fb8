/// Makes a playbook from the steps of an audited session. Lines of the log in, values out.
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
  /// `id`: the session. Each start of the daemon numbers sessions from the beginning; the latest session of this number
  /// is used.
  explicit RecordedFlow(std::string id) : id_(std::move(id)) {}

  /// Takes the next line of the log. Only executed actions become steps.
  void line(std::string_view text);

  const std::vector<gate::PlaybookStep>& steps() const { return steps_; }
  const std::string& agent() const { return agent_; }
  /// Descriptions of executed actions that cannot be approved in advance: the text of a secret is not recorded, or the
  /// target was not seen.
  const std::vector<std::string>& left_out() const { return left_out_; }

 private:
  void begin(const ipc::json::object& record);
  void done(const ipc::json::object& record);

  std::string id_;
  std::string agent_;
  bool restarted_ = false;  ///< since the session's last record
  std::map<std::string, ipc::json::object> begun_;
  std::vector<gate::PlaybookStep> steps_;
  std::vector<std::string> left_out_;
};

}  // namespace interlock::cli
