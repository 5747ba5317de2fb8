// Names of keys, as an agent writes them: a chord can be written and read again as the same one, and every function on
// it returns.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "gate/readings/chord_meaning.h"
#include "values/key_chord.h"
#include "values/key_text.h"
#include "values/text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace interlock;
  using namespace interlock::gate;
  const auto must = [](bool holds) {
    if (!holds) std::abort();
  };
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  modifier_from_name(text);
  const auto chords = parse_key_chords(text);
  if (!chords) return 0;
  must(!chords->empty() && chords->size() <= max_chords);
  for (const auto& chord : *chords) {
    const auto again = parse_key_chords(to_string(chord));
    must(again && again->size() == 1 && again->front() == chord);
    const auto entered = key_text(chord);
    must(entered.character.empty() || is_one_character(entered.character));
    must(!(is_return(chord) && is_space(chord)));
    chord_case(chord);
    closes(chord, true);
    closes(chord, false);
  }
  return 0;
}
