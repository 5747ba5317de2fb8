/// Escapes text for HTML. Titles and names are untrusted: nothing in them may become markup, and invisible characters
/// (control and bidi) are written out.
#pragma once

#include <string>
#include <string_view>

namespace interlock::cli {

/// For the content of an element and for attributes in double quotes.
std::string html(std::string_view text);

}  // namespace interlock::cli
