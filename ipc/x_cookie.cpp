#include "ipc/x_cookie.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace interlock::ipc {
namespace {

constexpr unsigned family_local = 256, family_any = 65535;

/// All numbers are big-endian, whatever the machine's order.
void add_u16(std::string& out, std::size_t number) {
  constexpr unsigned byte = 8, low = 0xff;
  out += static_cast<char>((number >> byte) & low);
  out += static_cast<char>(number & low);
}

void add_entry(std::string& out, unsigned family, std::string_view address, int number, const std::string& cookie) {
  const std::string name = std::to_string(number);
  add_u16(out, family);
  for (const std::string_view field : {address, std::string_view(name), x_cookie_protocol, std::string_view(cookie)}) {
    add_u16(out, field.size());
    out += field;
  }
}

}  // namespace

std::string new_x_cookie() {
  std::string cookie(16, '\0');
  std::size_t filled = 0;
  while (filled < cookie.size()) {
    const ssize_t got = ::getrandom(cookie.data() + filled, cookie.size() - filled, 0);
    if (got > 0) filled += static_cast<std::size_t>(got);
  }
  return cookie;
}

tl::expected<void, Error> write_x_cookie(const std::string& path, int number, const std::string& cookie) {
  utsname host{};
  ::uname(&host);
  std::string entries;
  add_entry(entries, family_local, host.nodename, number, cookie);
  add_entry(entries, family_any, "", number, cookie);
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  const bool written = fd >= 0 && ::write(fd, entries.data(), entries.size()) == static_cast<ssize_t>(entries.size());
  const int why = errno;
  if (fd >= 0) ::close(fd);
  if (!written)
    return tl::unexpected(Error{std::string("the cookie cannot be written: ") + std::strerror(why), path, {}});
  return {};
}

}  // namespace interlock::ipc
