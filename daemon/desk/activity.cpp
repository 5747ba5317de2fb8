#include "daemon/desk/activity.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "daemon/process/log.h"

namespace interlock::daemon {

namespace {

/// More programs than a desktop has; after that an act counts as an act in any program.
constexpr std::size_t most_programs = 512;
/// A process that started before the oldest of these counts as started by an agent.
constexpr std::size_t most_acts = 512;
/// The kernel rounds the start of a process down to a multiple of this.
constexpr platform::SinceBoot start_step{10};

}  // namespace

bool was_before(Activity::Time started, Activity::Time act) {
  return started + start_step <= act;
}

Activity::Activity(std::string file) : file_(std::move(file)) {
  std::ifstream kept(file_);
  Time::rep at = 0;
  if (file_.empty() || !(kept >> at)) return;
  // Agents acted under an earlier daemon; the windows are no longer known.
  first_ = std::min(Time{at}, platform::since_boot());
  last_ = last_anywhere_ = platform::since_boot();
}

void Activity::remember_first() {
  if (file_.empty()) return;
  const std::string draft = file_ + ".new";
  {
    std::ofstream out(draft, std::ios::trunc);
    out << first_->count() << '\n';
  }
  std::error_code failed;
  std::filesystem::rename(draft, file_, failed);
  if (failed)
    log_warning("cannot write " + file_ + " (" + failed.message() + "): a restart forgets where agents acted");
}

void Activity::person_acts(Time now) {
  if (!acts_.empty() && !acts_.back().person_after) acts_.back().person_after = now;
}

void Activity::agent_acts(const Known<Window>& window, Time now) {
  last_ = now;
  if (!first_) {
    first_ = now;
    remember_first();
  }
  acts_.push_back({now, std::nullopt});
  if (acts_.size() > most_acts) acts_.pop_front();
  if (window.is_none()) return;
  const pid_t program = window && window->pid ? static_cast<pid_t>(*window->pid) : 0;
  if (program > 0 && (programs_.size() < most_programs || programs_.contains(program))) {
    programs_[program] = now;
  } else {
    last_anywhere_ = now;
  }
}

std::optional<Activity::Time> Activity::last_in(pid_t program) const {
  const auto found = programs_.find(program);
  if (found == programs_.end()) return last_anywhere_;
  return std::max(found->second, last_anywhere_.value_or(found->second));
}

std::set<pid_t> Activity::programs() const {
  std::set<pid_t> all;
  std::transform(programs_.begin(), programs_.end(), std::inserter(all, all.end()),
                 [](const auto& each) { return each.first; });
  return all;
}

bool Activity::agents_had_the_desktop(Time started) const {
  if (!first_ || was_before(started, *first_)) return false;
  const auto later = std::find_if(acts_.begin(), acts_.end(), [&](const Act& act) { return act.at > started; });
  if (later == acts_.begin()) return true;  // older than the kept acts
  const auto person = std::prev(later)->person_after;
  return !person || *person > started;
}

}  // namespace interlock::daemon
