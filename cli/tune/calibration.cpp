#include "cli/tune/calibration.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace interlock::cli {

Reliability reliability_of(const std::vector<Sample>& samples) {
  Reliability result;
  for (const Sample& sample : samples) {
    const double scaled = sample.confidence * double(Reliability::bins);
    auto& bin = result.bin[std::min(static_cast<std::size_t>(std::max(scaled, 0.0)), Reliability::bins - 1)];
    ++bin.count;
    bin.confidence += sample.confidence;
    bin.right += sample.right ? 1 : 0;
    const double difference = sample.confidence - (sample.right ? 1 : 0);
    result.brier += difference * difference;
  }
  result.count = samples.size();
  if (result.count == 0) return result;
  result.brier /= double(result.count);
  for (auto& bin : result.bin) {
    if (bin.count == 0) continue;
    bin.confidence /= double(bin.count);
    bin.right /= double(bin.count);
    result.error += double(bin.count) / double(result.count) * std::abs(bin.confidence - bin.right);
  }
  return result;
}

std::string plot(const Reliability& reliability) {
  constexpr std::size_t width = 40;
  std::string text;
  for (std::size_t i = 0; i < Reliability::bins; ++i) {
    const auto& bin = reliability.bin[i];
    if (bin.count == 0) continue;
    std::string bar(static_cast<std::size_t>(std::lround(bin.right * width)), '#');
    bar.resize(width, ' ');
    bar[std::min(static_cast<std::size_t>(std::lround(bin.confidence * width)), width - 1)] = '|';
    std::array<char, 80> numbers{};
    std::snprintf(numbers.data(), numbers.size(), " %3.0f %% right of %zu", bin.right * 100, bin.count);
    std::array<char, 16> range{};
    std::snprintf(range.data(), range.size(), "%.1f-%.1f ", double(i) / 10, double(i + 1) / 10);
    text += std::string("  ") + range.data() + bar + numbers.data() + "\n";
  }
  return text;
}

Threshold at_threshold(const std::vector<Sample>& samples, double value) {
  Threshold result{.value = value};
  for (const Sample& sample : samples) {
    const bool asks = sample.confidence < value;
    result.asked += asks ? 1 : 0;
    result.wrong += sample.right ? 0 : 1;
    result.missed += !sample.right && !asks ? 1 : 0;
  }
  return result;
}

std::optional<Threshold> least_asking(const std::vector<Sample>& samples, double miss_rate) {
  if (samples.empty()) return std::nullopt;
  // Thresholds in hundredths: finer ones would fit the log and nothing else.
  for (int hundredths = 0; hundredths <= 100; ++hundredths) {
    const Threshold tried = at_threshold(samples, hundredths / 100.0);
    if (double(tried.missed) <= miss_rate * double(tried.wrong)) return tried;
  }
  return at_threshold(samples, 1.0);
}

}  // namespace interlock::cli
