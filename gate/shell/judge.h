/// The judge of command lines: what a line handed to a shell would do that cannot be taken back. Knows programs by name
/// and option, through quotes, variables, wrappers, substitutions and pipes. Total and bounded on any text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "values/decision.h"

namespace interlock::gate::shell {

struct Judgement {
  Decision decision = Decision::allow;
  std::string_view code;  ///< static: "file_destruction", "remote_code", ...
  std::string reason;     ///< a sentence that names the program, what it does, to what, and where in the line it stands
};

/// The code of what no policy can allow: commands that take interlock out of the way, or answer for a person.
inline constexpr std::string_view guarded_code = "guarded_command";

/// Whether `text` is or holds the path of interlock's policy, rules, audit log, control socket, service or programs.
bool is_own_path(std::string_view text);

struct Environment;
struct Prompt;
class WrittenFiles;

/// What earlier lines left behind, if there are any: names, the folder and a running program in the same terminal,
/// files in all. It makes no judgement milder, since not every line need have been read by a shell, with one exception:
/// while an editor runs, a word that no program is known by is not taken for a tool that is asked to do something.
struct Before {
  const Environment* environment = nullptr;
  const WrittenFiles* files = nullptr;
  const Prompt* prompt = nullptr;
};

/// What `lines` (one or more, as typed) would do: the most severe danger; `allow` if there is none.
Judgement judge(std::string_view lines, const Before& before = {});
/// The same behind unfinished lines: both are judged, what the shell reads, and `lines` by themselves, were it open no
/// more.
Judgement judge_behind(const std::string& open, std::string_view lines, const Before& before = {});

/// The last of `lines` that a shell would not run yet, because a quote, bracket, loop or here-document is open, or a
/// backslash, "|" or "&&" ends them. Empty if there are none, or if all are longer than anyone leaves open (4 KiB).
std::string left_open(std::string lines);

}  // namespace interlock::gate::shell
