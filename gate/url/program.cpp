#include "gate/url/program.h"

#include <algorithm>
#include <array>
#include <string>

#include "gate/url/characters.h"

namespace interlock::gate::url {
namespace {

/// The media type of a data: URL, in lower case and without its parameters. Without one it is plain text.
std::string media_type(const Url& url) {
  std::string_view head = std::string_view(url.path).substr(0, url.path.find(','));
  head = head.substr(0, head.find(';'));
  std::string type = lower(percent_decoded(head));
  std::erase_if(type, [](char c) { return static_cast<unsigned char>(c) <= 0x20; });
  return type.empty() ? "text/plain" : type;
}

/// Types that are only shown or played: no code in them runs. SVG counts as markup.
bool is_inert(std::string_view type) {
  constexpr auto inert = std::to_array<std::string_view>({"text/plain", "text/css", "text/csv", "application/json"});
  constexpr auto kinds = std::to_array<std::string_view>({"image/", "audio/", "video/", "font/"});
  if (std::find(inert.begin(), inert.end(), type) != inert.end()) return true;
  const bool shown = std::any_of(kinds.begin(), kinds.end(), [&](auto kind) { return type.starts_with(kind); });
  return shown && type.find("xml") == type.npos && type.find("svg") == type.npos;
}

}  // namespace

Carries carried_by(std::string_view text, const Url& leads_to) {
  if (leads_to.scheme == "javascript" || leads_to.scheme == "vbscript") return Carries::script;
  if (leads_to.scheme == "data") return is_inert(media_type(leads_to)) ? Carries::nothing : Carries::page;
  const auto given = parse(text).url;
  const bool web = leads_to.scheme == "http" || leads_to.scheme == "https";
  // The checks cannot read the pages in an archive that is not on the web, nor those of a blob.
  const bool archive = given && given->scheme == "jar" && !web;
  const bool unseen = given && (given->scheme == "blob" || given->scheme == "filesystem" || archive);
  return unseen ? Carries::page : Carries::nothing;
}

}  // namespace interlock::gate::url
