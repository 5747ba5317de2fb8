/// Programs that run another program given to them: sudo, env, xargs, sh -c, ssh, docker exec, ...
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/shell/call.h"
#include "gate/shell/table_commands.h"

namespace interlock::gate::shell {

/// What such a program would run: words, or the text of a script.
struct Inner {
  std::vector<Word> words;
  std::optional<Word> script;
  bool remote = false;
  bool exempt = false;            ///< some of its words are only known at run time
  Speech speech = Speech::shell;  ///< the script's language
};

std::vector<Inner> unwrap(const Call& call);

}  // namespace interlock::gate::shell
