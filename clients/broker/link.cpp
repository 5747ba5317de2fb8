#include "clients/broker/link.h"

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <system_error>
#include <thread>

#include <mosquitto.h>
#include <mqtt_protocol.h>

namespace interlock::broker {

using namespace std::chrono_literals;

namespace {

constexpr int at_least_once = 1;
constexpr int keep_alive_s = 10;  // a silent peer is noticed within twice this time
constexpr auto between_tries = 1s;
constexpr auto to_leave = 1s;  // for what was published, when the link is closed
constexpr int loop_ms = 100;
constexpr int first_refusal = 128;  // reason codes of MQTT 5 from here on are failures

struct Properties {
  mosquitto_property* list = nullptr;
  ~Properties() { mosquitto_property_free_all(&list); }
};

void add_properties(Properties& properties, const Message& message) {
  if (message.expiry)
    mosquitto_property_add_int32(&properties.list, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL,
                                 static_cast<std::uint32_t>(message.expiry->count()));
  if (!message.correlation.empty())
    mosquitto_property_add_binary(&properties.list, MQTT_PROP_CORRELATION_DATA, message.correlation.data(),
                                  static_cast<std::uint16_t>(message.correlation.size()));
}

Message received(const mosquitto_message& sent, const mosquitto_property* properties) {
  Message message{
      .topic = sent.topic,
      .payload = std::string(static_cast<const char*>(sent.payload), static_cast<std::size_t>(sent.payloadlen)),
      .retained = sent.retain};
  std::uint32_t seconds = 0;
  if (mosquitto_property_read_int32(properties, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, &seconds, false) != nullptr)
    message.expiry = std::chrono::seconds(seconds);
  void* data = nullptr;
  std::uint16_t size = 0;
  if (mosquitto_property_read_binary(properties, MQTT_PROP_CORRELATION_DATA, &data, &size, false) != nullptr) {
    message.correlation.assign(static_cast<const char*>(data), size);
    std::free(data);
  }
  return message;
}

}  // namespace

/// Shared with the thread, which may be held by a name service or an unreachable host when the link is closed.
struct Link::Impl : std::enable_shared_from_this<Link::Impl> {
  Settings settings;
  Options options;
  LinkHandlers handlers;
  mosquitto* client = nullptr;
  std::atomic<bool> connected{false}, stop{false};
  std::atomic<int> unsent{0};  // handed over and not yet confirmed
  std::mutex guard;
  std::condition_variable changed;
  bool connecting = false, ended = false;

  ~Impl() {
    if (client != nullptr) mosquitto_destroy(client);
  }

  tl::expected<void, Error> prepare();
  void set_callbacks();
  void run();
  int connect();
  std::string why(int code, int number) const;
  void wait_for_next_try();

  static Impl& of(void* self) { return *static_cast<Impl*>(self); }
};

tl::expected<void, Error> Link::Impl::prepare() {
  mosquitto_lib_init();
  client = mosquitto_new(options.client.c_str(), options.kept_for == 0s, this);
  if (client == nullptr) return tl::make_unexpected(Error{"no memory for a connection to the broker", {}, {}});
  mosquitto_threaded_set(client, true);
  mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1);
  const int code = mosquitto_tls_set(client, settings.ca.c_str(), nullptr, settings.certificate.c_str(),
                                     settings.private_key.c_str(), nullptr);
  if (code != MOSQ_ERR_SUCCESS)
    return tl::make_unexpected(
        Error{"a file of 'ca', 'certificate' and 'private-key' cannot be read", settings.ca, {}});
  mosquitto_tls_opts_set(client, 1, "tlsv1.2", nullptr);  // or newer; the broker's certificate is verified
  set_callbacks();
  if (const auto& will = options.will)
    mosquitto_will_set_v5(client, will->topic.c_str(), static_cast<int>(will->payload.size()), will->payload.data(),
                          at_least_once, will->retained, nullptr);
  return {};
}

