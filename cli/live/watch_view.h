/// `interlockctl watch` on a terminal: what was decided, above it what waits for the person, and what their keys mean.
/// Values in, values out: time is an argument, and a frame is a text.
#pragma once

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ipc/message.h"

namespace interlock::cli {

class WatchView {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// An approval counts only when the prompt was shown, and no key came, for so long: a key that was meant for
  /// something else, typed ahead or repeating while it is held approves nothing.
  static constexpr std::chrono::milliseconds quiet{500};

  struct Size {
    int columns = 80, rows = 24;
  };
  struct Reply {
    std::string id;
    bool approve = false;
    std::string lifespan;  ///< of a yes, as `reply` takes it
  };

  /// An event of the daemon, at this time by the person's clock.
  void event(std::string_view name, const ipc::json::object& params, const std::string& clock);
  /// What waits now: the answer of `pending`.
  void pending(const ipc::json::array& prompts, Time now);
  /// A line of our own, until the next key.
  void say(std::string text) { said_ = std::move(text); }

  /// What one read of the terminal gave. Only a key by itself answers: `a` approves once, `d` denies; where the prompt
  /// offers it, `s` approves the same thing for the session and `t` for a time.
  std::optional<Reply> input(std::string_view bytes, Time now);
  bool wants_to_quit() const { return quit_; }

  /// The whole screen, ready to be written. `colour`: may colours be used.
  std::string frame(Size size, bool colour, Time now) const;
  /// When the screen changes by itself; nothing while nobody waits.
  std::optional<Time> next_change(Time now) const;

 private:
  struct Line {
    std::string text, decision;
  };
  struct Prompt {
    ipc::json::object params;
    Time shown, expires;
  };
  bool armed(Time now) const;
  const Prompt* chosen() const { return prompts_.empty() ? nullptr : &prompts_[selected_]; }
  /// What a key that approves grants, of what the selected prompt offers; empty: the key means nothing there.
  std::string granted_by(std::string_view key) const;
  std::vector<std::string> keys(Time now) const;
  void select(std::size_t index, Time now);
  std::vector<std::string> prompt_lines(Size size, bool colour, Time now) const;

  std::deque<Line> lines_;
  std::vector<Prompt> prompts_;  ///< oldest first
  std::size_t selected_ = 0;
  Time chosen_at_ = {};  ///< since when the selected prompt is the one that keys mean
  Time last_input_ = {};
  std::string state_ = "running";
  std::string said_;
  bool quit_ = false;
};

}  // namespace interlock::cli
