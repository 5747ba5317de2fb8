/// A connection to an MQTT 5 broker over TLS with our certificate, made outwards and again whenever it is lost. Its own
/// thread calls the handlers; everything else may be called from any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "clients/broker/settings.h"

namespace interlock::broker {

struct Message {
  std::string topic;
  std::string payload;
  std::string correlation = {};                     ///< which answer a result belongs to; empty: none
  std::optional<std::chrono::seconds> expiry = {};  ///< what is left of it when it arrives; nothing: it has none
  bool retained = false;                            ///< sent: the broker keeps it for later subscribers
};

struct LinkHandlers {
  std::function<void()> connected;                   ///< also after each loss: subscriptions are gone then
  std::function<void(const std::string& why)> lost;  ///< once for each loss or failed try
  std::function<void(Message message)> got;
  std::function<void(const std::string& why)> refused;  ///< the broker did not let us publish or subscribe
};

class Link {
 public:
  /// `client`: our id at the broker, which closes an older connection with the same one. `will`: what the broker
  /// publishes when we are gone. `largest`: bytes of the largest message that the broker may send us. `kept_for`: how
  /// long after the connection was lost the broker keeps what comes for us, and gives it to the next one of this id.
  struct Options {
    std::string client;
    std::optional<Message> will;
    std::uint32_t largest = 0;
    std::chrono::seconds kept_for{0};
  };
  /// The error says which file is wrong. Call start() when the handlers may be called.
  static tl::expected<std::unique_ptr<Link>, Error> open(const Settings& settings, Options options,
                                                         LinkHandlers handlers);
  void start();
  /// No handler is called any more. Messages that were published before are given up to a second to leave.
  /// The broker publishes the will.
  ~Link();

  bool is_connected() const;
  /// False: there is no connection, and nothing is sent. True: it was handed over; it may still be lost.
  bool publish(const Message& message);
  void subscribe(const std::string& pattern);
  void unsubscribe(const std::string& pattern);

 private:
  struct Impl;
  explicit Link(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;
  bool started_ = false;
};

}  // namespace interlock::broker
