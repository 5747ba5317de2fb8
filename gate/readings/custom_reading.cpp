#include "gate/readings/custom_reading.h"

#include "gate/readings/activation.h"
#include "gate/readings/consequence.h"
#include "gate/readings/destination.h"
#include "gate/readings/element_category.h"
#include "gate/screen/browser.h"
#include "gate/url/address_bar.h"
#include "values/input_names.h"

namespace interlock::gate {
namespace {

class Reader {
 public:
  explicit Reader(const FieldSource& source) : subject_(source) {}

  FieldReading read(const FieldName& field) {
    if (subject_.call != nullptr) {
      call(*subject_.call, field);
    } else if (subject_.context != nullptr) {
      action(*subject_.context, field);
    }
    session(field.field);
    return std::move(out_);
  }

 private:
  void add(std::string_view text, std::size_t most = max_target_text) {
    if (text.empty()) return;
    Text normal = normalise(text, most);
    out_.unknown = out_.unknown || normal.cut;
    if (!normal.text.empty()) out_.texts.push_back(std::move(normal.text));
  }

  void session(Field field) {
    const Principal& who = subject_.principal;
    if (field == Field::agent_name) add(who.agent);
    if (field == Field::directive) add(who.directive);
    if (field == Field::goal && subject_.scope.goal) add(goal_name(*subject_.scope.goal));
    if (field == Field::agent_program) {
      add(who.program);
      if (const auto slash = who.program.rfind('/'); slash != std::string::npos) add(who.program.substr(slash + 1));
    }
  }

  void call(const ToolCall& call, const FieldName& field) {
    if (field.field == Field::action) add("tool");
    if (field.field == Field::tool_name) add(call.name);
    if (field.field == Field::tool_arguments) add(call.arguments, max_action_text);
    if (field.field != Field::tool_argument) return;
    for (const auto& [name, value] : call.values) {
      if (name == field.key) add(value, max_action_text);
    }
  }

  void action(const EvaluationContext& context, const FieldName& field) {
    switch (field.field) {
      case Field::action:
        return add(action_type(context.action));
      case Field::intent:
        return add(context.action.intent);
      case Field::confidence:
        out_.number = context.action.confidence;
        return;
      case Field::text:
        return typed(context);
      case Field::keys:
        return keys(context);
      case Field::command:
        return command(context);
      case Field::url:
      case Field::url_host:
        return opened(context, field.field == Field::url_host);
      case Field::button:
      case Field::count:
      case Field::x:
      case Field::y:
        return pointer(context.action, field.field);
      case Field::clipboard:
        if (!context.deed.pastes) return;
        if (const std::string* pasted = context.observation.clipboard.get()) add(*pasted, max_action_text);
        out_.unknown = out_.unknown || context.observation.clipboard.is_unknown();
        return;
      case Field::document_url:
      case Field::document_host:
      case Field::document_title:
        return document(context, field.field);
      case Field::window_app:
      case Field::window_class:
      case Field::window_title:
      case Field::window_type:
      case Field::window_pid:
        return window(context, field.field);
      case Field::drop_role:
      case Field::drop_name:
        if (!std::holds_alternative<Drag>(context.action.body)) return;
        out_.unknown = context.observation.drop.is_unknown();
        if (const Element* drop = context.observation.drop.get()) {
          add(field.field == Field::drop_role ? role_name(drop->role) : std::string_view(drop->name));
        }
        return;
      default:
        return target(context, field);
    }
  }

  void typed(const EvaluationContext& context) {
    const Action& meant = context.meant();
    if (!writes(meant)) {
      if (const auto* go = std::get_if<Navigate>(&meant.body)) add(go->url, max_action_text);
      return;
    }
    TypedLine line = context.typing.line_in(context.observation);
    const Submitted out = submitted(line, meant, context.observation);
    line.apply(meant, context.observation);
    add(out.any ? out.lines + "\n" + line.text : line.text, max_action_text);
    out_.unknown = out_.unknown || (context.deed.pastes && context.observation.clipboard.is_unknown());
  }

  void keys(const EvaluationContext& context) {
    const Action& meant = context.meant();
    if (const auto* key = std::get_if<Key>(&meant.body)) {
      for (const KeyChord& chord : key->chords) add(to_string(chord));
    }
    if (const auto* down = std::get_if<KeyDown>(&meant.body)) add(to_string(down->key));
  }

  void command(const EvaluationContext& context) {
    if (!context.submitted.any) return;
    out_.unknown = !context.submitted.certain;
    add(context.submitted.open + context.submitted.lines, max_action_text);
  }

  void opened(const EvaluationContext& context, bool host) {
    const Destination leads = destination_of(context);
    out_.unknown = leads.unknown;
    for (const std::string& text : leads.opened) {
      if (host) {
        add_host(text);
      } else {
        add(text, max_action_text);
      }
    }
  }

