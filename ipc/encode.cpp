#include "ipc/encode.h"

#include <cmath>

#include "ipc/limits.h"
#include "values/utf8.h"

namespace interlock::ipc {
namespace {

std::string line_of(const json::object& message) {
  // Invalid bytes occur only inside strings and are never ASCII, so it suffices to replace them in the finished line.
  std::string line = valid_utf8(json::serialize(message));
  line += '\n';
  return line;
}

/// A text of an application: made valid UTF-8 and cut to limits::shown_bytes.
json::string shown(std::string_view text) {
  const std::string_view part = utf8_prefix(text, limits::shown_bytes);
  std::string valid = valid_utf8(part);
  if (part.size() < text.size()) valid += "\xE2\x80\xA6";
  return json::string(valid);
}

json::object unknown(Unknown reason) {
  const UnknownRow& row = describe(reason);
  return {{"unknown", row.code}, {"meaning", row.meaning}};
}

template <class T, class Encode>
json::value known(const Known<T>& fact, Encode encode) {
  if (const T* value = fact.get()) return encode(*value);
  if (fact.is_none()) return nullptr;
  return unknown(fact.why());
}

json::object rect(const Rect& r) {
  return {{"x", r.x}, {"y", r.y}, {"width", r.width}, {"height", r.height}};
}

template <class Strings>
json::array texts(const Strings& strings) {
  json::array array;
  for (const auto& text : strings) array.emplace_back(shown(text));
  return array;
}

bool is_secret(const Element& element) {
  return element.role == Role::password_text || element.attribute("text-input-type") == "password";
}

}  // namespace

std::string encode_result(const json::value& id, json::value result) {
  json::object message;
  message["jsonrpc"] = "2.0";
  message["id"] = id;
  message["result"] = std::move(result);
  return line_of(message);
}

std::string encode_error(const json::value& id, const RpcError& error) {
  return line_of(
      {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", error.code}, {"message", shown(error.message)}}}});
}

std::string encode_event(std::string_view method, json::value params) {
  json::object message;
  message["jsonrpc"] = "2.0";
  message["method"] = method;
  message["params"] = std::move(params);
  return line_of(message);
}

json::object to_json(const Assessment& assessment) {
  json::array findings;
  for (const Finding& finding : assessment.findings) {
    findings.push_back({{"rule", finding.rule},
                        {"code", finding.code},
                        {"decision", decision_name(finding.decision)},
                        {"reason", shown(finding.reason.text())},
                        {"evidence", shown(finding.evidence)}});
  }
  json::object object;
  object["decision"] = decision_name(assessment.decision);
  object["rule"] = assessment.rule;
  object["code"] = assessment.code;
  object["reason"] = shown(assessment.reason.text());
  object["triggered_rules"] = texts(assessment.triggered_rules);
  object["findings"] = std::move(findings);
  object["confidence"] = std::isfinite(assessment.confidence) ? json::value(assessment.confidence) : json::value();
  object["hints"] = texts(assessment.hints);
  return object;
}

json::object to_json(const Window& window) {
  json::object object;
  object["id"] = window.id;
  object["app"] = shown(window.app);
  object["class"] = shown(window.wm_class);
  object["title"] = shown(window.title);
  object["type"] = shown(window.type);
  object["pid"] = known(window.pid, [](std::uint32_t pid) -> json::value { return pid; });
  object["rect"] = rect(window.rect);
  object["override_redirect"] = window.override_redirect;
  if (window.former.empty()) return object;
  json::array former;
  for (const WindowNames& names : window.former) {
    former.push_back({{"class", shown(names.wm_class)}, {"title", shown(names.title)}});
  }
  object["former"] = std::move(former);
  return object;
}

static json::array to_json(const std::vector<Ancestor>& all) {
  json::array array;
  for (const Ancestor& each : all) {
    if (array.size() == limits::shown_items) break;
    array.push_back({{"role", role_name(each.role)}, {"name", shown(each.name)}, {"text", shown(each.text)}});
  }
  return array;
}

json::object to_json(const Element& element) {
  json::object object;
  object["role"] = role_name(element.role);
  object["name"] = shown(element.name);
  object["description"] = shown(element.description);
  object["labelled_by"] = shown(element.labelled_by);
  if (!is_secret(element)) {
    object["value"] = known(element.value, [](const std::string& text) -> json::value { return shown(text); });
  }
  json::array states;
  for (std::uint8_t number = 0; number < state_count; ++number) {
    const auto state = static_cast<State>(number);
    if (element.states.has(state)) states.emplace_back(state_name(state));
  }
  object["states"] = std::move(states);
  json::object attributes;
  for (const auto& [name, value] : element.attributes) {
    if (attributes.size() == limits::shown_items) break;
    attributes.emplace(shown(name), shown(value));  // the first of a name counts, as in Element::attribute()
  }
  object["attributes"] = std::move(attributes);
  object["ancestors"] = to_json(element.ancestors);
  if (!element.text.empty()) object["text"] = shown(element.text);
  if (!element.listener.is_unknown() || element.listener.why() != Unknown::not_observed) {
    object["listener"] = known(element.listener, [](const Listener& listener) -> json::value {
      return {{"text", shown(listener.text)}, {"whole", listener.whole}};
    });
  }
  if (!element.presses.empty()) object["presses"] = to_json(element.presses);
  object["path"] = shown(element.path);
  object["extents"] = rect(element.extents);
  return object;
}

json::value to_json(const Known<Window>& window) {
  return known(window, [](const Window& value) -> json::value { return to_json(value); });
}

json::value to_json(const Known<Element>& element) {
  return known(element, [](const Element& value) -> json::value { return to_json(value); });
}

json::value to_json(const Known<std::vector<Element>>& elements) {
  return known(elements, [](const std::vector<Element>& all) {
    json::array array;
    for (const auto& each : all) array.push_back(to_json(Known<Element>(each)));
    return json::value(std::move(array));
  });
}

json::value to_json(const Known<Document>& document) {
  return known(document, [](const Document& value) -> json::value {
    return {{"url", shown(value.url)}, {"title", shown(value.title)}};
  });
}

json::value to_json(const Known<ReadLabel>& read) {
  return known(read, [](const ReadLabel& value) -> json::value {
    json::object object = {{"label", shown(value.text)},
                           {"source", "read"},
                           {"confidence", value.confidence},
                           {"whole", value.whole},
                           {"rect", rect(value.place)}};
    if (!value.parts.empty()) object["parts"] = texts(value.parts);
    if (!value.languages.empty()) object["languages"] = texts(value.languages);
    if (value.around.empty()) return object;
    object["around"] = shown(value.around);
    object["around_confidence"] = value.around_confidence;
    return object;
  });
}

}  // namespace interlock::ipc
