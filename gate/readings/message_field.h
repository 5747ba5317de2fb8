/// Fields of chats, in which Return sends what is written.
#pragma once

namespace interlock::gate {

struct EvaluationContext;

/// The target is where messages are written: it says so by its label or placeholder, and the application or site is a
/// messenger, or the label leaves no doubt ("Type a message"). Not search fields, and not a form's "Message".
bool is_message_field(const EvaluationContext& context);

}  // namespace interlock::gate
