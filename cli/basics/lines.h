/// Reads lines of bounded length.
#pragma once

#include <streambuf>
#include <string>

namespace interlock::cli {

/// Reads the next line without its newline; returns false at the end. Of a line longer than `most` bytes the first
/// `most` + 1 are returned and the rest is skipped.
inline bool next_line(std::streambuf& in, std::string& line, std::size_t most) {
  constexpr auto end = std::streambuf::traits_type::eof();
  line.clear();
  for (int c = in.sbumpc(); c != end; c = in.sbumpc()) {
    if (c == '\n') return true;
    if (line.size() <= most) line += static_cast<char>(c);
  }
  return !line.empty();
}

}  // namespace interlock::cli
