#include <png.h>

#include <algorithm>
#include <utility>

#include "platform/desk/desk_files.h"
#include "platform/desk/desk_ports.h"
#include "platform/desk/desk_windows.h"

namespace interlock::platform::desk_line {

namespace asio = boost::asio;

namespace {

constexpr std::size_t most_bytes = 256UL * 1024 * 1024;  ///< of one picture: four 8K screens

std::optional<Image> from_rows(const std::string& bytes, const Rect& area, std::int32_t stride) {
  const auto width = static_cast<std::size_t>(area.width), height = static_cast<std::size_t>(area.height);
  const auto row = static_cast<std::size_t>(stride);
  if (area.empty() || row < 4 * width || bytes.size() < row * (height - 1) + 4 * width) return std::nullopt;
  Image image{area.width, area.height, {}};
  image.pixels.reserve(width * height);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const auto* pixel = reinterpret_cast<const unsigned char*>(bytes.data()) + y * row + 4 * x;
      image.pixels.push_back(static_cast<std::uint32_t>(pixel[2]) << 16U | static_cast<std::uint32_t>(pixel[1]) << 8U |
                             pixel[0]);
    }
  }
  return image;
}

std::optional<Image> from_png(const std::string& bytes, const Rect& area) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()) == 0) return std::nullopt;
  png.format = PNG_FORMAT_BGRA;
  std::string rows;
  const bool fits = png.width == static_cast<unsigned>(area.width) && png.height == static_cast<unsigned>(area.height);
  if (fits) rows.resize(PNG_IMAGE_SIZE(png));
  const bool read = fits && png_image_finish_read(&png, nullptr, rows.data(), 0, nullptr) != 0;
  png_image_free(&png);
  return read ? from_rows(rows, area, 4 * area.width) : std::nullopt;
}

Surface surface_from(const wire::Window& window) {
  Surface surface;
  surface.id = window.id;
  surface.client = window.id;
  surface.rect = window.frame;
  surface.client_rect = window_from(window).rect;
  surface.covers = window.covers;
  return surface;
}

class DeskScreen final : public Screen {
 public:
  explicit DeskScreen(std::shared_ptr<Link> link) : link_(std::move(link)) {}

  asio::awaitable<Known<Capture>> capture(std::optional<Rect> area, bool cursor, Deadline deadline) override {
    if (!link_->has(wire::feature::capture)) {
      co_return link_->desk() != nullptr ? Unknown::unsupported : Unknown::no_display;
    }
    const PictureFile file(link_->folder());
    if (!file.made()) co_return Unknown::unsupported;
    // A request with a string has a name: GCC 12 destroys such temporaries of an awaited expression twice.
    wire::Capture wanted{area, cursor, file.path()};
    const auto taken = co_await link_->ask(std::move(wanted), deadline);
    if (!taken) co_return unknown_from(taken.error());
    if (taken->area.empty()) co_return none;
    const auto bytes = file.read(most_bytes);
    auto image = !bytes                                    ? std::nullopt
                 : taken->format == wire::PixelFormat::png ? from_png(*bytes, taken->area)
                                                           : from_rows(*bytes, taken->area, taken->stride);
    if (!image) co_return Unknown::malformed;
    Capture capture;
    capture.area = taken->area;
    capture.image = std::move(*image);
    for (const auto& window : taken->windows) {
      if (is_shown(window)) capture.surfaces.push_back(surface_from(window));
    }
    co_return capture;
  }

 private:
  const std::shared_ptr<Link> link_;
};

class DeskClipboard final : public Clipboard {
 public:
  explicit DeskClipboard(std::shared_ptr<Link> link) : link_(std::move(link)) {}

  asio::awaitable<Known<std::string>> read(PasteSource source, Deadline deadline) override {
    if (link_->desk() == nullptr) co_return Unknown::no_display;
    if (!link_->has(wire::feature::clipboard)) co_return Unknown::unsupported;
    auto text = co_await link_->ask(wire::ReadClipboard{source == PasteSource::primary}, deadline);
    if (!text) co_return unknown_from(text.error());
    if (!text->text) co_return none;
    co_return std::move(*text->text);
  }

 private:
  const std::shared_ptr<Link> link_;
};

}  // namespace

std::shared_ptr<Screen> desk_screen(std::shared_ptr<Link> link) {
  return std::make_shared<DeskScreen>(std::move(link));
}

std::shared_ptr<Clipboard> desk_clipboard(std::shared_ptr<Link> link) {
  return std::make_shared<DeskClipboard>(std::move(link));
}

}  // namespace interlock::platform::desk_line
