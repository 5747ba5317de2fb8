/// The properties of windows, as window managers and toolkits set them (ICCCM, Extended Window Manager Hints), from
/// what the daemon reports about windows.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clients/display/view.h"
#include "clients/display/wire.h"

namespace interlock::display {

struct Property {
  std::string_view type;                    ///< name of the atom
  unsigned format = 8;                      ///< bits of one item
  std::string bytes = {};                   ///< of format 8
  std::vector<std::uint32_t> numbers = {};  ///< of format 32
  std::vector<std::string> atoms = {};      ///< of format 32 and type ATOM: their names
};

/// Nothing: the window does not have the property.
std::optional<Property> property_of(const WindowView& window, std::string_view name);
std::optional<Property> property_of_root(const DesktopView& desktop, const Windows& windows, std::string_view name);
/// All names for which one of the above may return something.
std::span<const std::string_view> names_of_properties(bool root);

}  // namespace interlock::display
