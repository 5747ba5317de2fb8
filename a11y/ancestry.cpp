#include "a11y/ancestry.h"

#include <algorithm>

#include "a11y/facts.h"

namespace interlock::a11y {
namespace {

constexpr std::size_t max_parents = 4096;  ///< remembered
constexpr std::size_t guess_length = 16;   ///< in one batch

bool is_last(Role role) {
  return role == Role::document_web || role == Role::frame || role == Role::application || role == Role::desktop_frame;
}

std::vector<Ref> guess(const Parents& parents, const Ref& from) {
  std::vector<Ref> chain{from};
  while (chain.size() < guess_length) {
    const auto next = parents.find(chain.back());
    if (next == parents.end() || std::find(chain.begin(), chain.end(), next->second) != chain.end()) break;
    chain.push_back(next->second);
  }
  return chain;
}

}  // namespace

Awaitable<Seen<std::vector<PathNode>>> ancestry(Look look, Toolkit toolkit, Ref leaf, Parents& parents) {
  std::vector<PathNode> steps;
  auto next = leaf;
  while (steps.size() < max_ancestry) {
    const auto chain = guess(parents, next);
    auto read = co_await read_facts(look, toolkit, chain);
    for (std::size_t i = 0; i < chain.size() && chain[i] == next; ++i) {
      const auto& role = read[i].role;
      if (!role) co_return tl::unexpected(role.error());
      auto& name = read[i].facts.name;
      if (!name) co_return tl::unexpected(name.error());
      steps.push_back({next, *role, std::move(*name)});
      if (is_last(*role) || steps.size() == max_ancestry) co_return steps;
      const auto& parent = read[i].facts.parent;
      if (!parent) co_return tl::unexpected(parent.error());
      if (parent->is_null()) co_return steps;
      const auto seen = [&](const PathNode& step) { return step.ref == *parent; };
      if (std::any_of(steps.begin(), steps.end(), seen)) co_return tl::unexpected(Unknown::malformed);
      if (parents.size() >= max_parents) parents.clear();
      parents[next] = *parent;
      next = *parent;
    }
  }
  co_return steps;
}

bool is_boundary(Role role) {
  switch (role) {
    case Role::dialog:
    case Role::alert:
    case Role::frame:
    case Role::window:
    case Role::internal_frame:
    case Role::file_chooser:
    case Role::document_web:
    case Role::document_frame:
    case Role::application:
    case Role::desktop_frame:
      return true;
    default:
      return false;
  }
}

std::size_t actionable(const std::vector<PathNode>& steps) {
  for (std::size_t i = 0; i < steps.size() && !is_boundary(steps[i].role); ++i) {
    if (is_actionable(steps[i].role)) return i;
  }
  return 0;
}

}  // namespace interlock::a11y
