#include "cli/live/open_id.h"

#include "cli/basics/print.h"

namespace interlock::cli {

namespace {

constexpr std::size_t fewest_characters = 6;

}  // namespace

std::optional<std::string> id_that_begins(const ipc::json::array& open, const std::string& text) {
  std::optional<std::string> found;
  for (const auto& each : open) {
    const auto* item = each.if_object();
    const std::string id = item == nullptr ? std::string() : text_at(*item, "id");
    if (id == text) return id;
    if (text.size() < fewest_characters || !id.starts_with(text)) continue;
    if (found) return std::nullopt;
    found = id;
  }
  return found;
}

}  // namespace interlock::cli
