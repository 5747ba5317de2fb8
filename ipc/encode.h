/// Values to JSON, as docs/protocol.md specifies. Every result is one line of valid UTF-8 for any input bytes.
#pragma once

#include <string>

#include "ipc/message.h"
#include "values/assessment.h"
#include "values/observation.h"
#include "values/utf8.h"

namespace interlock::ipc {

/// One line with its newline.
std::string encode_result(const json::value& id, json::value result);
std::string encode_error(const json::value& id, const RpcError& error);
std::string encode_event(std::string_view method, json::value params);  ///< a JSON-RPC notification

json::object to_json(
    const Assessment& assessment);  ///< decision, rule, code, reason, triggered_rules, findings, confidence, hints
json::object to_json(const Window& window);
json::object to_json(const Element& element);  ///< never the value of a secret field
json::object to_json(const Action& action);    ///< as on the wire, so that it decodes to the same action
/// The value, or null for `none`, or {"unknown": code, "meaning": ...}.
json::value to_json(const Known<Window>& window);
json::value to_json(const Known<Element>& element);
json::value to_json(const Known<std::vector<Element>>& elements);
json::value to_json(const Known<Document>& document);
json::value to_json(const Known<ReadLabel>& read);

}  // namespace interlock::ipc
