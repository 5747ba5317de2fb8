#include "policy/readers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

namespace interlock::policy {

namespace {

/// All of `text` as a finite decimal number, in the syntax that YAML and JSON share.
std::optional<double> number_in(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789+-.eE") != text.npos) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

bool is_truth(std::string_view text) {
  return text == "true" || text == "false" || text == "True" || text == "False" || text == "TRUE" || text == "FALSE";
}

bool is_text(const Node& node) {
  return node.kind == Node::Kind::quoted ||
         (node.kind == Node::Kind::plain && !number_in(node.text) && !is_truth(node.text));
}

std::string shown(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

template <class Number>
void out_of_range(const Node& node, Number least, Number most, Mistakes& mistakes) {
  mistakes.add(node.place,
               node.text + " is out of range: from " + shown(least) + " to " + shown(most) + " is possible");
}

}  // namespace

std::string kind_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return "nothing";
    case Node::Kind::list:
      return "a list";
    case Node::Kind::map:
      return "a section";
    case Node::Kind::quoted:
      return "the text " + in_single_quotes(node.text);
    case Node::Kind::plain:
      break;
  }
  if (number_in(node.text)) return "the number " + node.text;
  if (is_truth(node.text)) return node.text;
  return "the text " + in_single_quotes(node.text);
}

void wrong_type(const Node& node, std::string_view wanted, Mistakes& mistakes) {
  mistakes.add(node.place, std::string(wanted) + " expected, found " + kind_of(node));
}

std::optional<std::string> text_of(const Node& node, Mistakes& mistakes) {
  if (is_text(node)) return node.text;
  wrong_type(node, "a text", mistakes);
  return std::nullopt;
}

std::optional<std::string_view> word_of(const Node& node, std::string_view kind,
                                        const std::vector<std::string_view>& words, Mistakes& mistakes) {
  const auto text = text_of(node, mistakes);
  if (!text) return std::nullopt;
  const auto found = std::find(words.begin(), words.end(), *text);
  if (found != words.end()) return *found;
  std::string possible;
  for (const auto word : words) possible += (possible.empty() ? "" : ", ") + std::string(word);
  mistakes.add(node.place, unknown(kind, *text, words), "possible: " + possible);
  return std::nullopt;
}

std::optional<Decision> decision_of(const Node& node, Mistakes& mistakes) {
  const auto word = word_of(node, "decision", {"allow", "warn", "require_confirmation", "block", "halt"}, mistakes);
  return word ? decision_from_name(*word) : std::nullopt;
}

void read(const Node& node, bool& into, Mistakes& mistakes) {
  if (node.kind != Node::Kind::plain || !is_truth(node.text)) return wrong_type(node, "true or false", mistakes);
  into = node.text[0] == 't' || node.text[0] == 'T';
}

void read_number(const Node& node, double& into, double least, double most, Mistakes& mistakes) {
  const auto value = node.kind == Node::Kind::plain ? number_in(node.text) : std::nullopt;
  if (!value) return wrong_type(node, "a number", mistakes);
  if (*value < least || *value > most) return out_of_range(node, least, most, mistakes);
  into = *value;
}

void read_count(const Node& node, std::uint32_t& into, std::uint32_t least, std::uint32_t most, Mistakes& mistakes) {
  const auto value = node.kind == Node::Kind::plain ? number_in(node.text) : std::nullopt;
  if (!value || std::trunc(*value) != *value) return wrong_type(node, "a whole number", mistakes);
  if (*value < least || *value > most) return out_of_range(node, least, most, mistakes);
  into = static_cast<std::uint32_t>(*value);
}

void read(const Node& node, std::vector<std::string>& into, Mistakes& mistakes) {
  if (node.kind != Node::Kind::list) return wrong_type(node, "a list", mistakes);
  std::vector<std::string> texts;
  for (const auto& item : node.items) {
    auto text = text_of(item, mistakes);
    if (text && text->empty()) mistakes.add(item.place, "an empty text would match everything");
    // A wrong item gets a placeholder, so that mistakes in later patterns are reported at their own places.
    texts.push_back(text && !text->empty() ? std::move(*text) : "wrong");
  }
  into = std::move(texts);
}

void read(const Node& node, std::optional<std::string>& into, Mistakes& mistakes) {
  if (node.kind == Node::Kind::null) {
    into.reset();
    return;
  }
  auto text = text_of(node, mistakes);
  if (text && text->empty()) return mistakes.add(node.place, "an empty text would match everything", "null for none");
  if (text) into = std::move(*text);
}

}  // namespace interlock::policy
