/// Carries questions from interlockd to an MQTT broker, and answers back. Sees questions and signed answers, uses the
/// questions socket and nothing else of interlockd, and can approve nothing.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "clients/broker/settings.h"
#include "values/error.h"

namespace interlock::bridge {

struct Settings {
  broker::Settings broker;
  std::string questions;  ///< interlockd's socket
  std::string metrics;    ///< where to serve metrics (clients/metrics/exporter.h); empty: nowhere
};

/// Until SIGTERM or SIGINT. Returns an error if it cannot start; a broker or interlockd that cannot be reached is tried
/// again.
tl::expected<void, Error> carry(const Settings& settings);

}  // namespace interlock::bridge
