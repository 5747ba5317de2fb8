/// Parts of messages about a name that is not known: what was given, and what may have been meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace interlock {

/// `text` in single quotes: trimmed, so that no message grows with what a stranger sent, and with a question mark in
/// place of control characters, which would act on the terminal.
std::string in_single_quotes(std::string_view text);

/// The name that `given` most likely meant: at most a third of the letters are other ones, or one letter (optimal
/// string alignment distance). Empty if no name is near.
std::string_view nearest(std::string_view given, std::span<const std::string_view> names);

/// `, did you mean 'left'?`, or empty if no name is near.
std::string did_you_mean(std::string_view given, std::span<const std::string_view> names);

/// `left, middle, right`.
std::string listed(std::span<const std::string_view> names);

}  // namespace interlock
