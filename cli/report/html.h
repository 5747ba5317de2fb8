/// Text into HTML. Titles and names are strangers' words: nothing in them may become markup, and what cannot be seen in
/// them (control and bidi characters) is written out.
#pragma once

#include <string>
#include <string_view>

namespace interlock::cli {

/// For the content of an element and for attributes in double quotes.
std::string html(std::string_view text);

}  // namespace interlock::cli
