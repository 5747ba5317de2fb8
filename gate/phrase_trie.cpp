#include "gate/phrase_trie.h"

namespace interlock::gate {

void PhraseTrie::add(std::string_view phrase, Value value) {
  if (phrase.empty()) return;
  std::uint32_t at = 0;
  for (const char c : phrase) {
    const auto byte = static_cast<unsigned char>(c);
    const auto next = growing_[at].next.find(byte);
    if (next != growing_[at].next.end()) {
      at = next->second;
      continue;
    }
    const auto fresh = static_cast<std::uint32_t>(growing_.size());
    growing_[at].next.emplace(byte, fresh);
    growing_.emplace_back();
    at = fresh;
  }
  growing_[at].values.push_back(value);
}

void PhraseTrie::freeze() {
  nodes_.reserve(growing_.size());
  for (const Growing& from : growing_) {
    Node node;
    node.edges = static_cast<std::uint32_t>(bytes_.size());
    node.values = static_cast<std::uint32_t>(values_.size());
    node.edge_count = static_cast<std::uint16_t>(from.next.size());
    node.value_count = static_cast<std::uint16_t>(from.values.size());
    for (const auto& [byte, target] : from.next) {
      bytes_.push_back(byte);
      targets_.push_back(target);
    }
    values_.insert(values_.end(), from.values.begin(), from.values.end());
    nodes_.push_back(node);
  }
  for (const auto& [byte, target] : growing_.front().next) roots_[byte] = target;
  growing_.clear();
  growing_.shrink_to_fit();
}

}  // namespace interlock::gate
