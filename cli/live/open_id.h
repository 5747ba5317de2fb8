/// Ids of open questions, which people need not type whole.
#pragma once

#include <optional>
#include <string>

#include "ipc/message.h"

namespace interlock::cli {

/// The id of the only question of `open` whose id begins with `text`, which is the whole id or at least 6 characters of
/// it: fewer could meet a later question by chance. Returns nothing if there is none, or more than one.
std::optional<std::string> id_that_begins(const ipc::json::array& open, const std::string& text);

}  // namespace interlock::cli
