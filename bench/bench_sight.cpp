/// The cost of reading a label from pixels: found and read by interlock-sight, compared with tesseract in this process
/// that is given the line alone, alternating in one run.
#include <pango/pangocairo.h>
#include <tesseract/baseapi.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/rows.h"
#include "ipc/fd.h"
#include "sight/find_label.h"
#include "sight/wire.h"

extern char** environ;

namespace {

using namespace interlock;

constexpr std::array labels = {"Show details", "Settings",         "Open folder",       "Next page",
                               "Zoom in",      "Sort by name",     "Word wrap",         "Print preview",
                               "Keyboard map", "Recent documents", "Hide toolbar",      "Copy link address",
                               "Line numbers", "Time zone",        "About this program"};
constexpr std::array fonts = {"DejaVu Sans 11px", "DejaVu Sans 13px", "DejaVu Serif 15px", "DejaVu Sans 26px"};

struct Shown {
  sight::Picture picture;  ///< as the daemon takes it, the label in its middle
  Rect line;               ///< the text's place
  std::string text;
};

struct Free {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
  void operator()(PangoLayout* layout) const { g_object_unref(layout); }
  void operator()(PangoFontDescription* font) const { pango_font_description_free(font); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

/// A button with the label, in a row of others.
Shown draw(const char* label, const char* font_name) {
  constexpr int width = 2 * sight::label_reach_x, height = sight::label_reach_y + sight::scroll_bar_reach, padding = 9;
  const Owned<cairo_surface_t> surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  const Owned<cairo_t> cairo(cairo_create(surface.get()));
  const Owned<PangoLayout> layout(pango_cairo_create_layout(cairo.get()));
  const Owned<PangoFontDescription> font(pango_font_description_from_string(font_name));
  pango_layout_set_font_description(layout.get(), font.get());
  pango_layout_set_text(layout.get(), label, -1);
  int wide = 0, high = 0;
  pango_layout_get_pixel_size(layout.get(), &wide, &high);
  cairo_set_source_rgb(cairo.get(), 0.94, 0.94, 0.94);
  cairo_paint(cairo.get());
  const Rect line{(width - wide) / 2, sight::label_reach_y - high / 2, wide, high};
  for (int beside = -2; beside <= 2; ++beside) {
    const int x = line.x + beside * (wide + 4 * padding);
    cairo_rectangle(cairo.get(), x - padding + 0.5, line.y - padding + 0.5, wide + 2 * padding, high + 2 * padding);
    cairo_set_source_rgb(cairo.get(), 0.88, 0.88, 0.88);
    cairo_fill_preserve(cairo.get());
    cairo_set_source_rgb(cairo.get(), 0.5, 0.5, 0.5);
    cairo_set_line_width(cairo.get(), 1);
    cairo_stroke(cairo.get());
    cairo_set_source_rgb(cairo.get(), 0.1, 0.1, 0.1);
    cairo_move_to(cairo.get(), x, line.y);
    pango_cairo_show_layout(cairo.get(), layout.get());
  }
  cairo_surface_flush(surface.get());
  Shown shown{{width, height, {}}, line, label};
  const unsigned char* const data = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  for (int y = 0; y < height; ++y) {
    const auto* const row = reinterpret_cast<const std::uint32_t*>(data + y * stride);
    for (int x = 0; x < width; ++x) shown.picture.pixels.push_back(row[x] & 0xFFFFFFU);
  }
  return shown;
}

class Reader {
 public:
  Reader() {
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) throw std::runtime_error("no socket");
    wire_.emplace(ends[0]);
    const ipc::Fd theirs(ends[1]);
    const char* const program = INTERLOCK_BINARY_DIR "/libexec/interlock/interlock-sight";
    std::array<const char*, 2> words{program, nullptr};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, theirs.get(), 0);
    posix_spawn_file_actions_adddup2(&files, theirs.get(), 1);
    const int failed = ::posix_spawn(&pid_, program, &files, nullptr, const_cast<char* const*>(words.data()), environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0) throw std::runtime_error("interlock-sight was not started");
  }
  ~Reader() {
    wire_.reset();  // its input ends, and so does it
    ::waitpid(pid_, nullptr, 0);
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  std::string label(const Shown& shown) {
    const Rect& line = shown.line;
    const sight::Request request{
        sight::Request::Kind::label, {line.x + line.width / 2, line.y + line.height / 2}, "eng", shown.picture};
    const std::string frame = encode(request);
    for (std::size_t at = 0; at < frame.size();) {
      const ssize_t count = ::write(wire_->get(), frame.data() + at, frame.size() - at);
      if (count <= 0) throw std::runtime_error("interlock-sight ended");
      at += static_cast<std::size_t>(count);
    }
    const auto size = sight::body_size(read(sight::header_size), sight::most_reply);
    const auto reply = sight::decode_reply(read(size.value_or(0)), shown.picture.area());
    return reply && reply->label ? reply->label->text : std::string();
  }

 private:
  std::string read(std::size_t size) {
    std::string bytes(size, '\0');
    for (std::size_t at = 0; at < size;) {
      const ssize_t count = ::read(wire_->get(), bytes.data() + at, size - at);
      if (count <= 0) throw std::runtime_error("interlock-sight ended");
      at += static_cast<std::size_t>(count);
    }
    return bytes;
  }

  std::optional<ipc::Fd> wire_;
  pid_t pid_ = 0;
};

/// The line enlarged to twice its size, as grey pixels.
struct Line {
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels;
};

Line enlarged(const Shown& shown) {
  constexpr int margin = 6;
  const Rect& from = shown.line;
  Line line{2 * (from.width + 2 * margin), 2 * (from.height + 2 * margin), {}};
  for (int y = 0; y < line.height; ++y) {
    for (int x = 0; x < line.width; ++x) {
      const auto colour = sight::colour_of(shown.picture.at(from.x - margin + x / 2, from.y - margin + y / 2));
      line.pixels.push_back(static_cast<std::uint8_t>(colour[1]));
    }
  }
  return line;
}

void compare(bench::Rows& rows) {
  std::vector<Shown> shown;
  std::vector<Line> lines;
  for (const char* font : fonts) {
    for (const char* label : labels) shown.push_back(draw(label, font));
  }
  for (const Shown& each : shown) lines.push_back(enlarged(each));
  Reader reader;
  tesseract::TessBaseAPI bare;
  if (bare.Init(nullptr, "eng", tesseract::OEM_LSTM_ONLY) != 0) throw std::runtime_error("tesseract has no English");
  bare.SetPageSegMode(tesseract::PSM_SINGLE_LINE);

  std::size_t next = 0, right = 0, read = 0;
  const auto turn = [&] { return next++ / 2 % shown.size(); };  // both read the same label in turn
  const std::vector<bench::Contender> contenders = {
      {"a label, found and read by interlock-sight",
       [&] {
         const Shown& each = shown[turn()];
         ++read;
         if (reader.label(each) == each.text) ++right;
       }},
      {"tesseract in this process, the line alone",
       [&] {
         const Line& line = lines[turn()];
         bare.SetImage(line.pixels.data(), line.width, line.height, 1, line.width);
         bare.SetSourceResolution(140);
         const std::unique_ptr<char[]> text(bare.GetUTF8Text());  // NOLINT: tesseract's own contract
       },
       {},
       bench::Whose::peers}};
  const auto took = bench::compete(contenders, rows.rounds(600, 10), rows.rounds(60, 2));
  rows.begin("read", "a label of a button, in a picture of 720x570 around the point");
  rows.figures(contenders, took, "ms");
  rows.figure("labels read exactly", "%", 100.0 * static_cast<double>(right) / static_cast<double>(read));
  rows.goal("p50", took[0].median() / 1000, bench::Bound::at_most, 20, "ms");
  rows.goal("p99", took[0].quantile(0.99) / 1000, bench::Bound::at_most, 60, "ms");
}

}  // namespace

int main(int argc, char** argv) {
  // As interlockd starts interlock-sight; OpenMP reads it when it is loaded.
  if (std::getenv("OMP_THREAD_LIMIT") == nullptr) {
    ::setenv("OMP_THREAD_LIMIT", "1", 1);
    ::execv("/proc/self/exe", argv);
  }
  return bench::run(argc, argv, [](bench::Rows& rows) { rows.measure({"read"}, [&] { compare(rows); }); });
}
