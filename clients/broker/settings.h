/// Where the broker is and who we are there. Each line of the file is "KEY VALUE"; empty lines and lines that begin
/// with
/// "#" do not count:
///
///     host broker.example
///     port 8883
///     name desk-7
///     ca /etc/interlock/broker-ca.pem
///     certificate /etc/interlock/desk-7.pem
///     private-key /etc/interlock/desk-7.key
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::broker {

struct Settings {
  std::string host;
  std::uint16_t port = 8883;
  std::string name;  ///< the common name of our certificate: the broker lets us write below this name alone
  std::string ca, certificate, private_key;  ///< PEM files
};

/// The error names the line and what is wrong with it, or the key that is missing. `where` stands in errors.
tl::expected<Settings, Error> parse_settings(std::string_view text, const std::string& where);
tl::expected<Settings, Error> read_settings(const std::string& file);

}  // namespace interlock::broker
