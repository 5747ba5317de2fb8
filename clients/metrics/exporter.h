/// Serves metrics at /metrics over HTTP, on a loopback port or a Unix socket of its own, on a thread of its own.
#pragma once

#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "clients/metrics/metrics.h"
#include "values/error.h"

namespace interlock::metrics {

class Exporter {
 public:
  /// `listen`: "127.0.0.1:9470" or "unix:PATH"; an address that is not loopback is an error. The metrics must outlive
  /// it.
  static tl::expected<std::unique_ptr<Exporter>, Error> open(const std::string& listen, const Metrics& metrics);
  ~Exporter();

 private:
  struct Impl;
  explicit Exporter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace interlock::metrics
