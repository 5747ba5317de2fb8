#include "a11y/dialog_text.h"

#include "a11y/readable.h"
#include "a11y/text.h"

namespace interlock::a11y {
namespace {

constexpr int max_dialog_depth = 6;
constexpr std::size_t max_dialog_nodes = 96;
constexpr std::int32_t max_characters = 400;

void append(std::string& all, const std::string& text) {
  if (text.empty() || all.size() >= max_dialog_text) return;
  if (!all.empty()) all += ' ';
  all += text;
  if (all.size() <= max_dialog_text) return;
  std::size_t end = max_dialog_text;
  while (end > 0 && (static_cast<unsigned char>(all[end]) & 0xc0) == 0x80) --end;
  all.resize(end);
}

}  // namespace

Awaitable<Seen<std::string>> dialog_text(Look look, Ref dialog) {
  std::string all;
  auto level = just(dialog);
  std::size_t seen = 0;
  for (int depth = 0; depth <= max_dialog_depth && !level.empty() && seen < max_dialog_nodes; ++depth) {
    std::vector<Request> requests;
    for (const auto& ref : level) {
      requests.push_back(ask::role(ref));
      requests.push_back(ask::name(ref));
      requests.push_back(ask::children(ref));
    }
    const auto replies = co_await look.ask(std::move(requests));
    const auto written = co_await texts(look, level, max_characters);
    if (!written) co_return tl::unexpected(written.error());
    std::vector<Ref> next;
    for (std::size_t i = 0; i < level.size(); ++i) {
      const auto role = answer::role(replies[3 * i]);
      const auto name = answer::string_property(replies[3 * i + 1]);
      const auto children = answer::refs(replies[3 * i + 2]);
      if (!role && is_fatal(role.error())) co_return tl::unexpected(role.error());
      if (!name && is_fatal(name.error())) co_return tl::unexpected(name.error());
      if (!children && is_fatal(children.error())) co_return tl::unexpected(children.error());
      if (role && depth > 0 && is_static(*role)) {
        const auto words = name && !name->empty() ? *name : without_objects((*written)[i].value_or(""));
        append(all, words);
        if (!words.empty()) continue;
      }
      if (!role || !children || (depth > 0 && is_actionable(*role))) continue;
      for (const auto& child : *children) {
        if (!child.is_null() && child.bus == dialog.bus && seen < max_dialog_nodes) {
          next.push_back(child);
          ++seen;
        }
      }
    }
    level = std::move(next);
  }
  co_return all;
}

}  // namespace interlock::a11y
