/// The open questions as approvers get them, over the questions socket.
#pragma once

#include <string>

#include "cli/basics/commands.h"

namespace interlock::cli {

/// `id`: the whole id of the question, or its beginning (open_id.h). Shows the question, signs its statement with an
/// SSH key by `ssh-keygen -Y sign`, and answers.
void approve_signed(Options& options, const std::string& id, const std::string& key, const std::string& lifespan);

}  // namespace interlock::cli
