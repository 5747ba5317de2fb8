/// "did you mean": the nearest of the names that would have been right.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace interlock::ipc {

/// `, did you mean 'left'?`, or empty when no name is near (edit distance of at most a third of the longer one).
std::string did_you_mean(std::string_view given, std::span<const std::string_view> names);

/// `'given'`, trimmed, so that no message grows with what a stranger sent.
std::string in_quotes(std::string_view given);

/// `left, middle, right`.
std::string listed(std::span<const std::string_view> names);

}  // namespace interlock::ipc
