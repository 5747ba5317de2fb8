#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ipc/action_keys.h"
#include "ipc/action_names.h"
#include "ipc/encode.h"

namespace interlock::ipc {
namespace {

/// Writes the keys of an action (ipc/action_keys.h).
class WriteKeys {
 public:
  explicit WriteKeys(json::object& object) : object_(object) {}

  void aim(Point at) {
    object_["x"] = at.x;
    object_["y"] = at.y;
  }
  void start(std::string_view key, Point at) { point(key, at); }
  void point(std::string_view key, Point at) { object_[key] = {{"x", at.x}, {"y", at.y}}; }
  void place(Point to) { aim(to); }
  void button(Button button) {
    const auto at = static_cast<std::size_t>(std::find(buttons.begin(), buttons.end(), button) - buttons.begin());
    if (at < button_names.size()) object_["button"] = button_names[at];
  }
  void modifiers(Modifiers set) {
    if (set.empty()) return;
    json::array names;
    for (std::size_t i = 0; i < ipc::modifiers.size(); ++i) {
      if (set.has(ipc::modifiers[i])) names.emplace_back(modifier_names[i]);
    }
    object_["modifiers"] = std::move(names);
  }
  void number(std::string_view key, std::int64_t number, std::int64_t, std::int64_t) { object_[key] = number; }
  void number_or(std::string_view key, std::int64_t number, std::int64_t, std::int64_t) { object_[key] = number; }
  void wait(std::string_view key, std::chrono::milliseconds duration) { object_[key] = duration.count(); }
  void text(std::string_view key, std::string_view text, TextRule, std::string_view) {
    object_[key] = valid_utf8(text);
  }
  void names(std::string_view key, const std::optional<std::string>& name) {
    if (name) object_[key] = valid_utf8(*name);
  }
  void chords(std::string_view key, const std::vector<KeyChord>& chords, std::string_view) {
    std::string all;
    for (const KeyChord& chord : chords) all += (all.empty() ? "" : " ") + to_string(chord);
    object_[key] = valid_utf8(all);
  }
  void one_key(std::string_view key, const KeyChord& chord, std::string_view) {
    object_[key] = valid_utf8(to_string(chord));
  }
  void flag(std::string_view key, bool flag) {
    if (flag) object_[key] = true;
  }
  void window(std::uint64_t id) { object_["window"] = id; }
  void maybe_window(std::optional<std::uint64_t> id) {
    if (id) window(*id);
  }
  void change(std::string_view key, WindowChange change) { object_[key] = change_name(change); }
  void steps(std::string_view key, const std::vector<Action>& steps) {
    json::array all;
    for (const Action& step : steps) all.emplace_back(to_json(step));
    object_[key] = std::move(all);
  }
  void fields(std::string_view key, const std::vector<FieldValue>& fields) {
    json::array all;
    for (const FieldValue& field : fields)
      all.push_back({{"ref", valid_utf8(field.ref)}, {"value", valid_utf8(field.value)}});
    object_[key] = std::move(all);
  }

 private:
  json::object& object_;
};

}  // namespace

json::object to_json(const Action& action) {
  json::object object;
  object["type"] = action_type_names[action.body.index()];
  WriteKeys keys(object);
  std::visit([&](const auto& body) { keys_of(keys, body); }, action.body);
  if (action.on && !action.on->ref.empty()) object["ref"] = valid_utf8(action.on->ref);
  if (action.on && action.on->ref.empty()) object["text"] = valid_utf8(action.on->text);
  if (action.confidence) object["confidence"] = *action.confidence;
  if (!action.intent.empty()) object["intent"] = valid_utf8(action.intent);
  json::object expect;
  if (action.expect.app) expect["app"] = valid_utf8(*action.expect.app);
  if (action.expect.window) expect["window"] = valid_utf8(*action.expect.window);
  if (action.expect.element) expect["element"] = valid_utf8(*action.expect.element);
  if (!expect.empty()) object["expect"] = std::move(expect);
  return object;
}

}  // namespace interlock::ipc
