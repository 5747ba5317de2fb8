#include "a11y/facts.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace interlock::a11y {
namespace {

/// The names of classes that GTK 4.8 reports: of its own and of libadwaita's.
bool is_class_name(std::string_view name) {
  constexpr std::size_t prefix = 3;
  if (!name.starts_with("Gtk") && !name.starts_with("Adw")) return false;
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_letter = [&](char c) { return is_upper(c) || (c >= 'a' && c <= 'z'); };
  return name.size() > prefix && is_upper(name[prefix]) && std::all_of(name.begin(), name.end(), is_letter);
}

bool is_twice(std::string_view name) {
  const std::size_t half = name.size() / 2;
  return name.size() % 2 == 1 && name[half] == ' ' && name.substr(0, half) == name.substr(half + 1);
}

Seen<std::string> as_given(Toolkit toolkit, Seen<std::string> reported) {
  if (reported) reported = given_name(toolkit, std::move(*reported));
  return reported;
}

}  // namespace

std::string given_name(Toolkit toolkit, std::string reported) {
  if (!toolkit.makes_names_up) return reported;
  if (is_class_name(reported)) reported.clear();
  if (is_twice(reported)) reported.resize(reported.size() / 2);
  return reported;
}

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
      facts.name = name_from(toolkit, replies[each * i + 1]);
      facts.parent = answer::ref_property(replies[each * i + 2]);
    } else if (auto all = facts_from(toolkit, replies[each * i + 1])) {
      facts = std::move(*all);
    } else {
      facts.name = tl::unexpected(all.error());
      facts.parent = tl::unexpected(all.error());
    }
  }
  co_return read;
}

Seen<Facts> facts_from(Toolkit toolkit, const dbus::Reply& reply) {
  auto facts = answer::facts(reply);
  if (facts) facts->name = as_given(toolkit, std::move(facts->name));
  return facts;
}

Seen<std::string> name_from(Toolkit toolkit, const dbus::Reply& reply) {
  return as_given(toolkit, answer::string_property(reply));
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
