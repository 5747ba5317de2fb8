#include "daemon/api/undo_offers.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;

void UndoOffers::make(const std::string& entry, const std::string& kept) {
  const std::string command = "interlockctl undo " + entry;
  if (kept.empty()) return confirmations_.tell("The text of the field is kept", command + " shows it");
  confirmations_.offer(
      {.id = entry, .title = "It can be undone", .body = kept + " are kept:\n" + command, .offer = "Undo"},
      [this, entry] { asio::co_spawn(executor_, undo(entry), asio::detached); });
}

asio::awaitable<void> UndoOffers::undo(std::string entry) {
  ipc::Undo call;
  call.id = entry;
  json::object by;
  by["by"] = json::object{{"program", "the notification's button"}};
  const auto done = co_await undo_.undo(std::move(call), std::move(by));
  if (!done) {
    confirmations_.tell("It could not be undone", "interlockctl undo " + entry + " says why");
    co_return;
  }
  const auto& counts = done->at("counts").as_object();
  std::uint64_t changed = 0;
  for (const char* what : {"back", "replaced", "removed"}) changed += counts.at(what).to_number<std::uint64_t>();
  std::string body =
      changed == 0 ? "Nothing differed from what was kept" : std::to_string(changed) + " paths are as before";
  if (!done->at("problems").as_array().empty()) body += ", but not all of it: interlockctl undo --show " + entry;
  const std::string newer(done->at("replaced_entry").as_string());
  if (!newer.empty()) body += "\nNewer content: interlockctl undo " + newer;
  confirmations_.tell("Undone", body);
}

}  // namespace interlock::daemon
