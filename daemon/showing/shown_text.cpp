#include "daemon/showing/shown_text.h"

#include <algorithm>

#include "gate/redaction/redaction.h"
#include "ipc/encode.h"
#include "values/text.h"
#include "values/utf8.h"

namespace interlock::daemon {
namespace {

/// The text of our own markers, in what an application says, as the application's.
std::string without_our_words(std::string_view text) {
  static constexpr std::string_view ours = "[redacted:";
  std::string result(text);
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b; };
  for (auto at = result.begin();; ++at) {
    at = std::search(at, result.end(), ours.begin(), ours.end(), same);
    if (at == result.end()) return result;
    *at = '(';
  }
}

/// One line after the other, each without what cannot be seen.
std::string clean(std::string_view text) {
  std::string result;
  while (true) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = in_quotes(text.substr(0, end), text.size());
    result += std::string_view(line).substr(1, line.size() - 2);
    if (end == text.size()) break;
    result += '\n';
    text.remove_prefix(end + 1);
  }
  return valid_utf8(result);
}

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t';
}

}  // namespace

std::string ShownText::of(std::string_view original, const Inside& inside) {
  return of_pieces({original}, 0, inside).front();
}

std::vector<std::string> ShownText::of_pieces(const std::vector<std::string_view>& originals, std::size_t known,
                                              const Inside& inside) {
  std::string all;
  std::vector<std::size_t> begins;
  std::vector<std::size_t> ends;
  std::vector<bool> cut;
  for (const auto original : originals) {
    const auto piece = without_our_words(utf8_prefix(original, longest));
    if (!all.empty() && !piece.empty() && !is_space(all.back()) && !is_space(piece.front())) all += ' ';
    begins.push_back(all.size());
    all += piece;
    ends.push_back(all.size());
    cut.push_back(original.size() > longest);
  }
  read_ += all.size();
  const auto found = redactions_of(all, [&] {
    auto breaks = begins;
    for (std::size_t i = 0; inside && i < originals.size(); ++i) {
      auto from = begins[i];
      for (const auto words : inside(i)) {
        const auto at = all.find(words, from);
        if (at == std::string::npos || at >= ends[i]) continue;
        breaks.push_back(at);
        from = at + words.size();
      }
    }
    return breaks;
  });
  const auto begin_of_new = known < begins.size() ? begins[known] : all.size();
  for (const auto& span : found) {
    if (span.end > begin_of_new) ++redacted_[std::string(gate::redaction_category_name(span.category))];
  }

  std::vector<std::string> shown;
  for (std::size_t i = 0; i < originals.size(); ++i) {
    std::string text;
    std::size_t at = begins[i];
    for (const auto& span : found) {
      if (span.end <= begins[i] || span.begin >= ends[i]) continue;
      const auto begin = std::max(span.begin, begins[i]);
      text += clean(std::string_view(all).substr(at, begin - at));
      text += "[redacted: " + std::string(gate::redaction_category_name(span.category)) + "]";
      at = std::min(span.end, ends[i]);
    }
    text += clean(std::string_view(all).substr(at, ends[i] - at));
    if (cut[i]) text += "…";
    shown.push_back(std::move(text));
  }
  return shown;
}

}  // namespace interlock::daemon
