#include "daemon/desk/grant_rules.h"

#include <algorithm>

namespace interlock::daemon {

namespace {

using platform::ProcessFacts;
using Chain = std::vector<ProcessFacts>;

constexpr std::string_view elsewhere =
    "; answer the question on the screen, or use interlockctl over ssh from another machine, on a console, or in a "
    "terminal that was open before agents began to act";

GrantVerdict refused(std::string why) {
  return {std::move(why), {}};
}

std::string named(const ProcessFacts& process) {
  return process.name + " (" + std::to_string(process.pid) + ")";
}

bool is_in_foreground(const ProcessFacts& process) {
  return process.terminal != 0 && process.foreground == process.group;
}

/// The program of the chain in which agents acted while a process between it and the command already existed: a shell
/// that they may have typed in. Empty: none.
std::string acted_upon(const GrantFacts& facts, const Activity& activity) {
  const Chain& chain = *facts.chain;
  const auto known = activity.programs();
  for (auto program = chain.begin(); program != chain.end(); ++program) {
    if (!known.contains(program->pid) && !facts.window_owners->contains(program->pid)) continue;
    const auto acted = activity.last_in(program->pid);
    if (!acted || program->started > *acted) continue;  // the pid belonged to another process then
    const auto there = std::find_if(chain.begin(), program, [&](const auto& each) { return each.started <= *acted; });
    if (there == program) continue;
    return "agents acted in " + named(*program) + " while " + named(*there) +
           " ran in it, so a command there may be an agent's";
  }
  return {};
}

/// In a terminal's window a person must have pressed the keys, and the command must be in the terminal's foreground.
GrantVerdict from_window(const GrantFacts& facts, const Activity& activity, Chain::const_iterator owner) {
  const Chain& chain = *facts.chain;
  const std::string& terminal = owner->name;
  if (activity.agents_had_the_desktop(owner->started)) {
    return refused(named(*owner) + " was started while agents had the desktop" + std::string(elsewhere));
  }
  if (!facts.devices_trouble.empty()) {
    return refused("a person's keys in " + terminal + " cannot be told from a program's: " + facts.devices_trouble +
                   std::string(elsewhere));
  }
  if (!is_in_foreground(chain.front())) {
    return refused(named(chain.front()) + " does not run in the foreground of a terminal" + std::string(elsewhere));
  }
  const bool pressed =
      facts.key && facts.now - *facts.key <= key_to_grant && (!activity.last() || *activity.last() < *facts.key);
  if (!pressed || facts.focused != owner->pid) {
    return refused("nobody pressed a key of a real keyboard in " + named(*owner) + " within the last " +
                   std::to_string(key_to_grant.count()) + " s; press Return there yourself");
  }
  return {{}, "in " + terminal + ", after a key of a real keyboard"};
}

/// The caller descends from a process that existed before any act: it is in that process's session or on a terminal
/// that it created, so it was started there. An orphan that the process only adopted is in neither.
std::string not_below(const GrantFacts& facts, const ProcessFacts& before) {
  for (const ProcessFacts& each : *facts.chain) {
    if (each.pid == before.pid) break;
    const bool on_its_terminal = facts.holds_terminal && each.terminal == facts.chain->front().terminal;
    if (each.session != before.session && !on_its_terminal) {
      return named(each) + " was started after agents began to act, and nothing proves that a person did it";
    }
  }
  if (facts.of_this_desktop) return named(before) + " belongs to the desktop that agents act on";
  if (facts.attached) return "its terminal is also shown in a window that agents acted in";
  return {};
}

GrantVerdict from_elsewhere(const GrantFacts& facts, const Activity& activity) {
  const Chain& chain = *facts.chain;
  if (!facts.remote_login.empty()) return {{}, "over the network from " + facts.remote_login};
  if (platform::is_console(chain.front().terminal)) {
    return {{}, "on the console " + platform::terminal_name(chain.front().terminal)};
  }
  if (chain.back().parent == 0) return {{}, "from outside of this process namespace"};
  const ProcessFacts* before = there_before(chain, activity.first());
  if (before == nullptr) {
    return refused(named(chain.back()) +
                   " was started after agents began to act, and nothing proves that a person did it" +
                   std::string(elsewhere));
  }
  const std::string why = not_below(facts, *before);
  if (!why.empty()) return refused(why + std::string(elsewhere));
  return {{}, "from " + named(*before) + ", which was there before agents acted"};
}

}  // namespace

const ProcessFacts* there_before(const Chain& chain, std::optional<Activity::Time> first_act) {
  const auto found = std::find_if(chain.begin(), chain.end(), [&](const ProcessFacts& each) {
    return !first_act || was_before(each.started, *first_act);
  });
  return found == chain.end() ? nullptr : &*found;
}

GrantVerdict judge_grant(const GrantFacts& facts, const Activity& activity) {
  if (!activity.first()) return {{}, "before any agent acted"};
  if (!facts.chain || facts.chain->empty()) {
    return refused("the process that asks, or one that it comes from, cannot be looked at" + std::string(elsewhere));
  }
  if (!facts.window_owners) {
    return refused("which programs own windows of the display is not known at the moment; try again");
  }
  const auto owner = std::find_if(facts.chain->begin(), facts.chain->end(),
                                  [&](const ProcessFacts& each) { return facts.window_owners->contains(each.pid); });
  const std::string why = acted_upon(facts, activity);
  if (!why.empty()) return refused(why + std::string(elsewhere));
  if (owner != facts.chain->end()) return from_window(facts, activity, owner);
  return from_elsewhere(facts, activity);
}

}  // namespace interlock::daemon
