#include "clients/display/cookie.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "clients/display/setup.h"
#include "clients/display/wire.h"

namespace interlock::display {
namespace {

constexpr unsigned family_local = 256, family_any = 65535;

void write_entry(Writer& out, unsigned family, std::string_view address, int number, const std::string& cookie) {
  const std::string name = std::to_string(number);
  out.u16(family);
  for (const std::string_view field : {address, std::string_view(name), cookie_protocol, std::string_view(cookie)})
    out.u16(static_cast<std::uint32_t>(field.size())).bytes(field);
}

}  // namespace

std::string new_cookie() {
  std::string cookie(16, '\0');
  std::size_t filled = 0;
  while (filled < cookie.size()) {
    const ssize_t got = ::getrandom(cookie.data() + filled, cookie.size() - filled, 0);
    if (got > 0) filled += static_cast<std::size_t>(got);
  }
  return cookie;
}

tl::expected<void, Error> write_cookie(const std::string& path, int number, const std::string& cookie) {
  utsname host{};
  ::uname(&host);
  Writer out(Order::big);  // whatever the machine's order
  write_entry(out, family_local, host.nodename, number, cookie);
  write_entry(out, family_any, "", number, cookie);
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  const auto size = static_cast<ssize_t>(out.text().size());
  const bool written = fd >= 0 && ::write(fd, out.text().data(), out.text().size()) == size;
  const int why = errno;
  if (fd >= 0) ::close(fd);
  if (!written)
    return tl::unexpected(Error{std::string("the cookie cannot be written: ") + std::strerror(why), path, {}});
  return {};
}

}  // namespace interlock::display
