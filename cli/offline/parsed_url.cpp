#include "cli/offline/parsed_url.h"

#include "cli/basics/text_line.h"
#include "gate/url/url.h"

namespace interlock::cli {

namespace json = ipc::json;

json::object parsed_url(std::string_view line, std::size_t number) {
  return answer_to_text(line, number, [](std::string_view text) -> json::object {
    const auto parsed = gate::url::parse(text);
    if (!parsed.url) return {{"valid", false}, {"why", gate::url::fault_text(parsed.fault)}};
    return {{"valid", true},
            {"scheme", parsed.url->scheme},
            {"host", parsed.url->host ? parsed.url->host->text : std::string()}};
  });
}

}  // namespace interlock::cli
