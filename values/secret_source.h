/// Where a secret of the policy is kept. The value is read from there each time that it is typed.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace interlock {

struct SecretSource {
  /// Attributes of one item of the desktop's keyring (the Secret Service); empty: a credential.
  std::vector<std::pair<std::string, std::string>> item;
  std::string attribute;   ///< of that item, in place of its secret: "UserName"; empty: its secret
  std::string credential;  ///< name of a file in the folder of credentials; empty: an item
  bool is_code = false;    ///< it is the key of a one-time code (platform/secrets/one_time_code.h)
  bool operator==(const SecretSource&) const = default;
};

}  // namespace interlock
