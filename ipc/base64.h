/// Base64 of RFC 4648 with padding: pictures on the wire and in pages.
#pragma once

#include <string>
#include <string_view>

namespace interlock::ipc {

std::string base64_of(std::string_view bytes);

}  // namespace interlock::ipc
