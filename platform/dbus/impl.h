/// The state machine behind connection.h: one sd_bus, driven by the loop. Not for use outside this folder.
#pragma once

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <list>
#include <optional>
#include <set>

#include "platform/dbus/connection.h"

namespace interlock::platform::dbus {

/// The calls of one call_all, and their answers as they arrive. Lives in the frame of the coroutine that waits for
/// them, so that the calls end with their caller.
class Batch {
 public:
  Batch(std::shared_ptr<Connection::Impl> impl, std::vector<Message> messages, Deadline deadline);
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  void send();
  void finish(std::size_t index, Reply reply);
  /// Ends every call that has no answer yet.
  void finish_all(CallError::Kind kind, const char* why);
  bool done() const { return open_ == 0; }
  boost::asio::steady_timer& timer() { return timer_; }
  std::vector<Reply> take();

 private:
  struct Item {
    Batch* batch = nullptr;
    std::size_t index = 0;
    Message message;
    sd_bus_slot* slot = nullptr;
    std::optional<Reply> reply;
  };
  static int on_reply(sd_bus_message* message, void* item, sd_bus_error*);

  std::shared_ptr<Connection::Impl> impl_;
  std::vector<Item> items_;
  std::size_t open_;
  boost::asio::steady_timer timer_;
};

struct Connection::Impl : std::enable_shared_from_this<Connection::Impl> {
  explicit Impl(boost::asio::any_io_executor executor);
  ~Impl();
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  int start(const std::string& address);
  /// Begins the handshake with the program at the other end of a connected socket, without a bus; takes ownership of
  /// the socket. Nothing is read before pump().
  int start_peer(int socket);
  /// Lets sd-bus read, dispatch and write what it can, then waits for the events that sd-bus needs.
  void pump();
  /// Registers for the events that sd-bus waits for now; call it after each send.
  void arm();
  /// Ends everything. `lost`: the bus went away by itself, so the disconnect handlers are called.
  void close(bool lost);

  boost::asio::any_io_executor executor;
  sd_bus* bus = nullptr;
  std::string unique_name;  ///< empty without a bus
  bool ready = false;       ///< authenticated, and with a unique name if there is a bus
  std::set<Batch*> batches;
  std::vector<std::function<void()>> disconnect_handlers;
  boost::asio::steady_timer opened;  ///< cancelled when the state changes from opening
  int error = 0;                     ///< errno of the failure that closed it
  bool closed = false;

 private:
  void watch(int fd);
  void wait(boost::asio::posix::stream_descriptor::wait_type what, bool& waiting);

  boost::asio::posix::stream_descriptor descriptor_;
  boost::asio::steady_timer timer_;
  int watched_ = -1;
  bool reading_ = false;
  bool writing_ = false;
  std::uint64_t timeout_ = UINT64_MAX;
};

}  // namespace interlock::platform::dbus
