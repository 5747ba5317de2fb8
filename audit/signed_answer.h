/// The notes of the audit log about approvals by signature, which anybody can check again later without the daemon.
#pragma once

#include <boost/json.hpp>
#include <map>
#include <string>

namespace interlock::audit {

/// The names of approvers by their keys, as the newest note `approvers` has them.
using KnownKeys = std::map<std::string, std::string>;

KnownKeys known_keys(const boost::json::object& note);

/// Why the note `signed_answer` is not what an approver signed, as the end of "this line ..."; empty if it is: its
/// statement has the digests of what was shown and done, and the signature is of this statement by this approver.
std::string objection_to(const boost::json::object& note, const KnownKeys& keys);

}  // namespace interlock::audit
