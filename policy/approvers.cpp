#include "policy/approvers.h"

#include <algorithm>
#include <set>

#include "gate/checks/checks.h"
#include "gate/words/category.h"
#include "policy/readers.h"

namespace interlock::policy {

namespace {

void read_approver_name(const Node& node, std::string& into, Mistakes& mistakes) {
  const auto text = text_of(node, mistakes);
  if (!text) return;
  const auto fits = [](unsigned char c) { return c > ' ' && c < 0x7F; };
  if (text->empty() || text->size() > 64 || !std::all_of(text->begin(), text->end(), fits)) {
    return mistakes.add(node.place, in_single_quotes(*text) + " is not a name for an approver",
                        "printable ASCII without spaces, at most 64 characters");
  }
  into = *text;
}

void read_keys(const Node& node, std::vector<approval::ApproverKey>& into, Mistakes& mistakes) {
  if (node.kind != Node::Kind::list || node.items.empty()) {
    return wrong_type(node, "a list of public keys", mistakes);
  }
  if (node.items.size() > max_keys) {
    return mistakes.add(node.items[max_keys].place, "more than " + std::to_string(max_keys) + " keys of one approver");
  }
  for (const Node& item : node.items) {
    const auto text = text_of(item, mistakes);
    if (!text) continue;
    auto key = approval::parse_key(*text);
    if (!key) {
      mistakes.add(item.place, key.error());
    } else {
      into.push_back(std::move(*key));
    }
  }
}

void check_class(const Node& node, const std::string& name, Mistakes& mistakes) {
  std::vector<std::string_view> names;
  for (const auto& check : gate::all_checks()) names.push_back(check.rule);
  for (const auto& row : gate::category_table()) names.push_back(row.name);
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  mistakes.add(node.place, unknown("consequence or rule", name, names));
}

approval::Approver read_approver(const Node& node, Mistakes& mistakes) {
  approval::Approver approver;
  if (node.kind != Node::Kind::map) {
    wrong_type(node, "an approver (name: ..., keys: [...])", mistakes);
    return approver;
  }
  for (const auto& [key, place, value] : node.members) {
    if (key == "name") {
      read_approver_name(value, approver.name, mistakes);
    } else if (key == "keys") {
      read_keys(value, approver.keys, mistakes);
    } else if (key == "may") {
      read(value, approver.may, mistakes);
      if (value.kind == Node::Kind::list && value.items.empty())
        mistakes.add(value.place, "an approver who may approve nothing", "leave 'may' out for everything");
      for (const std::string& each : approver.may) check_class(value, each, mistakes);
    } else {
      mistakes.add(place, unknown("key", key, {"name", "keys", "may"}), "an approver has name, keys, may");
    }
  }
  if (node.find("name") == nullptr) mistakes.add(node.place, "the approver has no 'name'");
  if (node.find("keys") == nullptr) mistakes.add(node.place, "the approver has no 'keys'");
  return approver;
}

/// A key that stands under two names would count as two people.
void refuse_twice(const Node& node, const approval::Approver& approver, const Settings& settings, Mistakes& mistakes) {
  for (const auto& other : settings.approvers.list) {
    if (other.name == approver.name)
      mistakes.add(node.place, "a second approver named " + in_single_quotes(other.name));
    for (const auto& key : approver.keys) {
      const auto same = [&](const approval::ApproverKey& each) { return each.key == key.key; };
      if (std::any_of(other.keys.begin(), other.keys.end(), same))
        mistakes.add(node.place, "a key of " + in_single_quotes(approver.name) + " is also one of " +
                                     in_single_quotes(other.name) + ": it would count as two people");
    }
  }
}

}  // namespace

void read_approvers(const Node& node, Settings& settings, Mistakes& mistakes) {
  settings.approvers.list.clear();
  if (node.kind != Node::Kind::list) return wrong_type(node, "a list of approvers", mistakes);
  if (node.items.size() > max_approvers) {
    return mistakes.add(node.items[max_approvers].place, "more than " + std::to_string(max_approvers) + " approvers");
  }
  for (const Node& item : node.items) {
    if (mistakes.full()) return;
    auto approver = read_approver(item, mistakes);
    refuse_twice(item, approver, settings, mistakes);
    settings.approvers.list.push_back(std::move(approver));
  }
}

void read_quorum(const Node& node, Settings& settings, Mistakes& mistakes) {
  settings.approvers.quorum.clear();
  if (node.kind != Node::Kind::map)
    return wrong_type(node, "a section of consequences or rules, and numbers", mistakes);
  for (const auto& [key, place, value] : node.members) {
    std::uint32_t count = 1;
    read_count(value, count, 1, max_quorum, mistakes);
    check_class(value, key, mistakes);
    settings.approvers.quorum[key] = count;
  }
}

std::vector<gate::CustomRule> console_rules(const approval::Approvers& approvers) {
  gate::Condition on_console{gate::Condition::Kind::compare, {}, {}, {}};
  on_console.comparison.field = {gate::Field::document_url, {}};
  std::set<std::string> origins;
  for (const auto& approver : approvers.list) {
    for (const auto& key : approver.keys) {
      if (key.is_passkey() && origins.insert(key.origin).second)
        on_console.comparison.matchers.push_back({key.origin + "/*", false, {}});
    }
  }
  if (origins.empty()) return {};
  return {{.name = "the console is for people",
           .when = std::move(on_console),
           .decision = Decision::block,
           .reason = "this page is interlock's console, where people approve",
           .hint = "leave it to the person",
           .file = {},
           .at = {}}};
}

void check_approvers(const Node& root, const Settings& settings, Mistakes& mistakes) {
  const auto& [list, quorum] = settings.approvers;
  for (const auto& [name, count] : quorum) {
    const auto may = std::count_if(list.begin(), list.end(), [&, &name = name](const approval::Approver& approver) {
      return may_approve(approver, {name});
    });
    if (may >= static_cast<std::ptrdiff_t>(count)) continue;
    const Node* node = root.find("quorum");
    mistakes.add(node == nullptr ? root.place : node->place, in_single_quotes(name) + " needs " +
                                                                 std::to_string(count) + " approvers, and " +
                                                                 std::to_string(may) + " may approve it");
  }
  if (settings.daemon.replies != Replies::signed_only || !list.empty()) return;
  const Node* node = root.find("daemon");
  mistakes.add(node == nullptr ? root.place : node->place,
               "'replies: signed' without approvers: nobody could approve anything", "add 'approvers:'");
}

}  // namespace interlock::policy
