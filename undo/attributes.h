/// Extended attributes of files and folders that are kept and brought back: the user's, POSIX ACLs and capabilities.
/// Labels of security modules are not: the system gives them. Any thread.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace interlock::undo {

/// Values by names ("user.origin", "system.posix_acl_access"), both any bytes.
using Attributes = std::map<std::string, std::string>;

bool is_kept_attribute(std::string_view name);

/// Of an open file or folder; none where the file system has none.
tl::expected<Attributes, std::string> attributes_of(int file);

/// Sets them and removes others. An error names the attribute.
tl::expected<void, std::string> set_attributes(int file, const Attributes& wanted);

}  // namespace interlock::undo
