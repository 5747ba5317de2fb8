/// Why something was found: a sentence for people, and what it is about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "values/observation.h"

namespace interlock {

/// What a finding is about.
struct Subject {
  enum class Kind : std::uint8_t {
    action,   ///< what is asked for, or the session that asks
    window,   ///< the window of the target
    element,  ///< the target: under the pointer, or with the focus
    control,  ///< one that the action presses beside its target: a key is bound to it, a label belongs to it
  };
  Kind kind = Kind::action;
  std::shared_ptr<const Element> control = nullptr;  ///< that control; null for the other kinds
};

/// A sentence that is put together from texts and from names of its subject. The sum of two sentences is about the more
/// specific of their subjects, of equal ones about the first.
class Reason {
 public:
  Reason() = default;
  Reason(std::string text) : text_(std::move(text)) {}  // NOLINT(google-explicit-constructor)
  Reason(std::string_view text) : text_(text) {}        // NOLINT(google-explicit-constructor)
  Reason(const char* text) : text_(text) {}             // NOLINT(google-explicit-constructor)

  /// `name` alone, which names the target. `kind` is `window` if nothing but its window is known.
  static Reason name_of_target(Subject::Kind kind, std::string name);
  /// `text`, which is about the window.
  static Reason about_window(std::string text);
  /// The same sentence, about a control that the action presses beside its target.
  Reason about(std::shared_ptr<const Element> control) &&;

  const std::string& text() const { return text_; }
  operator const std::string&() const { return text_; }  // NOLINT(google-explicit-constructor)
  bool empty() const { return text_.empty(); }
  const Subject& subject() const { return subject_; }
  /// The sentence for a place where the target's name stands beside it: "It" or "this" instead of the name.
  std::string brief() const;

  Reason& operator+=(const Reason& more);
  friend Reason operator+(Reason begin, const Reason& end) { return std::move(begin += end); }
  friend bool operator==(const Reason& one, const Reason& other) { return one.text_ == other.text_; }
  friend std::ostream& operator<<(std::ostream& out, const Reason& reason);

 private:
  std::string text_;
  Subject subject_;
  std::size_t name_at_ = 0;
  std::size_t name_size_ = 0;  ///< of the target's name in the text; 0: it is not named
};

}  // namespace interlock
