#include "daemon/desk/apart.h"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>

#include "values/unknown.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

constexpr auto access_limit = 500ms;
constexpr const char* input_maker = "/dev/uinput";

std::vector<gid_t> groups_of(const passwd& user) {
  int count = 64;
  std::vector<gid_t> groups(static_cast<std::size_t>(count));
  while (::getgrouplist(user.pw_name, user.pw_gid, groups.data(), &count) < 0) {
    groups.resize(static_cast<std::size_t>(count));
  }
  groups.resize(static_cast<std::size_t>(count));
  return groups;
}

}  // namespace

bool may_open(const std::string& path, uid_t user, int how) {
  struct stat file {};
  if (::stat(path.c_str(), &file) != 0) return errno != ENOENT && errno != ENOTDIR;
  // The mode does not show users of an access control list.
  if (file.st_uid != user && ::getxattr(path.c_str(), "system.posix_acl_access", nullptr, 0) > 0) return true;
  const auto allows = [&](int shift) {
    const unsigned bits = (how & R_OK ? 4U : 0U) | (how & W_OK ? 2U : 0U);
    return (file.st_mode >> shift & bits) == bits;
  };
  if (user == 0) return true;
  if (file.st_uid == user) return allows(6);
  const passwd* known = ::getpwuid(user);
  if (known == nullptr) return allows(3) || allows(0);
  const auto groups = groups_of(*known);
  const bool member = std::find(groups.begin(), groups.end(), file.st_gid) != groups.end();
  return allows(member ? 3 : 0);
}

asio::awaitable<void> Apart::look() {
  const auto access = access_();
  admitted_ = Unknown::no_display;
  if (!access) co_return;
  auto reported = co_await access->admitted(std::chrono::steady_clock::now() + access_limit);
  admitted_ = std::move(reported);
}

std::string Apart::way_of(uid_t user) const {
  if (user == 0 || user == ::getuid()) return "it runs as root or as you, so nothing can be kept from it";
  if (!admitted_) return "it is not known who may open the display: " + std::string(describe(admitted_.why()).meaning);
  for (const auto& each : *admitted_) {
    if (each.user.value_or(user) == user) return "the display server admits it without a secret: " + each.entry;
  }
  for (const auto& key : keys_) {
    if (may_open(key.path, user, key.how)) return "it may open " + key.what + ", " + key.path;
  }
  if (may_open(input_maker, user, W_OK)) return std::string("it may create devices by ") + input_maker;
  return {};
}

}  // namespace interlock::daemon
