/// "did you mean": the valid name nearest to a wrong one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace interlock::ipc {

/// `, did you mean 'left'?`; empty if no name is near (edit distance of at most a third of the longer one).
std::string did_you_mean(std::string_view given, std::span<const std::string_view> names);

/// `'given'`, trimmed, so that the length of a message does not depend on what a peer sent.
std::string in_quotes(std::string_view given);

/// `left, middle, right`.
std::string listed(std::span<const std::string_view> names);

}  // namespace interlock::ipc
