#include "daemon/path/fill.h"

#include <algorithm>
#include <chrono>

#include "daemon/path/gate_now.h"
#include "daemon/process/log.h"
#include "daemon/process/pause.h"
#include "daemon/records/question.h"
#include "daemon/records/question_rows.h"
#include "daemon/records/question_words.h"
#include "daemon/sessions/standing.h"
#include "gate/screen/secret_field.h"
#include "ipc/encode.h"
#include "values/text.h"
#include "values/visit.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

constexpr auto look_patience = 1500ms;
/// For a field to show what an act did: then it is taken to have done nothing.
constexpr auto change_limit = 600ms;
constexpr auto settle_limit = 1500ms;
constexpr auto between_readings = 40ms;
/// An application that shows a change is not settled for a moment; then the act is tried again.
constexpr int most_unsettled = 6;

/// The nodes below `at`, as a range of indices.
std::size_t end_of(const a11y::VisibleTree& tree, std::size_t at) {
  std::size_t end = at + 1;
  while (end < tree.nodes.size() && tree.nodes[end].depth > tree.nodes[at].depth) ++end;
  return end;
}

std::size_t parent_of(const a11y::VisibleTree& tree, std::size_t at) {
  std::size_t up = at;
  while (up > 0 && tree.nodes[up].depth >= tree.nodes[at].depth) --up;
  return up;
}

/// The display was busy, and nothing of the act was done.
bool missed_its_time(const Step& step) {
  return step.refusal && step.refusal->code == "deadline" && step.delivery.typed == 0;
}

bool is_radio(const Element& element) {
  return element.role == Role::radio_button || element.role == Role::radio_menu_item;
}

/// The radio buttons of the smallest part of the window that has more than this one.
std::vector<Element> radios_beside(const a11y::VisibleTree& tree, std::size_t at) {
  std::vector<Element> group;
  for (std::size_t up = at; group.size() < 2 && up != 0;) {
    up = parent_of(tree, up);
    group.clear();
    for (std::size_t i = up; i < end_of(tree, up); ++i) {
      if (is_radio(tree.nodes[i].element)) group.push_back(tree.nodes[i].element);
    }
  }
  return group;
}

bool asks_for_text(const FieldNow& now) {
  const FieldKind kind = field_kind(now);
  return kind == FieldKind::text || kind == FieldKind::number;
}

Action typing(const std::string& text) {
  return {.body = Type{text}, .confidence = {}, .intent = {}, .expect = {}, .on = {}};
}

/// Where a combo box takes text, if it has an entry: that holds its value.
const Element* entry_of(const FieldNow& now) {
  if (now.field.role != Role::combo_box || now.field.states.has(State::editable)) return nullptr;
  const auto entry = std::find_if(now.inside.begin(), now.inside.end(), [](const Element& each) {
    return takes_text(each.role) && each.states.has(State::editable);
  });
  return entry == now.inside.end() ? nullptr : &*entry;
}

std::string masked_text(const std::string& text, const ActionReading& reading) {
  return std::get<Type>(masked(typing(text), reading).body).text;
}

std::string label_of(const Known<Element>& element) {
  if (!element) return "a field that is not seen";
  const std::string& name = element->name.empty() ? element->labelled_by : element->name;
  return name.empty() ? "a field without a name" : app_words(name, 30);
}

}  // namespace

bool fills_fields(const Action& action) {
  return std::visit(
      Overloaded{[](const AnyOf<SelectOption, SetValue, FillForm> auto&) { return true; },
                 [](const AnyOf<Move, Click, Drag, Scroll, Type, TypeSecret, Key, KeyDown, KeyUp, MouseDown, MouseUp,
                                Wait, Navigate, Sequence, ChangeWindow, MoveWindow, ResizeWindow, CloseWindow,
                                RenameWindow, SwitchDesktop, SetDesktopCount, MoveViewport> auto&) { return false; }},
      action.body);
}

