/// What is different in KWin from 6.7 on; from_6_3 has the same for earlier versions.
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include <QImage>
#include <QString>

#include <kwin/core/inputdevice.h>
#include <kwin/core/region.h>
#include <kwin/core/rendertarget.h>
#include <kwin/core/renderviewport.h>
#include <kwin/effect/effect.h>
#include <kwin/input.h>
#include <kwin/input_event.h>
#include <kwin/main.h>
#include <kwin/scene/cursoritem.h>
#include <kwin/scene/item.h>
#include <kwin/scene/itemrenderer.h>
#include <kwin/scene/workspacescene.h>
#include <kwin/utils/filedescriptor.h>
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
  bool touchDown(KWin::TouchDownEvent* event) final { return finger_down(event->id, event->pos); }
  bool touchMotion(KWin::TouchMotionEvent* event) final { return finger_moved(event->id, event->pos); }
  bool touchUp(KWin::TouchUpEvent* event) final { return finger_up(event->id); }
  bool tabletToolTipEvent(KWin::TabletToolTipEvent* event) final {
    return pen_tip(event->device, event->type == KWin::TabletToolTipEvent::Press);
  }
};

/// The evdev code of the key that has the symbol in the layout, and the level at which it has it.
inline std::optional<std::pair<std::uint32_t, int>> key_with(KWin::Xkb& xkb, std::uint32_t keysym) {
  const auto found = xkb.keycodeFromKeysym(keysym);
  if (!found) return {};
  return std::pair(found->keyCode, static_cast<int>(found->level));
}

/// Tells the client that has the keyboard.
inline void notify_key(KWin::SeatInterface& seat, const KWin::KeyboardKeyEvent& event) {
  seat.notifyKeyboardKey(event.nativeScanCode, event.state, event.serial);
}

/// Asks the owner of a selection to write it; KWin closes `write_end`.
template <class Source>
void request_data(Source& source, const QString& type, int write_end) {
  source.Source::requestData(type, KWin::FileDescriptor(write_end));
}

/// Paints what is at this place of the desktop without the pointer and without effects.
inline void paint(QImage& picture, const QRectF& place) {
  KWin::WorkspaceScene* scene = KWin::kwinApp()->scene();
  const KWin::RenderTarget target(&picture);
  const KWin::RenderViewport viewport(place, 1, target, QPoint());
  KWin::ItemRenderer* renderer = scene->renderer();
  const auto is_pointer = [scene](KWin::Item* item) { return item == scene->cursorItem(); };
  renderer->beginFrame(target, viewport);
  for (KWin::Item* item : {scene->containerItem(), scene->overlayItem()})
    renderer->renderItem(target, viewport, item, 0, KWin::Region::infinite(), KWin::WindowPaintData(), is_pointer, {});
  renderer->endFrame();
}

}  // namespace interlock::kwin::of_version
