/// `interlockctl watch` on a terminal: the decisions, above them the pending prompts, and the meaning of keys.
/// Values in, values out: time is an argument, and a frame is a string.
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
  /// An approval counts only if the prompt was shown and no key arrived for this time, so that a key that was meant for
  /// something else, typed ahead or auto-repeated approves nothing.
  static constexpr std::chrono::milliseconds quiet{500};

  struct Size {
    int columns = 80, rows = 24;
  };
  struct Reply {
    std::string id;
    bool approve = false;
    std::string lifespan;   ///< of an approval, as in `reply`
    std::string word = {};  ///< of a denial: the person's reason, which the agent gets
  };

  /// Takes an event of the daemon; `clock` is the local time.
  void event(std::string_view name, const ipc::json::object& params, const std::string& clock);
  /// Takes the pending prompts: the answer of `pending`.
  void pending(const ipc::json::array& prompts, Time now);
  /// Shows a message until the next key.
  void say(std::string text) { said_ = std::move(text); }

  /// Takes the bytes of one read of the terminal. Only a single key answers: `a` approves once, `d` denies, `D` denies
  /// with a word for the agent, which is typed until Return (Escape: no answer); if the prompt offers it, `s` approves
  /// the same action for the session and `t` for a time.
  std::optional<Reply> input(std::string_view bytes, Time now);
  bool wants_to_quit() const { return quit_; }

  /// The whole screen, ready to be written. `colour`: whether to use colours.
  std::string frame(Size size, bool colour, Time now) const;
  /// When the screen changes without input; nothing if no prompt is pending.
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
  /// The lifespan that an approving key grants for the selected prompt; empty if the prompt does not offer it.
  std::string granted_by(std::string_view key) const;
  std::vector<std::string> keys(Time now) const;
  void select(std::size_t index, Time now);
  std::optional<Reply> write_word(std::string_view bytes);
  std::vector<std::string> prompt_lines(Size size, bool colour, Time now) const;
  /// At most `room`, the newest last.
  std::deque<std::string> newest_rows(int columns, std::size_t room, bool colour) const;

  std::deque<Line> lines_;
  std::vector<Prompt> prompts_;  ///< oldest first
  std::size_t selected_ = 0;
  Time chosen_at_ = {};  ///< the time at which the selected prompt was selected
  Time last_input_ = {};
  std::string state_ = "running";
  std::string said_;
  /// A denial that is being written, with its word so far.
  std::optional<Reply> writing_ = {};
  bool quit_ = false;
};

}  // namespace interlock::cli