void Link::Impl::set_callbacks() {
  mosquitto_connect_v5_callback_set(client, [](mosquitto*, void* self, int code, int, const mosquitto_property*) {
    if (code != 0 || of(self).stop) return;  // the loop reports the code; after stop the handlers' owner may be gone
    of(self).unsent = 0;
    of(self).connected = true;
    of(self).handlers.connected();
  });
  mosquitto_disconnect_v5_callback_set(
      client, [](mosquitto*, void* self, int, const mosquitto_property*) { of(self).connected = false; });
  mosquitto_message_v5_callback_set(
      client, [](mosquitto*, void* self, const mosquitto_message* sent, const mosquitto_property* properties) {
        if (!of(self).stop) of(self).handlers.got(received(*sent, properties));
      });
  mosquitto_publish_v5_callback_set(client, [](mosquitto*, void* self, int, int code, const mosquitto_property*) {
    --of(self).unsent;
    if (code >= first_refusal && !of(self).stop) of(self).handlers.refused(mosquitto_reason_string(code));
  });
  mosquitto_subscribe_v5_callback_set(
      client, [](mosquitto*, void* self, int, int count, const int* codes, const mosquitto_property*) {
        for (int i = 0; i < count; ++i) {
          if (codes[i] >= first_refusal && !of(self).stop) of(self).handlers.refused(mosquitto_reason_string(codes[i]));
        }
      });
}

int Link::Impl::connect() {
  Properties properties;
  if (options.largest != 0)
    mosquitto_property_add_int32(&properties.list, MQTT_PROP_MAXIMUM_PACKET_SIZE, options.largest);
  if (options.kept_for != 0s)
    mosquitto_property_add_int32(&properties.list, MQTT_PROP_SESSION_EXPIRY_INTERVAL,
                                 static_cast<std::uint32_t>(options.kept_for.count()));
  {
    const std::lock_guard lock(guard);
    connecting = true;
  }
  const int code =
      mosquitto_connect_bind_v5(client, settings.host.c_str(), settings.port, keep_alive_s, nullptr, properties.list);
  const std::lock_guard lock(guard);
  connecting = false;
  changed.notify_all();
  return code;
}

std::string Link::Impl::why(int code, int number) const {
  std::string text = code == MOSQ_ERR_ERRNO ? std::generic_category().message(number) : mosquitto_strerror(code);
  while (!text.empty() && (text.back() == '.' || text.back() == '\n')) text.pop_back();
  return text + ": " + settings.host + ":" + std::to_string(settings.port);
}

void Link::Impl::wait_for_next_try() {
  std::unique_lock lock(guard);
  changed.wait_for(lock, between_tries, [this] { return stop.load(); });
}

void Link::Impl::run() {
  while (!stop) {
    int code = connect();
    int number = errno;
    while (!stop && code == MOSQ_ERR_SUCCESS) {
      code = mosquitto_loop(client, loop_ms, 1);
      number = errno;
    }
    connected = false;
    if (!stop) {
      handlers.lost(why(code, number));
      wait_for_next_try();
    }
  }
  // An orderly end would keep the broker from publishing the will.
  const auto until = std::chrono::steady_clock::now() + to_leave;
  while (unsent > 0 && std::chrono::steady_clock::now() < until) {
    if (mosquitto_loop(client, loop_ms, 1) != MOSQ_ERR_SUCCESS) break;
  }
  const std::lock_guard lock(guard);
  ended = true;
  changed.notify_all();
}

tl::expected<std::unique_ptr<Link>, Error> Link::open(const Settings& settings, Options options,
                                                      LinkHandlers handlers) {
  auto impl = std::make_shared<Impl>();
  impl->settings = settings;
  impl->options = std::move(options);
  impl->handlers = std::move(handlers);
  if (auto prepared = impl->prepare(); !prepared) return tl::make_unexpected(prepared.error());
  return std::unique_ptr<Link>(new Link(std::move(impl)));
}

Link::Link(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

void Link::start() {
  started_ = true;
  std::thread([impl = impl_] { impl->run(); }).detach();
}

Link::~Link() {
  if (!started_) return;
  std::unique_lock lock(impl_->guard);
  impl_->stop = true;
  impl_->changed.notify_all();
  impl_->changed.wait(lock, [this] { return impl_->ended || impl_->connecting; });
}

bool Link::is_connected() const {
  return impl_->connected;
}

bool Link::publish(const Message& message) {
  if (!impl_->connected) return false;
  Properties properties;
  add_properties(properties, message);
  ++impl_->unsent;
  const int code =
      mosquitto_publish_v5(impl_->client, nullptr, message.topic.c_str(), static_cast<int>(message.payload.size()),
                           message.payload.data(), at_least_once, message.retained, properties.list);
  if (code != MOSQ_ERR_SUCCESS) --impl_->unsent;
  return code == MOSQ_ERR_SUCCESS;
}

void Link::subscribe(const std::string& pattern) {
  mosquitto_subscribe_v5(impl_->client, nullptr, pattern.c_str(), at_least_once, 0, nullptr);
}

void Link::unsubscribe(const std::string& pattern) {
  mosquitto_unsubscribe_v5(impl_->client, nullptr, pattern.c_str(), nullptr);
}

}  // namespace interlock::broker
