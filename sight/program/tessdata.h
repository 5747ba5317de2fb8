/// The languages that are installed for tesseract. Their files are mapped into memory at the start, because the program
/// cannot open any afterwards; the kernel reads a language's pages when it is first used.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace interlock::sight {

/// By tesseract's names ("deu"). The memory stays mapped until the process ends.
using Languages = std::map<std::string, std::string_view, std::less<>>;

/// From $TESSDATA_PREFIX, or else from where Debian, Fedora and Arch install them. Empty: there are none.
Languages installed_languages();

}  // namespace interlock::sight
