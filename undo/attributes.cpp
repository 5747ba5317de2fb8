#include "undo/attributes.h"

#include <linux/limits.h>
#include <sys/xattr.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <sstream>

#include "undo/files.h"
#include "values/text.h"

namespace interlock::undo {

bool is_kept_attribute(std::string_view name) {
  constexpr std::array<std::string_view, 3> others = {"system.posix_acl_access", "system.posix_acl_default",
                                                      "security.capability"};
  return name.starts_with("user.") || std::find(others.begin(), others.end(), name) != others.end();
}

tl::expected<Attributes, std::string> attributes_of(int file) {
  std::string names(XATTR_LIST_MAX, '\0');
  const ssize_t length = ::flistxattr(file, names.data(), names.size());
  if (length < 0 && (errno == ENOTSUP || errno == ENOSYS)) return Attributes();
  if (length < 0) return tl::make_unexpected("its extended attributes cannot be read: " + why());
  std::istringstream list(names.substr(0, static_cast<std::size_t>(length)));
  Attributes found;
  for (std::string name; std::getline(list, name, '\0');) {
    if (!is_kept_attribute(name)) continue;
    std::string value(XATTR_SIZE_MAX, '\0');
    const ssize_t size = ::fgetxattr(file, name.c_str(), value.data(), value.size());
    if (size < 0) return tl::make_unexpected("its attribute " + in_quotes(name) + " cannot be read: " + why());
    value.resize(static_cast<std::size_t>(size));
    found[name] = std::move(value);
  }
  return found;
}

tl::expected<void, std::string> set_attributes(int file, const Attributes& wanted) {
  auto present = attributes_of(file);
  if (!present) return tl::make_unexpected(present.error());
  for (const auto& [name, value] : wanted) {
    const auto same = present->find(name);
    if (same != present->end() && same->second == value) continue;
    if (::fsetxattr(file, name.c_str(), value.data(), value.size(), 0) != 0)
      return tl::make_unexpected("its attribute " + in_quotes(name) + " cannot be set: " + why());
  }
  for (const auto& [name, value] : *present) {
    if (!wanted.contains(name) && ::fremovexattr(file, name.c_str()) != 0)
      return tl::make_unexpected("its attribute " + in_quotes(name) + " cannot be removed: " + why());
  }
  return {};
}

}  // namespace interlock::undo
