// interlock-sight: reads text from pixels. It answers requests (sight/wire.h) on its standard input with replies on its
// standard output until its input ends. It connects to no display, opens nothing after its start, and cannot
// (sight/program/confinement.h).
//
// interlock-sight --chinese  reads Chinese with PP-OCR, if that is installed (sight/program/ppocr.h)
// interlock-sight --check    reports which languages it can read, and whether PP-OCR is there: exit code 0, or 1 and
//                            the reason
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <unistd.h>

#include "sight/program/confinement.h"
#include "sight/program/engine.h"
#include "sight/program/ppocr.h"
#include "sight/program/tessdata.h"

namespace interlock::sight {

namespace {

/// False at the end of the input.
bool read_all(char* into, std::size_t size) {
  while (size > 0) {
    const ssize_t count = ::read(STDIN_FILENO, into, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    into += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// An exit code. A request that breaks the rules of the wire ends the program: its other end is not the daemon's.
int serve(Engine& engine) {
  while (true) {
    std::string header(header_size, '\0');
    if (!read_all(header.data(), header.size())) return 0;
    const auto size = body_size(header, most_request);
    if (!size) return 1;
    std::string body(*size, '\0');
    if (!read_all(body.data(), body.size())) return 1;
    const auto request = decode_request(body);
    if (!request) return 1;
    if (!write_all(encode(engine.answer(*request)))) return 1;
  }
}

int check(const Languages& languages) {
  for (const auto& [name, data] : languages) std::cout << name << '\n';
  const auto chinese = PpOcr::load();
  std::cout << "ppocr: " << (chinese ? "ok" : chinese.error().text()) << '\n';
  return 0;
}

}  // namespace

}  // namespace interlock::sight

int main(int argc, char** argv) {
  using namespace interlock::sight;
  // Tesseract's threads cost more than they save on a line of text; it reads this when it is loaded, and the daemon
  // sets it (daemon/seeing/sight_process.cpp).
  const Languages languages = installed_languages();
  if (languages.empty()) {
    std::cerr << "no language is installed for tesseract; install one, such as tesseract-ocr-eng\n";
    return 1;
  }
  const std::string_view option = argc == 2 ? argv[1] : "";
  if (option == "--check") return check(languages);
  if (argc > 2 || (argc == 2 && option != "--chinese")) {
    std::cerr << "usage: interlock-sight [--chinese | --check]\n";
    return 2;
  }
  // Before it is confined, because that opens files. Without PP-OCR, which is optional, tesseract reads Chinese.
  std::optional<PpOcr> chinese;
  if (option == "--chinese") {
    const std::size_t threads = thread_count();
    if (auto loaded = PpOcr::load()) chinese.emplace(std::move(*loaded));
    if (thread_count() != threads) {
      ::execl("/proc/self/exe", argv[0], nullptr);  // without the library that started them
      std::cerr << "interlock-sight: ONNX Runtime started threads, and it could not be started again without it: "
                << std::strerror(errno) << '\n';
      return 1;
    }
  }
  if (const auto confined = confine(); !confined) {
    std::cerr << confined.error().text() << '\n';
    return 1;
  }
  Engine engine(languages, chinese ? &*chinese : nullptr);
  return serve(engine);
}
