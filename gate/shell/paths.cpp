#include "gate/shell/paths.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "gate/shell/call.h"
#include "gate/shell/output.h"
#include "gate/shell/value.h"
#include "gate/shell/word_reader.h"

namespace interlock::gate::shell {
namespace {

/// The folders of the Filesystem Hierarchy Standard (and macOS) that belong to the system.
constexpr std::string_view system_folders =
    "bin boot dev etc lib lib32 lib64 opt proc root run sbin srv sys usr var System Library Applications private cores";
/// Folders of people's data: whole as themselves and one level down.
constexpr std::string_view people_folders = "home Users mnt media Volumes data";
/// What builds, package managers and test runners make again when asked.
constexpr std::string_view regenerable_folders =
    "node_modules target .next .nuxt .turbo .parcel-cache .svelte-kit __pycache__ .pytest_cache "
    ".mypy_cache "
    ".ruff_cache .tox .nox .eggs .gradle coverage htmlcov .nyc_output .cache .ccache CMakeFiles cmake-build-debug "
    "cmake-build-release bazel-out .angular .dart_tool .venv venv .coverage";
/// The same by custom, in the folder of a project only.
constexpr std::string_view build_folders =
    "build dist out _build .build obj .output .vite .astro .docusaurus storybook-static "
    "DerivedData CMakeCache.txt .eslintcache .stylelintcache .tsbuildinfo tmp";
/// Of files that compilers, interpreters and TeX make of others.
constexpr std::string_view made_endings =
    "o obj pyc pyo class gch pch gcda gcno lo hi beam egg-info aux toc lof lot blg fls fdb_latexmk tsbuildinfo";

/// build/, *.o, ~/.cache/pip, whatever is below them.
bool is_made_again(std::string_view path, const std::vector<std::string_view>& parts) {
  if (goes_up(path) || !is_known(path)) return false;
  const bool at_home = parts.size() > 2 && parts[0].starts_with('~');
  if (at_home && parts[1] == ".cache") return true;
  if (at_home && parts.size() > 3 && parts[1] == "Library" && parts[2] == "Caches") return true;
  if (path.starts_with('/') || path.starts_with('~')) return false;
  const std::string_view name = parts.back();
  const std::size_t dot = name.rfind('.');
  if (dot != std::string_view::npos && is_listed(made_endings, name.substr(dot + 1))) return true;
  // What is below tmp and out is not always made again.
  const std::string_view first = parts.front();
  return is_listed(build_folders, name) || (is_listed(build_folders, first) && !is_listed("tmp out", first));
}

std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (end > 0) parts.push_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return parts;
}

bool is_disk(std::string_view path) {
  if (!path.starts_with("/dev/")) return false;
  path.remove_prefix(5);
  constexpr std::array<std::string_view, 20> disks = {"sd",    "hd",      "vd",   "xvd",  "nvme", "mmcblk", "disk",
                                                      "rdisk", "mapper/", "md",   "dm-",  "loop", "ram",    "zram",
                                                      "sr",    "mem",     "kmem", "port", "nbd",  "vg"};
  if (std::any_of(disks.begin(), disks.end(), [&](std::string_view disk) { return path.starts_with(disk); }))
    return true;
  // Logical volumes: /dev/GROUP/VOLUME, but for the folders that hold something else.
  const std::size_t slash = path.find('/');
  return slash != std::string_view::npos &&
         !is_listed("fd pts shm bus input snd char net tcp udp", path.substr(0, slash));
}

}  // namespace

bool is_at_fixed_place(std::string_view path) {
  if (!path.starts_with('/')) return path.starts_with('~');
  path.remove_prefix(1);
  if (path.empty()) return true;  // all of it
  return is_listed("home root etc var srv Users", path.substr(0, path.find('/')));
}

std::string plain_path(std::string_view path, std::string_view cwd) {
  std::string whole(path);
  if (!path.starts_with('/') && !path.starts_with('~') && !cwd.empty()) whole = std::string(cwd) + '/' + whole;
  const bool absolute = whole.starts_with('/');
  std::vector<std::string_view> kept;
  for (const std::string_view part : parts_of(whole)) {
    if (part == ".") continue;
    if (part == ".." && !kept.empty() && kept.back() != "..") {
      // Above a home is where the homes are.
      if (kept.back().starts_with('~')) return "/home";
      kept.pop_back();
    } else if (part != ".." || !absolute) {
      kept.push_back(part);
    }
  }
  std::string result = absolute ? "/" : "";
  for (const std::string_view part : kept) {
    if (!result.empty() && result.back() != '/') result += '/';
    result += part;
  }
  return result.empty() ? "." : result;
}

