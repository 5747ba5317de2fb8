#include "platform/secrets/keyring.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <memory>
#include <optional>
#include <string>

#include "platform/secrets/crypto.h"
#include "platform/secrets/decode.h"

namespace interlock::platform::secrets {

namespace asio = boost::asio;

namespace {

constexpr const char* service = "org.freedesktop.secrets";
constexpr const char* service_path = "/org/freedesktop/secrets";
constexpr const char* service_interface = "org.freedesktop.Secret.Service";
constexpr const char* prompt_interface = "org.freedesktop.Secret.Prompt";
constexpr const char* item_interface = "org.freedesktop.Secret.Item";
constexpr const char* algorithm = "dh-ietf1024-sha256-aes128-cbc-pkcs7";

using Fetched = tl::expected<SecretText, Error>;
using GivenOrError = tl::expected<SecretStore::Given, Error>;

constexpr std::chrono::seconds after_answer{5};  ///< for the keyring, once the person has answered its question

Error keyring_error(std::string what, std::string advice = {}) {
  return {std::move(what), "the keyring (" + std::string(service) + " on the session bus)", std::move(advice)};
}

Error locked() {
  return keyring_error("the keyring is locked", "unlock it, and ask again");
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
    return locked();
  }
  return keyring_error("the keyring refuses (" + error.name + ")");
}

/// Whether there is one item, or why not.
tl::expected<void, Error> check_one(const decode::Items& found) {
  if (found.unlocked.size() + found.locked.size() == 1) return {};
  if (found.unlocked.empty() && found.locked.empty()) {
    return tl::make_unexpected(keyring_error("no item has all attributes that the policy names for the secret"));
  }
  return tl::make_unexpected(keyring_error("several items have the attributes that the policy names for the secret",
                                           "name more of them, so that only one item is left"));
}

class Keyring {
 public:
  Keyring(std::shared_ptr<dbus::Connection> bus, dbus::Deadline deadline) : bus_(std::move(bus)), deadline_(deadline) {}

  asio::awaitable<tl::expected<decode::Items, Error>> find(const SecretSource& source) {
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
    if (auto one = check_one(*found); !one) co_return tl::make_unexpected(one.error());
    co_return *found;
  }

  /// Lets a keyring that is open ask the person whether it may give away this item, and waits for the answer. A closed
  /// keyring would ask for its password: that is never brought about.
  asio::awaitable<tl::expected<void, Error>> ask_for(std::string item, std::chrono::milliseconds to_answer) {
    const bool open = co_await is_open(item.substr(0, item.rfind('/')));
    if (!open) co_return tl::make_unexpected(locked());
    dbus::Message unlock = call_of(service_path, service_interface, "Unlock");
    sd_bus_message_append(unlock.get(), "ao", 1, item.c_str());
    const auto reply = co_await bus_->call(std::move(unlock), deadline_);
    if (!reply) co_return tl::make_unexpected(failed(reply.error()));
    const auto prompt = decode::prompt(reply->get());
    if (!prompt) co_return tl::make_unexpected(keyring_error("the keyring answers in another form"));
    if (*prompt != "/") {
      auto answered = co_await answer_to(*prompt, to_answer);
      if (!answered) co_return tl::make_unexpected(answered.error());
    }
    deadline_ = std::chrono::steady_clock::now() + after_answer;
    co_return tl::expected<void, Error>();
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
  asio::awaitable<bool> is_open(std::string collection) {
    dbus::Message get = call_of(collection, "org.freedesktop.DBus.Properties", "Get");
    if (!get) co_return false;
    sd_bus_message_append(get.get(), "ss", "org.freedesktop.Secret.Collection", "Locked");
    const auto reply = co_await bus_->call(std::move(get), deadline_);
    if (!reply) co_return false;
    const auto locked = decode::truth(reply->get());
    co_return locked && !*locked;
  }

  asio::awaitable<tl::expected<void, Error>> answer_to(std::string prompt, std::chrono::milliseconds to_answer) {
    const auto executor = co_await asio::this_coro::executor;
    const auto answered = std::make_shared<asio::steady_timer>(executor, to_answer);
    const auto dismissed = std::make_shared<std::optional<bool>>();
    const auto signals = bus_->subscribe("type='signal',sender='" + std::string(service) + "',path='" + prompt +
                                             "',interface='" + std::string(prompt_interface) + "',member='Completed'",
                                         [answered, dismissed](sd_bus_message* signal) {
                                           int flag = 0;
                                           if (*dismissed || sd_bus_message_read(signal, "b", &flag) <= 0) return;
                                           *dismissed = flag != 0;
                                           answered->cancel();
                                         });
    dbus::Message show = call_of(prompt, prompt_interface, "Prompt");
    if (!show || !signals) co_return tl::make_unexpected(keyring_error("the keyring answers in another form"));
    sd_bus_message_append(show.get(), "s", "");
    const auto limit = std::chrono::steady_clock::now() + to_answer;
    const auto reply = co_await bus_->call(std::move(show), limit);
    if (!reply) co_return tl::make_unexpected(failed(reply.error()));
    if (!*dismissed) co_await answered->async_wait(asio::as_tuple(asio::use_awaitable));
    if (!*dismissed) {
      bus_->send(call_of(prompt, prompt_interface, "Dismiss"));
      co_return tl::make_unexpected(keyring_error("the keyring's own question was not answered in time",
                                                  "answer it, and have the agent ask again"));
    }
    if (**dismissed) co_return tl::make_unexpected(keyring_error("its own question was answered with no"));
    co_return tl::expected<void, Error>();
  }

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

asio::awaitable<GivenOrError> from_keyring(asio::any_io_executor executor, SecretSource source, dbus::Deadline deadline,
                                           std::chrono::milliseconds to_answer) {
  const auto address = dbus::session_bus_address();
  if (!address) co_return tl::make_unexpected(address.error());
  auto bus = co_await dbus::Connection::open(executor, *address, deadline);
  if (!bus) co_return tl::make_unexpected(bus.error());
  Keyring keyring(*bus, deadline);
  const auto found = co_await keyring.find(source);
  if (!found) co_return tl::make_unexpected(found.error());
  SecretStore::Given given;
  given.asked = found->unlocked.empty();
  const std::string item = given.asked ? found->locked.front() : found->unlocked.front();
  if (given.asked) {
    const auto allowed = co_await keyring.ask_for(item, to_answer);
    if (!allowed) co_return tl::make_unexpected(allowed.error());
  }
  Fetched value;
  if (source.attribute.empty()) {
    value = co_await keyring.secret(item);
  } else {
    value = co_await keyring.attribute(item, source.attribute);
  }
  if (!value) co_return tl::make_unexpected(value.error());
  given.text = std::move(*value);
  co_return std::move(given);
}

}  // namespace interlock::platform::secrets
