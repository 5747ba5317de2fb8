#include "policy/playbooks.h"

#include <algorithm>
#include <array>

#include "policy/loader.h"
#include "policy/readers.h"
#include "values/ascii.h"

namespace interlock::policy {
namespace {

/// A step's members, by their keys in a file, in the order in which they are written.
struct StepKey {
  std::string_view name;
  std::string gate::PlaybookStep::*member;
};
constexpr std::array<StepKey, 7> step_keys = {{{"do", &gate::PlaybookStep::does},
                                               {"app", &gate::PlaybookStep::app},
                                               {"window_class", &gate::PlaybookStep::window_class},
                                               {"role", &gate::PlaybookStep::role},
                                               {"name", &gate::PlaybookStep::name},
                                               {"dialog", &gate::PlaybookStep::dialog},
                                               {"page", &gate::PlaybookStep::page}}};

void unknown_member(const Member& member, const std::vector<std::string_view>& possible, Mistakes& mistakes) {
  mistakes.add(member.place, unknown("key", member.key, possible));
}

gate::PlaybookStep read_step(const Node& node, Mistakes& mistakes) {
  gate::PlaybookStep step;
  if (node.kind != Node::Kind::map) {
    wrong_type(node, "a step (do: ..., app: ...)", mistakes);
    return step;
  }
  std::vector<std::string_view> names;
  for (const auto& key : step_keys) names.push_back(key.name);
  for (const auto& member : node.members) {
    const auto key =
        std::find_if(step_keys.begin(), step_keys.end(), [&](const auto& one) { return one.name == member.key; });
    if (key == step_keys.end()) {
      unknown_member(member, names, mistakes);
    } else if (auto text = text_of(member.value, mistakes)) {
      step.*key->member = std::move(*text);
    }
  }
  if (step.does.empty() || step.app.empty()) mistakes.add(node.place, "a step says at least 'do' and 'app'");
  return step;
}

/// Quoted as in JSON, which YAML accepts, too.
std::string quoted_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += {'\\', c};
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') {
      const auto byte = static_cast<unsigned char>(c);
      quoted += {'\\', 'x', hex_digits[byte >> 4U], hex_digits[byte & 15U]};
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

struct Entry {
  std::string file;
  std::string hash;
  std::uint32_t times = 1;
};

constexpr std::uint32_t most_times = 1000;

std::optional<Entry> read_entry(const Node& node, Mistakes& mistakes) {
  if (node.kind != Node::Kind::map) {
    wrong_type(node, "an entry with 'file' and 'sha256'", mistakes);
    return std::nullopt;
  }
  Entry entry;
  for (const auto& member : node.members) {
    if (member.key == "file") {
      entry.file = text_of(member.value, mistakes).value_or("");
    } else if (member.key == "sha256") {
      // A hash without letters is a number in YAML.
      entry.hash = member.value.text;
    } else if (member.key == "times") {
      read_count(member.value, entry.times, 1, most_times, mistakes);
    } else {
      unknown_member(member, {"file", "sha256", "times"}, mistakes);
    }
  }
  if (entry.file.empty() || entry.hash.empty()) {
    mistakes.add(node.place, "a playbook needs 'file' and 'sha256'", "sha256sum FILE prints it");
    return std::nullopt;
  }
  if (entry.file.front() != '/') entry.file = config_home() + "/interlock/" + entry.file;
  return entry;
}

std::optional<gate::Playbook> load(const Node& node, const Entry& entry, Mistakes& mistakes) {
  const auto text = read_policy_file(entry.file);
  if (!text) {
    for (const auto& error : text.error()) mistakes.add(node.place, to_text(error));
    return std::nullopt;
  }
  if (const auto hash = sha256(*text); hash != entry.hash) {
    mistakes.add(node.place, entry.file + " is no longer what was reviewed: its sha256 is " + hash,
                 "read it, then put this hash here");
    return std::nullopt;
  }
  Mistakes inside(entry.file);
  auto playbook = read_playbook(*text, inside);
  for (const auto& error : inside.take()) mistakes.add(node.place, to_text(error));
  if (playbook) playbook->times = entry.times;
  return playbook;
}

}  // namespace

void read_playbooks(const Node& node, gate::Playbooks& into, Mistakes& mistakes) {
  if (node.kind != Node::Kind::list) return wrong_type(node, "a list of playbooks", mistakes);
  into.clear();
  if (node.items.size() > max_playbooks)
    return mistakes.add(node.place, "more than " + std::to_string(max_playbooks) + " playbooks");
  for (const auto& item : node.items) {
    const auto entry = read_entry(item, mistakes);
    if (!entry) continue;
    if (auto playbook = load(item, *entry, mistakes)) into.push_back(std::move(*playbook));
  }
}

std::optional<gate::Playbook> read_playbook(std::string_view text, Mistakes& mistakes) {
  const auto root = parse_tree(text, mistakes);
  if (!root) return std::nullopt;
  gate::Playbook playbook;
  const Node* steps = root->find("steps");
  const Node* name = root->find("playbook");
  if (steps == nullptr || name == nullptr || steps->kind != Node::Kind::list) {
    mistakes.add(root->place, "not a playbook: 'playbook: NAME' and a list 'steps:' are needed",
                 "interlockctl playbook from-session ID makes one");
    return std::nullopt;
  }
  for (const auto& member : root->members) {
    if (member.key != "playbook" && member.key != "steps") unknown_member(member, {"playbook", "steps"}, mistakes);
  }
  playbook.name = text_of(*name, mistakes).value_or("");
  if (steps->items.empty() || steps->items.size() > max_steps)
    mistakes.add(steps->place, "from 1 to " + std::to_string(max_steps) + " steps are possible");
  for (const auto& item : steps->items) playbook.steps.push_back(read_step(item, mistakes));
  if (!mistakes.empty()) return std::nullopt;
  return playbook;
}

std::vector<std::pair<std::string_view, std::string_view>> said_by(const gate::PlaybookStep& step) {
  std::vector<std::pair<std::string_view, std::string_view>> said;
  for (const auto& key : step_keys) {
    if (const std::string& value = step.*key.member; !value.empty()) said.emplace_back(key.name, value);
  }
  return said;
}

std::string playbook_text(const gate::Playbook& playbook) {
  std::string text = "playbook: " + quoted_text(playbook.name) + "\nsteps:\n";
  for (const auto& step : playbook.steps) {
    const char* begin = "  - ";
    for (const auto& [key, value] : said_by(step)) {
      text += begin + std::string(key) + ": " + quoted_text(value) + "\n";
      begin = "    ";
    }
  }
  return text;
}

}  // namespace interlock::policy
