/// What the command line of interlock-desk says.
#pragma once

#include <string>
#include <vector>

namespace interlock::compositor {

struct Options {
  int width = 1280;  ///< pixels
  int height = 900;
  double scale = 1;                      ///< 1 to 2
  bool nested = false;                   ///< a window of the Wayland or X11 session that it is started in
  std::string title = "interlock-desk";  ///< of that window
  int titles = -1;                       ///< a descriptor with other titles for it, a line each; -1: none
  std::string desk_socket;               ///< of interlockd; empty: none
  std::string daemon;                    ///< who may be at its other end, as desk::is_run_by_us wants it
  std::string viewer;                    ///< shell command; empty: none
  std::string input_method;              ///< shell command; empty: none
  std::string socket;                    ///< name of the Wayland socket; empty: the first free one
  bool guard = true;                     ///< false only in tests: delivers without comparing with what is expected
  std::vector<std::string> command;      ///< ends with it; empty: none
};

/// Ends the program with a message if the command line is wrong, or after --help and --version.
Options options_of(int argc, char** argv);

}  // namespace interlock::compositor
