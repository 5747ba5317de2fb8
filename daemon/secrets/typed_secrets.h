/// Recognises secrets that `type_secret` typed, wherever they come back: in a field that shows its password, a page
/// that repeats a user's name, the address of a form, a title. Everything that the daemon writes and sends passes it.
/// Keeps no value: only its length and a fingerprint under a key that was drawn when the process began.
#pragma once

#include <boost/json.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::daemon {

class TypedSecrets {
 public:
  static constexpr std::size_t most = 1024;  ///< fingerprints; the oldest are forgotten first
  /// A shorter secret is found only where it is the whole of a text: "1234" stands in too many others.
  static constexpr std::size_t shortest_inside = 6;  ///< bytes
  /// Of a longer secret, a beginning of up to this many bytes is found where a text was cut.
  static constexpr std::size_t longest_beginning = 512;
  static constexpr std::string_view in_its_place = "[redacted: secret]";

  TypedSecrets();
  TypedSecrets(const TypedSecrets&) = delete;
  TypedSecrets& operator=(const TypedSecrets&) = delete;

  /// It is also found as it stands in a URL and in JSON, and its beginning where a text ends or was cut ("…").
  /// `lasts`: forgotten afterwards; nothing: never.
  void remember(std::string_view value, std::optional<std::chrono::seconds> lasts = {});
  void forget_all();

  bool appear_in(std::string_view text) const;
  std::string without(std::string_view text) const;
  /// The same for all texts of a value, at any depth; keys are interlock's own.
  void take_out(boost::json::value& value) const;
  void take_out(boost::json::object& object) const;

 private:
  struct Print {
    std::size_t size = 0;
    std::uint64_t hash = 0;
    std::vector<std::uint64_t> beginnings;  ///< of its first bytes: `shortest_inside` of them, and one more each
    std::optional<std::chrono::steady_clock::time_point> until;
  };
  struct Span {
    std::size_t begin = 0, end = 0;
  };
  void add(std::string_view form, std::optional<std::chrono::steady_clock::time_point> until);
  using Prints = std::vector<Print>;  ///< the oldest first
  std::shared_ptr<const Prints> valid() const;
  std::vector<Span> find(std::string_view text) const;
  /// In `text` as it is; `find` also looks at what its percent signs stand for.
  void find_plain(std::string_view text, const Prints& prints, std::vector<Span>& found) const;
  void find_cut(std::string_view text, std::size_t end, const Prints& prints, std::vector<Span>& found) const;
  void find_sized(std::string_view text, std::size_t size, const Prints& prints, std::vector<Span>& found) const;
  std::uint64_t hash_of(std::string_view text) const;

  std::uint64_t base_;  ///< the key
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const Prints> prints_ = std::make_shared<Prints>();  ///< replaced as a whole
};

/// Those of this process: whatever session a secret was typed for, no other may read it. Thread-safe.
TypedSecrets& typed_secrets();

}  // namespace interlock::daemon
