#include "cli/basics/print.h"

#include <cstdio>

#include "ipc/encode.h"
#include "values/utf8.h"

namespace interlock::cli {

namespace json = ipc::json;

namespace {

char32_t decoded(std::string_view sequence) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
  if (sequence.size() == 1) return byte(0);
  char32_t character = byte(0) & (0xFF >> (sequence.size() + 1));
  for (std::size_t i = 1; i < sequence.size(); ++i) character = character << 6 | (byte(i) & 0x3F);
  return character;
}

/// Characters that are invisible or affect the terminal or the order of other characters (Unicode categories Cc, Cf and
/// the separators of lines and paragraphs; tags U+E0000-E007F).
bool acts(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0xAD || c == 0x61C || c == 0x180E ||
         (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE007F);
}

std::string_view word_of(const json::object& decision) {
  const auto* value = decision.if_contains("decision");
  return value != nullptr && value->is_string() ? std::string_view(value->get_string()) : "?";
}

std::string shown_decision(std::string_view word) {
  return word == "require_confirmation" ? "ask" : plain(word);
}

/// "done", or why it was not.
std::string what_came_of_it(const json::object& decision) {
  if (decision.contains("failed")) return truth_at(decision, "failed") ? "failed" : "made";
  if (truth_at(decision, "may_call")) return "may be made";
  if (truth_at(decision, "executed")) return "done";
  if (truth_at(decision, "dry_run")) return "not done: dry run";
  const auto refusal = text_at(object_at(decision, "refusal"), "reason");
  if (!refusal.empty()) return "not done: " + refusal;
  const auto outcome = text_at(decision, "outcome");
  return outcome.empty() ? "not done" : "not done: " + outcome;
}

}  // namespace

std::string plain(std::string_view text) {
  const std::string valid = valid_utf8(text);
  std::string shown;
  for (std::size_t at = 0; at < valid.size();) {
    const auto length = std::max<std::size_t>(1, utf8_sequence(std::string_view(valid).substr(at)));
    const auto sequence = std::string_view(valid).substr(at, length);
    const auto character = decoded(sequence);
    if (character == '\n') {
      shown += "\\n";
    } else if (acts(character)) {
      char code[16];
      std::snprintf(code, sizeof code, "\\u{%X}", static_cast<unsigned>(character));
      shown += code;
    } else {
      shown += sequence;
    }
    at += length;
  }
  return shown;
}

std::string text_at(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  return value != nullptr && value->is_string() ? plain(value->get_string()) : std::string();
}

double number_at(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  return value != nullptr && value->is_number() ? value->to_number<double>() : 0.0;
}

bool truth_at(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

const json::object& object_at(const json::object& object, std::string_view key) {
  static const json::object empty;
  const auto* value = object.if_contains(key);
  return value != nullptr && value->is_object() ? value->get_object() : empty;
}

std::string padded(std::string text, std::size_t width) {
  std::size_t characters = 0;
  for (const unsigned char c : text) characters += (c & 0xC0) != 0x80 ? 1 : 0;
  if (characters < width) text.append(width - characters, ' ');
  return text;
}

std::string duration(double seconds) {
  const auto whole = static_cast<long>(seconds);
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return std::to_string(whole / 60) + " min";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string decision_line(const json::object& decision) {
  const auto word = word_of(decision);
  const std::string who = text_at(decision, "session") + " " + text_at(decision, "agent");
  std::string line = text_at(decision, "time") + "  " + padded(who, 15) + "  " + padded(shown_decision(word), 5) +
                     "  " + text_at(decision, "action");
  if (const auto target = text_at(decision, "target"); !target.empty()) line += " on " + target;
  if (const auto window = text_at(decision, "window"); !window.empty()) line += " in " + window;
  line += "; " + what_came_of_it(decision);
  if (decision.contains("ms")) {
    char took[32];
    std::snprintf(took, sizeof took, ", %.1f ms", number_at(decision, "ms"));
    line += took;
  }
  if (word != "allow") line += "; " + text_at(decision, "rule") + ": " + text_at(decision, "reason");
  return line;
}

}  // namespace interlock::cli
