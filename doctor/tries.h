/// Really tries the ways to bypass interlock, but without side effects: motions of 0 pixels, signals that nobody waits
/// for, files that are opened and not written.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "doctor/ways.h"

namespace interlock::doctor {

enum class Reach {
  closed,
  open,
  untried,  ///< unknown: there was nothing to try, or the try would have had side effects
};

struct Tried {
  Reach reach = Reach::untried;
  std::string seen;  ///< what happened
};

struct Try {
  const char* id;    ///< "xtest"
  const char* does;  ///< what a program could do in that way
  Tried (*run)(const Ways&);
};

Tried try_x_socket(const Ways& ways);
Tried try_x_abstract(const Ways& ways);
Tried try_xtest(const Ways& ways);
Tried try_session_bus(const Ways& ways);
Tried try_forged_reply(const Ways& ways);
Tried try_generated_event(const Ways& ways);
Tried try_element_action(const Ways& ways);
Tried try_control_socket(const Ways& ways);
Tried try_questions_socket(const Ways& ways);
Tried try_console_socket(const Ways& ways);
Tried try_signal(const Ways& ways);
Tried try_ptrace(const Ways& ways);
Tried try_policy_write(const Ways& ways);
Tried try_audit_write(const Ways& ways);
Tried try_uinput(const Ways& ways);
Tried try_other_sockets(const Ways& ways);
Tried try_network(const Ways& ways);
Tried try_console_port(const Ways& ways);

/// All tries, in the order in which they are shown.
const std::vector<Try>& tries();

struct Result {
  std::string id;
  std::string does;
  Tried tried;
};
/// Tries them from this process.
std::vector<Result> try_all(const Ways& ways);

/// How interlockd classifies an agent in this process: "enforced" or "advisory"; empty if it does not answer.
std::string mediation_here();

boost::json::array to_json(const std::vector<Result>& results);
tl::expected<std::vector<Result>, std::string> results_from_json(const boost::json::value& value);
const char* reach_name(Reach reach);

}  // namespace interlock::doctor
