#include "a11y/directory.h"

namespace interlock::a11y {

std::shared_ptr<Directory> Directory::on(const std::shared_ptr<dbus::Connection>& bus) {
  auto directory = std::make_shared<Directory>();
  directory->gone_ = bus->subscribe(
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''",
      [weak = directory->weak_from_this()](sd_bus_message* message) {
        const char* name = nullptr;
        const auto self = weak.lock();
        if (self && sd_bus_message_read(message, "s", &name) > 0) self->entries_.erase(name);
      });
  return directory;
}

std::vector<std::string> Directory::registered(std::uint32_t pid) const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) {
    if (entry.pid == pid && entry.registered) names.push_back(name);
  }
  return names;
}

Awaitable<Seen<std::vector<Application>>> Directory::of_process(Look look, std::uint32_t pid) {
  const auto self = shared_from_this();
  auto names = registered(pid);
  if (names.empty()) {
    if (auto refreshed = co_await refresh(look); !refreshed) co_return tl::unexpected(refreshed.error());
    names = registered(pid);
  }
  if (names.empty()) co_return tl::unexpected(Unknown::not_accessible);

  std::vector<Application> applications;
  for (const auto& name : names) {
    auto entry = entries_.find(name);
    if (entry != entries_.end() && !entry->second.toolkit_known) {
      const Ref root{name, root_path};
      const auto replies =
          co_await look.ask(together(ask::toolkit_name(name), ask::toolkit_version(name), ask::name(root)));
      const auto toolkit = answer::string_property(replies[0]);
      const auto version = answer::string_property(replies[1]);
      const auto title = answer::string_property(replies[2]);
      if (!toolkit) co_return tl::unexpected(toolkit.error());
      entry = entries_.find(name);  // it may have left the bus meanwhile
      if (entry != entries_.end()) {
        entry->second.toolkit = toolkit_from(*toolkit, version ? *version : "", title ? *title : "");
        entry->second.toolkit_known = true;
      }
    }
    if (entry == entries_.end()) co_return tl::unexpected(Unknown::disconnected);
    applications.push_back({name, entry->second.toolkit});
  }
  co_return applications;
}

Awaitable<Seen<std::uint32_t>> Directory::process_of(Look look, std::string bus) {
  const auto self = shared_from_this();
  if (const auto known = entries_.find(bus); known != entries_.end()) co_return known->second.pid;
  const auto pid = answer::number(co_await look.ask(ask::process_id(bus)));
  if (pid) entries_[bus].pid = *pid;
  co_return pid;
}

Awaitable<Seen<void>> Directory::refresh(Look look) {
  const Ref registry{"org.a11y.atspi.Registry", root_path};
  const auto children = answer::refs(co_await look.ask(ask::children(registry)));
  if (!children) co_return tl::unexpected(children.error());
  std::vector<std::string> fresh;
  std::vector<Request> requests;
  for (const auto& child : *children) {
    const auto known = entries_.find(child.bus);
    if (known != entries_.end()) {
      known->second.registered = true;
      continue;
    }
    fresh.push_back(child.bus);
    requests.push_back(ask::process_id(child.bus));
  }
  const auto replies = co_await look.ask(std::move(requests));
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    const auto pid = answer::number(replies[i]);
    if (pid) entries_[fresh[i]] = {.pid = *pid, .registered = true};
    if (!pid && pid.error() == Unknown::deadline) co_return tl::unexpected(Unknown::deadline);
  }
  co_return Seen<void>{};
}

}  // namespace interlock::a11y
