/// Signing with a person's SSH key.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::cli {

/// What `ssh-keygen -Y sign -n PURPOSE -f KEY` writes about `text`. It asks for a passphrase or a touch itself. If it
/// fails, it has printed the reason.
tl::expected<std::string, Error> ssh_signature(const std::string& key, const std::string& purpose,
                                               const std::string& text);

}  // namespace interlock::cli
