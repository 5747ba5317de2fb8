/// The parts from which the rules for English sentences are put together: verbs, nouns and what stands between them.
#pragma once

#include <string>

namespace interlock::gate {

/// `pattern` with each part that it names, as `{drop}`, replaced by that part's RE2.
std::string filled(std::string pattern);

}  // namespace interlock::gate