asio::awaitable<json::object> Fill::take(bool dry_run, std::uint64_t asked) {
  const auto start = steady_clock::now();
  whole_.dry_run = dry_run;
  whole_.assessment.reason = "each act on a field is judged by itself";
  whole_.asked = asked;
  read_fields();
  bool goes_on = shared_.stops.may_act(*session_, whole_);
  if (goes_on) {
    co_await foresee();
    goes_on = begin_record() && whole_.assessment.decision < Decision::block;
  }
  if (goes_on && !dry_run) goes_on = co_await confirm();
  if (goes_on && !dry_run) {
    bool all = true;
    for (Field& field : fields_) {
      field.done = co_await fill(field);
      all = all && field.done;
      if (!steps_.empty() && !steps_.back().delivery.complete) break;
    }
    whole_.delivery.complete = all;
    const auto missed = std::find_if(fields_.begin(), fields_.end(), [](const Field& f) { return !f.problem.empty(); });
    if (missed != fields_.end()) {
      whole_.refusal = platform::Refusal{"not_reached", "'" + missed->wanted.ref + "': " + missed->problem};
    }
  }
  whole_.took = std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - start);
  end_record();
  if (whole_.assessment.decision == Decision::halt && !session_->halted) {
    shared_.stops.halt(session_, whole_.assessment.reason);
  }
  co_return reply();
}

void Fill::read_fields() {
  const auto ref = whole_.action.on ? whole_.action.on->ref : std::string();
  if (const auto* choice = std::get_if<SelectOption>(&whole_.action.body)) {
    fields_.push_back({.wanted = {ref, choice->option}, .option = true});
  } else if (const auto* value = std::get_if<SetValue>(&whole_.action.body)) {
    fields_.push_back({.wanted = {ref, value->value}});
  } else if (const auto* form = std::get_if<FillForm>(&whole_.action.body)) {
    for (const FieldValue& each : form->fields) fields_.push_back({.wanted = each});
  }
}

/// How the texts would be judged, while nothing is touched. What happens later is judged when it happens.
asio::awaitable<void> Fill::foresee() {
  Action recorded = whole_.action;
  std::optional<Scene> scene;  // most forms are in one window
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    Field& field = fields_[i];
    const Referred* target = session_->refs.find(field.wanted.ref);
    if (target == nullptr) {
      block(whole_.assessment, "context", "stale_ref",
            "the ref '" + field.wanted.ref + "' names no element that this session was shown; observe again");
      continue;
    }
    set_field_value(recorded, i, masked_text(field.wanted.value, {.secret = true}));
    if (!scene || scene->window.id != target->window) scene = co_await look_at(target->window);
    const auto seen = scene ? found_in(*scene, field.wanted.ref) : std::nullopt;
    if (!seen) continue;
    field.seen = {
        .window = seen->window, .element = seen->now.field, .focus = seen->now.field, .document = seen->document};
    if (whole_.seen.observation.window.is_unknown()) whole_.seen.observation = field.seen;
    set_field_value(recorded, i, masked_text(field.wanted.value, {.secret = false}));
    if (!asks_for_text(seen->now)) continue;
    field.judged = true;
    const Action types = typing(field.wanted.value);
    field.foreseen = session_->gate.assess(types, field.seen, gate_now());
    set_field_value(recorded, i, masked_text(field.wanted.value, field.foreseen.reading));
    if (field.foreseen.reading.secret && !recorded.intent.empty()) {
      recorded.intent = "(not recorded: the target may be secret)";
    }
    if (field.foreseen.decision > whole_.assessment.decision) {
      whole_.assessment = field.foreseen;
      whole_.seen.observation = field.seen;
    }
  }
  whole_.masked = std::move(recorded);
}

bool Fill::begin_record() {
  const auto audit = shared_.audit();
  auto record = audit ? (*audit)->begin(audit_begin(*session_, whole_)) : tl::make_unexpected(audit.error());
  if (record) {
    whole_.id = *record;
    return true;
  }
  block(whole_.assessment, "audit", "audit_unwritable", record.error().text());
  log_error(record.error());
  return false;
}

void Fill::end_record() {
  if (!whole_.id.empty()) {
    const auto audit = shared_.audit();
    const auto ended = audit ? (*audit)->end(whole_.id, audit_end(whole_)) : tl::make_unexpected(audit.error());
    if (!ended) log_error(ended.error());
  }
  auto event = decision_event(*session_, whole_);
  event["time"] = time_now();
  shared_.events.send("decision", event);
}

