#include "doctor/bus.h"

#include <cstring>

namespace interlock::doctor {
namespace {

constexpr std::uint64_t patience_us = 5'000'000;
const Bus::Object the_bus = {"org.freedesktop.DBus", "/org/freedesktop/DBus"};

std::string why(int error) {
  return std::strerror(-error);
}

}  // namespace

BusReply<Bus> Bus::started(sd_bus* bus, int failed) {
  Bus made(bus);
  if (failed < 0) return tl::unexpected(why(failed));
  sd_bus_set_method_call_timeout(bus, patience_us);
  // Connecting is asynchronous: only an answer shows that the bus accepts us.
  if (auto id = made.call(the_bus, "org.freedesktop.DBus", "GetId"); !id) return tl::unexpected(id.error());
  return made;
}

BusReply<Bus> Bus::open(const std::string& address) {
  if (address.empty()) return tl::unexpected(std::string("no address"));
  sd_bus* bus = nullptr;
  if (const int failed = sd_bus_new(&bus); failed < 0) return tl::unexpected(why(failed));
  int failed = sd_bus_set_address(bus, address.c_str());
  if (failed >= 0) failed = sd_bus_set_bus_client(bus, 1);
  if (failed >= 0) failed = sd_bus_start(bus);
  return started(bus, failed);
}

BusReply<Bus> Bus::open_system() {
  sd_bus* bus = nullptr;
  const int failed = sd_bus_open_system(&bus);
  return started(bus, failed);
}

BusReply<Bus::Message> Bus::taken(int done, sd_bus_error& error, sd_bus_message* reply) {
  if (done >= 0) return Message(reply);
  std::string text = error.message != nullptr ? std::string(error.name) + ": " + error.message : why(done);
  sd_bus_error_free(&error);
  return tl::unexpected(std::move(text));
}

BusReply<bool> Bus::boolean(const Object& object, const char* interface, const char* property) {
  auto reply = call(object, "org.freedesktop.DBus.Properties", "Get", "ss", interface, property);
  if (!reply) return tl::unexpected(reply.error());
  int value = 0;
  if (sd_bus_message_read(reply->get(), "v", "b", &value) < 0) return tl::unexpected(std::string("no boolean"));
  return value != 0;
}

BusReply<std::int32_t> Bus::number(const Object& object, const char* interface, const char* property) {
  auto reply = call(object, "org.freedesktop.DBus.Properties", "Get", "ss", interface, property);
  if (!reply) return tl::unexpected(reply.error());
  std::int32_t value = 0;
  if (sd_bus_message_read(reply->get(), "v", "i", &value) < 0) return tl::unexpected(std::string("no number"));
  return value;
}

BusReply<std::vector<std::string>> Bus::strings(const Object& object, const char* interface, const char* member) {
  auto reply = call(object, interface, member);
  if (!reply) return tl::unexpected(reply.error());
  std::vector<std::string> all;
  const char* one = nullptr;
  if (sd_bus_message_enter_container(reply->get(), 'a', "s") < 0) return tl::unexpected(std::string("no list"));
  while (sd_bus_message_read(reply->get(), "s", &one) > 0) all.emplace_back(one);
  return all;
}

BusReply<std::string> Bus::accessibility_bus() {
  auto reply = call({"org.a11y.Bus", "/org/a11y/bus"}, "org.a11y.Bus", "GetAddress");
  if (!reply) return tl::unexpected(reply.error());
  const char* address = nullptr;
  if (sd_bus_message_read(reply->get(), "s", &address) < 0) return tl::unexpected(std::string("no address"));
  return std::string(address);
}

bool Bus::has_owner(const char* name) {
  auto reply = call(the_bus, "org.freedesktop.DBus", "NameHasOwner", "s", name);
  int owned = 0;
  return reply && sd_bus_message_read(reply->get(), "b", &owned) > 0 && owned != 0;
}

std::uint32_t Bus::process_of(const std::string& name) {
  auto reply = call(the_bus, "org.freedesktop.DBus", "GetConnectionUnixProcessID", "s", name.c_str());
  std::uint32_t process = 0;
  if (!reply || sd_bus_message_read(reply->get(), "u", &process) < 0) return 0;
  return process;
}

BusReply<std::vector<Bus::Object>> Bus::children(const Object& object) {
  auto reply = call(object, "org.a11y.atspi.Accessible", "GetChildren");
  if (!reply) return tl::unexpected(reply.error());
  std::vector<Object> all;
  const char* owner = nullptr;
  const char* path = nullptr;
  if (sd_bus_message_enter_container(reply->get(), 'a', "(so)") < 0) return tl::unexpected(std::string("no list"));
  while (sd_bus_message_read(reply->get(), "(so)", &owner, &path) > 0) all.push_back({owner, path});
  return all;
}

}  // namespace interlock::doctor
