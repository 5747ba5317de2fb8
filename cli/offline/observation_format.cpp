#include "cli/offline/observation_format.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "ipc/fields.h"
#include "values/hash.h"

namespace interlock::cli {

namespace json = ipc::json;
using ipc::Fields;

namespace {

/// Text of an application: any characters, any length.
std::string text_or_empty(Fields& fields, std::string_view key) {
  const json::value* value = fields.find(key);
  if (value == nullptr) return {};
  if (const auto* text = value->if_string()) return std::string(*text);
  fields.fail(key, "expected a string, got " + ipc::kind_of(*value));
  return {};
}

/// Reads the object at `key` by `decode(Fields&)`.
template <class Decode>
auto object_at(Fields& fields, std::string_view key, const json::value& value, Decode decode) {
  decltype(decode(fields)) result{};
  const auto* object = value.if_object();
  if (object == nullptr) {
    fields.fail(key, "expected an object, got " + ipc::kind_of(value));
    return result;
  }
  Fields inner(*object, fields.place(key));
  result = decode(inner);
  inner.refuse_unknown_keys();
  if (inner.error()) fields.fail(*inner.error());
  return result;
}

/// The reason in {"unknown": code}.
std::optional<Unknown> reason_in(const json::value& value, Fields& fields, std::string_view key) {
  const auto* object = value.if_object();
  if (object == nullptr || !object->contains("unknown")) return std::nullopt;
  return object_at(fields, key, value, [](Fields& inner) {
    inner.find("meaning");  // the audit log explains the code
    const auto reason = unknown_from_code(text_or_empty(inner, "unknown"));
    if (!reason) inner.fail("unknown", "is not a reason; docs/policy.md lists them under unknown_target");
    return reason.value_or(Unknown::not_observed);
  });
}

/// Calls `decode(key, value)` if the value exists and is known.
template <class T, class Decode>
Known<T> known(Fields& fields, std::string_view key, Decode decode) {
  const json::value* value = fields.find(key);
  if (value == nullptr) return Unknown::not_observed;
  if (value->is_null()) return none;
  if (const auto why = reason_in(*value, fields, key)) return *why;
  return decode(*value);
}

Known<std::string> known_text(Fields& fields, std::string_view key) {
  return known<std::string>(fields, key, [&](const json::value&) { return text_or_empty(fields, key); });
}

Rect decode_rect(Fields& fields, std::string_view key) {
  const json::value* value = fields.find(key);
  if (value == nullptr) return {};
  return object_at(fields, key, *value, [](Fields& rect) {
    const auto side = [&](std::string_view name) {
      return static_cast<std::int32_t>(rect.integer(name, -ipc::limits::coordinate, ipc::limits::coordinate));
    };
    return Rect{.x = side("x"), .y = side("y"), .width = side("width"), .height = side("height")};
  });
}

/// The window's names before each renaming by an agent.
std::vector<WindowNames> decode_former(Fields& fields) {
  std::vector<WindowNames> former;
  const json::value* value = fields.find("former");
  if (value == nullptr) return former;
  const auto* list = value->if_array();
  if (list == nullptr) {
    fields.fail("former", "expected an array, got " + ipc::kind_of(*value));
    return former;
  }
  for (const json::value& each : *list) {
    former.push_back(object_at(fields, "former", each, [](Fields& names) {
      return WindowNames{.wm_class = text_or_empty(names, "class"), .title = text_or_empty(names, "title")};
    }));
  }
  return former;
}

Window decode_window(Fields& fields) {
  Window window;
  if (fields.find("id") != nullptr) {
    window.id = static_cast<std::uint64_t>(fields.integer("id", 0, std::numeric_limits<std::int64_t>::max()));
  }
  window.app = text_or_empty(fields, "app");
  window.wm_class = text_or_empty(fields, "class");
  window.title = text_or_empty(fields, "title");
  window.type = text_or_empty(fields, "type");
  window.pid = known<std::uint32_t>(fields, "pid", [&](const json::value&) {
    return static_cast<std::uint32_t>(fields.integer("pid", 0, std::numeric_limits<std::uint32_t>::max()));
  });
  window.rect = decode_rect(fields, "rect");
  window.override_redirect = fields.truth_or("override_redirect", false);
  window.former = decode_former(fields);
  return window;
}

Role decode_role(Fields& fields) {
  const std::string name = text_or_empty(fields, "role");
  if (fields.find("role") == nullptr) return Role::unknown;
  const auto role = role_from_name(name);
  if (!role) fields.fail("role", "'" + name + "' is not an AT-SPI role name, such as 'push button' or 'entry'");
  return role.value_or(Role::unknown);
}

States decode_states(Fields& fields) {
  States states;
  const json::value* value = fields.find("states");
  if (value == nullptr) return states;
  const auto* list = value->if_array();
  if (list == nullptr) {
    fields.fail("states", "expected an array, got " + ipc::kind_of(*value));
    return states;
  }
  for (const auto& item : *list) {
    const auto* name = item.if_string();
    const auto state = name != nullptr ? state_from_name(*name) : std::nullopt;
    if (state) {
      states.add(*state);
    } else {
      fields.fail("states", json::serialize(item) + " is not an AT-SPI state name, such as 'focused'");
    }
  }
  return states;
}

Attributes decode_attributes(Fields& fields) {
  Attributes attributes;
  const json::value* value = fields.find("attributes");
  if (value == nullptr) return attributes;
  const auto* object = value->if_object();
  if (object == nullptr) {
    fields.fail("attributes", "expected an object, got " + ipc::kind_of(*value));
    return attributes;
  }
  for (const auto& [name, text] : *object) {
    if (const auto* string = text.if_string()) {
      attributes.emplace_back(std::string(name), std::string(*string));
    } else {
      fields.fail("attributes." + std::string(name), "expected a string, got " + ipc::kind_of(text));
    }
  }
  return attributes;
}

/// Reads "ancestors" or "presses".
std::vector<Ancestor> decode_ancestors(Fields& fields, std::string_view key) {
  std::vector<Ancestor> ancestors;
  const json::value* value = fields.find(key);
  if (value == nullptr) return ancestors;
  const auto* list = value->if_array();
  if (list == nullptr) {
    fields.fail(key, "expected an array, got " + ipc::kind_of(*value));
    return ancestors;
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string place = std::string(key) + "[" + std::to_string(i) + "]";
    ancestors.push_back(object_at(fields, place, (*list)[i], [](Fields& inner) {
      return Ancestor{
          .role = decode_role(inner), .name = text_or_empty(inner, "name"), .text = text_or_empty(inner, "text")};
    }));
  }
  return ancestors;
}

Element decode_element(Fields& fields) {
  Element element;
  element.role = decode_role(fields);
  element.name = text_or_empty(fields, "name");
  element.description = text_or_empty(fields, "description");
  element.labelled_by = text_or_empty(fields, "labelled_by");
  element.value = known_text(fields, "value");
  element.states = decode_states(fields);
  element.attributes = decode_attributes(fields);
  element.ancestors = decode_ancestors(fields, "ancestors");
  element.text = text_or_empty(fields, "text");
  element.listener = known<Listener>(fields, "listener", [&](const json::value& value) {
    return object_at(fields, "listener", value, [](Fields& inner) {
      return Listener{.text = text_or_empty(inner, "text"), .whole = inner.truth_or("whole", true)};
    });
  });
  element.presses = decode_ancestors(fields, "presses");
  element.path = text_or_empty(fields, "path");
  element.extents = decode_rect(fields, "extents");
  return element;
}

std::vector<Element> decode_elements(Fields& fields, std::string_view key, const json::value& value) {
  std::vector<Element> elements;
  const auto* list = value.if_array();
  if (list == nullptr) {
    fields.fail(key, "expected an array, got " + ipc::kind_of(value));
    return elements;
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string place = std::string(key) + "[" + std::to_string(i) + "]";
    elements.push_back(object_at(fields, place, (*list)[i], decode_element));
  }
  return elements;
}

std::vector<std::string> decode_texts(Fields& fields, std::string_view key, const json::value& value) {
  std::vector<std::string> texts;
  const auto* list = value.if_array();
  if (list == nullptr) fields.fail(key, "expected an array, got " + ipc::kind_of(value));
  for (const auto& item : list == nullptr ? json::array() : *list) {
    const auto* text = item.if_string();
    if (text == nullptr) fields.fail(key, "expected strings, got " + ipc::kind_of(item));
    if (text != nullptr) texts.emplace_back(*text);
  }
  return texts;
}

/// {"shop.example": ["192.0.2.7"], "no.example": null, "slow.example": {"unknown": "deadline"}}
std::vector<ResolvedName> decode_names(Fields& fields) {
  std::vector<ResolvedName> names;
  const json::value* value = fields.find("names");
  if (value == nullptr) return names;
  object_at(fields, "names", *value, [&](Fields& inner) {
    for (const auto& member : value->get_object()) {
      const std::string_view name = member.key();  // in the object, which outlives `inner`: Fields keeps it
      names.push_back(
          {std::string(name), known<std::vector<std::string>>(inner, name, [&](const json::value& addresses) {
             return decode_texts(inner, name, addresses);
           })});
    }
    return true;
  });
  return names;
}

constexpr std::array<std::string_view, 4> file_kinds = {"missing", "folder", "program", "document"};

/// {"~/Documents/notes": {"kind": "folder", "real": "/home/somebody/Documents/notes"}}
std::vector<FileFact> decode_files(Fields& fields) {
  std::vector<FileFact> files;
  const json::value* value = fields.find("files");
  if (value == nullptr) return files;
  object_at(fields, "files", *value, [&](Fields& inner) {
    for (const auto& member : value->get_object()) {
      inner.find(member.key());
      files.push_back(object_at(inner, member.key(), member.value(), [&](Fields& fact) {
        const std::string kind = text_or_empty(fact, "kind");
        const auto found = std::find(file_kinds.begin(), file_kinds.end(), kind);
        if (found == file_kinds.end()) fact.fail("kind", "expected missing, folder, program or document");
        return FileFact{.path = std::string(member.key()),
                        .real = text_or_empty(fact, "real"),
                        .kind = static_cast<FileKind>(found == file_kinds.end() ? 0 : found - file_kinds.begin())};
      }));
    }
    return true;
  });
  return files;
}

Document decode_document(Fields& fields) {
  return {.url = text_or_empty(fields, "url"), .title = text_or_empty(fields, "title")};
}

ReadLabel decode_read(Fields& fields) {
  constexpr std::int64_t certain = 100;
  fields.find("source");  // always "read"
  ReadLabel read{.text = text_or_empty(fields, "label")};
  read.confidence = static_cast<int>(fields.integer("confidence", 0, certain));
  read.whole = fields.truth_or("whole", true);
  read.place = decode_rect(fields, "rect");
  if (const json::value* parts = fields.find("parts")) read.parts = decode_texts(fields, "parts", *parts);
  if (const json::value* languages = fields.find("languages"))
    read.languages = decode_texts(fields, "languages", *languages);
  read.around = text_or_empty(fields, "around");
  if (!read.around.empty()) read.around_confidence = static_cast<int>(fields.integer("around_confidence", 0, certain));
  return read;
}

std::vector<Document> decode_documents(Fields& fields, const json::value& value) {
  std::vector<Document> documents;
  const auto* list = value.if_array();
  if (list == nullptr) {
    fields.fail("frames", "expected an array, got " + ipc::kind_of(value));
    return documents;
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    documents.push_back(object_at(fields, "frames[" + std::to_string(i) + "]", (*list)[i], decode_document));
  }
  return documents;
}

template <class T>
Known<T> known_object(Fields& fields, std::string_view key, T (*decode)(Fields&)) {
  return known<T>(fields, key, [&](const json::value& value) { return object_at(fields, key, value, decode); });
}

}  // namespace

tl::expected<Observation, ipc::RpcError> decode_observation(const json::value& value, std::string_view where) {
  const auto* object = value.if_object();
  if (object == nullptr) {
    return tl::unexpected(ipc::RpcError{ipc::error_code::invalid_params,
                                        std::string(where) + ": expected an object, got " + ipc::kind_of(value)});
  }
  Fields fields(*object, where);
  Observation observation;
  observation.window = known_object(fields, "window", decode_window);
  observation.element = known_object(fields, "element", decode_element);
  observation.read = known_object(fields, "read", decode_read);
  observation.focus = known_object(fields, "focus", decode_element);
  observation.drop = known_object(fields, "drop", decode_element);
  observation.drop_window = known_object(fields, "drop_window", decode_window);
  observation.document = known_object(fields, "document", decode_document);
  observation.frames = known<std::vector<Document>>(
      fields, "frames", [&](const json::value& value) { return decode_documents(fields, value); });
  observation.bound = known<std::vector<Element>>(
      fields, "bound", [&](const json::value& value) { return decode_elements(fields, "bound", value); });
  observation.around = known<std::vector<Element>>(
      fields, "around", [&](const json::value& value) { return decode_elements(fields, "around", value); });
  observation.files = decode_files(fields);
  observation.names = decode_names(fields);
  observation.clipboard = known_text(fields, "clipboard");
  observation.content = known<std::uint64_t>(
      fields, "content", [&](const json::value&) { return Hash().add(text_or_empty(fields, "content")).value(); });
  return fields.finish(std::move(observation));
}

}  // namespace interlock::cli
