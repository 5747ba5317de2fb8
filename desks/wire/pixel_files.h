/// Pictures in files that interlockd named: little-endian 0x00RRGGBB, row by row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace interlock::desk {

/// Nothing: it is no file of this user, cannot be read, or does not have exactly this many pixels.
std::optional<std::vector<std::uint32_t>> read_pixels(const std::string& path, std::size_t count);
/// Into an existing file of this user. False: that failed.
bool write_pixels(const std::string& path, std::span<const std::uint32_t> pixels);

}  // namespace interlock::desk
