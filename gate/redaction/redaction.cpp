#include "gate/redaction/redaction.h"

#include <algorithm>

#include "gate/redaction/hidden_text.h"
#include "gate/redaction/injection.h"
#include "gate/secrets/secret_text.h"
#include "values/text.h"
#include "values/utf8.h"

namespace interlock::gate {
namespace {

/// Taking something out may bring together what then reads as a command: the result is read again, this often.
constexpr int most_rounds = 8;

void find_all_secrets(std::string_view text, std::vector<Redaction>& found) {
  // The search reads a bounded start; pieces overlap so that no secret falls between two.
  constexpr std::size_t overlap = 4096;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t length = utf8_prefix(text.substr(begin), max_action_text).size();
    for (const SecretSpan& span : find_secrets(text.substr(begin, length), SecretSearch::named))
      found.push_back({RedactionCategory::secret, begin + span.begin, begin + span.end});
    if (begin + length >= text.size()) return;
    begin += utf8_prefix(text.substr(begin), length - overlap).size();
  }
}

/// In order and apart: what overlaps becomes one, of the category that begins first.
std::vector<Redaction> merged(std::vector<Redaction> found) {
  std::stable_sort(found.begin(), found.end(),
                   [](const Redaction& a, const Redaction& b) { return a.begin < b.begin; });
  std::vector<Redaction> result;
  for (const Redaction& next : found) {
    if (next.begin >= next.end) continue;
    if (!result.empty() && next.begin < result.back().end) {
      result.back().end = std::max(result.back().end, next.end);
    } else {
      result.push_back(next);
    }
  }
  return result;
}

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

std::vector<Redaction> find(std::string_view text) {
  std::vector<Redaction> found = find_injections(text);
  const std::vector<Redaction> hidden = find_hidden_text(text);
  found.insert(found.end(), hidden.begin(), hidden.end());
  find_all_secrets(text, found);
  for (Redaction& span : found) {
    while (span.begin > 0 && continues_character(text[span.begin])) --span.begin;
    while (span.end < text.size() && continues_character(text[span.end])) ++span.end;
  }
  return merged(std::move(found));
}

std::string marker(RedactionCategory category) {
  return "[redacted: " + std::string(redaction_category_name(category)) + "]";
}

/// Places of the redacted text, asked for in order, as places of the original.
class Places {
 public:
  explicit Places(const std::vector<Redaction>& redactions) : redactions_(redactions) {}

  /// The place in the original; inside a marker the start of what it stands for, or its end.
  std::size_t original(std::size_t place, bool end) {
    while (next_ < redactions_.size()) {
      const Redaction& span = redactions_[next_];
      const std::size_t marker_begin = here_ + (span.begin - there_);
      const std::size_t marker_end = marker_begin + marker(span.category).size();
      if (place <= marker_begin) break;
      if (place < marker_end) return end ? span.end : span.begin;
      here_ = marker_end;
      there_ = span.end;
      ++next_;
    }
    return there_ + (place - here_);
  }

 private:
  const std::vector<Redaction>& redactions_;
  std::size_t next_ = 0;
  std::size_t here_ = 0;   // the end of the last marker passed
  std::size_t there_ = 0;  // the same place in the original
};

std::vector<Redaction> in_original(const std::vector<Redaction>& found, const std::vector<Redaction>& redactions) {
  Places places(redactions);
  std::vector<Redaction> result;
  for (const Redaction& span : found) {
    const std::size_t begin = places.original(span.begin, false);
    result.push_back({span.category, begin, places.original(span.end, true)});
  }
  return result;
}

}  // namespace

std::string_view redaction_category_name(RedactionCategory category) {
  switch (category) {
    case RedactionCategory::override_instructions:
      return "override";
    case RedactionCategory::role_token:
      return "role_token";
    case RedactionCategory::fake_message:
      return "fake_message";
    case RedactionCategory::agent_command:
      return "agent_command";
    case RedactionCategory::exfiltration:
      return "exfiltration";
    case RedactionCategory::hidden_text:
      return "hidden_text";
    case RedactionCategory::encoded_text:
      return "encoded_text";
    case RedactionCategory::secret:
      break;
  }
  return "secret";
}

std::string with_markers(std::string_view text, const std::vector<Redaction>& redactions) {
  std::string result;
  std::size_t at = 0;
  for (const Redaction& span : redactions) {
    result += text.substr(at, span.begin - at);
    result += marker(span.category);
    at = span.end;
  }
  return result += text.substr(at);
}

Redacted redact(std::string_view text) {
  Redacted result{std::string(text), find(text)};
  if (result.redactions.empty()) return result;
  result.text = with_markers(text, result.redactions);
  for (int round = 0; round < most_rounds; ++round) {
    const std::vector<Redaction> more = find(result.text);
    if (more.empty()) return result;
    std::vector<Redaction> all = in_original(more, result.redactions);
    all.insert(all.end(), result.redactions.begin(), result.redactions.end());
    result.redactions = merged(std::move(all));
    result.text = with_markers(text, result.redactions);
  }
  // It will not come to rest: nothing of it is shown.
  result.redactions = {{result.redactions.front().category, 0, text.size()}};
  result.text = with_markers(text, result.redactions);
  return result;
}

}  // namespace interlock::gate
