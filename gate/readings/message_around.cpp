#include "gate/readings/message_around.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "gate/readings/evaluation_context.h"
#include "gate/words/lexicon.h"

namespace interlock::gate {
namespace {

constexpr std::size_t short_message = 240;  // bytes
constexpr std::size_t longest_message = 800;

bool is_dialog(Role role) {
  return role == Role::dialog || role == Role::alert || role == Role::option_pane || role == Role::notification ||
         role == Role::info_bar;
}

bool may_be_modal(Role role) {
  return role == Role::section || role == Role::panel || role == Role::form || role == Role::grouping ||
         role == Role::landmark;
}

struct Quotes {
  std::string_view open, close;
};
constexpr std::array<Quotes, 7> quotes = {{{"\"", "\""},
                                           {"\u201c", "\u201d"},
                                           {"\u201e", "\u201c"},
                                           {"\u00ab", "\u00bb"},
                                           {"\u300c", "\u300d"},
                                           {"\u2018", "\u2019"},
                                           {"\u300e", "\u300f"}}};

/// A word to be typed ("Type DELETE") rather than a name: in capitals alone.
bool is_shouted(std::string_view text) {
  const auto small = [](char c) { return c >= 'a' && c <= 'z'; };
  return std::none_of(text.begin(), text.end(), small) && text.find(' ') == text.npos;
}

/// What a dialog quotes is the name of something: of a file, a song, a person's message.
std::string without_quotes(std::string text) {
  constexpr std::size_t longest_name = 200;
  for (const Quotes& kind : quotes) {
    for (std::size_t from = text.find(kind.open); from != text.npos; from = text.find(kind.open, from)) {
      const std::size_t begin = from + kind.open.size();
      const std::size_t end = text.find(kind.close, begin);
      if (end == text.npos || end - begin > longest_name) break;
      const std::string_view name = std::string_view(text).substr(begin, end - begin);
      if (is_shouted(name)) {
        from = end + kind.close.size();
      } else {
        text.erase(begin, end - begin);
        from = begin + kind.close.size();
      }
    }
  }
  return text;
}

/// The nearest part of the page that has a text, if that is short.
std::optional<Message> message_in_page(const EvaluationContext& context) {
  if (context.observation.document.get() == nullptr) return std::nullopt;
  for (const Ancestor& ancestor : context.element->ancestors) {
    if (ancestor.role == Role::document_web) break;
    if (!may_be_modal(ancestor.role) || ancestor.text.empty()) continue;
    if (ancestor.text.size() > longest_message) break;
    return Message{normalise(without_quotes(ancestor.name + '\n' + ancestor.text)), false};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Message> message_around(const EvaluationContext& context) {
  const auto& around = context.element->ancestors;
  const auto dialog =
      std::find_if(around.begin(), around.end(), [](const Ancestor& ancestor) { return is_dialog(ancestor.role); });
  const bool window = context.window != nullptr && context.window->type == "dialog";
  if (dialog == around.end() && !window) return message_in_page(context);
  const auto end = dialog == around.end() ? dialog : dialog + 1;
  std::string says;
  for (auto ancestor = around.begin(); ancestor != end && says.size() <= max_target_text; ++ancestor) {
    says += ancestor->name + '\n' + ancestor->text + '\n';
  }
  if (window) says += context.window->title;
  return Message{normalise(without_quotes(std::move(says))), true};
}

bool is_in_dialog(const EvaluationContext& context) {
  const auto message = message_around(context);
  return message && message->dialog;
}

bool is_question(const Message& message, const MessageReading& reading) {
  const std::size_t size = message.text.text.size();
  return size <= short_message || (reading.asks && size <= longest_message);
}

}  // namespace interlock::gate