asio::awaitable<bool> Fill::confirm() {
  if (whole_.assessment.decision != Decision::require_confirmation) co_return true;
  Question asked = question(*session_, whole_);
  asked.request = "fill in " + std::to_string(fields_.size()) + (fields_.size() == 1 ? " field" : " fields") +
                  valid_utf8(place_of(whole_));
  asked.form.clear();
  const auto answer = std::make_shared<FormAnswer>();
  FillForm whole;
  bool any_secret = false;
  for (const Field& field : fields_) {
    Step typed{.action = typing(field.wanted.value),
               .seen = {.observation = field.seen, .view = {}},
               .assessment = field.foreseen};
    typed.assessment.reading.secret = field.judged && field.foreseen.reading.secret;
    const Action shown = masked_for_question(typed, session_->gate);
    whole.fields.push_back({field.wanted.ref, std::get<Type>(shown.body).text});
    any_secret = any_secret || whole.fields.back().value != field.wanted.value;
    const std::string entry = label_of(field.seen.focus) + ": " + app_words(std::get<Type>(shown.body).text);
    asked.form += (asked.form.empty() ? "" : ", ") + quoted_app_words(entry, 100);
    asked.consent.about += std::to_string(field.wanted.value.size()) + ":" + field.wanted.ref + field.wanted.value;
    if (!field.seen.focus) continue;
    for (const Finding& finding : field.foreseen.findings) {
      if (finding.decision != Decision::require_confirmation) continue;
      asked.covers.emplace_back(finding.rule);
      answer->covers.push_back(
          {field.seen.focus->path, field.wanted.value, std::string(finding.rule), std::string(finding.code)});
    }
  }
  answer_ = answer;
  asked.form = valid_utf8(asked.form);
  Action shown = whole_.action;
  shown.body = std::move(whole);
  if (any_secret) shown.intent.clear();  // the agent may have repeated it
  asked.whole = whole_texts(shown, whole_);
  asked.done = done_rows(*session_, shown, whole_);
  asked.consent.may_last = false;
  asked.consent.window.clear();
  asked.consent.why_not = "a form is asked about each time";
  co_await ask(asked);
  co_return whole_.verdict&& whole_.verdict->outcome == Outcome::approved && !whole_.refusal &&
      shared_.stops.may_act(*session_, whole_);
}

/// Holds the desktop meanwhile: nothing is injected for anyone while a question is open.
asio::awaitable<bool> Fill::ask(const Question& question) {
  const auto hold = co_await seat_.take(session_->peer.pid);
  if (!hold) {
    block(whole_.assessment, "budget", "queue_full",
          "too many actions are waiting for the desktop; wait for replies before asking again");
    co_return false;
  }
  if (!shared_.stops.may_act(*session_, whole_)) co_return false;
  whole_.verdict = co_await shared_.confirmations.ask(question, shared_.settings.prompt_timeout);
  shared_.focus.question_closed();
  if (whole_.verdict->outcome != Outcome::approved) {
    whole_.refusal = platform::Refusal{"not_approved", whole_.verdict->why};
    co_return false;
  }
  const bool free = co_await shared_.takeover.wait_after_reply(*session_, whole_);
  co_return free;
}

asio::awaitable<bool> Fill::fill(Field& field) {
  auto seen = co_await see(field);
  if (!seen) co_return false;
  FieldPlan plan(field.wanted.value, field.option);
  FieldNow now = std::move(seen->now);
  bool gone = false;
  for (int unsettled = 0;;) {
    const FieldPlan before = plan;
    const NextAct next = plan.next(now);
    if (next.wait) {
      co_await pause_for(between_readings);
      auto again = co_await look(field.wanted.ref, &now.field);
      gone = !again;
      if (again) now = std::move(again->now);
      continue;
    }
    if (!next.act && gone && plan.has_chosen()) co_return true;  // the page took the field away when it was set
    if (!next.act) {
      field.value = shown_value(now);
      field.problem = next.problem;
      co_return field.problem.empty();
    }
    Step step = co_await carry_out(next, seen->window.id);
    const bool done = step.delivery.complete;
    const auto& [decision, code] = std::pair(step.assessment.decision, step.assessment.code);
    if (!done && code == "covered" && plan.aim_elsewhere()) continue;
    const bool passing =
        decision == Decision::block && (code == "unknown_target" || (code == "target_changed" && !step.verdict));
    if (!done && (passing || missed_its_time(step)) && ++unsettled < most_unsettled) {
      plan = before;
      now = co_await settled(field.wanted.ref, now);
      continue;
    }
    steps_.clear();
    steps_.push_back(std::move(step));
    if (!done) {
      const std::optional<NextAct> close = plan.close(now);
      if (close) {
        const Step closed = co_await carry_out(*close, seen->window.id);
        if (!closed.delivery.complete) field.problem = "its list stays open";
      }
      co_return false;
    }
    now = co_await settled(field.wanted.ref, now);
  }
}

