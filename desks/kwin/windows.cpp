// SPDX-License-Identifier: GPL-2.0-or-later
#include "desks/kwin/windows.h"

#include <QHash>
#include <QUuid>

#include <kwin/input.h>
#include <kwin/main.h>
#include <kwin/wayland/clientconnection.h>
#include <kwin/wayland/surface.h>
#include <kwin/wayland_server.h>
#include <kwin/window.h>
#include <kwin/workspace.h>

namespace interlock::kwin {
namespace {

/// The edges are rounded, not the size: neighbours stay neighbours.
Rect rounded(const QRectF& rect) {
  const auto edge = [](qreal value) { return static_cast<std::int32_t>(qRound(value)); };
  const std::int32_t left = edge(rect.left()), top = edge(rect.top());
  return {left, top, edge(rect.left() + rect.width()) - left, edge(rect.top() + rect.height()) - top};
}

/// KWin's windows have no numbers, so they are counted as they are first seen.
std::uint64_t id_of(const KWin::Window& window) {
  static QHash<QUuid, std::uint64_t> numbers;
  auto& number = numbers[window.internalId()];
  if (number == 0) number = static_cast<std::uint64_t>(numbers.size());
  return number;
}

bool is_shell(const KWin::Window& window) {
  return window.isInternal() || window.isDock() || window.isLockScreen() || window.isOnScreenDisplay() ||
         window.isNotification() || window.isCriticalNotification() || window.isOutline();
}

desk::WindowType type_of(const KWin::Window& window) {
  if (window.isLockScreen()) return desk::WindowType::lock;
  if (is_shell(window) || window.isDesktop()) return desk::WindowType::shell;
  if (window.isPopupMenu() || window.isDropdownMenu() || window.isComboBox() || window.hasPopupGrab())
    return desk::WindowType::menu;
  if (window.isPopupWindow()) return desk::WindowType::popup;
  if (window.isDialog()) return desk::WindowType::dialog;
  if (window.isNormalWindow() || window.isUtility() || window.isSplash()) return desk::WindowType::normal;
  return desk::WindowType::unknown;
}

}  // namespace

KWin::Window* toplevel_of(KWin::Window* popup) {
  while (popup->isPopupWindow() && popup->transientFor() != nullptr) popup = popup->transientFor();
  return popup;
}

Target target_at(Point at) {
  // The middle of the pixel.
  KWin::Window* hit = KWin::input()->findToplevel(QPointF(at.x + 0.5, at.y + 0.5));
  if (is_locked()) return {desk::HitKind::shell, nullptr, nullptr};
  if (hit == nullptr || hit->isDesktop()) return {};
  if (is_shell(*hit)) return {desk::HitKind::shell, nullptr, nullptr};
  return {desk::HitKind::window, toplevel_of(hit), hit};
}

KWin::Window* focused() {
  KWin::Window* window = KWin::workspace()->activeWindow();
  return is_locked() || window == nullptr || is_shell(*window) ? nullptr : window;
}

std::uint32_t receiver_of(const KWin::Window& window) {
  return static_cast<std::uint32_t>(std::max<pid_t>(0, window.pid()));
}

Rect frame_of(const KWin::Window& window) {
  return rounded(window.frameGeometry());
}

Rect buffer_of(const KWin::Window& window) {
  return rounded(window.bufferGeometry());
}

desk::Window facts_of(KWin::Window& window) {
  desk::Window facts;
  facts.id = id_of(window);
  facts.pid = receiver_of(window);
  facts.app_id = (window.desktopFileName().isEmpty() ? window.resourceClass() : window.desktopFileName()).toStdString();
  facts.title = window.caption().toStdString();
  facts.type = type_of(window);
  const KWin::SurfaceInterface* surface = window.surface();
  facts.x11 = surface != nullptr && surface->client() == KWin::waylandServer()->xWaylandConnection();
  facts.frame = frame_of(window);
  facts.buffer = buffer_of(window);
  facts.client = rounded(window.clientGeometry());
  facts.parent = window.transientFor() != nullptr ? id_of(*window.transientFor()) : 0;
  // The rectangles are in logical pixels. Programs of Xwayland draw for the largest scale of all screens.
  facts.client_scale = facts.x11 ? KWin::kwinApp()->xwaylandScale() : window.targetScale();
  facts.active = window.isActive();
  facts.minimized = window.isMinimized();
  facts.maximized = window.maximizeMode() == KWin::MaximizeFull;
  facts.fullscreen = window.isFullScreen();
  facts.mapped = window.isShown() && !window.isMinimized();
  return facts;
}

KWin::Window* window_of(std::uint64_t id) {
  return KWin::workspace()->findWindow([id](const KWin::Window* each) { return id_of(*each) == id; });
}

std::vector<desk::Window> all_windows() {
  std::vector<desk::Window> all;
  for (KWin::Window* each : KWin::workspace()->stackingOrder()) {
    if (!each->isDeleted() && !each->isInternal()) all.push_back(facts_of(*each));
  }
  return all;
}

KWin::Window* menu_of_another(std::uint32_t process) {
  for (KWin::Window* each : KWin::workspace()->stackingOrder()) {
    if (!each->isDeleted() && each->hasPopupGrab() && receiver_of(*each) != process) return each;
  }
  return nullptr;
}

desk::Screen screen() {
  const QRect all = KWin::workspace()->geometry();
  return {all.width(), all.height(), 1};
}

bool is_locked() {
  return KWin::waylandServer()->isScreenLocked();
}

}  // namespace interlock::kwin
