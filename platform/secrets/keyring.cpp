#include "platform/secrets/keyring.h"

#include <algorithm>
#include <memory>
#include <string>

#include "platform/secrets/crypto.h"
#include "platform/secrets/decode.h"

namespace interlock::platform::secrets {

namespace asio = boost::asio;

namespace {

constexpr const char* service = "org.freedesktop.secrets";
constexpr const char* service_path = "/org/freedesktop/secrets";
constexpr const char* service_interface = "org.freedesktop.Secret.Service";
constexpr const char* item_interface = "org.freedesktop.Secret.Item";
constexpr const char* algorithm = "dh-ietf1024-sha256-aes128-cbc-pkcs7";

using Fetched = tl::expected<SecretText, Error>;

Error keyring_error(std::string what, std::string advice = {}) {
  return {std::move(what), "the keyring (" + std::string(service) + " on the session bus)", std::move(advice)};
}

Error failed(const dbus::CallError& error) {
  if (error.kind == dbus::CallError::Kind::deadline) {
    return keyring_error("the keyring does not answer", "is it asking for its password? Unlock it, and ask again");
  }
  if (error.name == "org.freedesktop.DBus.Error.ServiceUnknown" ||
      error.name == "org.freedesktop.DBus.Error.NameHasNoOwner") {
    return keyring_error("no keyring runs", "start GNOME Keyring, or KeePassXC with its Secret Service integration");
  }
  if (error.name == "org.freedesktop.Secret.Error.IsLocked") {
    return keyring_error("the keyring is locked", "unlock it, and ask again");
  }
  return keyring_error("the keyring refuses (" + error.name + ")");
}

/// The one item, or why there is none.
tl::expected<std::string, Error> the_item(const decode::Items& found) {
  if (found.unlocked.size() == 1 && found.locked.empty()) return found.unlocked.front();
  if (found.unlocked.empty() && !found.locked.empty()) {
    return tl::make_unexpected(keyring_error(
        "the secret's item is locked",
        "unlock the keyring, and ask again; KeePassXC keeps each item locked while it asks before it gives "
        "one away: allow it for interlockd there"));
  }
  if (found.unlocked.empty()) {
    return tl::make_unexpected(keyring_error("no item has all attributes that the policy names for the secret"));
  }
  return tl::make_unexpected(keyring_error("several items have the attributes that the policy names for the secret",
                                           "name more of them, so that only one item is left"));
}

class Keyring {
 public:
  Keyring(std::shared_ptr<dbus::Connection> bus, dbus::Deadline deadline) : bus_(std::move(bus)), deadline_(deadline) {}

  asio::awaitable<tl::expected<std::string, Error>> find(const SecretSource& source) {
    dbus::Message search = call_of(service_path, service_interface, "SearchItems");
    sd_bus_message_open_container(search.get(), 'a', "{ss}");
    for (const auto& [key, value] : source.item) {
      sd_bus_message_append(search.get(), "{ss}", key.c_str(), value.c_str());
    }
    sd_bus_message_close_container(search.get());
    const auto reply = co_await bus_->call(std::move(search), deadline_);
    if (!reply) co_return tl::make_unexpected(failed(reply.error()));
    const auto found = decode::items(reply->get());
    if (!found) co_return tl::make_unexpected(keyring_error("the keyring answers in another form"));
    co_return the_item(*found);
  }

  asio::awaitable<Fetched> attribute(const std::string& item, const std::string& name) {
    dbus::Message get = call_of(item, "org.freedesktop.DBus.Properties", "Get");
    sd_bus_message_append(get.get(), "ss", item_interface, "Attributes");
    const auto reply = co_await bus_->call(std::move(get), deadline_);
    if (!reply) co_return tl::make_unexpected(failed(reply.error()));
    const auto all = decode::attributes(reply->get());
    if (!all) co_return tl::make_unexpected(keyring_error("the keyring answers in another form"));
    const auto found = std::find_if(all->begin(), all->end(), [&](const auto& each) { return each.first == name; });
    if (found == all->end()) {
      co_return tl::make_unexpected(keyring_error("the item has no attribute '" + name + "'"));
    }
    co_return SecretText(found->second);
  }

  asio::awaitable<Fetched> secret(const std::string& item) {
    const auto opened = co_await open_session();
    if (!opened) co_return tl::make_unexpected(opened.error());
    dbus::Message get = call_of(item, item_interface, "GetSecret");
    sd_bus_message_append(get.get(), "o", opened->c_str());
    const auto reply = co_await bus_->call(std::move(get), deadline_);
    if (!reply) co_return tl::make_unexpected(failed(reply.error()));
    const auto sent = decode::secret(reply->get());
    auto value = sent ? agreement_.decrypt(sent->iv, sent->value.view()) : std::nullopt;
    if (!value) co_return tl::make_unexpected(keyring_error("the keyring's secret cannot be decrypted"));
    co_return std::move(*value);
  }

 private:
  /// A keyring that the bus starts is locked, and would take the name from the one that the person uses.
  dbus::Message call_of(const std::string& path, const char* interface, const char* member) const {
    dbus::Message call = bus_->method_call(service, path, interface, member);
    sd_bus_message_set_auto_start(call.get(), 0);
    return call;
  }

  asio::awaitable<tl::expected<std::string, Error>> open_session() {
    dbus::Message open = call_of(service_path, service_interface, "OpenSession");
    const std::string& key = agreement_.public_key();
    sd_bus_message_append(open.get(), "s", algorithm);
    sd_bus_message_open_container(open.get(), 'v', "ay");
    sd_bus_message_append_array(open.get(), 'y', key.data(), key.size());
    sd_bus_message_close_container(open.get());
    const auto reply = co_await bus_->call(std::move(open), deadline_);
    if (!reply) co_return tl::make_unexpected(failed(reply.error()));
    const auto session = decode::session(reply->get());
    if (!session || !agreement_.agree(session->public_key)) {
      co_return tl::make_unexpected(keyring_error("the keyring agrees to no key for an encrypted session"));
    }
    co_return session->path;
  }

  std::shared_ptr<dbus::Connection> bus_;
  dbus::Deadline deadline_;
  KeyAgreement agreement_;
};

}  // namespace

asio::awaitable<Fetched> from_keyring(asio::any_io_executor executor, SecretSource source, dbus::Deadline deadline) {
  const auto address = dbus::session_bus_address();
  if (!address) co_return tl::make_unexpected(address.error());
  auto bus = co_await dbus::Connection::open(executor, *address, deadline);
  if (!bus) co_return tl::make_unexpected(bus.error());
  Keyring keyring(*bus, deadline);
  const auto item = co_await keyring.find(source);
  if (!item) co_return tl::make_unexpected(item.error());
  if (!source.attribute.empty()) {
    auto value = co_await keyring.attribute(*item, source.attribute);
    co_return value;
  }
  auto value = co_await keyring.secret(*item);
  co_return value;
}

}  // namespace interlock::platform::secrets
