#include "cli/tune/proposal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "cli/tune/diff.h"

namespace interlock::cli {
namespace {

bool is_top_key(const std::string& line) {
  return !line.empty() && line[0] != ' ' && line[0] != '#' && line[0] != '-' && line[0] != '\t';
}

std::string two_places(double value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%.2f", value);
  return text.data();
}

/// A text that YAML takes as it is, whatever it contains.
std::string yaml_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) continue;
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

/// Globs match the whole text: characters that are wildcards in them stand for any one.
std::string as_glob(std::string_view text) {
  std::string glob(text);
  std::replace(glob.begin(), glob.end(), '*', '?');
  return glob;
}

/// What another number of questions costs or saves.
std::string cost(std::size_t now, std::size_t was) {
  if (now == was) return ", as many as now";
  const std::size_t difference = now > was ? now - was : was - now;
  return ", " + std::to_string(difference) + (now > was ? " more than now" : " fewer than now");
}

std::string times(std::size_t count) {
  return count == 1 ? "once" : std::to_string(count) + " times";
}

void propose_threshold(PolicyText& text, const Evidence& evidence, Proposal& proposal) {
  if (!evidence.best) return;
  if (evidence.samples.size() < enough_samples) {
    proposal.left.push_back("a confidence_threshold: " + std::to_string(evidence.samples.size()) +
                            " actions with a confidence and a known answer are too few (" +
                            std::to_string(enough_samples) + ")");
    return;
  }
  // Without a single wrong act any threshold would do, and none is shown to be enough.
  if (evidence.best->wrong == 0) {
    proposal.left.push_back("a confidence_threshold: nothing that agents did with a confidence was wrong");
    return;
  }
  if (std::abs(evidence.best->value - evidence.threshold) < 0.005) return;
  text.set("confidence_threshold", two_places(evidence.best->value));
  const bool lower = evidence.best->value < evidence.threshold;
  (lower ? proposal.laxer : proposal.stricter)
      .push_back("confidence_threshold " + two_places(evidence.threshold) + " -> " + two_places(evidence.best->value) +
                 ": would have asked about " + std::to_string(evidence.best->asked) + " of " +
                 std::to_string(evidence.samples.size()) + " actions" +
                 cost(evidence.best->asked, at_threshold(evidence.samples, evidence.threshold).asked) +
                 ", and missed " + std::to_string(evidence.best->missed) + " of " +
                 std::to_string(evidence.best->wrong) + " wrong ones");
}

void propose_consequences(PolicyText& text, const Evidence& evidence, Proposal& proposal) {
  for (const Habit& habit : evidence.consequences) {
    if (!text.set_in("consequences", habit.category, "warn")) {
      proposal.left.push_back("consequences: the section is written on one line; write it with one key a line");
      return;
    }
    proposal.laxer.push_back("consequences." + habit.category + ": warn: approved " + times(habit.count) + " in " +
                             std::to_string(habit.days()) + " days, never denied or taken back");
  }
}

void propose_rules(PolicyText& text, const Evidence& evidence, Proposal& proposal) {
  for (const Habit& habit : evidence.taken_back) {
    if (habit.name.empty() || habit.place.empty()) {
      proposal.left.push_back("a rule about " + habit.target + ": its name or place is not known");
      continue;
    }
    const std::string where = habit.page ? "document.host" : "window.app";
    const bool added = text.append_to("rules", {"- name: " + yaml_quoted("taken back: " + habit.name.substr(0, 60)),
                                                "  when: {" + where + ": " + yaml_quoted(as_glob(habit.place)) +
                                                    ", target.name: " + yaml_quoted(as_glob(habit.name)) + "}",
                                                "  decision: require_confirmation"});
    if (!added) {
      proposal.left.push_back("rules: the list is written on one line; write it with one item a line");
      return;
    }
    proposal.stricter.push_back("asks about " + habit.target + " in " + habit.place +
                                ": done without a question and taken back " + times(habit.count));
  }
}

}  // namespace

