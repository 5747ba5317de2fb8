/// Counters, gauges and histograms, and their text for Prometheus (text format 0.0.4). From any thread.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace interlock::metrics {

enum class Type : std::uint8_t { counter, gauge, histogram };

struct About {
  std::string name;
  Type type = Type::counter;
  std::string help;
};

using Labels = std::vector<std::pair<std::string, std::string>>;

class Metrics {
 public:
  /// Values of labels may come from anybody: when a metric has this many sets of them, further ones count as "other".
  static constexpr std::size_t most_series = 256;

  explicit Metrics(std::vector<About> all);

  /// The name must be one of those that the constructor got, and of this type.
  void add(const std::string& name, const Labels& labels, double amount = 1);
  void set(const std::string& name, const Labels& labels, double value);
  void observe(const std::string& name, double seconds);

  std::string text() const;

 private:
  struct Histogram {
    std::vector<std::uint64_t> buckets;
    double sum = 0;
    std::uint64_t count = 0;
  };
  struct Metric {
    About about;
    std::map<std::string, double> series;  ///< by the labels as they are written
    Histogram histogram;
  };
  Metric& at(const std::string& name, Type type);
  double& series(Metric& metric, const Labels& labels);

  mutable std::mutex guard_;
  std::vector<Metric> all_;
};

}  // namespace interlock::metrics
