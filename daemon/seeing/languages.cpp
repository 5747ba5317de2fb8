#include "daemon/seeing/languages.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <utility>

namespace interlock::daemon {

namespace {

/// Languages of ISO 639-1 with tesseract's names for them.
constexpr auto names = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"ar", "ara"}, {"be", "bel"}, {"bg", "bul"}, {"ca", "cat"}, {"cs", "ces"},     {"da", "dan"}, {"de", "deu"},
     {"el", "ell"}, {"en", "eng"}, {"es", "spa"}, {"et", "est"}, {"fa", "fas"},     {"fi", "fin"}, {"fr", "fra"},
     {"he", "heb"}, {"hi", "hin"}, {"hr", "hrv"}, {"hu", "hun"}, {"id", "ind"},     {"it", "ita"}, {"ja", "jpn"},
     {"ko", "kor"}, {"lt", "lit"}, {"lv", "lav"}, {"nb", "nor"}, {"nl", "nld"},     {"nn", "nor"}, {"no", "nor"},
     {"pl", "pol"}, {"pt", "por"}, {"ro", "ron"}, {"ru", "rus"}, {"sk", "slk"},     {"sl", "slv"}, {"sr", "srp"},
     {"sv", "swe"}, {"th", "tha"}, {"tr", "tur"}, {"uk", "ukr"}, {"zh", "chi_sim"}, {"vi", "vie"}});

constexpr std::size_t most_environment = 64U << 10U;
constexpr std::size_t longest = 48;  // of the result; the wire allows 64

void add(std::string& all, std::string_view name) {
  const std::string padded = "+" + all + "+";
  if (padded.find("+" + std::string(name) + "+") != padded.npos || all.size() + name.size() > longest) return;
  if (!all.empty()) all += '+';
  all += name;
}

/// Calls `each(name, row)` for each language that the locale names, which has that row of `names`.
template <class Each>
void for_each_language(std::string_view locale, Each&& each) {
  while (!locale.empty()) {
    const std::string_view one = locale.substr(0, locale.find(':'));
    locale.remove_prefix(std::min(locale.size(), one.size() + 1));
    const auto row = std::find_if(names.begin(), names.end(), [&](const auto& name) {
      return name.first == one.substr(0, one.find_first_of("_.@"));
    });
    if (row != names.end()) each(one, *row);
  }
}

}  // namespace

std::string languages_of_locale(std::string_view locale) {
  std::string all;
  for_each_language(locale, [&](std::string_view one, const auto& row) {
    const bool traditional = one.starts_with("zh_TW") || one.starts_with("zh_HK");
    add(all, traditional ? "chi_tra" : row.second);
  });
  add(all, "eng");
  add(all, "rus");
  return all;
}

std::vector<std::string> word_lists_of_locale(std::string_view locale) {
  std::vector<std::string> lists;
  for_each_language(locale, [&](std::string_view, const auto& row) {
    lists.emplace_back(row.second == "nor" ? "nb" : row.first);  // both of Norway's languages have one list
  });
  return lists;
}

std::string locale_of_process(std::uint32_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/environ", std::ios::binary);
  std::string environment(most_environment, '\0');
  file.read(environment.data(), static_cast<std::streamsize>(environment.size()));
  environment.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  for (const std::string_view name : {"LANGUAGE=", "LC_ALL=", "LC_MESSAGES=", "LANG="}) {
    const std::string begin = '\0' + std::string(name);
    std::size_t at = environment.starts_with(name) ? 0 : environment.find(begin);
    if (at == std::string::npos) continue;
    at = environment.find('=', at) + 1;
    const std::string value = environment.substr(at, environment.find('\0', at) - at);
    if (!value.empty()) return value;
  }
  return {};
}

}  // namespace interlock::daemon
