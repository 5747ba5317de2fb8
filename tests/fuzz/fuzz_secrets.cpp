// The readers of secrets on any bytes: spans are in order, disjoint and within the text, and what was removed is gone;
// labels and identifiers of fields are read completely.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "gate/secrets/field_words.h"
#include "gate/secrets/secret_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace gate = interlock::gate;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::size_t at = 0;
  for (const gate::SecretSpan& span : gate::find_secrets(text)) {
    if (span.begin < at || span.end <= span.begin || span.end > size || span.kind.empty()) std::abort();
    at = span.end;
  }
  gate::without_secrets(text);
  gate::read_field_label(text);
  gate::read_field_dialog(text);
  gate::read_field_identifier(text);
  return 0;
}
