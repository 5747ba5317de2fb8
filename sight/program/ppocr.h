/// Reads lines of Chinese with a network of PP-OCR (docs/sight.md says where to get it), if one is installed.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "sight/ctc.h"
#include "sight/prepare.h"
#include "sight/program/onnx_runtime.h"

namespace interlock::sight {

class PpOcr {
 public:
  /// The height of a strip that it reads, in pixels.
  static constexpr std::int32_t height = 48;

  /// From $INTERLOCK_PPOCR, or else /usr/local/lib/interlock/ppocr, or else `ppocr` beside this program. The folder has
  /// `rec.onnx`, `keys.txt` and, unless ONNX Runtime is installed, `libonnxruntime.so.1`. Opens files; `read` opens
  /// none.
  static tl::expected<PpOcr, Error> load();

  /// Empty if nothing was recognised. `strip` is of this height.
  Decoded read(const Grey& strip) const;

 private:
  PpOcr(Network network, std::vector<std::string> characters)
      : network_(std::move(network)), characters_(std::move(characters)) {}

  Network network_;
  std::vector<std::string> characters_;
};

}  // namespace interlock::sight
