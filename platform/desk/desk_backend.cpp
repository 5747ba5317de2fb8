#include "platform/desk/desk_backend.h"

#include <unistd.h>
#include <cstdlib>
#include <utility>

#include "platform/desk/desk_injector.h"
#include "platform/desk/desk_ports.h"
#include "platform/desk/desk_prompter.h"
#include "platform/desk/desk_windows.h"
#include "platform/processes.h"

namespace interlock::platform {
namespace desk_line {
namespace {

std::string from_desk_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

/// The socket of a Wayland display, by its name or path.
std::string wayland_socket(const std::string& name) {
  if (name.empty() || name.front() == '/') return name;
  const auto runtime = from_desk_environment("XDG_RUNTIME_DIR");
  return runtime.empty() ? std::string() : runtime + "/" + name;
}

/// The socket of an X display: "/tmp/.X11-unix/X1" for ":1" and ":1.0".
std::string x_socket(const std::string& display) {
  if (display.size() < 2 || display.front() != ':') return {};
  return "/tmp/.X11-unix/X" + display.substr(1, display.find('.') - 1);
}

std::string description_of(const Link& link) {
  const auto* hello = link.desk();
  if (hello == nullptr) return {};
  std::string text = hello->name + (hello->version.empty() ? "" : " " + hello->version);
  if (!hello->wayland.empty()) text += " on " + hello->wayland;
  const auto advisory = link.advisory();
  return text + (advisory.empty() ? "; check and act are one step" : "; ADVISORY: " + advisory);
}

class DeskBackend final : public Backend {
 public:
  DeskBackend(const std::string& socket, std::vector<std::string> programs, const std::string& version)
      : meeting_{socket, std::move(programs), version} {}

  std::vector<std::string> sockets() const override {
    std::vector<std::string> all = {meeting_.socket};
    const auto add = [&](const std::string& socket) {
      if (!socket.empty()) all.push_back(socket);
    };
    add(wayland_socket(from_desk_environment("WAYLAND_DISPLAY")));
    add(x_socket(from_desk_environment("DISPLAY")));
    if (const auto* hello = link_ ? link_->desk() : nullptr) {
      add(wayland_socket(hello->wayland));
      add(x_socket(hello->x11));
    }
    return all;
  }
  std::vector<DisplayKey> keys() const override {
    std::vector<DisplayKey> keys = {{meeting_.socket, W_OK, "the desk's socket"}};
    if (const auto wayland = wayland_socket(from_desk_environment("WAYLAND_DISPLAY")); !wayland.empty()) {
      keys.push_back({wayland, W_OK, "the Wayland socket"});
    }
    return keys;
  }
  bool may_be_on_it(pid_t process) const override {
    return !environment_of(process, "WAYLAND_DISPLAY").is_none() || !environment_of(process, "DISPLAY").is_none();
  }

  tl::expected<Display, Error> open(boost::asio::any_io_executor executor, const std::string&) override {
    const auto link = this->link(std::move(executor));
    if (!link) return tl::make_unexpected(link.error());
    return Display{.windows = desk_windows(*link),
                   .injector = std::make_shared<DeskInjector>(*link),
                   .clipboard = desk_clipboard(*link),
                   .screen = desk_screen(*link),
                   .human = desk_human_input(*link),
                   .queries = desk_queries(*link),
                   .access = desk_access(),
                   .trouble = [link = *link] { return link->trouble(); },
                   .advisory = [link = *link] { return link->advisory(); },
                   .description = [link = *link] { return description_of(*link); }};
  }
  std::shared_ptr<Notifier> prompter(boost::asio::any_io_executor executor, DrawText draw_text) override {
    const auto link = this->link(executor);
    return desk_prompter(std::move(executor), link.value_or(nullptr), link ? Error{} : link.error(),
                         std::move(draw_text));
  }

 private:
  tl::expected<std::shared_ptr<Link>, Error> link(boost::asio::any_io_executor executor) {
    if (link_) return link_;
    auto opened = Link::open(std::move(executor), meeting_);
    if (opened) link_ = *opened;
    return opened;
  }

  const Meeting meeting_;
  std::shared_ptr<Link> link_;
};

}  // namespace
}  // namespace desk_line

std::shared_ptr<Backend> desk_backend(const std::string& socket, std::vector<std::string> programs,
                                      const std::string& version) {
  return std::make_shared<desk_line::DeskBackend>(socket, std::move(programs), version);
}

}  // namespace interlock::platform
