/// The checks of a WebAuthn assertion (Level 2, section 7.2) whose challenge is the digest of a statement.
#pragma once

#include <cstdint>
#include <string_view>

#include <tl/expected.hpp>

#include "approval/approvers.h"
#include "approval/signed_yes.h"

namespace interlock::approval {

/// The authenticator's counter, or why it is no yes to the statement by this passkey, for people.
tl::expected<std::uint32_t, std::string> check_assertion(const ApproverKey& passkey, std::string_view statement,
                                                         const Assertion& assertion);

}  // namespace interlock::approval
