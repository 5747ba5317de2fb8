#include "cli/offline/redacted_line.h"

#include "cli/basics/text_line.h"
#include "gate/redaction/redaction.h"
#include "ipc/encode.h"

namespace interlock::cli {

namespace json = ipc::json;

json::object redacted_line(std::string_view line, std::size_t number) {
  return answer_to_text(line, number, [](std::string_view text) -> json::object {
    const gate::Redacted redacted = gate::redact(text);
    json::array redactions;
    for (const gate::Redaction& span : redacted.redactions) {
      redactions.push_back(
          {{"category", gate::redaction_category_name(span.category)}, {"start", span.begin}, {"end", span.end}});
    }
    return {{"text", valid_utf8(redacted.text)}, {"redactions", std::move(redactions)}};
  });
}

}  // namespace interlock::cli
