/// Addresses as programs for people take them on their command line: "127.0.0.1:8470", "[::1]:8470".
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock {

/// Nothing: not a number from 1 to 65535.
std::optional<std::uint16_t> port_of(std::string_view text);
tl::expected<boost::asio::ip::tcp::endpoint, Error> endpoint_of(const std::string& text);

/// Listens there. The error says what failed, and not for what.
tl::expected<boost::asio::ip::tcp::acceptor, boost::system::error_code> listen_at(
    boost::asio::io_context& io, const boost::asio::ip::tcp::endpoint& endpoint);

}  // namespace interlock
