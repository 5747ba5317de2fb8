/// A header that kwin/wayland/datasource.h and those of the other sources include and Debian's kwin-dev lacks: their
/// base, as far as they name it. The order of these functions is not that of KWin's class, so none may be called
/// through the base: each call names the class of its source.
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QFlags>
#include <QObject>
#include <QStringList>

#include <kwin/kwin_export.h>
#include <kwin/utils/filedescriptor.h>

struct wl_client;

namespace KWin {

enum class DnDAction;
Q_DECLARE_FLAGS(DnDActions, DnDAction)

class KWIN_EXPORT AbstractDataSource : public QObject {
  Q_OBJECT

 public:
  virtual void requestData(const QString& type, FileDescriptor fd) = 0;
  virtual QStringList mimeTypes() const = 0;
  virtual wl_client* client() const = 0;
  virtual void cancel() = 0;
  virtual void accept(const QString& type) = 0;
  virtual bool isAccepted() const = 0;
  virtual DnDActions supportedDragAndDropActions() const = 0;
  virtual DnDAction selectedDndAction() const = 0;
  virtual void dndAction(DnDAction action) = 0;
  virtual void dropPerformed() = 0;
  virtual void dndFinished() = 0;
  virtual void dndCancelled() = 0;
};

}  // namespace KWin
