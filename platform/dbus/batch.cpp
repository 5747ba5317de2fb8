#include <cerrno>
#include <cstring>
#include <utility>

#include "platform/dbus/impl.h"

namespace interlock::platform::dbus {

Batch::Batch(std::shared_ptr<Connection::Impl> impl, std::vector<Message> messages, Deadline deadline)
    : impl_(std::move(impl)), items_(messages.size()), open_(messages.size()), timer_(impl_->executor, deadline) {
  for (std::size_t i = 0; i < items_.size(); ++i) {
    items_[i].batch = this;
    items_[i].index = i;
    items_[i].message = std::move(messages[i]);
  }
  impl_->batches.insert(this);
}

Batch::~Batch() {
  impl_->batches.erase(this);
  for (auto& item : items_) sd_bus_slot_unref(item.slot);  // after this, sd-bus dispatches no answer to this object
}

void Batch::send() {
  for (auto& item : items_) {
    if (impl_->closed) break;
    if (!item.message) {
      finish(item.index, tl::unexpected(CallError{.kind = CallError::Kind::refused,
                                                  .name = SD_BUS_ERROR_INVALID_ARGS,
                                                  .message = "the call's names or arguments are malformed"}));
      continue;
    }
    // No timeout of sd-bus's own: the whole batch has one deadline.
    const int r = sd_bus_call_async(impl_->bus, &item.slot, item.message.get(), &Batch::on_reply, &item, UINT64_MAX);
    if (r < 0) {
      const bool lost = r == -ENOTCONN || r == -ECONNRESET || r == -EPIPE;
      finish(item.index,
             tl::unexpected(CallError{.kind = lost ? CallError::Kind::disconnected : CallError::Kind::refused,
                                      .name = lost ? SD_BUS_ERROR_DISCONNECTED : SD_BUS_ERROR_FAILED,
                                      .message = std::strerror(-r)}));
    }
  }
  impl_->arm();
  if (impl_->closed) finish_all(CallError::Kind::disconnected, "the bus connection is closed");
}

int Batch::on_reply(sd_bus_message* message, void* data, sd_bus_error*) {
  auto& item = *static_cast<Item*>(data);
  Batch& batch = *item.batch;
  const sd_bus_error* error = sd_bus_message_get_error(message);
  if (!error) {
    batch.finish(item.index, Message(sd_bus_message_ref(message)));
    return 0;
  }
  // While it closes, sd-bus answers what is pending with an error of its own.
  const bool lost = sd_bus_is_open(batch.impl_->bus) <= 0;
  batch.finish(item.index,
               tl::unexpected(CallError{.kind = lost ? CallError::Kind::disconnected : CallError::Kind::refused,
                                        .name = error->name ? error->name : "",
                                        .message = error->message ? error->message : ""}));
  return 0;
}

void Batch::finish(std::size_t index, Reply reply) {
  auto& item = items_[index];
  if (item.reply) return;
  item.reply = std::move(reply);
  if (--open_ == 0) timer_.cancel();
}

void Batch::finish_all(CallError::Kind kind, const char* why) {
  for (auto& item : items_) {
    const char* name = kind == CallError::Kind::deadline ? SD_BUS_ERROR_TIMEOUT : SD_BUS_ERROR_DISCONNECTED;
    finish(item.index, tl::unexpected(CallError{.kind = kind, .name = name, .message = why}));
  }
}

std::vector<Reply> Batch::take() {
  std::vector<Reply> replies;
  replies.reserve(items_.size());
  for (auto& item : items_) replies.push_back(std::move(*item.reply));
  return replies;
}

}  // namespace interlock::platform::dbus
