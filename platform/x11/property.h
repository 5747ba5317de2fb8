/// Reads window properties: bytes that any client may have written, of any type, format and length. Values in, values
/// out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/window_queries.h"
#include "values/observation.h"

namespace interlock::platform::x11 {

/// A property as the server returns it.
struct Property {
  std::uint32_t type = 0;   ///< an atom; 0: the window has no such property
  std::uint8_t format = 0;  ///< bits of one item: 8, 16 or 32
  std::string_view bytes;

  /// The bytes of a text property; none if it is not text.
  std::string_view text() const { return format == 8 ? bytes : std::string_view(); }
  /// How many 32-bit numbers it contains, and one of them.
  std::size_t count() const { return format == 32 ? bytes.size() / sizeof(std::uint32_t) : 0; }
  std::uint32_t at(std::size_t index) const;
  std::optional<std::uint32_t> first() const { return count() > 0 ? std::optional(at(0)) : std::nullopt; }
  bool holds(std::uint32_t number) const;
};

/// A window's title: _NET_WM_NAME, else WM_NAME by its type.
std::string title_of(const Property& net_wm_name, const Property& wm_name, std::uint32_t utf8_string);

/// The length of a name, class or title that is read, in 4-byte units. One constant, so that the former names of a
/// window are cut in the same place as its present ones.
inline constexpr std::uint32_t max_name_units = 4096 / 4;

/// The names of a window before each time that an agent renamed it, oldest first: class and title, each ended by a NUL.
/// Not empty if the property exists at all: a window with this mark was renamed, whatever the mark contains.
std::vector<WindowNames> former_names(const Property& property);
inline constexpr std::size_t most_former_names = 16;      ///< of one window; more are ignored
inline constexpr std::size_t longest_former_name = 2048;  ///< bytes of a class and a title
inline constexpr std::uint32_t former_names_units = most_former_names * (longest_former_name + 2) / 4;

/// The first type of _NET_WM_WINDOW_TYPE that `names` knows (in order of preference; EWMH: unknown ones are skipped);
/// without one "dialog" for a transient window, "normal" for others.
std::string type_of(const Property& window_type, const std::vector<std::pair<std::uint32_t, std::string>>& names,
                    bool transient);

/// The steps in which WM_NORMAL_HINTS asks to resize a window; nothing if it asks for none.
std::optional<SizeSteps> steps_of(const Property& normal_hints);

}  // namespace interlock::platform::x11
