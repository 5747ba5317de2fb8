/// A D-Bus connection for a command-line tool: calls block until they are answered, a few seconds at most.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <systemd/sd-bus.h>
#include <tl/expected.hpp>

namespace interlock::doctor {

template <class T>
using BusReply = tl::expected<T, std::string>;  ///< or an error message for people

class Bus {
 public:
  static BusReply<Bus> open(const std::string& address);
  static BusReply<Bus> open_system();

  struct Unref {
    void operator()(sd_bus* bus) const { sd_bus_flush_close_unref(bus); }
    void operator()(sd_bus_message* message) const { sd_bus_message_unref(message); }
  };
  using Message = std::unique_ptr<sd_bus_message, Unref>;

  struct Object {
    std::string owner;  ///< bus name
    std::string path;
  };

  /// A call with arguments of basic types, as in sd_bus_message_append(3).
  template <class... Arguments>
  BusReply<Message> call(const Object& object, const char* interface, const char* member, const char* types = "",
                         Arguments... arguments) {
    sd_bus_message* reply = nullptr;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    const int done = sd_bus_call_method(bus_.get(), object.owner.c_str(), object.path.c_str(), interface, member,
                                        &error, &reply, types, arguments...);
    return taken(done, error, reply);
  }
  BusReply<bool> boolean(const Object& object, const char* interface, const char* property);
  BusReply<std::int32_t> number(const Object& object, const char* interface, const char* property);
  BusReply<std::vector<std::string>> strings(const Object& object, const char* interface, const char* member);
  BusReply<std::string> accessibility_bus();
  bool has_owner(const char* name);
  /// The process that owns a name; 0 if unknown.
  std::uint32_t process_of(const std::string& name);
  /// The AT-SPI children of an object.
  BusReply<std::vector<Object>> children(const Object& object);

  sd_bus* get() const { return bus_.get(); }

 private:
  explicit Bus(sd_bus* bus) : bus_(bus) {}
  static BusReply<Message> taken(int done, sd_bus_error& error, sd_bus_message* reply);
  static BusReply<Bus> started(sd_bus* bus, int failed);

  std::unique_ptr<sd_bus, Unref> bus_;
};

}  // namespace interlock::doctor
