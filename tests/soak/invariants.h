/// The invariants that hold whatever was killed: each function returns the violations as sentences, nothing if there
/// are none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/desktop/desktop.h"
#include "tests/soak/records.h"

namespace interlock::soak {

using Broken = std::vector<std::string>;

/// Waits until nothing is held down, on XTEST's own devices and in all.
Broken nothing_held(const test::Desktop& desktop);

/// Each event (from `first` on) has a record that began before it and had not ended, up to the milliseconds of the
/// server's clock, and except for acts that interlockd itself reports as possibly late (a display that hung).
Broken all_on_record(const std::vector<Event>& events, std::size_t first, const std::vector<Record>& records);

/// No more button presses than the records account for.
Broken no_more_presses(const std::vector<Event>& events, const std::vector<Record>& records);

/// Questions of `agents` that were open at `when` did not end with an approval from later answers.
Broken nothing_carried_over(const std::vector<std::string>& agents, std::int64_t when,
                            const std::vector<Record>& records);

/// `interlockctl audit verify` finds nothing.
Broken audit_is_whole(const test::Desktop& desktop);

/// One reply to each request, except for requests whose connection ended.
Broken one_reply_each(const std::vector<Talk>& talks);

/// The resources that a process uses.
struct Footprint {
  int descriptors = 0;
  double resident_mib = 0;
};
Footprint footprint_of(pid_t pid);
/// Its descriptors, one a line; for a message.
std::string descriptors_of(pid_t pid);

}  // namespace interlock::soak
