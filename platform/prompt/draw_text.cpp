// draw-text: draws the texts of a prompt. It reads a request (platform/prompt/text_wire.h) on its standard input,
// writes the pictures on its standard output, and ends. It connects to no display and sees no answer.
//
// draw-text --check    draws a text and reports whether this machine can: exit code 0, or 1 and the reason
#include <pango/pangocairo.h>
#include <algorithm>
#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "platform/prompt/text_wire.h"

namespace interlock::platform::prompt {

namespace {

constexpr int line_spacing = 3;

struct Free {
  void operator()(PangoFontDescription* description) const { pango_font_description_free(description); }
  void operator()(PangoContext* context) const { g_object_unref(context); }
  void operator()(PangoLayout* layout) const { g_object_unref(layout); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

/// Valid UTF-8 for any input, and at most as long as interlockd sends.
std::string valid(std::string text) {
  constexpr std::size_t most_bytes = 4096;
  if (text.size() > most_bytes) text.resize(most_bytes);
  const std::unique_ptr<char, decltype(&g_free)> made(g_utf8_make_valid(text.data(), static_cast<gssize>(text.size())),
                                                      &g_free);
  return made.get();
}

Owned<PangoLayout> layout_of(const TextBlock& block) {
  const Owned<PangoContext> context(pango_font_map_create_context(pango_cairo_font_map_get_default()));
  pango_context_set_base_dir(context.get(), PANGO_DIRECTION_LTR);
  Owned<PangoLayout> layout(pango_layout_new(context.get()));
  const Owned<PangoFontDescription> font(pango_font_description_from_string("sans"));
  pango_font_description_set_absolute_size(font.get(), block.size * PANGO_SCALE);
  pango_font_description_set_weight(font.get(), block.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description(layout.get(), font.get());
  pango_layout_set_auto_dir(layout.get(), FALSE);
  pango_layout_set_single_paragraph_mode(layout.get(), TRUE);
  pango_layout_set_width(layout.get(), block.width * PANGO_SCALE);
  pango_layout_set_wrap(layout.get(), PANGO_WRAP_WORD_CHAR);
  pango_layout_set_ellipsize(layout.get(), PANGO_ELLIPSIZE_END);
  pango_layout_set_height(layout.get(), -block.lines);
  pango_layout_set_spacing(layout.get(), line_spacing * PANGO_SCALE);
  const std::string text = valid(block.text);
  pango_layout_set_text(layout.get(), text.data(), static_cast<int>(text.size()));
  return layout;
}

/// Clips everything outside the lines' logical rectangle: no text can cover what is above or below it.
DrawnText draw(const TextBlock& block) {
  const auto layout = layout_of(block);
  PangoRectangle logical;
  pango_layout_get_pixel_extents(layout.get(), nullptr, &logical);
  const int width = std::clamp(logical.x + logical.width, 1, block.width);
  const int height = std::clamp(logical.height + line_spacing, 1, greatest_height(block));
  const Owned<cairo_surface_t> surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height));
  const Owned<cairo_t> cairo(cairo_create(surface.get()));
  const auto part = [&](int shift) { return (block.colour >> shift & 0xFF) / 255.0; };
  cairo_set_source_rgb(cairo.get(), part(16), part(8), part(0));
  pango_cairo_show_layout(cairo.get(), layout.get());
  cairo_surface_flush(surface.get());
  if (cairo_status(cairo.get()) != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(cairo_status_to_string(cairo_status(cairo.get())));
  DrawnText drawn{{width, height, {}}, 0};
  const unsigned char* row = cairo_image_surface_get_data(surface.get());
  for (int y = 0; y < height; ++y, row += cairo_image_surface_get_stride(surface.get())) {
    const auto* pixels = reinterpret_cast<const std::uint32_t*>(row);
    drawn.image.pixels.insert(drawn.image.pixels.end(), pixels, pixels + width);
  }
  const int baseline = pango_layout_get_baseline(layout.get()) / PANGO_SCALE;
  drawn.baseline = std::clamp(baseline, 0, height);
  return drawn;
}

/// interlock's own words must be readable; characters of other scripts for which there is no font are shown as boxes.
void need_a_font() {
  const auto layout = layout_of({.text = "interlock asks", .width = most_width});
  if (pango_layout_get_unknown_glyphs_count(layout.get()) > 0)
    throw std::runtime_error("no font has Latin letters; install one, such as fonts-dejavu-core");
}

void answer() {
  const std::string request{std::istreambuf_iterator<char>(std::cin), {}};
  const auto blocks = decode_blocks(request);
  if (!blocks) throw std::runtime_error(blocks.error());
  std::vector<DrawnText> drawn;
  for (const auto& block : *blocks) drawn.push_back(draw(block));
  const std::string reply = encode(drawn);
  std::cout.write(reply.data(), static_cast<std::streamsize>(reply.size())).flush();
}

}  // namespace

}  // namespace interlock::platform::prompt

int main(int argc, char** argv) {
  using namespace interlock::platform;
  std::setlocale(
      LC_CTYPE, "");  // selects the font for Chinese characters: Japanese readers need another one than Chinese readers
  int code = 0;
  try {
    prompt::need_a_font();
    if (argc < 2) {
      prompt::answer();
    } else if (argc > 2 || std::string_view(argv[1]) != "--check") {
      throw std::runtime_error("usage: draw-text [--check]");
    }
  } catch (const std::exception& error) {
    std::cerr << "draw-text: " << error.what() << '\n';
    code = 1;
  }
  std::quick_exit(code);  // skips the clean-up of Pango's thread and caches
}
