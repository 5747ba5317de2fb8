#include "gate/screen/file_path.h"

#include <algorithm>
#include <array>

#include "gate/shell/judge.h"
#include "gate/shell/output.h"
#include "gate/shell/paths.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string decoded(std::string_view address) {
  std::string text;
  for (std::size_t i = 0; i < address.size(); ++i) {
    const bool code =
        address[i] == '%' && i + 2 < address.size() && hex_digit(address[i + 1]) >= 0 && hex_digit(address[i + 2]) >= 0;
    text += code ? static_cast<char>(hex_digit(address[i + 1]) * 16 + hex_digit(address[i + 2])) : address[i];
    if (code) i += 2;
  }
  return text;
}

bool is_below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

/// Whether `path` consists of the last parts of `own`, at least two of them.
bool ends_in(std::string_view own, std::string_view path) {
  return path.find('/') != path.npos && own.size() > path.size() && own.ends_with(path) &&
         own[own.size() - path.size() - 1] == '/';
}

/// Whether a beginning of `path` is the end of `own`: a path bar shows only the last parts of a longer path.
bool leads_into(std::string_view path, std::string_view own) {
  for (std::size_t end = path.find('/'); end != path.npos;) {
    end = path.find('/', end + 1);
    if (ends_in(own, path.substr(0, end))) return true;
  }
  return false;
}

/// The path as it is written, and as it looks.
std::array<std::string, 2> readings(std::string_view path) {
  std::string plain = readable_path(path);
  std::string looks = readable_path(normalise(plain, max_target_text).text);
  return {std::move(plain), std::move(looks)};
}

constexpr auto risky_endings =
    std::to_array<std::string_view>({".desktop", ".service", ".timer", ".socket", ".path", ".kksrc"});

std::string_view sentence(const char* what) {
  return what == nullptr ? std::string_view() : std::string_view(what);
}

std::string_view risk_of(const std::string& path) {
  if (path.empty()) return {};
  if (const auto what = sentence(shell::sensitive_file(path)); !what.empty()) return what;
  if (path.find('/') != path.npos) return {};
  const bool starts = std::any_of(risky_endings.begin(), risky_endings.end(), [&](std::string_view ending) {
    return path.size() > ending.size() && path.ends_with(ending);
  });
  return starts ? "what starts programs" : std::string_view();
}

}  // namespace

std::string readable_path(std::string_view written) {
  std::string_view text = trimmed(written, blanks);
  while (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front()) {
    text = trimmed(text.substr(1, text.size() - 2), blanks);
  }
  std::string path(text);
  constexpr std::string_view file_scheme = "file://";
  if (text.size() > file_scheme.size() && normalise(text.substr(0, file_scheme.size())).text == file_scheme) {
    text.remove_prefix(file_scheme.size());
    if (text.starts_with("localhost/")) text.remove_prefix(std::string_view("localhost").size());
    path = decoded(text);
  }
  for (const std::string_view home : {"$HOME", "${HOME}"}) {
    if (is_below(path, home)) path = "~" + path.substr(home.size());
  }
  return path.empty() ? path : shell::plain_path(path, {});
}

bool is_whole_path(std::string_view written) {
  const std::string path = readable_path(written);
  return path.starts_with('/') || path == "~" || path.starts_with("~/");
}

std::string in_folder(std::string_view folder, std::string_view name) {
  if (folder.empty() || is_whole_path(name)) return readable_path(name);
  return readable_path(std::string(folder) + "/" + readable_path(name));
}

OwnPath own_path(const Config& config, std::string_view written) {
  OwnPath found = OwnPath::no;
  for (const std::string& path : readings(written)) {
    if (path.empty()) continue;
    if (shell::is_own_path(path) || shell::is_own_path(path + "/")) return OwnPath::yes;
    const bool whole = path.starts_with('/') || path.starts_with('~');
    if (!whole && (path == "interlock" || path.ends_with("/interlock"))) found = OwnPath::may_be;
    for (const std::string& own : config.own_paths) {
      if (is_below(path, own) || ends_in(own, path) || leads_into(path, own)) return OwnPath::yes;
      if (path.find('/') == path.npos && path == shell::base_name(own)) found = OwnPath::may_be;
    }
  }
  return found;
}

bool holds_own_path(const Config& config, std::string_view written) {
  const std::string path = readable_path(written);
  if (path.empty()) return false;
  if (own_path(config, path + "/interlock/policy.yaml") == OwnPath::yes &&
      (path.ends_with(".config") || path.ends_with(".local/state")))
    return true;
  return std::any_of(config.own_paths.begin(), config.own_paths.end(), [&](const std::string& own) {
    return is_below(own, path) || (path.find('/') != path.npos && own.find("/" + path + "/") != own.npos);
  });
}

std::string_view risk_of_file(std::string_view written) {
  for (const std::string& path : readings(written)) {
    if (const auto what = risk_of(path); !what.empty()) return what;
  }
  return {};
}

std::string_view risk_of_folder(std::string_view folder) {
  for (const std::string& path : readings(folder)) {
    if (path.empty()) continue;
    if (const auto what = sentence(shell::sensitive_file(path + "/file")); !what.empty()) return what;
    if (path.find('/') != path.npos) continue;
    for (const std::string_view above : {"~/", "~/.config/", "~/.local/share/"}) {
      const auto what = sentence(shell::sensitive_file(std::string(above) + path + "/file"));
      if (!what.empty()) return what;
    }
  }
  return {};
}

std::vector<std::string> paths_in_title(std::string_view title) {
  // Separators around a name: programs write "*name (folder) - Program", "name — Program", "Rename “name”".
  constexpr auto marks =
      std::to_array<std::string_view>({" - ", " — ", " – ", ": ", "(", ")", "[", "]", "\"", "“",  "”", "„",
                                       "«",   "»",   "‘",   "’",  "‚", "*", "●", "•", "|",  "\n", "?"});
  std::vector<std::string> parts;
  std::string part;
  const auto finish = [&] {
    const std::string_view name = trimmed(part, blanks);
    if (!name.empty()) parts.emplace_back(name);
    part.clear();
  };
  while (!title.empty()) {
    const auto mark =
        std::find_if(marks.begin(), marks.end(), [&](std::string_view m) { return title.starts_with(m); });
    if (mark == marks.end()) {
      part += title.front();
      title.remove_prefix(1);
      continue;
    }
    finish();
    title.remove_prefix(mark->size());
  }
  finish();
  const std::size_t names = parts.size();
  for (std::size_t i = 0; i + 1 < names; ++i) {
    if (is_whole_path(parts[i + 1])) parts.push_back(in_folder(parts[i + 1], parts[i]));
  }
  return parts;
}

}  // namespace interlock::gate
