#include "ipc/judgement_fields.h"

#include <array>

#include "ipc/decode.h"

namespace interlock::ipc {

namespace {

/// Both texts are shown in prompts and replies.
constexpr TextRule words{0, 1000, true};

}  // namespace

Judgement read_judgement(Fields& fields) {
  static constexpr std::array<std::string_view, 5> names = {"allow", "warn", "require_confirmation", "block", "halt"};
  Judgement judgement;
  const std::size_t which = fields.choice("decision", names);
  if (!fields.failed()) judgement.decision = *decision_from_name(names.at(which));
  judgement.reason = fields.maybe_text("reason", words).value_or("");
  judgement.hint = fields.maybe_text("hint", words).value_or("");
  return judgement;
}

tl::expected<Judgement, RpcError> parse_judgement(std::string_view text) {
  auto parsed = parse_json(text);
  if (!parsed) return tl::unexpected(std::move(parsed.error()));
  const json::object* object = parsed->if_object();
  if (object == nullptr) {
    return tl::unexpected(RpcError{error_code::invalid_params, "expected an object, got " + kind_of(*parsed)});
  }
  Fields fields(*object, "");
  return fields.finish<Judgement>(read_judgement(fields));
}

}  // namespace interlock::ipc
