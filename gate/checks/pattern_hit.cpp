#include "gate/checks/pattern_hit.h"

namespace interlock::gate {
namespace {

/// Without the place where it was found.
std::optional<WordHit> find_in(const PatternSet& patterns, const Text& text) {
  if (const auto hit = patterns.match(text.text)) {
    return WordHit{{}, hit->overflow ? std::string("too complex to match") : patterns.source(hit->index), false};
  }
  if (text.cut) return WordHit{{}, {}, true};
  return std::nullopt;
}

std::optional<WordHit> find_in_own_text(const EvaluationContext& context, const PatternSet& patterns) {
  const auto* type = std::get_if<Type>(&context.action.body);
  if (type == nullptr) return std::nullopt;
  auto hit = find_in(patterns, normalise(type->text, max_action_text));
  if (hit) hit->where = "the text to type";
  if (hit && context.secret) hit->pattern.clear();
  return hit;
}

}  // namespace

std::optional<WordHit> find_in_target(const EvaluationContext& context, const PatternSet& patterns) {
  if (context.element == nullptr || patterns.empty()) return std::nullopt;
  const Element& element = *context.element;
  const bool own = !context.control || context.control->label == element.name;
  const std::string_view label = own ? std::string_view() : context.control->label;
  for (const std::string_view text : {std::string_view(element.name), std::string_view(element.labelled_by),
                                      std::string_view(element.description), std::string_view(element.text), label}) {
    if (text.empty()) continue;
    auto hit = find_in(patterns, normalise(text));
    if (!hit) continue;
    hit->where = context.target_text();
    return hit;
  }
  return std::nullopt;
}

std::optional<WordHit> find_words(const EvaluationContext& context, const PatternSet& patterns) {
  if (patterns.empty()) return std::nullopt;
  auto hit = find_in_own_text(context, patterns);
  return hit ? hit : find_in_target(context, patterns);
}

Reason matched_text(const WordHit& hit, std::string_view list) {
  if (hit.too_long) return hit.where + " is too long to be read whole";
  if (hit.pattern.empty()) return hit.where + " matches the policy's " + std::string(list);
  return hit.where + " matches the policy's " + std::string(list) + " (" + hit.pattern + ")";
}

}  // namespace interlock::gate
