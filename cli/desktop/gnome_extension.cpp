#include "cli/desktop/gnome_extension.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <unistd.h>

#include "cli/basics/beside.h"
#include "cli/basics/run_through.h"
#include "cli/desktop/string_list.h"

namespace interlock::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* uuid = "interlock@interlock-desk";  // desks/gnome/metadata.json
constexpr const char* schema = "org.gnome.shell";
constexpr const char* enabled_key = "enabled-extensions";

tl::expected<std::string, Error> gsettings(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"gsettings"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const Scratch in, out, errors;
  const int code = run_through(words, in, out, &errors);
  if (code == 127)
    return tl::unexpected(Error{"gsettings cannot be started", {}, "install libglib2.0-bin; is this a GNOME desktop?"});
  if (code != 0)
    return tl::unexpected(Error{"gsettings failed: " + errors.text(), {}, "run this in your GNOME session"});
  return out.text();
}

fs::path folder_of_user() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  const fs::path base =
      data != nullptr && data[0] == '/' ? fs::path(data) : fs::path(home != nullptr ? home : "/") / ".local/share";
  return base / "gnome-shell/extensions" / uuid;
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// In a build folder there is also a file of CMake.
bool is_part(const fs::directory_entry& file) {
  return file.is_regular_file() && file.path().extension() != ".cmake";
}

bool is_same(const fs::path& ours, const fs::path& theirs) {
  std::error_code ignored;
  for (const auto& each : fs::directory_iterator(ours, ignored)) {
    if (is_part(each) && contents(each.path()) != contents(theirs / each.path().filename())) return false;
  }
  return true;
}

Error cannot(const std::string& what, const fs::path& where, const std::error_code& why) {
  return {what + ": " + why.message(), where.string(), {}};
}

/// Replaces the whole folder: what an older version left there does not stay.
tl::expected<void, Error> copy_files(const fs::path& from, const fs::path& to) {
  const fs::path fresh = to.string() + ".new";
  std::error_code failed;
  fs::remove_all(fresh, failed);
  fs::create_directories(fresh, failed);
  if (failed) return tl::unexpected(cannot("cannot make a folder", fresh, failed));
  for (const auto& each : fs::directory_iterator(from)) {
    if (!is_part(each)) continue;
    fs::copy_file(each.path(), fresh / each.path().filename(), failed);
    if (failed) return tl::unexpected(cannot("cannot copy a file", each.path(), failed));
  }
  fs::remove_all(to, failed);
  fs::rename(fresh, to, failed);
  if (failed) return tl::unexpected(cannot("cannot rename a folder", fresh, failed));
  return {};
}

/// Which interlockd the extension speaks to: the one of this installation.
tl::expected<void, Error> name_interlockd(const fs::path& folder) {
  std::ofstream file(folder / "interlockd");
  file << beside_us("bin/interlockd", "daemon/interlockd") << '\n';
  if (file.flush()) return {};
  return tl::unexpected(Error{"cannot be written", (folder / "interlockd").string(), {}});
}

tl::expected<void, Error> change_list(std::string (*change)(const std::string&, const std::string&)) {
  const auto list = gsettings({"get", schema, enabled_key});
  if (!list) return tl::unexpected(list.error());
  const std::string text = list->substr(0, list->find('\n')), changed = change(text, uuid);
  if (changed == text) return {};
  const auto set = gsettings({"set", schema, enabled_key, changed});
  if (!set) return tl::unexpected(set.error());
  return {};
}

tl::expected<fs::path, Error> our_files() {
  fs::path files = beside_us("share/interlock/desks/gnome", "desks/gnome");
  if (files.empty() || !fs::exists(files / "extension.js"))
    return tl::unexpected(Error{"the files of the extension are missing", "share/interlock/desks/gnome",
                                "install the package interlock again"});
  return files;
}

}  // namespace

tl::expected<GnomeExtension, Error> gnome_extension() {
  GnomeExtension found;
  const fs::path folder = folder_of_user();
  found.folder = folder.string();
  found.installed = fs::exists(folder / "extension.js");
  const auto files = our_files();
  if (!files) return tl::unexpected(files.error());
  found.current = found.installed && is_same(*files, folder);
  const auto list = gsettings({"get", schema, enabled_key});
  if (!list) return tl::unexpected(list.error());
  const auto off = gsettings({"get", schema, "disable-user-extensions"});
  if (!off) return tl::unexpected(off.error());
  found.enabled = has_word(*list, uuid) && !off->starts_with("true");
  return found;
}

tl::expected<GnomeExtension, Error> install_gnome_extension() {
  const auto files = our_files();
  if (!files) return tl::unexpected(files.error());
  // First, so that nothing is copied where there is no GNOME.
  const auto before = gnome_extension();
  if (!before) return before;
  if (const auto copied = copy_files(*files, folder_of_user()); !copied) return tl::unexpected(copied.error());
  if (const auto named = name_interlockd(folder_of_user()); !named) return tl::unexpected(named.error());
  if (const auto enabled = change_list(with_word); !enabled) return tl::unexpected(enabled.error());
  const auto on = gsettings({"set", schema, "disable-user-extensions", "false"});
  if (!on) return tl::unexpected(on.error());
  return gnome_extension();
}

tl::expected<GnomeExtension, Error> remove_gnome_extension() {
  if (const auto disabled = change_list(without_word); !disabled) return tl::unexpected(disabled.error());
  std::error_code failed;
  fs::remove_all(folder_of_user(), failed);
  if (failed) return tl::unexpected(cannot("cannot remove a folder", folder_of_user(), failed));
  return gnome_extension();
}

}  // namespace interlock::cli
