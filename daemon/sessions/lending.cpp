#include "daemon/sessions/lending.h"

#include <grp.h>
#include <pwd.h>

namespace interlock::daemon {

tl::expected<ipc::Guests, Error> guests_named(const std::vector<std::string>& names) {
  ipc::Guests guests;
  for (const auto& name : names) {
    if (name.starts_with('@')) {
      const group* found = ::getgrnam(name.c_str() + 1);
      if (found == nullptr)
        return tl::unexpected(Error{"there is no such group", "--lend-to " + name, "make it: groupadd"});
      guests.groups.push_back(found->gr_gid);
    } else {
      const passwd* found = ::getpwnam(name.c_str());
      if (found == nullptr)
        return tl::unexpected(Error{"there is no such user", "--lend-to " + name, "make it: useradd"});
      guests.users.push_back(found->pw_uid);
    }
  }
  return guests;
}

}  // namespace interlock::daemon
