/// How well stated confidences agree with what was right. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace interlock::cli {

struct Sample {
  double confidence = 0;  ///< 0 to 1
  bool right = false;
};

struct Reliability {
  static constexpr std::size_t bins = 10;
  struct Bin {
    std::size_t count = 0;
    double confidence = 0;  ///< the mean
    double right = 0;       ///< the share that was right
  };
  std::array<Bin, bins> bin;  ///< [0, 0.1), ..., [0.9, 1]
  std::size_t count = 0;
  double brier = 0;  ///< mean squared difference; 0 is perfect, 0.25 is a coin that says 0.5
  double error = 0;  ///< expected calibration error: the mean difference of the bins, by their counts
};
Reliability reliability_of(const std::vector<Sample>& samples);

/// A line for each bin that has samples: the share that was right as a bar, "|" at the mean confidence.
std::string plot(const Reliability& reliability);

struct Threshold {
  double value = 0;        ///< confidences below it would have been asked about
  std::size_t asked = 0;   ///< so many
  std::size_t missed = 0;  ///< so many that were wrong would not
  std::size_t wrong = 0;   ///< of so many in all
};
/// The threshold that asks least while at most this share of what was wrong is missed. Nothing without samples.
std::optional<Threshold> least_asking(const std::vector<Sample>& samples, double miss_rate);
Threshold at_threshold(const std::vector<Sample>& samples, double value);

}  // namespace interlock::cli
