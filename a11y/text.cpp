#include "a11y/text.h"

#include <algorithm>

namespace interlock::a11y {

Awaitable<Seen<std::vector<std::optional<std::string>>>> texts(Look look, std::vector<Ref> refs, std::int32_t limit) {
  std::vector<Request> requests;
  for (const auto& ref : refs) requests.push_back(ask::character_count(ref));
  const auto counts = co_await look.ask(std::move(requests));
  std::vector<std::optional<std::string>> found(refs.size());
  std::vector<std::size_t> asked;
  requests.clear();
  for (std::size_t i = 0; i < refs.size(); ++i) {
    const auto count = answer::count_property(counts[i]);
    if (!count && is_fatal(count.error())) co_return tl::unexpected(count.error());
    if (!count) continue;
    if (*count == 0) {
      found[i] = "";
      continue;
    }
    asked.push_back(i);
    requests.push_back(ask::text(refs[i], std::min(*count, limit)));
  }
  const auto replies = co_await look.ask(std::move(requests));
  for (std::size_t i = 0; i < asked.size(); ++i) {
    auto text = answer::string(replies[i]);
    if (!text && is_fatal(text.error())) co_return tl::unexpected(text.error());
    if (text) found[asked[i]] = std::move(*text);
  }
  co_return found;
}

}  // namespace interlock::a11y
