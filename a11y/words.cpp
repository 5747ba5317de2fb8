#include "a11y/words.h"

#include <utility>
#include <vector>

#include "a11y/facts.h"
#include "a11y/readable.h"

namespace interlock::a11y {
namespace {

constexpr int max_depth = 5;
constexpr std::size_t max_parts = 24;
constexpr std::string_view object = "\xef\xbf\xbc";  // represents each part of a text that has a node of its own

struct Part {
  Ref ref;
  Role role = Role::unknown;
  std::string name;
  std::string text;
  std::vector<std::size_t> children;
};

void append(std::string& all, std::string_view text) {
  if (text.empty()) return;
  if (!all.empty() && all.back() != ' ') all += ' ';
  all += text;
}

/// The text, with the words of each part in its place. It already contains Chromium's own text nodes.
std::string words_of(const std::vector<Part>& parts, std::size_t index) {
  const Part& part = parts[index];
  std::string_view rest = part.text;
  std::string all;
  std::size_t next = 0;
  const auto next_child = [&]() -> const std::size_t* {
    while (next < part.children.size() && parts[part.children[next]].role == Role::static_ && !rest.empty()) {
      ++next;
    }
    return next < part.children.size() ? &part.children[next++] : nullptr;
  };
  while (!rest.empty()) {
    const auto at = std::min(rest.find(object), rest.size());
    all += rest.substr(0, at);
    rest.remove_prefix(at);
    if (rest.empty()) break;
    if (const auto* child = next_child()) append(all, words_of(parts, *child));
    rest.remove_prefix(object.size());
    if (!rest.empty() && !all.empty()) all += ' ';
  }
  if (part.text.empty()) {
    for (const auto child : part.children) append(all, words_of(parts, child));
  }
  return all.empty() ? part.name : all;
}

}  // namespace

Awaitable<Seen<std::optional<std::string>>> words_in(Look look, Toolkit toolkit, Ref ref) {
  std::vector<Part> parts(1);
  parts.front().ref = std::move(ref);
  std::size_t begin = 0;
  std::size_t bytes = 0;
  for (int depth = 0; begin < parts.size(); ++depth) {
    if (depth == max_depth) co_return std::optional<std::string>{};
    const std::size_t end = parts.size();
    std::vector<Request> requests;
    for (std::size_t i = begin; i < end; ++i) {
      requests.push_back(ask::role(parts[i].ref));
      requests.push_back(ask::name(parts[i].ref));
      requests.push_back(ask::whole_text(parts[i].ref));
      requests.push_back(ask::children(parts[i].ref));
    }
    const auto replies = co_await look.ask(std::move(requests));
    for (std::size_t i = begin; i < end; ++i) {
      const auto* reply = &replies[4 * (i - begin)];
      const auto role = answer::role(reply[0]);
      auto name = name_from(toolkit, reply[1]);
      auto text = answer::string(reply[2]);
      const auto children = answer::refs(reply[3]);
      if (!role && is_fatal(role.error())) co_return tl::unexpected(role.error());
      if (role) parts[i].role = *role;
      if (name) parts[i].name = std::move(*name);
      if (text) parts[i].text = std::move(*text);
      bytes += parts[i].text.empty() ? parts[i].name.size() : without_objects(parts[i].text).size();
      if (!children || parts[i].role == Role::static_) continue;
      for (const auto& child : *children) {
        if (child.is_null() || child.bus != parts[i].ref.bus) continue;
        if (parts.size() == max_parts) co_return std::optional<std::string>{};
        parts[i].children.push_back(parts.size());
        parts.push_back(Part{.ref = child, .role = {}, .name = {}, .text = {}, .children = {}});
      }
    }
    if (bytes > 4 * max_words) co_return std::optional<std::string>{};
    begin = end;
  }
  auto words = words_of(parts, 0);
  if (words.size() > max_words) co_return std::optional<std::string>{};
  co_return std::optional<std::string>(std::move(words));
}

}  // namespace interlock::a11y
