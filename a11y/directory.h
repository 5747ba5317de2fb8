/// The connections of a process on the accessibility bus, and the toolkit behind each.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "a11y/look.h"
#include "a11y/toolkit.h"

namespace interlock::a11y {

struct Application {
  std::string bus;  ///< unique bus name
  Toolkit toolkit;
};

/// Remembers until a name leaves the bus. The process is taken from the bus daemon (socket credentials), never from the
/// application.
class Directory : public std::enable_shared_from_this<Directory> {
 public:
  static std::shared_ptr<Directory> on(const std::shared_ptr<dbus::Connection>& bus);

  /// The process's applications; Unknown::not_accessible if it has none.
  Awaitable<Seen<std::vector<Application>>> of_process(Look look, std::uint32_t pid);
  /// The process behind a bus name.
  Awaitable<Seen<std::uint32_t>> process_of(Look look, std::string bus);

 private:
  struct Entry {
    std::uint32_t pid = 0;
    Toolkit toolkit;
    bool toolkit_known = false;
    bool registered = false;  ///< a child of the registry's root, not only the owner of a bus name
  };
  Awaitable<Seen<void>> refresh(Look look);
  std::vector<std::string> registered(std::uint32_t pid) const;

  std::map<std::string, Entry> entries_;
  dbus::Subscription gone_;
};

}  // namespace interlock::a11y
