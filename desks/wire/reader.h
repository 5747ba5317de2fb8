/// Reads the keys of one JSON object by name and type, and keeps the first mistake. Part of the decoder.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "desks/wire/messages.h"

namespace interlock::desk {

/// The first mistake of a message; empty: none.
using Mistake = std::string;

/// After a mistake the reading functions return a default. The object, `where` and the mistake must outlive it.
class Reader {
 public:
  Reader(const boost::json::object& object, std::string where, Mistake& mistake)
      : object_(object), where_(std::move(where)), mistake_(mistake) {}

  /// The key's value; null if it is missing or null.
  const boost::json::value* find(std::string_view key);
  /// The reader of the object under the key; nothing if it is missing or null.
  std::optional<Reader> inside(std::string_view key);
  /// The same, where the key must be there.
  std::optional<Reader> need(std::string_view key);
  /// The array under the key, of at most `most` entries; null if it is missing or wrong.
  const boost::json::array* array(std::string_view key, std::size_t most);
  /// The entry of an array as an object.
  std::optional<Reader> entry(const boost::json::value& value, std::string_view key);

  std::int64_t integer(std::string_view key, std::int64_t least, std::int64_t most);
  std::int64_t integer_or(std::string_view key, std::int64_t least, std::int64_t most, std::int64_t fallback);
  std::uint64_t id(std::string_view key, std::uint64_t least = 1);
  bool truth(std::string_view key);
  bool truth_or(std::string_view key, bool fallback);
  /// UTF-8 of `least` to `most` bytes.
  std::string text(std::string_view key, std::size_t most, std::size_t least = 0);
  std::string text_or_empty(std::string_view key, std::size_t most);
  /// The index of the text in `names`.
  std::size_t choice(std::string_view key, std::span<const std::string_view> names);

  Rect rect();  ///< of this object
  std::optional<Rect> maybe_rect(std::string_view key);
  Rect need_rect(std::string_view key);
  Point point();  ///< of this object's "x" and "y"

  void fail(std::string_view key, std::string_view what);
  bool failed() const { return !mistake_.empty(); }
  /// A key that was not asked for is a mistake: a receiver must not leave out a condition that it does not know.
  void refuse_other_keys();

 private:
  std::string place(std::string_view key) const;
  std::string read_text(std::string_view key, const boost::json::value& value, std::size_t most, std::size_t least);
  std::int64_t read_integer(std::string_view key, const boost::json::value& value, std::int64_t least,
                            std::int64_t most);

  const boost::json::object& object_;
  std::string where_;
  Mistake& mistake_;
  std::vector<std::string_view> asked_;
};

}  // namespace interlock::desk
