#include "clients/metrics/metrics.h"

#include <array>
#include <charconv>
#include <stdexcept>

namespace interlock::metrics {

namespace {

/// Upper bounds in seconds.
constexpr std::array bounds = {0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0};
constexpr std::array type_names = {"counter", "gauge", "histogram"};

std::string number_text(double value) {
  std::array<char, 32> text{};
  const auto [end, failed] = std::to_chars(text.data(), text.data() + text.size(), value);
  return failed == std::errc() ? std::string(text.data(), end) : "NaN";
}

std::string escaped(const std::string& value) {
  std::string text;
  for (const char c : value) {
    if (c == '\\' || c == '"') text += '\\';
    text += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return text;
}

/// {rule="loop"}; empty: no labels.
std::string written(const Labels& labels) {
  std::string text;
  for (const auto& [name, value] : labels) text += (text.empty() ? "{" : ",") + name + "=\"" + escaped(value) + "\"";
  return text.empty() ? text : text + "}";
}

}  // namespace

Metrics::Metrics(std::vector<About> all) {
  for (auto& about : all) {
    Metric metric{std::move(about), {}, {}};
    metric.histogram.buckets.resize(bounds.size());
    all_.push_back(std::move(metric));
  }
}

Metrics::Metric& Metrics::at(const std::string& name, Type type) {
  for (auto& metric : all_) {
    if (metric.about.name == name && metric.about.type == type) return metric;
  }
  throw std::logic_error("no such metric: " + name);
}

double& Metrics::series(Metric& metric, const Labels& labels) {
  const std::string key = written(labels);
  if (metric.series.contains(key) || metric.series.size() < most_series) return metric.series[key];
  Labels other = labels;
  for (auto& [name, value] : other) value = "other";
  return metric.series[written(other)];
}

void Metrics::add(const std::string& name, const Labels& labels, double amount) {
  const std::lock_guard lock(guard_);
  series(at(name, Type::counter), labels) += amount;
}

void Metrics::set(const std::string& name, const Labels& labels, double value) {
  const std::lock_guard lock(guard_);
  series(at(name, Type::gauge), labels) = value;
}

void Metrics::observe(const std::string& name, double seconds) {
  const std::lock_guard lock(guard_);
  auto& histogram = at(name, Type::histogram).histogram;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    if (seconds <= bounds.at(i)) ++histogram.buckets[i];
  }
  histogram.sum += seconds;
  ++histogram.count;
}

std::string Metrics::text() const {
  const std::lock_guard lock(guard_);
  std::string text;
  for (const auto& [about, all_series, histogram] : all_) {
    text += "# HELP " + about.name + " " + about.help + "\n# TYPE " + about.name + " " +
            type_names.at(static_cast<std::size_t>(about.type)) + "\n";
    for (const auto& [labels, value] : all_series) text += about.name + labels + " " + number_text(value) + "\n";
    if (about.type != Type::histogram) continue;
    for (std::size_t i = 0; i < bounds.size(); ++i)
      text += about.name + "_bucket{le=\"" + number_text(bounds.at(i)) + "\"} " + std::to_string(histogram.buckets[i]) +
              "\n";
    const std::string count = std::to_string(histogram.count);
    text += about.name + "_bucket{le=\"+Inf\"} " + count + "\n" + about.name + "_sum " + number_text(histogram.sum) +
            "\n" + about.name + "_count " + count + "\n";
  }
  return text;
}

}  // namespace interlock::metrics
