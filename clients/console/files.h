/// The files of the page, compiled into the program.
#pragma once

#include <span>
#include <string_view>

namespace interlock::console {

struct File {
  std::string_view path;  ///< as requested: "/app.js"
  std::string_view type;
  std::string_view text;
};

std::span<const File> files();
/// Null: there is no such file. "/" is the page.
const File* find_file(std::string_view path);

}  // namespace interlock::console
