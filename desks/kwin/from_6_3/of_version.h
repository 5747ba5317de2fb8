/// What is different in KWin from 6.7 on, as it is in 6.3; from_6_7 has the same for later versions.
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include <QImage>
#include <QString>

#include <kwin/compositor.h>
#include <kwin/core/inputdevice.h>
#include <kwin/core/rendertarget.h>
#include <kwin/core/renderviewport.h>
#include <kwin/effect/effect.h>
#include <kwin/input.h>
#include <kwin/input_event.h>
#include <kwin/scene/item.h>
#include <kwin/scene/itemrenderer.h>
#include <kwin/scene/workspacescene.h>
#include <kwin/wayland/seat.h>
#include <kwin/xkb.h>

namespace interlock::kwin::of_version {

/// A filter that gets fingers and pens by values; what they return is whether the event is held back.
class EventFilter : public KWin::InputEventFilter {
 public:
  using InputEventFilter::InputEventFilter;

 protected:
  virtual bool finger_down(qint32 /*id*/, const QPointF& /*at*/) { return false; }
  virtual bool finger_moved(qint32 /*id*/, const QPointF& /*at*/) { return false; }
  virtual bool finger_up(qint32 /*id*/) { return false; }
  virtual bool pen_tip(const KWin::InputDevice* /*device*/, bool /*press*/) { return false; }

 private:
  bool touchDown(qint32 id, const QPointF& at, std::chrono::microseconds /*time*/) final { return finger_down(id, at); }
  bool touchMotion(qint32 id, const QPointF& at, std::chrono::microseconds /*time*/) final {
    return finger_moved(id, at);
  }
  bool touchUp(qint32 id, std::chrono::microseconds /*time*/) final { return finger_up(id); }
  bool tabletToolTipEvent(KWin::TabletEvent* event) final {
    return pen_tip(event->device(), event->type() == QEvent::TabletPress);
  }
};

/// The evdev code of the key that has the symbol in the layout, and the level at which it has it.
inline std::optional<std::pair<std::uint32_t, int>> key_with(KWin::Xkb& xkb, std::uint32_t keysym) {
  const auto found = xkb.keycodeFromKeysym(keysym);
  if (!found) return {};
  return std::pair(static_cast<std::uint32_t>(found->first), found->second);
}

/// Tells the client that has the keyboard.
inline void notify_key(KWin::SeatInterface& seat, const KWin::KeyboardKeyEvent& event) {
  seat.notifyKeyboardKey(event.nativeScanCode, event.state);
}

/// Asks the owner of a selection to write it; KWin closes `write_end`.
template <class Source>
void request_data(Source& source, const QString& type, int write_end) {
  source.Source::requestData(type, write_end);
}

/// Paints what is at this place of the desktop without the pointer and without effects.
inline void paint(QImage& picture, const QRectF& place) {
  KWin::WorkspaceScene* scene = KWin::Compositor::self()->scene();
  const KWin::RenderTarget target(&picture);
  const KWin::RenderViewport viewport(place, 1, target);
  KWin::ItemRenderer* renderer = scene->renderer();
  renderer->beginFrame(target, viewport);
  for (KWin::Item* item : {scene->containerItem(), scene->overlayItem()})
    renderer->renderItem(target, viewport, item, 0, KWin::infiniteRegion(), KWin::WindowPaintData());
  renderer->endFrame();
}

}  // namespace interlock::kwin::of_version
