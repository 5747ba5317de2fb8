/// Why agents are to do nothing for now. Each reason is put and taken away by itself: that the screen is unlocked again
/// does not end the pause that a person asked for.
#pragma once

#include <atomic>
#include <memory>
#include <set>
#include <string_view>

namespace interlock::daemon {

/// In the order in which they are told.
enum class Pause {
  command,        ///< `interlockctl pause`
  panic_key,      ///< it also halts all sessions; new ones wait for `interlockctl resume`
  foreign_input,  ///< another program injected input, and the policy wants a pause then
  locked,         ///< the screen is locked
  away,           ///< another user is in front
  own_files,      ///< interlock's rules or audit log changed, and no person seems to have done it
};

class Pauses {
 public:
  void put(Pause why);
  bool take_away(Pause why);  ///< false: it was not there
  void clear();
  bool any() const { return *any_; }
  bool has(Pause why) const { return reasons_.contains(why); }
  /// For agents and people: why, and what ends it; empty while there is no pause.
  std::string_view reason() const;
  /// The same as any(), to be read by other threads.
  std::shared_ptr<const std::atomic<bool>> flag() const { return any_; }

 private:
  std::set<Pause> reasons_;
  std::shared_ptr<std::atomic<bool>> any_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace interlock::daemon
