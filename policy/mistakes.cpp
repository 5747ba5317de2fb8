#include "policy/mistakes.h"

#include <algorithm>
#include <tuple>

namespace interlock::policy {

void Mistakes::add(Place place, std::string what, std::string advice) {
  if (found_.size() == max_listed) {
    more_ = true;
    return;
  }
  const std::string where = name_ + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  found_.push_back({place, {std::move(what), where, std::move(advice)}});
}

std::vector<Error> Mistakes::take() {
  std::stable_sort(found_.begin(), found_.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
  });
  std::vector<Error> errors;
  for (auto& entry : found_) errors.push_back(std::move(entry.error));
  if (more_) errors.push_back({"and more mistakes", name_, {}});
  return errors;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string shown;
  for (unsigned char c : text.substr(0, longest)) shown += c < 0x20 || c == 0x7F ? '?' : static_cast<char>(c);
  if (text.size() > longest) {
    while (!shown.empty() && (static_cast<unsigned char>(text[shown.size()]) & 0xC0) == 0x80) shown.pop_back();
    shown += "...";
  }
  return "'" + shown + "'";
}

namespace {

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = above;
    above = row;
  }
  return above[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view text, const std::vector<std::string_view>& candidates) {
  constexpr std::size_t longest_key = 64;
  if (text.empty() || text.size() > longest_key) return {};
  // Up to a third of the letters wrong is a typing error; more is another word.
  std::size_t best = std::max<std::size_t>(1, text.size() / 3) + 1;
  std::string_view found;
  for (const auto candidate : candidates) {
    const auto d = distance(text, candidate);
    if (d < best) {
      best = d;
      found = candidate;
    }
  }
  return found;
}

std::string unknown(std::string_view kind, std::string_view text, const std::vector<std::string_view>& candidates) {
  std::string message = "unknown " + std::string(kind) + " " + in_quotes(text);
  if (const auto meant = nearest(text, candidates); !meant.empty()) {
    message += ", did you mean '" + std::string(meant) + "'?";
  }
  return message;
}

}  // namespace interlock::policy
