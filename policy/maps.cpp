#include "policy/maps.h"

#include <vector>

#include "policy/readers.h"

namespace interlock::policy {
namespace {

constexpr std::uint32_t longest_wait_s = 600;
constexpr std::size_t most_tiers = 64;

template <class Row>
std::vector<std::string_view> names_in(std::span<const Row> table, std::string_view Row::*name) {
  std::vector<std::string_view> names;
  for (const Row& row : table) names.push_back(row.*name);
  return names;
}

void read_tier(const Node& in, gate::ApplicationTier& tier, Mistakes& bad) {
  if (in.kind != Node::Kind::map) return wrong_type(in, "a section of 'decision' and 'applications'", bad);
  for (const auto& [key, place, value] : in.members) {
    if (key == "decision") {
      if (const auto decision = decision_of(value, bad)) tier.decision = *decision;
    } else if (key == "applications") {
      read(value, tier.applications, bad);
    } else {
      bad.add(place, unknown("key", key, {"decision", "applications"}));
    }
  }
}

}  // namespace

void read_captcha(const Node& in, Settings& out, Mistakes& bad) {
  if (const auto decision = decision_of(in, bad)) out.gate.captcha = *decision;
}

void read_captcha_waits(const Node& in, Settings& out, Mistakes& bad) {
  if (in.kind != Node::Kind::map) return wrong_type(in, "a section of challenges and seconds", bad);
  for (const auto& [key, place, value] : in.members) {
    const auto kind = gate::captcha_from_name(key);
    if (!kind) bad.add(place, unknown("challenge", key, names_in(gate::captcha_table(), &gate::CaptchaRow::name)));
    std::uint32_t ignored = 0;
    auto& seconds = kind ? out.gate.captcha_waits[static_cast<std::size_t>(*kind)] : ignored;
    read_count(value, seconds, 0, longest_wait_s, bad);
  }
}

void read_key_chords(const Node& in, Settings& out, Mistakes& bad) {
  if (in.kind != Node::Kind::map) return wrong_type(in, "a section of chords and decisions", bad);
  for (const auto& [key, place, value] : in.members) {
    const auto which = gate::chord_from_code(key);
    if (!which) bad.add(place, unknown("kind of chord", key, names_in(gate::chord_table(), &gate::ChordRow::code)));
    const auto decision = decision_of(value, bad);
    if (which && decision) out.gate.key_chords[static_cast<std::size_t>(*which)] = *decision;
  }
}

void read_application_tiers(const Node& in, Settings& out, Mistakes& bad) {
  if (in.kind != Node::Kind::map) return wrong_type(in, "a section of tiers", bad);
  auto& tiers = out.gate.application_tiers;
  for (const auto& [key, place, value] : in.members) {
    if (bad.full()) return;
    if (tiers.size() >= most_tiers && tiers.find(key) == tiers.end()) {
      return bad.add(place, "more than " + std::to_string(most_tiers) + " tiers");
    }
    read_tier(value, tiers[key], bad);
  }
}

}  // namespace interlock::policy
