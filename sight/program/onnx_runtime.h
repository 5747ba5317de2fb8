/// Runs a neural network with ONNX Runtime, if that is installed. The library is loaded at run time through its C
/// interface, so that building and installing interlock-sight needs nothing of it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "values/error.h"

namespace interlock::sight {

/// Numbers in several dimensions, the last one varying fastest.
struct Tensor {
  std::vector<std::int64_t> shape;
  std::vector<float> numbers;
};

/// A network with one input and one output of floating-point numbers. It computes in the thread that calls it.
class Network {
 public:
  /// `library`: a file, or a name that the dynamic linker finds. `model`: an ONNX file's bytes; they must outlive this
  /// call alone. Both are trusted. The error says what is missing or does not fit. Opens files; `run` opens none.
  static tl::expected<Network, Error> load(const std::string& library, std::string_view model);
  Network(Network&&) noexcept;
  Network& operator=(Network&&) noexcept;
  ~Network();

  /// Nothing if the network does not take such an input, or there is no memory for it.
  tl::expected<Tensor, std::string> run(Tensor& input) const;

 private:
  struct Loaded;
  explicit Network(std::unique_ptr<Loaded> loaded);
  std::unique_ptr<Loaded> loaded_;
};

}  // namespace interlock::sight
