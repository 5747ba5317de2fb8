#include "platform/secrets/credentials.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace interlock::platform::secrets {

namespace {

/// A descriptor that is closed at the end of its block.
struct Descriptor {
  int fd = -1;
  explicit Descriptor(int opened) : fd(opened) {}
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

using Read = tl::expected<SecretText, Error>;

Read refuse(std::string what, const std::string& path, std::string advice = {}) {
  return tl::make_unexpected(Error{std::move(what), path, std::move(advice)});
}

}  // namespace

Read read_credential(const std::string& dir, const std::string& name) {
  if (dir.empty()) {
    return refuse("there is no folder of credentials", {},
                  "set daemon.credentials_dir in the policy, or LoadCredential= in the unit of interlockd");
  }
  const std::string path = dir + "/" + name;
  const Descriptor folder(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Not blocked by a pipe that is there in place of a file.
  const Descriptor file(
      folder.fd < 0 ? -1 : ::openat(folder.fd, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (file.fd < 0) return refuse("the credential cannot be read (" + std::string(std::strerror(errno)) + ")", path);
  struct stat is {};
  if (::fstat(file.fd, &is) != 0 || !S_ISREG(is.st_mode)) return refuse("the credential is not a file", path);
  constexpr mode_t of_others = S_IRWXG | S_IRWXO;
  if ((is.st_uid != ::geteuid() && is.st_uid != 0) || (is.st_mode & of_others) != 0) {
    return refuse("the credential is not private", path, "chown it to yourself, and chmod 600");
  }
  if (static_cast<std::size_t>(is.st_size) > longest_credential) return refuse("the credential is too long", path);
  std::string text(longest_credential + 1, '\0');
  const ssize_t size = ::read(file.fd, text.data(), text.size());
  if (size < 0) return refuse("the credential cannot be read (" + std::string(std::strerror(errno)) + ")", path);
  std::string_view value = std::string_view(text).substr(0, static_cast<std::size_t>(size));
  if (value.ends_with('\n')) value.remove_suffix(1);
  if (value.ends_with('\r')) value.remove_suffix(1);
  SecretText result{std::string(value)};
  wipe(text);
  if (result.view().size() > longest_credential) return refuse("the credential is too long", path);
  return result;
}

}  // namespace interlock::platform::secrets
