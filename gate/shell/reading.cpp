#include "gate/shell/reading.h"

#include <algorithm>

namespace interlock::gate::shell {

std::size_t Choices::pick(const void* of, std::size_t size) {
  const auto known = std::find_if(picked_.begin(), picked_.end(), [&](const auto& each) { return each.first == of; });
  if (known != picked_.end()) return known->second % size;
  // All combinations, as long as they are not too many; then the variables change together.
  const bool apart = stride_ * size <= max_readings;
  const std::size_t index = (apart ? reading / stride_ : reading) % size;
  if (apart) stride_ *= size;
  readings = std::max({readings, stride_, std::min(size, max_readings)});
  picked_.emplace_back(of, index);
  return index;
}

void Choices::begin(std::size_t number) {
  reading = number;
  stride_ = 1;
  picked_.clear();
}

void Reading::fail(Problem problem) {
  script.problem = std::max(script.problem, problem);
  refused = refused || problem == Problem::confused;
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
