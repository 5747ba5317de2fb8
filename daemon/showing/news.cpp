#include "daemon/showing/news.h"

#include <algorithm>

namespace interlock::daemon {
namespace {

bool contains(const std::vector<std::uint64_t>& ids, std::uint64_t id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

bool is_dialog(const ShownItem& item) {
  return item.depth > 0 && (item.role == Role::dialog || item.role == Role::alert || item.role == Role::file_chooser);
}

std::string_view news_of_changes(const ShownWindow& shown) {
  const auto& changes = *shown.changes;
  const bool opened = std::any_of(changes.items.begin(), changes.items.end(), [&](const ChangedItem& each) {
    return each.is_new && is_dialog(shown.view->items[each.index]);
  });
  if (opened) return "dialog opened";
  const bool closed =
      std::any_of(changes.gone.begin(), changes.gone.end(), [](const GoneItem& each) { return is_dialog(each.item); });
  if (closed) return "dialog closed";
  return changes.none() ? "same" : "changed";
}

}  // namespace

std::string_view news_of(const LookTaken* before, const LookTaken& now, const Window& active) {
  if (now.shown.empty() || !now.shown.front().view) return "unknown";
  if (before == nullptr) return "first look";
  if (!contains(before->on_screen, now.active)) return active.type == "dialog" ? "dialog opened" : "window opened";
  if (before->active != now.active) {
    return contains(now.on_screen, before->active) ? "another window" : "window closed";
  }
  const auto& shown = now.shown.front();
  if (shown.changes) return news_of_changes(shown);
  const auto* earlier = before->window(now.active);
  if (earlier == nullptr) return "first look";
  return earlier->page == shown.page ? "changed" : "new page";
}

}  // namespace interlock::daemon