asio::awaitable<Step> Fill::carry_out(const NextAct& next, std::uint64_t window) {
  Part part{.action = *next.act, .has_focus = next.has_focus, .means = next.means, .answer = answer_};
  part.action.intent = whole_.action.intent;
  part.action.confidence = whole_.action.confidence;
  part.action.expect = whole_.action.expect;
  part.action.expect.element.reset();  // it is of the field, and an act may be on an option in it
  if (next.at) part.action.on = OnElement{.ref = session_->refs.name(window, *next.at)};
  if (next.means && !next.has_focus && part.action.on) part.action.on->part = next.means->extents;
  Step step = co_await run_(std::move(part));
  if (next.means) remember_yes(step);
  co_return step;
}

/// Who agreed that the list goes to an option has agreed to it.
void Fill::remember_yes(const Step& step) {
  if (!step.delivery.complete || !step.verdict || step.verdict->outcome != Outcome::approved) return;
  auto answer = std::make_shared<FormAnswer>(answer_ ? *answer_ : FormAnswer());
  for (const Finding& finding : step.assessment.findings) {
    if (finding.decision != Decision::require_confirmation) continue;
    answer->covers.push_back({step.means->path, {}, std::string(finding.rule), std::string(finding.code)});
  }
  answer_ = std::move(answer);
}

asio::awaitable<std::optional<Fill::Look>> Fill::see(Field& field) {
  auto seen = co_await look(field.wanted.ref);
  if (seen) co_return seen;
  Action scroll{.body = Move{},
                .confidence = {},
                .intent = {},
                .expect = {},
                .on = OnElement{.ref = field.wanted.ref, .scroll_into_view = true}};
  Part part{.action = std::move(scroll)};
  Step step = co_await run_(std::move(part));
  if (step.delivery.complete) seen = co_await look(field.wanted.ref);
  if (!seen) {
    field.problem = "it cannot be seen; observe again";
    steps_.clear();
    steps_.push_back(std::move(step));
  }
  co_return seen;
}

asio::awaitable<std::optional<Fill::Look>> Fill::look(const std::string& ref, const Element* drawn_before) {
  const Referred* target = session_->refs.find(ref);
  if (target == nullptr) co_return std::nullopt;
  const auto scene = co_await look_at(target->window);
  auto seen = scene ? found_in(*scene, ref, drawn_before) : std::nullopt;
  if (seen) co_await read_options(*seen);
  co_return seen;
}

/// All options of a combo box or list, also those that are not visible, and where its open list stands.
asio::awaitable<void> Fill::read_options(Look& seen) {
  const FieldKind kind = field_kind(seen.now);
  if (kind != FieldKind::combo && kind != FieldKind::list) co_return;
  const Eyes eyes = shared_.reach().eyes;
  const auto until = steady_clock::now() + look_patience;
  auto options = co_await eyes.tree->options_of(seen.window, seen.now.field.path, until);
  if (options) {
    const auto blinders = session_->gate.blinders();
    std::erase_if(*options.get(), [&](const Element& each) {
      return blinders.is_hidden({.window = seen.window, .element = each, .document = seen.document});
    });
    auto& inside = seen.now.inside;
    for (Element& option : *options.get()) {
      const auto shown =
          std::find_if(inside.begin(), inside.end(), [&](const Element& e) { return e.path == option.path; });
      if (shown != inside.end()) {
        std::string text = std::move(option.text);  // of a nameless one; it is not read with the window
        option = *shown;
        option.text = std::move(text);
      } else if (kind == FieldKind::combo) {
        // Qt goes on saying so after its list has closed.
        option.states = States(option.states.bits() & ~States{State::focused}.bits());
      }
    }
    std::erase_if(inside, is_option);
    inside.insert(inside.end(), options->begin(), options->end());
  }
  if (kind != FieldKind::combo) co_return;
  seen.now.avoid = asked_about(seen);
  const auto focus = co_await eyes.tree->focused_element(seen.window, until);
  if (focus.element && is_option(*focus.element)) seen.now.focus = *focus.element;
}

/// The paths of the options whose choice would be asked about or blocked. If the list is closed, a key that passes over
/// an option chooses it.
std::vector<std::string> Fill::asked_about(const Look& seen) const {
  std::vector<std::string> paths;
  Observation with{.window = seen.window, .element = none, .focus = none, .document = seen.document};
  Action press = typing("");
  press.body = Key{{{{}, "Return"}}};
  for (const Element& option : seen.now.inside) {
    if (!is_option(option)) continue;
    Element in_list = option;
    in_list.ancestors = {{seen.now.field.role, seen.now.field.name, {}}};
    with.focus = std::move(in_list);
    if (session_->gate.assess(press, with, gate_now()).decision >= Decision::require_confirmation) {
      paths.push_back(option.path);
    }
  }
  return paths;
}

