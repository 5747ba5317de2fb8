/// Whether the program that listens on desk.sock is interlockd. For desks.
#pragma once

#include <initializer_list>
#include <string>

namespace interlock::desk {

/// Whether the peer of this connected socket is a process of this user that runs `program`: a path of an executable, or
/// a name without a slash, which any executable of that name has. What the process does with that program (LD_PRELOAD,
/// a debugger) is not known.
bool is_run_by_us(int socket, const std::string& program);

/// The first of these files that exists, or `name`.
std::string first_installed(std::initializer_list<std::string> files, const std::string& name);

}  // namespace interlock::desk
