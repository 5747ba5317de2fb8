// An audit log of unknown origin, as `interlockctl audit`, `audit verify`, `report` and `playbook` read it; and a
// playbook's file. The log's text never becomes markup, moves no cursor, and a cut chain is detected.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "audit/collect.h"
#include "audit/link.h"
#include "audit/verify.h"
#include "cli/audit/audit_log.h"
#include "cli/report/recorded_flow.h"
#include "cli/report/report_page.h"
#include "cli/report/session_records.h"
#include "policy/playbooks.h"

namespace {

using namespace interlock;

void must(bool holds) {
  if (!holds) std::abort();
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    lines.emplace_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(text.size(), lines.back().size() + 1));
  }
  return lines;
}

/// The same records, each with the link to the previous one.
std::vector<std::string> chained(const std::vector<std::string>& lines) {
  std::vector<std::string> chain;
  std::string link(audit::no_link);
  for (const auto& line : lines) {
    if (!line.starts_with("{\"")) continue;
    chain.push_back("{\"prev\":\"" + link + "\"," + line.substr(1));
    link = audit::link_of(chain.back());
  }
  return chain;
}

bool holds(const std::vector<std::string>& lines, std::size_t from) {
  audit::Verifier verifier;
  verifier.begin_file("log");
  for (std::size_t i = from; i < lines.size(); ++i) verifier.line(lines[i]);
  verifier.finish();
  must(!verifier.flaw() || !verifier.flaw()->what.empty());
  return !verifier.flaw();
}

/// Received lines of anybody: each is in the copy, a repeat or left over, and the copy is a chain.
void must_be_collected(const std::vector<std::string>& received) {
  std::vector<std::string> copy;
  audit::Collector collector([&](std::string_view line) {
    copy.emplace_back(line);
    return tl::expected<void, Error>();
  });
  for (const auto& line : received) collector.receive(line, "here");
  must(copy.size() == collector.written());
  must(collector.written() + collector.repeats() + collector.left_over().lines == received.size());
  audit::Collector again([](std::string_view) { return tl::expected<void, Error>(); });
  for (const auto& line : copy) must(again.receive(line, "here").has_value());
  must(again.written() == copy.size());
}

void must_be_harmless(std::string_view line) {
  for (const char c : line) must(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

void read_playbook(std::string_view text) {
  policy::Mistakes mistakes("playbook.yaml");
  const auto playbook = policy::read_playbook(text, mistakes);
  if (!playbook) return;
  policy::Mistakes none("playbook.yaml");
  const auto again = policy::read_playbook(policy::playbook_text(*playbook), none);
  must(again && again->name == playbook->name && again->steps == playbook->steps);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto lines = lines_of(text);
  holds(lines, 0);
  must_be_collected(lines);
  must_be_collected(chained(lines));
  if (const auto chain = chained(lines); holds(chain, 0) && chain.size() > 1) must(!holds(chain, 1));

  cli::AuditLog log;
  cli::SessionReader reader("s1");
  cli::RecordedFlow flow("s1");
  for (const auto& line : lines) {
    if (const auto printed = log.line(line)) must_be_harmless(*printed);
    reader.line(line);
    flow.line(line);
  }
  for (const auto& line : log.unfinished()) must_be_harmless(line);
  for (const auto& run : reader.finish()) {
    const auto page = cli::report_page("s1", run, "nonce");
    must(count(page, "<script") == 1 && count(page, "<style") == 1 && count(page, "<img") == 0);
  }
  gate::Playbook playbook;
  playbook.name = flow.agent();
  playbook.steps = flow.steps();
  read_playbook(policy::playbook_text(playbook));
  read_playbook(text);
  return 0;
}
