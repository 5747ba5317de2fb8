/// What words of a text may stand for.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace interlock::gate {

/// The text that `word` is the base64, hex or percent-encoding of; nothing when it decodes to none that can be read.
std::optional<std::string> decoded_text(std::string_view word);

}  // namespace interlock::gate