  void add_host(std::string_view text) {
    const auto url = url::destination_of(text).url;
    if (!url) {
      out_.unknown = true;  // a browser may still accept it
    } else if (url->host) {
      std::string_view host = url->host->text;
      if (host.ends_with('.')) host.remove_suffix(1);  // "example.com." is the same site
      add(host);
    }
  }

  void pointer(const Action& action, Field field) {
    const auto at = pointer_target(action);
    if (field == Field::x && at) out_.number = at->x;
    if (field == Field::y && at) out_.number = at->y;
    std::optional<Button> button;
    if (const auto* click = std::get_if<Click>(&action.body)) {
      button = click->button;
      if (field == Field::count) out_.number = click->count;
    }
    if (const auto* drag = std::get_if<Drag>(&action.body)) button = drag->button;
    if (const auto* down = std::get_if<MouseDown>(&action.body)) button = down->button;
    if (const auto* up = std::get_if<MouseUp>(&action.body)) button = up->button;
    if (field == Field::button && button) add(button_name(*button));
  }

  void document(const EvaluationContext& context, Field field) {
    const bool keyboard = uses_keyboard(context.action);
    const bool browsers_own = (context.element != nullptr && is_browser_chrome(*context.element)) ||
                              (keyboard && is_address_bar(context.observation));
    if (browsers_own || std::holds_alternative<Navigate>(context.action.body)) return;
    out_.unknown = destination_of(context).page_unknown;
    const Document* page = context.observation.document.get();
    if (page == nullptr) return;
    if (field == Field::document_title) add(page->title);
    if (field == Field::document_url) add(page->url);
    if (field == Field::document_host && !page->url.empty()) add_host(page->url);
  }

  void window(const EvaluationContext& context, Field field) {
    const Window* window = context.window;
    if (window == nullptr) {
      out_.unknown = context.deed.needs_target && context.observation.window.is_unknown();
      return;
    }
    if (field == Field::window_app) add(window->app);
    if (field == Field::window_class) add(window->wm_class);
    if (field == Field::window_title) add(window->title);
    if (field == Field::window_type) add(window->type);
    if (field != Field::window_pid) return;
    out_.unknown = context.deed.needs_target && window->pid.is_unknown();
    if (const auto* pid = window->pid.get()) out_.number = *pid;
  }

  void target(const EvaluationContext& context, const FieldName& field) {
    const bool of_target = field.field >= Field::target_role && field.field <= Field::target_consequence;
    if (!of_target) return;
    if (context.element == nullptr) {
      // Of a terminal only the window is known.
      const bool nothing_to_see = context.terminal && describe(context.target.why()).window_suffices;
      out_.unknown = context.deed.needs_target && context.target.is_unknown() && !nothing_to_see;
      return;
    }
    const Element& element = *context.element;
    if (field.field == Field::target_role) add(role_name(element.role));
    if (field.field == Field::target_name) {
      add(element.name);
      // The element that a press activates may have another text than the element at the point, and text on it.
      if (context.control && context.control->label != element.name) add(context.control->label);
      if (context.control && !element.text.empty()) add(element.text);
    }
    if (field.field == Field::target_description) add(element.description);
    if (field.field == Field::target_label) add(element.labelled_by);
    if (field.field == Field::target_attribute) add(element.attribute(field.key));
    if (field.field == Field::target_category) add(category_name(element_category(context)));
    if (field.field == Field::target_consequence) consequence(context);
    if (field.field == Field::target_value) {
      if (element.value) add(*element.value);
      out_.unknown = out_.unknown || (context.deed.needs_target && element.value.is_unknown());
    }
    if (field.field == Field::target_states) {
      for (const auto name : words_of(Field::target_states)) {
        if (element.states.has(*state_from_name(name))) add(name);
      }
    }
    if (field.field != Field::target_within) return;
    for (const Ancestor& around : element.ancestors) {
      add(around.name);
      add(around.text);
    }
  }

  static std::string_view category_name(ElementCategory category) {
    return words_of(Field::target_category)[static_cast<std::size_t>(category)];
  }

  void consequence(const EvaluationContext& context) {
    const auto add_category = [&](const std::optional<Consequence>& found) {
      if (!found) return;
      add(describe(found->category).name);
      out_.unknown = out_.unknown || found->unread;
    };
    add_category(set_off(context));
    if (context.activates) add_category(consequence_of(context));
  }

  const FieldSource& subject_;
  FieldReading out_;
};

}  // namespace

FieldReading read_field(const FieldSource& source, const FieldName& field) {
  return Reader(source).read(field);
}

}  // namespace interlock::gate
