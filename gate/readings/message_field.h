/// Fields of chats, in which Return sends the text.
#pragma once

namespace interlock::gate {

struct EvaluationContext;

/// The target is a field for messages: its label or placeholder says so, and the application or site is a messenger, or
/// the label is unambiguous ("Type a message"). Not search fields, and not a form's "Message".
bool is_message_field(const EvaluationContext& context);

/// The window is a messenger's, or its page is.
bool is_in_messenger(const EvaluationContext& context);

}  // namespace interlock::gate
