/// The reasons why agents are paused. Each is set and removed on its own: unlocking the screen does not end a pause
/// that a person asked for.
#pragma once

#include <atomic>
#include <memory>
#include <set>
#include <string_view>

namespace interlock::daemon {

/// In order of precedence in messages.
enum class Pause {
  command,        ///< `interlockctl pause`
  panic_key,      ///< it also halts all sessions; new ones wait for `interlockctl resume`
  foreign_input,  ///< another program injected input, and the policy pauses then
  locked,         ///< the screen is locked
  away,           ///< another user's session is active
  own_files,      ///< interlock's rules or audit log changed, apparently not by a person
};

class Pauses {
 public:
  void put(Pause why);
  bool take_away(Pause why);  ///< false: it was not set
  void clear();
  bool any() const { return *any_; }
  bool has(Pause why) const { return reasons_.contains(why); }
  /// For agents and people: the reason and what ends it; empty if there is no pause.
  std::string_view reason() const;
  /// The same as any(), for other threads.
  std::shared_ptr<const std::atomic<bool>> flag() const { return any_; }

 private:
  std::set<Pause> reasons_;
  std::shared_ptr<std::atomic<bool>> any_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace interlock::daemon
