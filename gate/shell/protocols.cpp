// Protocols spoken by hand: what telnet, nc and openssl s_client are given is what a mail program or a browser would
// send.
#include <algorithm>
#include <string>

#include "gate/shell/judges.h"
#include "gate/shell/output.h"
#include "values/ascii.h"

namespace interlock::gate::shell {
namespace {

std::string_view word_at(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r"));
  rest.remove_prefix(word.size());
  return word;
}

/// RFC 9112, 9051 (a tag before each command), 1939, 959, and the text protocols of Redis and memcached.
const char* changes(std::string_view line) {
  std::string_view rest = line;
  const std::string first = lower(word_at(rest));
  const std::string second = lower(word_at(rest));
  const std::string third = lower(word_at(rest));
  if (is_listed("delete put post patch", first) && third.starts_with("http/")) return "changes something on a server";
  if (is_listed("dele rmd", first) && !second.empty()) return "deletes a message or a file on a server";
  if (is_listed("flushall flushdb flush_all", first)) return "deletes all that a store holds";
  const bool tagged = !first.empty() && first.find_first_of("0123456789") != std::string::npos;
  if (tagged && is_listed("delete expunge", second)) return "deletes messages on a server";
  return nullptr;
}

}  // namespace

void judge_protocol(const Call& call, Dangers& dangers) {
  const bool speaks =
      call.is("telnet nc ncat netcat nc.traditional nc.openbsd") || (call.is("openssl") && call.has("s_client"));
  if (!speaks) return;
  const std::string given = standard_input(call.scene.script, call.scene.command);
  bool letter = false;
  for (std::string_view rest = given; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    // RFC 5321: a line with a dot alone ends the letter, which goes off then.
    if (letter && line == ".") {
      return dangers.push_back({Decision::require_confirmation, "exfiltration", "sends a letter by SMTP"});
    }
    letter = letter || lower(line) == "data";
    const char* what = letter ? nullptr : changes(line);
    if (what != nullptr) return dangers.push_back({Decision::require_confirmation, "data_destruction", what});
  }
}

bool keeps_letter_open(std::string_view said) {
  const std::string low = '\n' + lower(said);
  return low.find("\ndata\n") != low.npos && low.find("\n.\n") == low.npos;
}

}  // namespace interlock::gate::shell
