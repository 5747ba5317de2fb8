/// Files as the tests of the pages read them, and a page's fenced blocks. For tests only.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace interlock::test {

/// "```LANGUAGE NAME", its lines, "```"; both may be empty.
struct Block {
  std::string language;
  std::string name;
  std::vector<std::string> lines;
};

/// The whole of a file; empty if it cannot be read.
inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::vector<Block> blocks_of(const std::string& page) {
  std::ifstream file(page);
  std::vector<Block> blocks;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (!inside) continue;
      const std::size_t space = std::min(line.find(' '), line.size());
      blocks.push_back({line.substr(3, space - 3), line.substr(std::min(space + 1, line.size())), {}});
    } else if (inside) {
      blocks.back().lines.push_back(line);
    }
  }
  return blocks;
}

}  // namespace interlock::test
