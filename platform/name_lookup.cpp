#include "platform/name_lookup.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <functional>
#include <mutex>
#include <utility>

#include "platform/blocking_calls.h"

namespace interlock::platform {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using Addresses = Known<std::vector<std::string>>;

constexpr int most_threads = 8;

/// What the threads of one lookup use. If the name service hangs, they outlive the loop, so they touch nothing else.
struct Answers {
  std::mutex mutex;
  std::vector<ResolvedName> names;
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
  asio::awaitable<std::vector<ResolvedName>> look_up(std::vector<std::string> names,
                                                     std::chrono::steady_clock::time_point deadline) override {
    static ThreadLimit limit(most_threads);
    const auto answers = std::make_shared<Answers>();
    std::vector<std::function<void()>> calls;
    for (auto& name : names) {
      answers->names.push_back({name, Unknown::deadline});
      calls.push_back([answers, which = calls.size(), name = std::move(name)] {
        Addresses found = Unknown::unsupported;
        try {
          found = ask_name_service(name);
        } catch (...) {  // out of memory; nothing is known then
        }
        const std::lock_guard lock(answers->mutex);
        answers->names[which].addresses = std::move(found);
      });
    }
    co_await make_blocking_calls(std::move(calls), limit, deadline);
    const std::lock_guard lock(answers->mutex);
    co_return answers->names;
  }
};

}  // namespace

std::shared_ptr<NameLookup> system_names() {
  return std::make_shared<SystemNames>();
}

}  // namespace interlock::platform
