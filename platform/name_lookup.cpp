#include "platform/name_lookup.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <mutex>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

namespace interlock::platform {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using Addresses = Known<std::vector<std::string>>;

constexpr int most_threads = 8;

/// What the threads of one lookup use. If the name service hangs, they outlive the loop, so they touch nothing else.
struct Answers {
  explicit Answers(int notify_) : notify(notify_) {}
  ~Answers() { ::close(notify); }
  Answers(const Answers&) = delete;
  Answers& operator=(const Answers&) = delete;

  std::mutex mutex;
  std::vector<ResolvedName> names;
  const int notify;  ///< the writing end of a pipe, one byte is written for each answer
};

Addresses ask_name_service(const std::string& name) {
  asio::io_context context;
  boost::system::error_code failed;
  // Every address of the name, also of an address family for which this machine has no network.
  const auto found = tcp::resolver(context).resolve(name, "", tcp::resolver::flags(), failed);
  if (failed == asio::error::host_not_found || failed == asio::error::no_data) return none;
  if (failed) return Unknown::unsupported;
  std::vector<std::string> addresses;
  for (const auto& each : found) {
    auto address = each.endpoint().address();
    if (address.is_v6()) address = asio::ip::address_v6(address.to_v6().to_bytes());  // without its zone
    auto text = address.to_string();
    if (std::find(addresses.begin(), addresses.end(), text) == addresses.end()) addresses.push_back(std::move(text));
  }
  return addresses;
}

class SystemNames : public NameLookup {
 public:
  explicit SystemNames(asio::any_io_executor executor) : executor_(std::move(executor)) {}

  asio::awaitable<std::vector<ResolvedName>> look_up(std::vector<std::string> names,
                                                     std::chrono::steady_clock::time_point deadline) override {
    std::vector<ResolvedName> asked;
    for (auto& name : names) asked.push_back({std::move(name), Unknown::deadline});
    std::array<int, 2> ends{-1, -1};
    if (asked.empty() || ::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) co_return asked;
    const auto notified = std::make_shared<asio::posix::stream_descriptor>(executor_, ends[0]);
    const auto answers = std::make_shared<Answers>(ends[1]);
    answers->names = std::move(asked);
    std::size_t open = 0;
    for (std::size_t i = 0; i < answers->names.size(); ++i) open += start(answers, i) ? 1 : 0;

    asio::steady_timer limit(executor_, deadline);
    limit.async_wait([notified](const boost::system::error_code& stopped) {
      if (!stopped) notified->cancel();
    });
    std::array<char, most_threads> bytes;
    while (open > 0) {
      const auto [failed, count] =
          co_await notified->async_read_some(asio::buffer(bytes), asio::as_tuple(asio::use_awaitable));
      if (failed) break;
      open -= std::min(open, count);
    }
    limit.cancel();
    const std::lock_guard lock(answers->mutex);
    co_return answers->names;
  }

 private:
  static bool start(const std::shared_ptr<Answers>& answers, std::size_t which) {
    static std::atomic<int> running{0};
    if (running.fetch_add(1) >= most_threads) {
      --running;
      return false;
    }
    try {
      std::thread([answers, which, name = answers->names[which].name] {
        Addresses found = Unknown::unsupported;
        try {
          found = ask_name_service(name);
        } catch (...) {  // out of memory; nothing is known then
        }
        {
          const std::lock_guard lock(answers->mutex);
          answers->names[which].addresses = std::move(found);
        }
        --running;
        [[maybe_unused]] const auto told = ::write(answers->notify, "", 1);
      }).detach();
    } catch (const std::system_error&) {  // no more threads
      --running;
      return false;
    }
    return true;
  }

  asio::any_io_executor executor_;
};

}  // namespace

std::shared_ptr<NameLookup> system_names(asio::any_io_executor executor) {
  return std::make_shared<SystemNames>(std::move(executor));
}

}  // namespace interlock::platform
