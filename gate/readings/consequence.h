/// What pressing a control would do: by what it says, by what the dialog or page around it says, and by what the agent
/// says it wants. Used under `text_rules: consequence`; the policy's own lists come on top.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gate/words/category.h"
#include "values/reason.h"

namespace interlock::gate {

struct EvaluationContext;

struct Consequence {
  Category category = Category::confirm;
  std::string_view
      code;       ///< where it was seen, static: "consequence" (its own words), "dialog", "page", "form", "intent", ...
  Reason reason;  ///< for people
  std::string evidence;  ///< the words that say so
  bool unread = false;   ///< a text of the control or around it was too long to be read whole: it must ask at least
};

/// Of the control that `question` would press (EvaluationContext::activates); nothing if it is harmless.
std::optional<Consequence> consequence_of(const EvaluationContext& context);
/// Of answering the dialog around the target with something that was not seen; nothing if there is no dialog, or
/// if it says nothing of the kind. Only if the target is known.
std::optional<Consequence> consequence_of_dialog(const EvaluationContext& context);
/// Of handing in what stands in the page's field that is the target, by a key, where no button is known that the key
/// presses.
std::optional<Consequence> consequence_of_form(const EvaluationContext& context);

}  // namespace interlock::gate
