#include "platform/notify/bubble.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "platform/notify/icon.h"

namespace interlock::platform::notify {
namespace {

using namespace std::chrono_literals;
using boost::asio::awaitable;

/// A server that has just started may be slow to show its first bubble.
constexpr auto show_limit = 5s;
/// After this, an answer is only waited for so that its bubble can be closed.
constexpr auto late_limit = 60s;
/// An offer is withdrawn after this, if the server leaves it on the screen.
constexpr auto offer_limit = 5min;
constexpr std::size_t early_limit = 64;

constexpr std::uint8_t urgency_normal = 1;
constexpr std::uint8_t urgency_critical = 2;  // servers leave critical notifications on the screen
constexpr std::int32_t never_expires = 0;
constexpr std::int32_t servers_own_limit = -1;

void append_actions(sd_bus_message* m, const Prompt& prompt) {
  // Never an action "default": a stray click on the bubble would trigger it.
  if (!prompt.offer.empty()) {
    sd_bus_message_append(m, "as", 2, "approve", prompt.offer.c_str());
  } else if (!prompt.can_approve) {
    sd_bus_message_append(m, "as", 2, "deny", "Deny");
  } else if (prompt.may_last) {
    sd_bus_message_append(m, "as", 6, "approve-session", prompt.lasting.c_str(), "approve", "Approve", "deny", "Deny");
  } else {
    sd_bus_message_append(m, "as", 4, "approve", "Approve", "deny", "Deny");
  }
}

/// The hint `image-data`: width, height, bytes a row, has alpha, bits a sample, channels, the samples.
void append_picture(sd_bus_message* m, const Image& image) {
  std::string samples;
  samples.reserve(image.pixels.size() * 3);
  for (const std::uint32_t pixel : image.pixels) {
    for (const int shift : {16, 8, 0}) samples += static_cast<char>(pixel >> shift & 0xFF);
  }
  sd_bus_message_open_container(m, 'e', "sv");
  sd_bus_message_append(m, "s", "image-data");
  sd_bus_message_open_container(m, 'v', "(iiibiiay)");
  sd_bus_message_open_container(m, 'r', "iiibiiay");
  sd_bus_message_append(m, "iiibii", image.width, image.height, image.width * 3, 0, 8, 3);
  sd_bus_message_append_array(m, 'y', samples.data(), samples.size());
  for (int container = 0; container < 3; ++container) sd_bus_message_close_container(m);
}

}  // namespace

Bubble::Bubble(boost::asio::any_io_executor executor, std::shared_ptr<ServerLink> session, Server server)
    : executor_(executor), wake_(executor), session_(std::move(session)), server_(std::move(server)) {}

awaitable<Bubble::PromptResult> Bubble::ask(std::shared_ptr<Bubble> bubble, Prompt prompt) {
  struct Abandon {
    Bubble& bubble;
    ~Abandon() { bubble.abandon(); }
  } const abandon{*bubble};

  if (!bubble->listen()) {
    co_return tl::unexpected(Error{"the notification server was replaced before the prompt was shown", bus_name,
                                   "ask again, or answer with `interlockctl approve ID`"});
  }
  if (!prompt.offer.empty()) bubble->shown_limit_ = offer_limit;
  bubble->wake_.expires_after(show_limit);
  // A separate coroutine: if it were cancelled with this one, nobody would learn the id of the bubble, and the bubble
  // would stay for ever.
  boost::asio::co_spawn(bubble->executor_, show(bubble, bubble->prompt_call(prompt)), boost::asio::detached);
  while (!bubble->outcome_) {
    const auto [woken] = co_await bubble->wake_.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    if ((co_await boost::asio::this_coro::cancellation_state).cancelled() != boost::asio::cancellation_type::none) {
      co_return Reply{Answer::dismissed, bubble->shown_};
    }
    if (!woken) {
      bubble->finish(tl::unexpected(Error{"the notification server does not show the prompt",
                                          "server '" + bubble->server_.name + "'",
                                          "restart it, or answer with `interlockctl approve ID`"}));
    }
  }
  co_return *bubble->outcome_;
}

void Bubble::finish(PromptResult outcome) {
  if (outcome_) return;
  outcome_ = std::move(outcome);
  wake_.cancel();
}

bool Bubble::listen() {
  if (!session_->watch(shared_from_this(), server_)) return false;
  const std::weak_ptr<Bubble> weak = weak_from_this();
  signals_ = session_->bus().subscribe(
      "type='signal',sender='" + server_.owner + "',path='" + object_path + "',interface='" + interface_name + "'",
      [weak](sd_bus_message* signal) {
        if (const auto self = weak.lock()) self->on_signal(signal);
      });
  return signals_ != nullptr;
}

void Bubble::on_signal(sd_bus_message* signal) {
  // The match rule restricts the sender already; it is checked again because an approval depends on it.
  const char* sender = sd_bus_message_get_sender(signal);
  if (sender == nullptr || sender != server_.owner) return;
  if (const auto said = decode::heard(signal)) hear(said->id, said->answer);
}

void Bubble::hear(std::uint32_t id, Answer answer) {
  if (!id_) {
    if (early_.size() < early_limit) early_.emplace_back(id, answer);
    return;
  }
  if (id != *id_) return;
  if (answer == Answer::dismissed) on_screen_ = false;
  finish(Reply{answer, shown_});
}

dbus::Message Bubble::prompt_call(const Prompt& prompt) const {
  auto message = session_->bus().method_call(server_.owner, object_path, interface_name, "Notify");
  if (!message) return message;
  const Text text = render(prompt, server_.style);
  const bool offers = !prompt.offer.empty();
  sd_bus_message* m = message.get();
  sd_bus_message_append(m, "susss", "interlock", 0U, offers ? "dialog-information" : "dialog-warning",
                        text.summary.c_str(), text.body.c_str());
  if (server_.actions) {
    append_actions(m, prompt);
  } else {
    sd_bus_message_append(m, "as", 0);
  }
  sd_bus_message_open_container(m, 'a', "{sv}");
  sd_bus_message_append(m, "{sv}{sv}{sv}", "urgency", "y", offers ? urgency_normal : urgency_critical, "category", "s",
                        offers ? "x-interlock.offer" : "x-interlock.confirmation", "desktop-entry", "s", "interlock");
  if (prompt.picture) append_picture(m, icon_of(*prompt.picture));
  sd_bus_message_close_container(m);
  sd_bus_message_append(m, "i", offers ? servers_own_limit : never_expires);
  return message;
}

/// Replaces our notification by one without buttons that expires at once.
dbus::Message Bubble::expire_call() const {
  auto message = session_->bus().method_call(server_.owner, object_path, interface_name, "Notify");
  if (!message) return message;
  sd_bus_message_append(message.get(), "susssasa{sv}i", "interlock", *id_, "", "Prompt closed", "", 0, 0, 1);
  return message;
}

awaitable<void> Bubble::show(std::shared_ptr<Bubble> bubble, dbus::Message notify) {
  const auto limit = std::chrono::steady_clock::now() + late_limit;
  const auto reply = co_await bubble->session_->bus().call(std::move(notify), limit);
  const auto id = reply ? decode::id(reply->get()) : std::nullopt;
  if (!id) {
    bubble->finish(
        tl::unexpected(Error{"the notification server refused the prompt", "server '" + bubble->server_.name + "'",
                             reply ? "its answer is malformed" : reply.error().message}));
    co_return;
  }
  bubble->id_ = *id;
  bubble->shown_ = std::chrono::steady_clock::now();
  bubble->on_screen_ = true;
  for (const auto& [early_id, answer] : std::exchange(bubble->early_, {})) bubble->hear(early_id, answer);
  if (bubble->abandoned_) {
    bubble->close();
  } else {
    bubble->wake_.expires_at(bubble->shown_limit_ ? bubble->shown_ + *bubble->shown_limit_
                                                  : boost::asio::steady_timer::time_point::max());
  }
}

void Bubble::abandon() {
  abandoned_ = true;
  signals_.reset();
  close();
}

void Bubble::close() {
  if (!std::exchange(on_screen_, false)) return;
  // After a click on a button the bubble closes by itself; replacing it would show a new one.
  const bool clicked = outcome_ && outcome_->has_value();
  if (server_.lingers && !clicked) session_->bus().send(expire_call());
  auto message = session_->bus().method_call(server_.owner, object_path, interface_name, "CloseNotification");
  if (message) sd_bus_message_append(message.get(), "u", *id_);
  session_->bus().send(std::move(message));
}

}  // namespace interlock::platform::notify
