/// Command lines made by a grammar of bash, the same ones for the same seed on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace interlock::test {

/// `count` lines that bash mostly accepts, out of the programs alpha, bravo, charlie and delta.
std::vector<std::string> generated_lines(std::size_t count, std::uint64_t seed);

}  // namespace interlock::test
