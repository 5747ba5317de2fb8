#include <algorithm>
#include <string_view>

#include "doctor/checks.h"
#include "doctor/program_check.h"

namespace interlock::doctor {

/// The interlock-sight that this interlockd runs. It prints a language a line, and then "ppocr: ok" or what is missing.
Lines check_reading(const Here& here) {
  constexpr std::string_view chinese = "ppocr: ";
  const auto tried = check_program(here.ways, INTERLOCK_SIGHT);
  if (!tried) return {};
  if (tried->code != 0) {
    return {{"reading", State::note,
             "labels are not read from pixels, so windows without an accessibility tree ask: " +
                 tried->said.substr(0, tried->said.find('\n')),
             "install interlock-sight and the data of tesseract for your languages"}};
  }
  std::string languages, ppocr;
  bool has_chinese = false;
  std::string_view rest = tried->said;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    has_chinese = has_chinese || line.starts_with("chi_");
    if (line.starts_with(chinese)) {
      ppocr = line.substr(chinese.size());
    } else if (!line.empty()) {
      languages += (languages.empty() ? "" : ", ") + std::string(line);
    }
  }
  Lines lines = {{"reading", State::good, "labels are read from pixels in: " + languages}};
  if (ppocr == "ok") {
    lines.push_back({"reading Chinese", State::good, "by PP-OCR"});
  } else if (has_chinese) {
    lines.push_back({"reading Chinese", State::note, "by tesseract alone, which is often unsure: " + ppocr,
                     "install PP-OCR (docs/sight.md)"});
  }
  return lines;
}

}  // namespace interlock::doctor