PolicyText::PolicyText(std::string text) : lines_(lines_of(text)) {}

std::string PolicyText::text() const {
  std::string all;
  for (const std::string& line : lines_) all += line + "\n";
  return all;
}

std::optional<std::size_t> PolicyText::find(std::string_view key) const {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].starts_with(key) && lines_[i].size() > key.size() && lines_[i][key.size()] == ':') return i;
  }
  return std::nullopt;
}

std::size_t PolicyText::end_of_section(std::size_t at) const {
  std::size_t end = at + 1;
  while (end < lines_.size() && !is_top_key(lines_[end])) ++end;
  // Comments and blank lines before the next key belong to that key.
  while (end > at + 1 && (lines_[end - 1].empty() || lines_[end - 1][0] == '#')) --end;
  return end;
}

void PolicyText::set(std::string_view key, const std::string& value) {
  const std::string line = std::string(key) + ": " + value;
  if (const auto at = find(key)) {
    lines_[*at] = line;
  } else {
    lines_.push_back(line);
  }
}

bool PolicyText::set_in(std::string_view section, std::string_view key, const std::string& value) {
  auto at = find(section);
  if (!at) {
    lines_.push_back(std::string(section) + ":");
    at = lines_.size() - 1;
  }
  const std::string rest = lines_[*at].substr(section.size() + 1);
  const std::size_t filled = rest.find_first_not_of(" \t");
  if (filled != std::string::npos && rest[filled] != '#') return false;
  const std::size_t end = end_of_section(*at);
  std::string indent = "  ";
  for (std::size_t i = *at + 1; i < end; ++i) {
    const std::size_t begin = lines_[i].find_first_not_of(' ');
    if (begin == std::string::npos || lines_[i][begin] == '#') continue;
    indent = lines_[i].substr(0, begin);
    if (lines_[i].substr(begin).starts_with(std::string(key) + ":")) {
      lines_[i] = indent + std::string(key) + ": " + value;
      return true;
    }
  }
  lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(end), indent + std::string(key) + ": " + value);
  return true;
}

bool PolicyText::append_to(std::string_view list, const std::vector<std::string>& lines) {
  auto at = find(list);
  if (!at) {
    lines_.push_back(std::string(list) + ":");
    at = lines_.size() - 1;
  }
  const std::string rest = lines_[*at].substr(list.size() + 1);
  const std::size_t filled = rest.find_first_not_of(" \t");
  if (filled != std::string::npos && rest[filled] != '#') return false;
  std::size_t end = *at + 1;
  while (end < lines_.size() && (!is_top_key(lines_[end]) || lines_[end].starts_with("- "))) ++end;
  while (end > *at + 1 && (lines_[end - 1].empty() || lines_[end - 1][0] == '#')) --end;
  std::string indent = "  ";
  if (end > *at + 1) {
    const auto first = std::find_if(lines_.begin() + static_cast<std::ptrdiff_t>(*at) + 1,
                                    lines_.begin() + static_cast<std::ptrdiff_t>(end), [](const std::string& line) {
                                      const std::size_t begin = line.find_first_not_of(' ');
                                      return begin != std::string::npos && line[begin] == '-';
                                    });
    if (first != lines_.begin() + static_cast<std::ptrdiff_t>(end)) indent = first->substr(0, first->find('-'));
  }
  for (std::size_t i = 0; i < lines.size(); ++i)
    lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(end + i), indent + lines[i]);
  return true;
}

Proposal propose(const std::string& policy, const Evidence& evidence) {
  PolicyText text(policy);
  Proposal proposal;
  propose_threshold(text, evidence, proposal);
  propose_consequences(text, evidence, proposal);
  propose_rules(text, evidence, proposal);
  const bool changes = !proposal.laxer.empty() || !proposal.stricter.empty();
  proposal.text = changes ? text.text() : policy;
  return proposal;
}

}  // namespace interlock::cli
