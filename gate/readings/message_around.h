/// What is asked around a control: the text of the dialog that it is in, or of the part of a web page that may be drawn
/// as one.
#pragma once

#include <optional>

#include "values/text.h"

namespace interlock::gate {

struct EvaluationContext;
struct MessageReading;

struct Message {
  Text text;            ///< normalised, without what stands in quotes: names of files, titles
  bool dialog = false;  ///< false for a part of a web page, which does not say whether it is one
};

/// Nothing if there is neither. Only if the target is known.
std::optional<Message> message_around(const EvaluationContext& context);

/// Whether the target is in a dialog. Only if the target is known.
bool is_in_dialog(const EvaluationContext& context);

/// Whether all of it is about one question, so that a button with words of its own answers that: it is short, or it
/// asks and is not long. A window full of settings is not.
bool is_question(const Message& message, const MessageReading& reading);

}  // namespace interlock::gate
