#include "gate/shell/reading.h"

#include <algorithm>

namespace interlock::gate::shell {

void Reading::fail(Problem problem) {
  script.problem = std::max(script.problem, problem);
}

bool Reading::spend(std::size_t characters) {
  work += characters;
  if (work <= Script::max_work) return true;
  fail(Problem::too_much);
  return false;
}

Deeper::Deeper(Reading& reading) : ok(reading.depth < Script::max_depth), reading_(reading) {
  ++reading_.depth;
  if (!ok) reading_.fail(Problem::too_much);
}

Deeper::~Deeper() {
  --reading_.depth;
}

Reading read_line(std::string_view text) {
  Reading reading;
  read_statements(reading, text, 0);
  return reading;
}

}  // namespace interlock::gate::shell
