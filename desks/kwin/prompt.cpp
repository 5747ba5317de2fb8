// SPDX-License-Identifier: GPL-2.0-or-later
#include "desks/kwin/prompt.h"

#include <array>
#include <cmath>
#include <vector>

#include <linux/input-event-codes.h>
#include <xkbcommon/xkbcommon.h>

#include <QImage>
#include <QPainter>
#include <QRasterWindow>

#include <kwin/input.h>
#include <kwin/window.h>
#include <kwin/workspace.h>

#include "desks/kwin/windows.h"
#include "desks/wire/pixel_files.h"

namespace interlock::kwin {
namespace {

constexpr int most_prompt_side = 8192;

std::optional<QImage> picture_in(const desk::PromptPicture& file) {
  const auto count = static_cast<std::size_t>(file.width) * static_cast<std::size_t>(file.height);
  auto pixels = desk::read_pixels(file.path, count);
  if (!pixels) return std::nullopt;
  for (auto& pixel : *pixels) pixel |= 0xFF000000U;  // Qt copies the pixels of RGB32 as they are
  return QImage(reinterpret_cast<const uchar*>(pixels->data()), file.width, file.height, file.width * 4,
                QImage::Format_RGB32)
      .copy();
}

std::string name_of_key(std::uint32_t keysym) {
  std::array<char, 64> name{};
  return xkb_keysym_get_name(keysym, name.data(), name.size()) > 0 ? std::string(name.data()) : std::string();
}

/// Of what a key writes: control characters are none.
bool is_text(const std::string& text) {
  return !text.empty() && static_cast<unsigned char>(text[0]) >= ' ' && text[0] != '\x7f';
}

}  // namespace

/// KWin shows windows of its own process above those of all programs.
class PromptPictureWindow final : public QRasterWindow {
 public:
  PromptPictureWindow() {
    setFlags(Qt::FramelessWindowHint | Qt::BypassWindowManagerHint | Qt::WindowDoesNotAcceptFocus);
    setTitle(QStringLiteral("interlock"));
  }
  void set(QImage picture, QPoint at) {
    picture_ = std::move(picture);
    setGeometry(QRect(at, picture_.size()));
    update();
  }

 private:
  void paintEvent(QPaintEvent* /*event*/) override { QPainter(this).drawImage(0, 0, picture_); }

  QImage picture_;
};

Prompt::Prompt(std::function<void(const desk::Event&)> send) : send_(std::move(send)) {}
Prompt::~Prompt() = default;

std::optional<desk::Failure> Prompt::show(const desk::PromptPicture& picture) {
  if (picture.width < 1 || picture.height < 1 || picture.width > most_prompt_side ||
      picture.height > most_prompt_side) {
    return desk::Failure{std::string(desk::code::invalid), "a prompt has 1 to 8192 pixels in each direction"};
  }
  auto image = picture_in(picture);
  if (!image) {
    return desk::Failure{std::string(desk::code::failed),
                         picture.path + ": not a file of this user with the prompt's pixels"};
  }
  if (shown_ != picture.prompt) hide();
  shown_ = picture.prompt;
  if (!picture_) {
    picture_ = std::make_unique<PromptPictureWindow>();
    QObject::connect(KWin::workspace(), &KWin::Workspace::stackingOrderChanged, &stacking_, [this] { keep_above(); });
  }
  picture_->set(std::move(*image), QPoint(picture.at.x, picture.at.y));
  picture_->show();
  return std::nullopt;
}

void Prompt::hide() {
  QObject::disconnect(KWin::workspace(), nullptr, &stacking_, nullptr);
  picture_.reset();
  shown_ = 0;
  has_keys_ = false;
}

KWin::Window* Prompt::window() const {
  return picture_ ? KWin::workspace()->findInternal(picture_.get()) : nullptr;
}

/// Programs may put their layers into the same layer of KWin's.
void Prompt::keep_above() {
  KWin::Window* own = window();
  const auto& order = KWin::workspace()->stackingOrder();
  if (is_raising_ || own == nullptr || order.isEmpty() || order.last() == own) return;
  is_raising_ = true;
  KWin::workspace()->raiseWindow(own);
  is_raising_ = false;
}

bool Prompt::has_keys() const {
  return shown_ != 0 && has_keys_ && !is_locked();
}

bool Prompt::is_at(QPointF place) const {
  KWin::Window* own = window();
  return own != nullptr && KWin::input()->findToplevel(place) == own;
}

bool Prompt::takes_button(QPointF at, std::uint32_t code, bool press, desk::By by) {
  if (press) {
    has_keys_ = is_at(at);
    if (!has_keys_) return false;
    taken_.insert(code);
  } else if (taken_.erase(code) == 0) {
    return false;
  }
  if (code == BTN_LEFT) report(press ? desk::PromptInput::press : desk::PromptInput::release, at, by, "", "");
  return true;
}

bool Prompt::takes_finger(qint32 id, QPointF at, desk::By by) {
  has_keys_ = is_at(at);
  if (!has_keys_) return false;
  if (fingers_.empty()) {
    first_finger_ = id;
    report(desk::PromptInput::press, at, by, "", "");
  }
  fingers_[id] = at;
  return true;
}

bool Prompt::moves_finger(qint32 id, QPointF at) {
  const auto finger = fingers_.find(id);
  if (finger == fingers_.end()) return false;
  finger->second = at;
  return true;
}

bool Prompt::lifts_finger(qint32 id, desk::By by) {
  const auto finger = fingers_.find(id);
  if (finger == fingers_.end()) return false;
  if (id == first_finger_) report(desk::PromptInput::release, finger->second, by, "", "");
  fingers_.erase(finger);
  return true;
}

bool Prompt::takes_key(QPointF pointer, std::uint32_t code, bool press, std::uint32_t keysym, const std::string& text,
                       desk::By by) {
  if (!press) return taken_.erase(code) != 0;
  const bool is_escape = keysym == XKB_KEY_Escape && is_at(pointer);
  if (!has_keys() && !is_escape) return false;
  taken_.insert(code);
  report(desk::PromptInput::key, pointer, by, name_of_key(keysym), is_text(text) ? text : "");
  return true;
}

void Prompt::report(desk::PromptInput what, QPointF at, desk::By by, std::string keysym, std::string text) const {
  if (shown_ == 0 || !picture_) return;
  const Point place{static_cast<std::int32_t>(std::floor(at.x())) - picture_->x(),
                    static_cast<std::int32_t>(std::floor(at.y())) - picture_->y()};
  send_(desk::PromptEvent{shown_, what, by, place, std::move(keysym), std::move(text)});
}

}  // namespace interlock::kwin