asio::awaitable<std::optional<Fill::Scene>> Fill::look_at(std::uint64_t window) {
  const Eyes eyes = shared_.reach().eyes;
  if (!eyes.windows || !eyes.tree) co_return std::nullopt;
  const auto until = steady_clock::now() + look_patience;
  const auto stack = co_await eyes.windows->windows_in_order(until);
  if (!stack) co_return std::nullopt;
  const auto found =
      std::find_if(stack->begin(), stack->end(), [&](const auto& each) { return each.window.id == window; });
  if (found == stack->end()) co_return std::nullopt;
  std::vector<Rect> popups;
  for (const auto& each : *stack) {
    if (each.popup && each.window.pid && each.window.pid == found->window.pid) popups.push_back(each.window.rect);
  }
  const auto tree = co_await eyes.tree->visible_tree(found->window, popups, until);
  if (!tree) co_return std::nullopt;
  co_return Scene{found->window, *tree};
}

std::optional<Fill::Look> Fill::found_in(const Scene& scene, const std::string& ref,
                                         const Element* drawn_before) const {
  const Referred* target = session_->refs.find(ref);
  if (target == nullptr) return std::nullopt;
  const auto& nodes = scene.tree.nodes;
  auto node = std::find_if(nodes.begin(), nodes.end(), [&](const auto& each) {
    return each.element.path == target->path && each.element.role == target->role;
  });
  if (node == nodes.end() && drawn_before != nullptr) {
    node = std::find_if(nodes.begin(), nodes.end(), [&](const auto& each) {
      return each.element.role == target->role && each.element.name == target->name &&
             each.element.extents == drawn_before->extents;
    });
  }
  const auto blinders = session_->gate.blinders();
  const auto is_shown = [&](const Element& element) {
    return !blinders.is_hidden({.window = scene.window, .element = element, .document = scene.tree.document});
  };
  if (node == nodes.end() || !is_shown(node->element)) return std::nullopt;
  const auto at = static_cast<std::size_t>(node - nodes.begin());
  Look seen{.now = {.field = node->element}, .window = scene.window, .document = scene.tree.document};
  const auto is_secret = [&](const gate::Policy* policy) {
    return policy != nullptr && gate::secret_field(*policy, seen.now.field);
  };
  bool secret = is_secret(&session_->gate.policy()) || is_secret(session_->gate.profile());
  for (std::size_t i = at + 1; i < end_of(scene.tree, at); ++i) {
    if (is_shown(nodes[i].element)) seen.now.inside.push_back(nodes[i].element);
  }
  if (const Element* entry = entry_of(seen.now)) {
    seen.now = {.field = Element(*entry)};
    secret = secret || is_secret(&session_->gate.policy()) || is_secret(session_->gate.profile());
  }
  if (secret) seen.now.field.value = none;
  if (is_radio(node->element)) seen.now.beside = radios_beside(scene.tree, at);
  std::erase_if(seen.now.beside, [&](const Element& each) { return !is_shown(each); });
  return seen;
}

/// The field when it shows what the act did: something else than before, and the same twice.
asio::awaitable<FieldNow> Fill::settled(const std::string& ref, const FieldNow& before) {
  const auto start = steady_clock::now();
  FieldNow last = before;
  while (steady_clock::now() - start < settle_limit) {
    co_await pause_for(between_readings);
    auto seen = co_await look(ref, &before.field);
    if (!seen) continue;
    const bool quiet = seen->now == last;
    last = std::move(seen->now);
    if (quiet && (last != before || steady_clock::now() - start >= change_limit)) break;
  }
  co_return last;
}

Step& Fill::deciding() {
  if (!steps_.empty() && !steps_.back().delivery.complete) return steps_.back();
  return whole_;
}

json::object Fill::reply() {
  Step& decided = deciding();
  json::object result = daemon::reply(decided);
  const bool hidden = decided.hidden || decided.tools;
  result["executed"] = whole_.delivery.complete;
  result["ms"] = double(whole_.took.count()) / 1000.0;
  json::array fields;
  for (const Field& field : fields_) {
    json::object each = {{"ref", field.wanted.ref}, {"done", field.done}};
    if (field.value) each["value"] = valid_utf8(*field.value);
    if (!field.problem.empty() && !hidden) each["problem"] = valid_utf8(field.problem);
    fields.push_back(std::move(each));
  }
  result["fields"] = std::move(fields);
  return result;
}

}  // namespace interlock::daemon
