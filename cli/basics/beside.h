/// Other programs of interlock.
#pragma once

#include <string>

namespace interlock::cli {

/// The path of a program that was installed or built together with this one; empty if there is none. Both arguments
/// are relative to the folder above this program's own: where the program is if it is installed, and in a build.
std::string beside_us(const std::string& installed, const std::string& built);

}  // namespace interlock::cli
