// SPDX-License-Identifier: GPL-2.0-or-later
#include "desks/kwin/picture.h"

#include <algorithm>
#include <iterator>

#include <of_version.h>

#include <QImage>
#include <QPainter>

#include <kwin/compositor.h>
#include <kwin/core/graphicsbufferview.h>
#include <kwin/core/renderbackend.h>
#include <kwin/cursor.h>
#include <kwin/cursorsource.h>
#include <kwin/wayland/surface.h>

#include "desks/kwin/windows.h"
#include "desks/wire/pixel_files.h"

namespace interlock::kwin {
namespace {

constexpr std::uint32_t colour = 0x00FFFFFFU;

/// Of the pointer as KWin or the program under it draws it; empty: it is hidden, or its program gives no pixels.
QImage image_of(const KWin::CursorSource* source) {
  if (const auto* shape = qobject_cast<const KWin::ShapeCursorSource*>(source)) return shape->image();
  const auto* drawn = qobject_cast<const KWin::SurfaceCursorSource*>(source);
  if (drawn == nullptr || drawn->surface() == nullptr || drawn->surface()->buffer() == nullptr) return {};
  const KWin::GraphicsBufferView view(drawn->surface()->buffer());
  return view.isNull() ? QImage() : view.image()->copy();
}

void paint_cursor(QImage& picture, const Rect& area) {
  const KWin::Cursor* cursor = KWin::Cursors::self()->currentCursor();
  if (cursor == nullptr || cursor->source() == nullptr) return;
  const QImage image = image_of(cursor->source());
  if (image.isNull()) return;
  QPainter(&picture).drawImage(cursor->geometry().translated(-area.x, -area.y), image);
}

/// What KWin shows there without its effects, which move nothing that can be pressed.
QImage painted(const Rect& area) {
  QImage picture(area.width, area.height, QImage::Format_RGB32);
  picture.fill(Qt::black);
  of_version::paint(picture, QRectF(area.x, area.y, area.width, area.height));
  return picture;
}

std::vector<std::uint32_t> pixels_of(const QImage& picture) {
  std::vector<std::uint32_t> pixels;
  pixels.reserve(static_cast<std::size_t>(picture.width()) * static_cast<std::size_t>(picture.height()));
  for (int row = 0; row < picture.height(); ++row) {
    const auto* from = reinterpret_cast<const std::uint32_t*>(picture.constScanLine(row));
    std::transform(from, from + picture.width(), std::back_inserter(pixels),
                   [](std::uint32_t pixel) { return pixel & colour; });
  }
  return pixels;
}

/// The part of the area that lies on the screen.
Rect on_screen(const std::optional<Rect>& area) {
  const desk::Screen all = screen();
  if (!area) return {0, 0, all.width, all.height};
  const int left = std::max(0, area->x), top = std::max(0, area->y);
  return {left, top, std::min(all.width, area->x + area->width) - left,
          std::min(all.height, area->y + area->height) - top};
}

}  // namespace

bool takes_pictures() {
  KWin::Compositor* compositor = KWin::Compositor::self();
  return compositor != nullptr && compositor->isActive() &&
         compositor->backend()->compositingType() == KWin::QPainterCompositing;
}

tl::expected<desk::Captured, desk::Failure> capture(const desk::Capture& call) {
  const auto failure = [](std::string_view code, std::string message) {
    return tl::unexpected(desk::Failure{std::string(code), std::move(message)});
  };
  if (!takes_pictures()) return failure(desk::code::unsupported, "KWin does not paint in software");
  const Rect area = on_screen(call.area);
  if (area.empty()) return failure(desk::code::invalid, "the area is not on the screen");
  QImage picture = painted(area);
  if (call.cursor) paint_cursor(picture, area);
  if (!desk::write_pixels(call.path, pixels_of(picture)))
    return failure(desk::code::failed, call.path + ": is no file of this user, or cannot be written");
  return desk::Captured{area, desk::PixelFormat::xrgb8888, area.width * 4, all_windows()};
}

std::optional<desk::Refused> differs(const desk::Pixels& expected) {
  const auto refused = [](std::string_view code, std::string message) {
    return desk::Refused{std::string(code), std::move(message)};
  };
  if (!takes_pictures()) return refused(desk::code::unsupported, "KWin does not paint in software");
  const Rect& area = expected.area;
  if (area.empty() || on_screen(area) != area)
    return refused(desk::code::outside_screen, "the pixels are not on the screen");
  const auto pixels = pixels_of(painted(area));
  const auto wanted = desk::read_pixels(expected.path, pixels.size());
  if (!wanted) return refused(desk::code::pixels_changed, expected.path + ": has not the pixels of that rectangle");
  if (*wanted != pixels) return refused(desk::code::pixels_changed, "the screen shows something else there");
  return {};
}

}  // namespace interlock::kwin
