#include <algorithm>

#include "ipc/action_names.h"
#include "ipc/encode.h"

namespace interlock::ipc {
namespace {

void put(json::object& object, Point at) {
  object["x"] = at.x;
  object["y"] = at.y;
}

json::object point(Point at) {
  return {{"x", at.x}, {"y", at.y}};
}

void put(json::object& object, Button button) {
  const auto at = static_cast<std::size_t>(std::find(buttons.begin(), buttons.end(), button) - buttons.begin());
  if (at < button_names.size()) object["button"] = button_names[at];
}

void put(json::object& object, Modifiers set) {
  if (set.empty()) return;
  json::array names;
  for (std::size_t i = 0; i < modifiers.size(); ++i) {
    if (set.has(modifiers[i])) names.emplace_back(modifier_names[i]);
  }
  object["modifiers"] = std::move(names);
}

struct PutBody {
  json::object& object;

  void operator()(const Move& move) const { put(object, move.at); }
  void operator()(const Click& click) const {
    put(object, click.at);
    put(object, click.button);
    object["count"] = click.count;
    put(object, click.modifiers);
  }
  void operator()(const Drag& drag) const {
    object["from"] = point(drag.from);
    object["to"] = point(drag.to);
    put(object, drag.button);
    put(object, drag.modifiers);
  }
  void operator()(const Scroll& scroll) const {
    put(object, scroll.at);
    object["dx"] = scroll.dx;
    object["dy"] = scroll.dy;
    put(object, scroll.modifiers);
  }
  void operator()(const Type& type) const { object["text"] = valid_utf8(type.text); }
  void operator()(const Key& key) const {
    std::string chords;
    for (const KeyChord& chord : key.chords) {
      if (!chords.empty()) chords += ' ';
      chords += to_string(chord);
    }
    object["keys"] = valid_utf8(chords);
  }
  void operator()(const KeyDown& down) const { object["key"] = valid_utf8(to_string(down.key)); }
  void operator()(const KeyUp& up) const { object["key"] = valid_utf8(to_string(up.key)); }
  void operator()(const MouseDown& down) const {
    put(object, down.at);
    put(object, down.button);
  }
  void operator()(const MouseUp& up) const {
    put(object, up.at);
    put(object, up.button);
  }
  void operator()(const Wait& wait) const { object["ms"] = wait.duration.count(); }
  void operator()(const Navigate& navigate) const { object["url"] = valid_utf8(navigate.url); }
  void operator()(const Sequence& sequence) const {
    json::array steps;
    for (const Action& step : sequence.steps) steps.emplace_back(to_json(step));
    object["steps"] = std::move(steps);
  }
  void operator()(const ChangeWindow& change) const {
    object["window"] = change.window;
    object["change"] = change_name(change.change);
  }
  void operator()(const MoveWindow& move) const {
    object["window"] = move.window;
    put(object, move.to);
  }
  void operator()(const ResizeWindow& resize) const {
    object["window"] = resize.window;
    object["width"] = resize.width;
    object["height"] = resize.height;
  }
  void operator()(const CloseWindow& close) const {
    object["window"] = close.window;
    if (close.kill) object["kill"] = true;
  }
  void operator()(const SwitchDesktop& desktop) const {
    object["number"] = desktop.number;
    if (desktop.window) object["window"] = *desktop.window;
  }
  void operator()(const SetDesktopCount& desktops) const { object["count"] = desktops.count; }
  void operator()(const MoveViewport& viewport) const { put(object, viewport.to); }
  void operator()(const RenameWindow& rename) const {
    object["window"] = rename.window;
    const auto put_name = [&](std::string_view key, const std::optional<std::string>& name) {
      if (name) object[key] = valid_utf8(*name);
    };
    put_name("title", rename.title);
    put_name("icon_title", rename.icon_title);
    put_name("role", rename.role);
    put_name("class_name", rename.class_name);
    put_name("class", rename.wm_class);
  }
};

}  // namespace

json::object to_json(const Action& action) {
  json::object object;
  object["type"] = action_type_names[action.body.index()];
  std::visit(PutBody{object}, action.body);
  if (action.on) object["ref"] = valid_utf8(action.on->ref);
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
