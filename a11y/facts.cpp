#include "a11y/facts.h"

#include <utility>

namespace interlock::a11y {

Awaitable<std::vector<RoleAndFacts>> read_facts(Look look, Toolkit toolkit, std::vector<Ref> refs) {
  const bool at_once = toolkit.answers_all_properties;
  const std::size_t each = at_once ? 2 : 3;
  std::vector<Request> requests;
  requests.reserve(each * refs.size());
  for (const auto& ref : refs) {
    requests.push_back(ask::role(ref));
    requests.push_back(at_once ? ask::facts(ref) : ask::name(ref));
    if (!at_once) requests.push_back(ask::parent(ref));
  }
  const auto replies = co_await look.ask(std::move(requests));
  std::vector<RoleAndFacts> read(refs.size());
  for (std::size_t i = 0; i < refs.size(); ++i) {
    read[i].role = answer::role(replies[each * i]);
    auto& facts = read[i].facts;
    if (!at_once) {
      facts.name = answer::string_property(replies[each * i + 1]);
      facts.parent = answer::ref_property(replies[each * i + 2]);
    } else if (auto all = answer::facts(replies[each * i + 1])) {
      facts = std::move(*all);
    } else {
      facts.name = tl::unexpected(all.error());
      facts.parent = tl::unexpected(all.error());
    }
  }
  co_return read;
}

Request description_request(Toolkit toolkit, const Ref& ref) {
  return toolkit.answers_all_properties ? ask::facts(ref) : ask::description(ref);
}

Seen<std::string> description_from(Toolkit toolkit, const dbus::Reply& reply) {
  if (!toolkit.answers_all_properties) return answer::string_property(reply);
  auto facts = answer::facts(reply);
  if (!facts) return tl::unexpected(facts.error());
  return std::move(facts->description);
}

}  // namespace interlock::a11y
