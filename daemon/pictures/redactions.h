/// What of the text of several elements is taken out before an agent reads it. The text and the picture of a window
/// must agree about it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "a11y/visible_tree.h"
#include "gate/redaction/redaction.h"

namespace interlock::daemon {

inline constexpr std::size_t longest_shown_text = 2000;     ///< bytes of one text that are read
inline constexpr std::size_t most_shown_text = 512 * 1024;  ///< bytes of all texts of a window or reply

/// The redactions of `all`, in which the texts of different elements begin at `breaks`. A command may be cut into
/// several elements, so all of it is read as one; but what stands in elements before the command, such as the name of
/// its sender, stays. `breaks` is called only if there is something to take out.
std::vector<gate::Redaction> redactions_of(const std::string& all,
                                           const std::function<std::vector<std::size_t>()>& breaks);

/// Part of a line of text: a command to the agent may be cut into several of them.
bool is_inline(Role role);

/// The nodes of which the text, or a part of it, is taken out; in order. Of text without a place of its own the node
/// around it that has one.
std::vector<std::size_t> redacted_nodes(const a11y::VisibleTree& tree);

}  // namespace interlock::daemon
