/// Reads the keys of one JSON object by name and type. Keeps the first error and its place, so that the code that reads
/// an object is a plain list of its keys.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "ipc/limits.h"
#include "ipc/message.h"

namespace interlock::ipc {

/// Limits of a text. Control characters (U+0000-1F, U+007F-9F) are refused, except newline, carriage return and tab if
/// `lines` is set. A carriage return is then read as a newline, and the two together as one.
struct TextRule {
  std::size_t min_bytes = 0;
  std::size_t max_bytes = limits::name_bytes;
  bool lines = false;  ///< allows newline, carriage return and tab
};
inline constexpr TextRule name_text{1, limits::name_bytes, false};
inline constexpr TextRule ref_text{1, limits::ref_bytes, false};

/// After an error the reading functions return a default; check error() or finish() at the end. Keeps views of the
/// object and of the keys that are asked for: both must outlive it.
class Fields {
 public:
  /// `where` is the object's own place: "params.action"; empty for the outermost.
  Fields(const json::object& object, std::string_view where) : object_(object), where_(where) {}

  /// The key's value; null if there is no such key.
  const json::value* find(std::string_view key);
  /// As find(), but a missing key is an error.
  const json::value* need(std::string_view key);

  std::string text(std::string_view key, TextRule rule);
  std::optional<std::string> maybe_text(std::string_view key, TextRule rule);
  std::int64_t integer(std::string_view key, std::int64_t min, std::int64_t max);
  std::int64_t integer_or(std::string_view key, std::int64_t min, std::int64_t max, std::int64_t fallback);
  std::optional<double> maybe_number(std::string_view key, double min, double max);
  bool truth(std::string_view key);
  bool truth_or(std::string_view key, bool fallback);
  /// The index of the value in `names`.
  std::size_t choice(std::string_view key, std::span<const std::string_view> names);
  std::size_t choice_or(std::string_view key, std::span<const std::string_view> names, std::size_t fallback);

  std::string place(std::string_view key) const;
  void fail(std::string_view key, std::string_view message);
  void fail(RpcError error);
  bool failed() const { return error_.has_value(); }

  /// Every key that was not asked for is an error, and the first one reported: it explains a missing key best.
  void refuse_unknown_keys();
  const std::optional<RpcError>& error() const { return error_; }

  /// The value, or the first error.
  template <class T>
  tl::expected<T, RpcError> finish(T value) {
    refuse_unknown_keys();
    if (error_) return tl::unexpected(std::move(*error_));
    return value;
  }

 private:
  std::string read_text(std::string_view key, const json::value& value, TextRule rule);
  std::int64_t read_integer(std::string_view key, const json::value& value, std::int64_t min, std::int64_t max);
  bool read_truth(std::string_view key, const json::value& value);
  std::size_t read_choice(std::string_view key, const json::value& value, std::span<const std::string_view> names);

  const json::object& object_;
  std::string where_;
  std::vector<std::string_view> asked_;
  std::optional<RpcError> error_;
};

/// "string", "boolean", "70000": the value's type, or a number's value, for messages.
std::string kind_of(const json::value& value);

}  // namespace interlock::ipc
