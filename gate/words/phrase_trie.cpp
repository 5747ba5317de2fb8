#include "gate/words/phrase_trie.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace interlock::gate {
namespace {

constexpr std::size_t longest_rest = 255;  // bytes of an edge after its first byte

}  // namespace

struct PhraseTrie::Own {
  /// A phrase that was added, in `letters`.
  struct Added {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
    Value value = 0;
  };
  std::string_view text_of(const Added& phrase) const {
    return std::string_view(letters).substr(phrase.begin, phrase.size);
  }
  /// Adjacent phrases that share their first bytes: what one node stands for.
  struct Run {
    std::size_t begin, end;  // in added
    std::size_t depth;       // number of bytes that they share
  };
  std::string what_follows(const Run& run) const;
  std::uint32_t place_of(std::string_view rest);
  void build();

  std::vector<Added> added;  // until freeze(), as is:
  std::string letters;
  std::vector<Node> nodes;
  std::vector<unsigned char> bytes;
  std::vector<Edge> edges;
  std::string rests;
  std::unordered_map<std::string, std::uint32_t> places;  // in rests
  std::vector<Value> values;
  std::array<std::uint32_t, 256> roots{};
};

PhraseTrie::PhraseTrie() : own_(std::make_unique<Own>()) {}
PhraseTrie::PhraseTrie(const Parts& parts) : parts_(parts) {}
PhraseTrie::PhraseTrie(PhraseTrie&& other) noexcept = default;
PhraseTrie& PhraseTrie::operator=(PhraseTrie&& other) noexcept = default;
PhraseTrie::~PhraseTrie() = default;

void PhraseTrie::add(std::string_view phrase, Value value) {
  if (phrase.empty()) return;
  own_->added.push_back(
      {static_cast<std::uint32_t>(own_->letters.size()), static_cast<std::uint32_t>(phrase.size()), value});
  own_->letters += phrase;
}

/// The same for two runs if and only if their nodes would be.
std::string PhraseTrie::Own::what_follows(const Run& run) const {
  std::string all;
  for (std::size_t i = run.begin; i < run.end; ++i) {
    all += text_of(added[i]).substr(run.depth);
    all += '\0';
    all += std::to_string(added[i].value);
    all += '\0';
  }
  return all;
}

/// Where `rest` stands in `rests`; added there if it does not yet.
std::uint32_t PhraseTrie::Own::place_of(std::string_view rest) {
  const auto [place, added_now] = places.try_emplace(std::string(rest), static_cast<std::uint32_t>(rests.size()));
  if (added_now) rests += rest;
  return place->second;
}

void PhraseTrie::Own::build() {
  // After sorting, phrases with the same beginning are adjacent: a node is such a run, and so are its children.
  std::stable_sort(added.begin(), added.end(),
                   [this](const Added& a, const Added& b) { return text_of(a) < text_of(b); });
  std::vector<Run> runs = {{0, added.size(), 0}};  // one for each node, in the nodes' order
  // Phrases that go on in the same way share their nodes: the objects of "stop (server|service)" and "halt
  // (server|service)" are there once.
  std::unordered_map<std::string, std::uint32_t> known;
  for (std::size_t number = 0; number < runs.size(); ++number) {
    auto [begin, end, depth] = runs[number];
    Node node;
    node.edges = static_cast<std::uint32_t>(bytes.size());
    node.values = static_cast<std::uint32_t>(values.size());
    for (; begin < end && added[begin].size == depth; ++begin) values.push_back(added[begin].value);
    while (begin < end) {
      const char byte = text_of(added[begin])[depth];
      std::size_t next = begin + 1;
      while (next < end && text_of(added[next])[depth] == byte) ++next;
      // As long as they are equal. The mark for the rest of a word is an edge of its own.
      std::size_t parted = depth + 1;
      const std::string_view first = text_of(added[begin]), last = text_of(added[next - 1]);
      const auto goes_on = [&, depth = depth] {  // clang 14 captures no structured binding by reference
        return number != 0 && byte != rest_of_word && parted < first.size() && first[parted] == last[parted] &&
               first[parted] != rest_of_word && parted - depth <= longest_rest;
      };
      while (goes_on()) ++parted;
      const std::string_view rest = first.substr(depth + 1, parted - depth - 1);
      Edge edge;
      const Run run = {begin, next, parted};
      const auto [target, is_new] = known.try_emplace(what_follows(run), static_cast<std::uint32_t>(runs.size()));
      edge.target = target->second;
      edge.rest = place_of(rest) & 0xff'ffffU;
      edge.size = static_cast<std::uint32_t>(rest.size()) & 0xffU;
      bytes.push_back(static_cast<unsigned char>(byte));
      edges.push_back(edge);
      if (number == 0) roots[bytes.back()] = edge.target;
      if (is_new) runs.push_back(run);
      begin = next;
    }
    node.edge_count = static_cast<std::uint16_t>(bytes.size() - node.edges);
    node.value_count = static_cast<std::uint16_t>(values.size() - node.values);
    nodes.push_back(node);
  }
  nodes.shrink_to_fit();
  bytes.shrink_to_fit();
  edges.shrink_to_fit();
  rests.shrink_to_fit();
  values.shrink_to_fit();
  added.clear();
  added.shrink_to_fit();
  letters.clear();
  letters.shrink_to_fit();
  places.clear();
}

void PhraseTrie::freeze() {
  own_->build();
  parts_ = {own_->nodes, own_->bytes, own_->edges, own_->rests, own_->values, own_->roots};
}

}  // namespace interlock::gate
