/// A fact about the desktop: a value that was seen, `none` if it was seen that there is no such thing, or unknown and
/// why.
#pragma once

#include <utility>
#include <variant>

#include "values/unknown.h"

namespace interlock {

struct None {
  bool operator==(const None&) const = default;
};
inline constexpr None none{};

template <class T>
class Known {
 public:
  Known() : state_(Unknown::not_observed) {}
  Known(T value) : state_(std::move(value)) {}  // NOLINT: a value is a fact
  Known(None) : state_(None{}) {}               // NOLINT: an absence is a fact
  Known(Unknown why) : state_(why) {}           // NOLINT: and so is an unknown

  bool has_value() const { return std::holds_alternative<T>(state_); }
  bool is_none() const { return std::holds_alternative<None>(state_); }
  bool is_unknown() const { return std::holds_alternative<Unknown>(state_); }

  /// The value, or null if it is `none` or unknown.
  const T* get() const { return std::get_if<T>(&state_); }
  T* get() { return std::get_if<T>(&state_); }
  /// Requires has_value().
  const T& operator*() const { return *get(); }
  const T* operator->() const { return get(); }
  T* operator->() { return get(); }
  explicit operator bool() const { return has_value(); }

  /// Why it is unknown; `not_observed` if it is known.
  Unknown why() const {
    const auto* reason = std::get_if<Unknown>(&state_);
    return reason ? *reason : Unknown::not_observed;
  }

  bool operator==(const Known&) const = default;

 private:
  std::variant<Unknown, None, T> state_;
};

}  // namespace interlock
