/// Hosts as they stand in command lines: user@HOST:PATH, URLs.
#pragma once

#include <string_view>

namespace interlock::gate::shell {

/// user@HOST:PATH, HOST:PATH: a file of another machine.
bool is_remote(std::string_view text);
/// SCHEME://HOST/PATH
bool is_url(std::string_view text);
/// HOST of user@HOST:PATH and of a URL; without the brackets of an IPv6 address.
std::string_view host_of(std::string_view target);
/// This machine or one of its local networks, by its address or a name that only these networks know (RFC 6762, 8375).
bool is_near(std::string_view host);
/// The host is given by its address, and is outside of this machine and its local networks.
bool is_bare_address(std::string_view target);

}  // namespace interlock::gate::shell
