/// URLs made from others by small changes, the same ones for the same seed on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace interlock::test {

/// `count` valid UTF-8 texts, each one of `seeds` after one to four changes.
std::vector<std::string> mutated_urls(const std::vector<std::string>& seeds, std::size_t count, std::uint64_t seed);

}  // namespace interlock::test
