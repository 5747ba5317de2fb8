/// What kind of thing an element is, for the scope of a task.
#pragma once

#include <cstdint>
#include <string_view>

#include "gate/readings/evaluation_context.h"

namespace interlock::gate {

enum class ElementCategory : std::uint8_t {
  form,              ///< a field, a choice, a form's own button
  dangerous_action,  ///< a control with a consequence: send, buy, delete, ...
  account_control,   ///< the user's account: signing in and out, profile, settings, passwords
  navigation,        ///< links, tabs, menus, search fields, the browser's own controls
  content,           ///< all the rest: text, pictures
};
/// For sentences: "an account control".
std::string_view category_text(ElementCategory category);

/// Of the element that is acted on; EvaluationContext::element must be known.
ElementCategory element_category(const EvaluationContext& context);

}  // namespace interlock::gate
