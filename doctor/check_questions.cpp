#include <algorithm>

#include "doctor/checks.h"
#include "doctor/program_check.h"

namespace interlock::doctor {

/// The draw-text that this interlockd runs, wherever it was started from.
Lines check_questions(const Here& here) {
  constexpr std::size_t longest = 300;
  const auto tried = check_program(here.ways, INTERLOCK_DRAW_TEXT);
  if (!tried) return {};
  if (tried->code == 0) return {{"questions", State::good, "interlock's own windows can draw their text"}};
  const std::string said = tried->said.substr(0, std::min(tried->said.find('\n'), longest));
  return {
      {"questions", State::bad,
       "interlock's own windows cannot draw their text, so questions are answered only by interlockctl: " +
           (said.empty() ? tried->program + " failed" : said),
       "reinstall interlock, or install what it lacks: libpangocairo-1.0-0, fonts-dejavu-core; meanwhile: interlockctl "
       "watch"}};
}

}  // namespace interlock::doctor
