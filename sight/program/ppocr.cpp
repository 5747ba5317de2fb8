#include "sight/program/ppocr.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "sight/program/confinement.h"

namespace interlock::sight {

namespace {

namespace fs = std::filesystem;

constexpr std::int32_t widest = 2048;
/// The network looks at columns in steps of its own; a strip that is no multiple of this would lose its end.
constexpr std::int32_t whole_step = 32;
constexpr std::size_t largest_model = 64U << 20U;
constexpr std::size_t largest_keys = 1U << 20U;
/// Debian's name has the version.
constexpr std::array libraries = {"libonnxruntime.so.1", "libonnxruntime.so.1.21", "libonnxruntime.so"};

fs::path ppocr_folder() {
  if (const char* named = std::getenv("INTERLOCK_PPOCR"); named != nullptr && *named != '\0') return named;
  std::error_code failed;
  if (fs::path local = "/usr/local/lib/interlock/ppocr"; fs::is_directory(local, failed)) return local;
  return fs::read_symlink("/proc/self/exe", failed).parent_path() / "ppocr";
}

std::string contents(const fs::path& file, std::size_t most) {
  std::error_code failed;
  const auto size = fs::file_size(file, failed);
  if (failed || size > most) return {};
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

tl::expected<PpOcr, Error> PpOcr::load() {
  const fs::path from = ppocr_folder();
  const std::size_t threads = thread_count();
  const auto failed = [&](std::string what) {
    return tl::unexpected(Error{std::move(what), from.string(), "Chinese is read by tesseract alone; docs/sight.md"});
  };
  if (threads == 0) return failed("the threads of this process cannot be counted");
  const std::string model = contents(from / "rec.onnx", largest_model);
  if (model.empty()) return failed("there is no rec.onnx of PP-OCR");
  auto characters = decode_characters(contents(from / "keys.txt", largest_keys));
  if (!characters) return failed("keys.txt is missing or has no list of characters");
  std::error_code none;
  const fs::path own = from / libraries.front();
  auto network = Network::load(fs::exists(own, none) ? own.string() : libraries.front(), model);
  for (std::size_t i = 1; i < libraries.size() && !network; ++i) network = Network::load(libraries[i], model);
  if (!network) return failed(network.error().what + " (" + network.error().where + ")");
  if (thread_count() != threads)
    return failed("this version of ONNX Runtime runs threads of its own, which cannot be confined");
  return PpOcr(std::move(*network), std::move(*characters));
}

Decoded PpOcr::read(const Grey& strip) const {
  if (strip.height != height || strip.width < 1 || strip.width > widest) return {};
  const std::int32_t width = (strip.width + whole_step - 1) / whole_step * whole_step;
  const auto plane = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  Tensor input{{1, 3, height, width}, std::vector<float>(3 * plane, 1.0F)};
  for (std::int32_t y = 0; y < height; ++y) {
    for (std::int32_t x = 0; x < strip.width; ++x) {
      const auto from =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(strip.width) + static_cast<std::size_t>(x);
      const auto to = static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
      const float value = static_cast<float>(strip.pixels[from]) / 127.5F - 1;  // as it was trained: -1 to 1
      for (std::size_t channel = 0; channel < 3; ++channel) input.numbers[channel * plane + to] = value;
    }
  }
  const auto result = network_.run(input);
  if (!result || result->shape.size() != 3 || result->shape[0] != 1) return {};
  return decode_ctc(result->numbers, static_cast<std::size_t>(result->shape[1]), characters_);
}

}  // namespace interlock::sight
