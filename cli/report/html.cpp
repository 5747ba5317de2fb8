#include "cli/report/html.h"

#include "cli/basics/print.h"

namespace interlock::cli {

std::string html(std::string_view text) {
  std::string escaped;
  for (const char c : plain(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace interlock::cli
