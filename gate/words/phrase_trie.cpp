#include "gate/words/phrase_trie.h"

#include <algorithm>

namespace interlock::gate {
namespace {

constexpr std::size_t longest_rest = 255;  // bytes of an edge after its first byte

}  // namespace

void PhraseTrie::add(std::string_view phrase, Value value) {
  if (phrase.empty()) return;
  added_.push_back({static_cast<std::uint32_t>(letters_.size()), static_cast<std::uint32_t>(phrase.size()), value});
  letters_ += phrase;
}

void PhraseTrie::freeze() {
  // After sorting, phrases with the same beginning are adjacent: a node is such a run, and so are its children.
  std::stable_sort(added_.begin(), added_.end(),
                   [this](const Added& a, const Added& b) { return text_of(a) < text_of(b); });
  struct Run {
    std::size_t begin, end;  // in added_
    std::size_t depth;       // number of bytes that they share
  };
  std::vector<Run> runs = {{0, added_.size(), 0}};  // one for each node, in the nodes' order
  for (std::size_t number = 0; number < runs.size(); ++number) {
    auto [begin, end, depth] = runs[number];
    Node node;
    node.edges = static_cast<std::uint32_t>(bytes_.size());
    node.values = static_cast<std::uint32_t>(values_.size());
    for (; begin < end && added_[begin].size == depth; ++begin) values_.push_back(added_[begin].value);
    while (begin < end) {
      const char byte = text_of(added_[begin])[depth];
      std::size_t next = begin + 1;
      while (next < end && text_of(added_[next])[depth] == byte) ++next;
      // As long as they are equal. The mark for the rest of a word is an edge of its own.
      std::size_t parted = depth + 1;
      const std::string_view first = text_of(added_[begin]), last = text_of(added_[next - 1]);
      const auto goes_on = [&, depth = depth] {  // clang 14 captures no structured binding by reference
        return number != 0 && byte != rest_of_word && parted < first.size() && first[parted] == last[parted] &&
               first[parted] != rest_of_word && parted - depth <= longest_rest;
      };
      while (goes_on()) ++parted;
      const std::string_view rest = first.substr(depth + 1, parted - depth - 1);
      Edge edge;
      edge.target = static_cast<std::uint32_t>(runs.size());
      edge.rest = static_cast<std::uint32_t>(rests_.size()) & 0xff'ffffU;
      edge.size = static_cast<std::uint32_t>(rest.size()) & 0xffU;
      rests_ += rest;
      bytes_.push_back(static_cast<unsigned char>(byte));
      edges_.push_back(edge);
      if (number == 0) roots_[bytes_.back()] = edge.target;
      runs.push_back({begin, next, parted});
      begin = next;
    }
    node.edge_count = static_cast<std::uint16_t>(bytes_.size() - node.edges);
    node.value_count = static_cast<std::uint16_t>(values_.size() - node.values);
    nodes_.push_back(node);
  }
  nodes_.shrink_to_fit();
  bytes_.shrink_to_fit();
  edges_.shrink_to_fit();
  rests_.shrink_to_fit();
  values_.shrink_to_fit();
  added_.clear();
  added_.shrink_to_fit();
  letters_.clear();
  letters_.shrink_to_fit();
}

}  // namespace interlock::gate
