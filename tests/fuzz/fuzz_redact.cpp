// Any bytes for an agent to read: spans are in order, disjoint, within the text and between characters; redacting the
// result again changes nothing.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "gate/redaction/redaction.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace gate = interlock::gate;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const gate::Redacted once = gate::redact(text);
  const auto continues = [&](std::size_t at) { return at < size && (data[at] & 0xC0) == 0x80; };
  std::size_t at = 0;
  for (const gate::Redaction& span : once.redactions) {
    if (span.begin < at || span.end <= span.begin || span.end > size) std::abort();
    if ((span.begin > 0 && continues(span.begin)) || continues(span.end)) std::abort();
    at = span.end;
  }
  if (gate::redact(once.text).text != once.text) std::abort();
  return 0;
}
