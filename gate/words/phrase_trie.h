/// Many phrases, found in one walk from a place in a text: a radix tree over bytes. Built once, then read-only; or
/// compiled in as constant data.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace interlock::gate {

class PhraseTrie {
 public:
  /// In a phrase: any rest of the word (the `*` of "löschung*").
  static constexpr char rest_of_word = '\x01';

  /// The value of one phrase: a number of the caller's.
  using Value = std::uint32_t;

  struct Node {
    std::uint32_t edges = 0;   // first of its edges
    std::uint32_t values = 0;  // first of its values
    std::uint16_t edge_count = 0;
    std::uint16_t value_count = 0;
  };
  /// The edge to the next node where phrases differ or one ends: its first byte, and then these in `rests`.
  struct Edge {
    std::uint32_t target = 0;
    std::uint32_t rest : 24 = 0;
    std::uint32_t size : 8 = 0;
  };
  /// What a trie that is ready consists of.
  struct Parts {
    std::span<const Node> nodes;
    std::span<const unsigned char> bytes;  // the edges' first, node by node
    std::span<const Edge> edges;           // the edges, node by node
    std::string_view rests;
    std::span<const Value> values;
    std::span<const std::uint32_t> roots;  // by byte, the first node's edges, which are of one byte
  };

  PhraseTrie();
  /// A trie that is ready, of data that outlives it.
  explicit PhraseTrie(const Parts& parts);
  PhraseTrie(PhraseTrie&& other) noexcept;
  PhraseTrie& operator=(PhraseTrie&& other) noexcept;
  ~PhraseTrie();

  /// Adds `phrase`: words with one space between them, `rest_of_word` only at the end of a word.
  void add(std::string_view phrase, Value value);
  /// Makes it ready to be searched; nothing can be added afterwards.
  void freeze();
  /// Valid as long as the trie, once it is ready.
  const Parts& parts() const { return parts_; }

  /// Calls `found(value, end)` for each phrase that begins at `begin` of `text`; `end` is after its last character, or
  /// after the word if the phrase ends in `rest_of_word`. A phrase need not end at the end of a word.
  template <class Found>
  void walk(std::string_view text, std::size_t begin, Found&& found) const {
    if (parts_.nodes.empty() || begin >= text.size()) return;
    const std::uint32_t first = parts_.roots[static_cast<unsigned char>(text[begin])];
    if (first != 0) step(first, text, begin + 1, found);
  }

 private:
  /// What is built here.
  struct Own;

  std::string_view rest_of(const Edge& edge) const { return parts_.rests.substr(edge.rest, edge.size); }

  template <class Found>
  void step(std::uint32_t at, std::string_view text, std::size_t end, Found& found) const {
    while (true) {
      const Node& node = parts_.nodes[at];
      for (std::uint32_t i = 0; i < node.value_count; ++i) found(parts_.values[node.values + i], end);
      const unsigned char* bytes = parts_.bytes.data() + node.edges;
      if (node.edge_count != 0 && bytes[0] == static_cast<unsigned char>(rest_of_word)) {
        std::size_t word_end = end;
        while (word_end < text.size() && text[word_end] != ' ') ++word_end;
        step(parts_.edges[node.edges].target, text, word_end,
             found);  // recursion depth: at most the number of a phrase's words
      }
      if (end >= text.size()) return;
      const auto wanted = static_cast<unsigned char>(text[end]);
      std::uint32_t i = 0;
      while (i < node.edge_count && bytes[i] != wanted) ++i;
      if (i == node.edge_count) return;
      const std::string_view rest = rest_of(parts_.edges[node.edges + i]);
      if (text.substr(end + 1, rest.size()) != rest) return;
      at = parts_.edges[node.edges + i].target;
      end += 1 + rest.size();
    }
  }

  std::unique_ptr<Own> own_;  // nothing if the data is another's
  Parts parts_;
};

}  // namespace interlock::gate
