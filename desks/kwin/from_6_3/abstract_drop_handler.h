/// A header that kwin/wayland/datadevice.h includes and Debian's kwin-dev lacks: the base of a class that is only named
/// here.
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QObject>

#include <kwin/kwin_export.h>

namespace KWin {

class SurfaceInterface;

class KWIN_EXPORT AbstractDropHandler : public QObject {
  Q_OBJECT

 public:
  virtual void updateDragTarget(SurfaceInterface* surface, quint32 serial) = 0;
  virtual void drop() = 0;
};

}  // namespace KWin
