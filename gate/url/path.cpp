#include "gate/url/path.h"

#include <vector>

#include "gate/url/characters.h"

namespace interlock::gate::url {
namespace {

bool is_single_dot(std::string_view segment) {
  return segment == "." || lower(segment) == "%2e";
}

bool is_double_dot(std::string_view segment) {
  if (segment == "..") return true;
  const std::string lowered = lower(segment);
  return lowered == ".%2e" || lowered == "%2e." || lowered == "%2e%2e";
}

}  // namespace

bool is_windows_drive(std::string_view text) {
  return text.size() == 2 && is_alpha(text[0]) && (text[1] == ':' || text[1] == '|');
}

std::string path_of(std::string_view text, std::string_view scheme, bool special) {
  const auto is_slash = [&](char c) { return c == '/' || (special && c == '\\'); };
  if (text.empty()) return special ? "/" : "";
  if (is_slash(text.front())) text.remove_prefix(1);

  const bool file = scheme == "file";
  const bool plain = text.find('.') == std::string_view::npos && text.find('%') == std::string_view::npos &&
                     text.find('\\') == std::string_view::npos;
  if (plain && !file) {  // no segment can be a dot segment
    std::string path = "/";
    append_encoded(path, text, EncodeSet::path);
    return path;
  }
  std::vector<std::string> segments;
  const auto shorten = [&] {
    const bool only_drive = file && segments.size() == 1 && is_windows_drive(segments[0]) && segments[0][1] == ':';
    if (!segments.empty() && !only_drive) segments.pop_back();
  };
  while (true) {
    std::size_t end = 0;
    while (end < text.size() && !is_slash(text[end])) ++end;
    const bool last = end == text.size();
    const std::string_view segment = text.substr(0, end);
    if (is_double_dot(segment)) {
      shorten();
      if (last) segments.emplace_back();
    } else if (is_single_dot(segment)) {
      if (last) segments.emplace_back();
    } else if (file && segments.empty() && is_windows_drive(segment)) {
      segments.push_back({segment[0], ':'});
    } else {
      append_encoded(segments.emplace_back(), segment, EncodeSet::path);
    }
    if (last) break;
    text.remove_prefix(end + 1);
  }
  std::string path;
  for (const std::string& segment : segments) path += "/" + segment;
  return path;
}

}  // namespace interlock::gate::url
