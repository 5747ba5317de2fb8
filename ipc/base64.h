/// Base64 of RFC 4648 with padding: pictures on the wire and in pages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace interlock::ipc {

std::string base64_of(std::string_view bytes);
/// Nothing: other characters than those of base64, with or without padding.
std::optional<std::string> bytes_of_base64(std::string_view text);

}  // namespace interlock::ipc
