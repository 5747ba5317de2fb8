#include "platform/prompt/press_rules.h"

#include <algorithm>
#include <utility>

namespace interlock::platform::prompt {

namespace {

bool approves(Answer answer) {
  return answer == Answer::approved || answer == Answer::approved_for_session;
}

}  // namespace

void PressRules::note_shown(Time now) {
  if (!is_shown()) shown_ = now;
}

void PressRules::note_covered(bool covered, Time now) {
  if (covered) {
    clear_since_ = Time::max();
    held_.reset();
  } else if (clear_since_ == Time::max()) {
    clear_since_ = now;
  }
}

bool PressRules::may_approve(Time now) const {
  return is_shown() && clear_since_ != Time::max() && now - clear_since_ >= reading_time &&
         now - shown_ >= reading_time;
}

std::int64_t PressRules::seconds_left(Time now) const {
  const auto& expires = layout_.prompt().expires;
  return expires ? std::chrono::ceil<std::chrono::seconds>(*expires - now).count() : 0;
}

const PromptLayout::Button* PressRules::button_at(Point at) const {
  const auto& all = layout_.buttons();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& button) { return button.rect.contains(at); });
  return found == all.end() ? nullptr : &*found;
}

std::optional<Answer> PressRules::take(const Press& press, bool covered, Time now) {
  const auto held = std::exchange(held_, std::nullopt);
  const auto* button = button_at(press.at);
  if (button == nullptr) return std::nullopt;
  if (approves(button->answer) && (!press.counts || !may_approve(now) || covered)) return std::nullopt;
  if (press.down) {
    held_ = button->answer;
    held_device_ = press.device;
    return std::nullopt;
  }
  if (held != button->answer || held_device_ != press.device) return std::nullopt;
  by_person_ = press.counts;
  return button->answer;
}

}  // namespace interlock::platform::prompt
