/// What a person's answer is about, so that it can be known again: the same thing asked twice at once is one question,
/// what was denied a moment ago is not asked again, and a yes may be given for a while.
///
/// Never wider than the fingerprint's application, element and page, and bound to the findings that ask: another rule,
/// or the same rule with other evidence, is another question. Text that is typed, and the line that it completes, are
/// part of it to the letter, and so is what the form around a control holds that does something irreversible. Where on
/// the screen the target stands is not: after a yes the fingerprint holds that.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "gate/session/deletion.h"
#include "gate/typing/typing.h"
#include "values/action.h"
#include "values/assessment.h"
#include "values/observation.h"
#include "values/tool_call.h"

namespace interlock::gate {

struct Consent {
  std::string about;      ///< equal for equal questions of one session
  bool may_last = false;  ///< a yes may hold for more than this once
  std::string why_not;    ///< why it may not, for people
  /// Not empty: all that asks is that the window does not show what is in it. Then a yes may last for this window of
  /// this process instead, whatever is done in it that asks for no other reason; not for longer than
  /// `unseen_window_limit`.
  std::string window = {};
  /// Not empty: text, whose field and reasons to ask are this. Text that goes on in the field for the same reasons is
  /// a part of the question, and so is not asked about again.
  std::string field = {};
  /// Of a click that only deletes: the dialog that asks again about it is a part of the question.
  std::optional<Deletion> deletion = {};
};

inline constexpr std::chrono::minutes unseen_window_limit{10};

/// `form`: what the form around the target holds (gate/session/shown_form.h); counts if the question is about it.
Consent consent(const Action& action, const Observation& observation, const Assessment& assessment,
                const Typing& typing, const Known<std::vector<Element>>& form);
Consent consent(const ToolCall& call, const Assessment& assessment);

}  // namespace interlock::gate
