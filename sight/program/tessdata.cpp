#include "sight/program/tessdata.h"

#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace interlock::sight {

namespace {

namespace fs = std::filesystem;

/// A language's file has at most so many bytes; the largest that is distributed has 40 MB.
constexpr std::size_t largest_file = 256U << 20U;
constexpr std::string_view ending = ".traineddata";

std::string_view mapped(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return {};
  struct stat status {};
  std::string_view bytes;
  if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 &&
      static_cast<std::size_t>(status.st_size) <= largest_file) {
    const auto size = static_cast<std::size_t>(status.st_size);
    void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (memory != MAP_FAILED) bytes = {static_cast<const char*>(memory), size};
  }
  ::close(descriptor);
  return bytes;
}

fs::path folder() {
  if (const char* named = std::getenv("TESSDATA_PREFIX"); named != nullptr && *named != '\0') return named;
  for (const char* usual : {"/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract/tessdata",
                            "/usr/share/tessdata", "/usr/local/share/tessdata"}) {
    std::error_code failed;
    if (fs::is_directory(usual, failed)) return usual;
  }
  return {};
}

}  // namespace

Languages installed_languages() {
  Languages languages;
  const fs::path from = folder();
  std::error_code failed;
  for (fs::directory_iterator file(from, failed), end; !failed && file != end; file.increment(failed)) {
    const std::string name = file->path().filename().string();
    if (!name.ends_with(ending) || name.starts_with("osd.")) continue;
    const std::string_view bytes = mapped(file->path());
    if (!bytes.empty()) languages.emplace(name.substr(0, name.size() - ending.size()), bytes);
  }
  return languages;
}

}  // namespace interlock::sight
