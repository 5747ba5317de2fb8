/// A network for an agent's sandbox, by slirp4netns(1): it leads to other machines, but not to this machine's loopback,
/// on which browsers offer their debugging ports.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include <sys/types.h>

#include "values/error.h"

namespace interlock::cli {

/// The contents of resolv.conf in such a network.
inline constexpr const char* own_resolv_conf = "nameserver 10.0.2.3\n";

class OwnNetwork {
 public:
  OwnNetwork() = default;
  ~OwnNetwork();
  OwnNetwork(const OwnNetwork&) = delete;
  OwnNetwork& operator=(const OwnNetwork&) = delete;

  /// Call it before fork().
  tl::expected<void, Error> prepare();
  /// In the child: enters namespaces of its own and waits until they are connected. False: it failed.
  bool enter();
  /// In the parent: connects the child's network. It ends with this object, or with this process.
  tl::expected<void, Error> connect(pid_t child);

 private:
  struct Ends {
    int read = -1;
    int write = -1;
  };
  Ends entered_, connected_, life_;
  pid_t slirp_ = -1;
};

}  // namespace interlock::cli
