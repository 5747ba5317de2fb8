/// What an agent must not read unchanged: text that was placed to command it, and secrets. A
/// plain instruction without any of the marks below cannot be distinguished from ordinary text; rules do not find it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate {

enum class RedactionCategory : std::uint8_t {
  override_instructions,  ///< "ignore all previous instructions", a new identity without rules
  role_token,             ///< tokens of chat templates and roles: <|im_start|>, [INST]
  fake_message,           ///< poses as a message of the system, a tool or the developer
  agent_command,          ///< addressed to an AI agent or assistant
  exfiltration,           ///< asks for the prompt, or to send what is private somewhere
  hidden_text,            ///< invisible characters: tags, runs of zero width, overridden directions
  encoded_text,           ///< base64, hex, percent or ROT13 of any of the above
  secret,                 ///< a key, token or password
};

/// As on the wire: "override", "role_token", ...
std::string_view redaction_category_name(RedactionCategory category);

struct Redaction {
  RedactionCategory category = RedactionCategory::override_instructions;
  std::size_t begin = 0;  ///< bytes of the text that was given, between characters
  std::size_t end = 0;
  bool operator==(const Redaction&) const = default;
};

struct Redacted {
  std::string text;                   ///< each span replaced by "[redacted: CATEGORY]"
  std::vector<Redaction> redactions;  ///< in order, none overlapping
};

/// `text` with each span replaced by "[redacted: CATEGORY]".
std::string with_markers(std::string_view text, const std::vector<Redaction>& redactions);

/// Total on any bytes, in time linear in their number. What is taken out is the sentence, line or token, not the text
/// around it. Redacting the result again changes nothing.
Redacted redact(std::string_view text);

/// Compiles the rules, which takes 0.1 to 0.2 s and is otherwise part of the first redact(). Thread-safe: a redact()
/// that comes meanwhile waits for it.
void prepare_redaction();

}  // namespace interlock::gate
