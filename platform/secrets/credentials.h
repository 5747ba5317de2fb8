/// Secrets from files: systemd's credentials ($CREDENTIALS_DIRECTORY of the unit), or a folder of the same form.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "platform/secret_text.h"
#include "values/error.h"

namespace interlock::platform::secrets {

inline constexpr std::size_t longest_credential = 64 * 1024;  ///< bytes

/// The text of the file `name` in `dir`, without a line break at its end. The file must be a regular one, no symbolic
/// link, of our user or root, and neither readable nor writable by others.
tl::expected<SecretText, Error> read_credential(const std::string& dir, const std::string& name);

}  // namespace interlock::platform::secrets
