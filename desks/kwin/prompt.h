/// Shows interlockd's prompt: a picture in a window of KWin's own process, above all others. Input on the prompt is
/// reported to interlockd alone; no program gets it.
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include <QObject>
#include <QPointF>

#include "desks/wire/messages.h"

namespace KWin {
class Window;
}

namespace interlock::kwin {

class PromptPictureWindow;

class Prompt {
 public:
  explicit Prompt(std::function<void(const desk::Event&)> send);
  ~Prompt();
  Prompt(const Prompt&) = delete;
  Prompt& operator=(const Prompt&) = delete;

  /// Shows it, or its new picture. The failure says why not.
  std::optional<desk::Failure> show(const desk::PromptPicture& picture);
  void hide();
  /// 0: none is shown.
  std::uint64_t shown() const { return shown_; }

  /// It gets the keys: it was pressed, and since then nothing else was. A locked screen gets its own.
  bool has_keys() const;

  /// A key whose press belonged to it and that is still down.
  bool holds(std::uint32_t code) const { return taken_.contains(code); }
  /// Others' input, before anybody else sees it. Whether it belongs to the prompt, which then has reported it.
  bool takes_button(QPointF at, std::uint32_t code, bool press, desk::By by);
  bool takes_key(QPointF pointer, std::uint32_t code, bool press, std::uint32_t keysym, const std::string& text,
                 desk::By by);
  /// A finger: the first on the prompt counts as the left button, others there do nothing.
  bool takes_finger(qint32 id, QPointF at, desk::By by);
  bool moves_finger(qint32 id, QPointF at);
  bool lifts_finger(qint32 id, desk::By by);
  /// The fingers are no longer followed, and what was pressed is not released.
  void forget_fingers() { fingers_.clear(); }

 private:
  bool is_at(QPointF place) const;
  KWin::Window* window() const;
  void keep_above();
  void report(desk::PromptInput what, QPointF at, desk::By by, std::string keysym, std::string text) const;

  std::function<void(const desk::Event&)> send_;
  std::unique_ptr<PromptPictureWindow> picture_;
  QObject stacking_;  // its connections end with it
  std::uint64_t shown_ = 0;
  std::set<std::uint32_t> taken_;      // buttons and keys that went down on the prompt
  std::map<qint32, QPointF> fingers_;  // that went down on the prompt, and where each is
  qint32 first_finger_ = 0;
  bool has_keys_ = false;
  bool is_raising_ = false;
};

}  // namespace interlock::kwin
