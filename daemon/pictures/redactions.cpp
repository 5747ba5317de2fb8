#include "daemon/pictures/redactions.h"

#include <algorithm>

#include "values/utf8.h"

namespace interlock::daemon {
namespace {

constexpr auto no_node = static_cast<std::size_t>(-1);

bool is_gap(char c) {
  return c == ' ' || c == '\n' || c == '\t';
}

std::vector<std::size_t> nodes_above(const a11y::VisibleTree& tree) {
  std::vector<std::size_t> above(tree.nodes.size(), no_node), open;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    while (!open.empty() && tree.nodes[open.back()].depth >= tree.nodes[i].depth) open.pop_back();
    if (!open.empty()) above[i] = open.back();
    open.push_back(i);
  }
  return above;
}

/// The texts that are visible, one after the other: those in a line separated by spaces, others by new lines. A name
/// that is made of what the element contains is left to the elements in it.
struct VisibleText {
  struct Piece {
    std::size_t node;
    std::size_t begin;
    std::size_t end;
  };
  std::string all;
  std::vector<Piece> pieces;
};

VisibleText visible_text(const a11y::VisibleTree& tree, const std::vector<std::size_t>& above) {
  const auto& nodes = tree.nodes;
  std::vector<bool> has_words_inside(nodes.size(), false);
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (above[i] != no_node && (has_words_inside[i] || !nodes[i].element.name.empty())) {
      has_words_inside[above[i]] = true;
    }
  }
  VisibleText text;
  std::size_t block = no_node;
  const auto add = [&](std::size_t node, std::string_view words, bool in_line) {
    if (words.empty() || text.all.size() >= most_shown_text) return;
    if (!text.all.empty()) text.all += in_line ? ' ' : '\n';
    const auto begin = text.all.size();
    text.all += utf8_prefix(words, longest_shown_text);
    text.pieces.push_back({node, begin, text.all.size()});
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Element& element = nodes[i].element;
    auto around = above[i];
    while (around != no_node && is_inline(nodes[around].element.role)) around = above[around];
    const bool in_line = is_inline(element.role) && around == block;
    if (!has_words_inside[i]) {
      add(i, element.name, in_line);
      block = is_inline(element.role) ? around : no_node;
    }
    if (element.value) add(i, *element.value, false);
  }
  return text;
}

}  // namespace

bool is_inline(Role role) {
  return role == Role::static_ || role == Role::link || role == Role::label || role == Role::subscript ||
         role == Role::superscript || role == Role::mark || role == Role::content_insertion ||
         role == Role::content_deletion || role == Role::text;
}

std::vector<gate::Redaction> redactions_of(const std::string& all,
                                           const std::function<std::vector<std::size_t>()>& breaks) {
  const auto whole = gate::redact(all).redactions;
  if (whole.empty()) return whole;
  std::string apart = all;
  for (const auto at : breaks()) {
    if (at > 0 && at < apart.size() && is_gap(apart[at - 1])) apart[at - 1] = '\n';
  }
  if (apart == all) return whole;
  const auto parts = gate::redact(apart).redactions;
  auto later = whole;
  for (auto& span : later) {
    const auto first = std::find_if(parts.begin(), parts.end(), [&](const gate::Redaction& part) {
      return part.begin >= span.begin && part.begin < span.end;
    });
    if (first != parts.end()) span.begin = first->begin;
  }
  // Unless what stays reads as a command after all.
  return gate::redact(gate::with_markers(all, later)).redactions.empty() ? later : whole;
}

std::vector<std::size_t> redacted_nodes(const a11y::VisibleTree& tree) {
  const auto above = nodes_above(tree);
  const auto text = visible_text(tree, above);
  const auto found = redactions_of(text.all, [&] {
    std::vector<std::size_t> breaks;
    for (const auto& piece : text.pieces) breaks.push_back(piece.begin);
    return breaks;
  });
  std::vector<std::size_t> nodes;
  for (const auto& piece : text.pieces) {
    const bool taken = std::any_of(found.begin(), found.end(), [&](const gate::Redaction& span) {
      return span.begin < piece.end && span.end > piece.begin;
    });
    if (!taken) continue;
    auto placed = piece.node;
    while (tree.nodes[placed].element.extents.empty() && above[placed] != no_node) placed = above[placed];
    nodes.push_back(placed);
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

}  // namespace interlock::daemon
