/// The commands, one function each. They print their results and throw Stop to end the chain.
#pragma once

#include <span>
#include <string_view>

#include "clients/xdotool/chain.h"

namespace interlock::xdotool {

struct Command {
  std::string_view name;
  int (*run)(Chain& chain);  ///< 0, or the exit code that ends the chain
};
/// In the order in which `help` lists them.
std::span<const Command> commands();
const Command* command_named(std::string_view name);  ///< case-insensitive, as in the original

int mousemove(Chain& chain);
int mousemove_relative(Chain& chain);
int click(Chain& chain);
int mousedown(Chain& chain);
int mouseup(Chain& chain);
int getmouselocation(Chain& chain);
int key(Chain& chain);
int type(Chain& chain);
int search(Chain& chain);
int getactivewindow(Chain& chain);
int getwindowfocus(Chain& chain);
int getwindowname(Chain& chain);
int getwindowclassname(Chain& chain);
int getwindowpid(Chain& chain);
int getwindowgeometry(Chain& chain);
int windowactivate(Chain& chain);
int windowfocus(Chain& chain);
int windowraise(Chain& chain);
int windowmap(Chain& chain);
int windowunmap(Chain& chain);
int windowminimize(Chain& chain);
int windowmove(Chain& chain);
int windowsize(Chain& chain);
int windowclose(Chain& chain);
int windowkill(Chain& chain);
int set_window(Chain& chain);
int getdisplaygeometry(Chain& chain);
int get_desktop(Chain& chain);
int set_desktop(Chain& chain);
int get_num_desktops(Chain& chain);
int set_num_desktops(Chain& chain);
int get_desktop_for_window(Chain& chain);
int set_desktop_for_window(Chain& chain);
int get_desktop_viewport(Chain& chain);
int set_desktop_viewport(Chain& chain);
int sleep(Chain& chain);
int exec(Chain& chain);
int help(Chain& chain);
int version(Chain& chain);
int selectwindow(Chain& chain);
int not_supported(Chain& chain);

/// Calls `then` for each named window.
template <class Then>
void each_window(Chain& chain, const std::optional<std::string>& name, Then then) {
  for (const WindowId window : chain.windows(name)) then(window);
}

/// Releases the modifiers that this process holds down during its lifetime (--clearmodifiers).
class Cleared {
 public:
  Cleared(Chain& chain, bool clear);
  ~Cleared() noexcept(false);
  Cleared(const Cleared&) = delete;
  Cleared& operator=(const Cleared&) = delete;

 private:
  Chain& chain_;
  std::set<std::string> keys_;
};

}  // namespace interlock::xdotool
