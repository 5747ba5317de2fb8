/// The client of the self-test: a window that reports the presses it gets.
#pragma once

namespace interlock::compositor {

/// Speaks Wayland on `wayland`, and writes "p" for a press and "r" for a release of a button to `report`. Returns after
/// a release, or when the connection ends.
void run_self_test_client(int wayland, int report);

}  // namespace interlock::compositor
