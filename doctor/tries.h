/// Trying the ways past interlock, for real and without doing anything: motions of 0 pixels, signals that nobody waits
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
  untried,  ///< it is not known: there was nothing to try, or it would have disturbed
};

struct Tried {
  Reach reach = Reach::untried;
  std::string seen;  ///< what happened
};

struct Try {
  const char* id;    ///< "xtest"
  const char* does;  ///< what somebody could do that way
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
Tried try_signal(const Ways& ways);
Tried try_ptrace(const Ways& ways);
Tried try_policy_write(const Ways& ways);
Tried try_audit_write(const Ways& ways);
Tried try_uinput(const Ways& ways);
Tried try_other_sockets(const Ways& ways);

/// All of them, in the order in which they are shown.
const std::vector<Try>& tries();

struct Result {
  std::string id;
  std::string does;
  Tried tried;
};
/// Tries them from here.
std::vector<Result> try_all(const Ways& ways);

/// What interlockd says of an agent here: "enforced" or "advisory"; empty when it cannot be asked.
std::string mediation_here();

boost::json::array to_json(const std::vector<Result>& results);
tl::expected<std::vector<Result>, std::string> results_from_json(const boost::json::value& value);
const char* reach_name(Reach reach);

}  // namespace interlock::doctor