Place place_of(std::string_view written, std::string_view cwd) {
  if (written.empty()) return Place::ordinary;
  const bool relative = !written.starts_with('/') && !written.starts_with('~');
  if (relative && !cwd.empty() && cwd != ".") {
    // cd ~/project; rm -rf build
    const Place here = place_of(cwd, {});
    if (here == Place::ordinary && place_of(written, {}) == Place::regenerable) return Place::regenerable;
  }
  std::string path = plain_path(written, cwd);
  if (is_disk(path)) return Place::disk;
  // A folder's whole content is the folder.
  for (const std::string_view all : {"/*", "/.*", "/{*,.*}", "/**", "/*.*", "/.[!.]*"}) {
    if (path.ends_with(all)) path.erase(std::max<std::size_t>(path.size() - all.size(), path.starts_with('/') ? 1 : 0));
  }
  if (path.empty()) path = "/";
  if (is_listed(". .. * .* ** *.* .[!.]* ..?*", path) || path.starts_with("..")) {
    const bool above = path.starts_with("../") && path.size() > 3 && !path.ends_with("..");
    return above ? Place::ordinary : Place::working;
  }
  const std::vector<std::string_view> parts = parts_of(path);
  if (path.starts_with('~')) {
    if (parts.size() == 1) return Place::whole;
    if (parts.size() == 2) return Place::ordinary;
    if (is_made_again(path, parts)) return Place::regenerable;
  }
  if (path.starts_with('/')) {
    if (parts.empty()) return Place::whole;
    if (!is_known(parts[0])) return Place::unknown;
    const bool temporary = parts[0] == "tmp" || (parts.size() > 1 && (parts[0] == "var" || parts[0] == "private") &&
                                                 (parts[1] == "tmp" || parts[1] == "folders"));
    const std::size_t below = parts[0] == "tmp" ? 1 : 2;
    if (temporary) return parts.size() > below && parts[below] != "*" ? Place::temporary : Place::system;
    // A wildcard in the first name may be any of the system's folders.
    const auto may_be = [&](std::string_view names, std::string_view part) {
      if (part.find_first_of("*?[") == std::string_view::npos) return is_listed(names, part);
      const auto all = {"bin", "boot", "dev", "etc", "home", "lib", "opt", "proc", "root", "sbin", "usr", "var"};
      return std::any_of(all.begin(), all.end(), [&](std::string_view name) { return matches_glob(part, name); });
    };
    if (parts.size() == 1 && (may_be(system_folders, parts[0]) || may_be(people_folders, parts[0])))
      return Place::whole;
    if (parts.size() == 2 && is_listed("home Users", parts[0]))
      return is_known(parts[1]) ? Place::whole : Place::unknown;
    if (parts.size() == 2 && parts[0] == "usr" && is_listed("bin lib lib64 local sbin share include", parts[1]))
      return Place::whole;
    if (parts.size() == 2 && parts[0] == "var" && is_listed("lib log www mail spool", parts[1])) return Place::whole;
    if (is_listed(system_folders, parts[0])) return Place::system;
  }
  if (is_made_again(path, parts)) return Place::regenerable;
  if (is_listed(regenerable_folders, parts.back()) && path.find("..") == std::string::npos && is_known(path)) {
    return Place::regenerable;
  }
  return is_known(parts[0]) ? Place::ordinary : Place::unknown;
}

bool goes_up(std::string_view path) {
  for (std::size_t at = path.find(".."); at != path.npos; at = path.find("..", at + 1)) {
    const bool begins = at == 0 || path[at - 1] == '/';
    if (begins && (at + 2 == path.size() || path[at + 2] == '/')) return true;
  }
  return false;
}

bool is_secret_file(std::string_view written) {
  if (written.starts_with("file://")) written.remove_prefix(7);
  const std::string path = plain_path(written, {});
  const std::string_view name = base_name(path);
  if (name.ends_with(".pub") || name.ends_with(".example") || name.ends_with(".sample") || name.ends_with(".template"))
    return false;
  const auto has = [&](std::string_view part) { return path.find(part) != std::string::npos; };
  if (name.starts_with("id_rsa") || name.starts_with("id_ed25519") || name.starts_with("id_ecdsa") ||
      name.starts_with("id_dsa"))
    return true;
  if (is_listed(
          ".netrc _netrc .pgpass .npmrc .pypirc .git-credentials .my.cnf .htpasswd .vault-token .env .envrc "
          "shadow gshadow master.passwd credentials.json .credentials.json service-account.json secrets.yml "
          "secrets.yaml secrets.json .dockercfg .s3cfg .boto kubeconfig key4.db logins.json wallet.dat SAM rclone.conf "
          "credentials.toml credentials.tfrc.json auth.json .databrickscfg .terraformrc Cookies krb5.keytab",
          name)) {
    return true;
  }
  if (name.starts_with(".env.") && !name.ends_with(".dist")) return true;
  for (const std::string_view ending :
       {".key", ".ppk", ".p12", ".pfx", ".kdbx", ".jks", ".keystore", ".ovpn", ".keychain-db"}) {
    if (name.size() > ending.size() && name.ends_with(ending)) return true;
  }
  if (has(".ssh") && !is_listed("authorized_keys known_hosts config known_hosts.old environment rc", name) &&
      name.find('.') != 0 && name.find("notes") == std::string_view::npos && !has("ssh/")) {
    return true;
  }
  if (name == ".ssh" || name == ".gnupg" || name == ".aws") return true;
  return has(".aws/") || has(".gnupg/") || has(".kube/config") || has(".docker/config.json") || has("gh/hosts.yml") ||
         has("gcloud/") || has(".azure/") || has("keyrings/login") || has(".password-store") ||
         has(".gem/credentials") || has(".cargo/credentials") || has(".config/composer/auth") ||
         has("pypoetry/auth.toml") || has("/proc/self/environ") || has("Login Data") || has("serviceaccount/token") ||
         has("Library/Keychains") || has("/etc/kubernetes/admin.conf") || has("hub/config") ||
         (has("/etc/ssh/ssh_host_") && !name.ends_with(".pub")) || has("/etc/shadow");
}

}  // namespace interlock::gate::shell
