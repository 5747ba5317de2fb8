// Bytes of a broker: topics, questions, answers, results, the file that says where the broker is. Nothing crashes, a
// topic has one spelling, and what the console shows belongs to its statement.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "approval/rows_json.h"
#include "approval/statement.h"
#include "clients/bridge/inbox.h"
#include "clients/broker/messages.h"
#include "clients/broker/settings.h"
#include "clients/console/fleet.h"

namespace {

using namespace interlock;

void must(bool holds) {
  if (!holds) std::abort();
}

const std::string id(32, 'a');

void check_question(const std::string& text) {
  const auto question = broker::read_question(id, text);
  if (!question) return;
  const auto statement = approval::parse_statement(question->at("statement").as_string());
  must(statement && statement->question == id);
  must(statement->shown == approval::digest_of(*approval::rows_at(*question, "shown")));
  must(statement->done == approval::digest_of(*approval::rows_at(*question, "done")));
  must(broker::group_of(*question).size() == 64);
}

/// Each line is a message of one of a few topics.
void check_fleet(std::string_view text) {
  console::Fleet fleet;
  console::Fleet::Time now{};
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const bool state = line.starts_with('s'), pause = line.starts_with('p');
    const broker::Kind kind = state ? broker::Kind::state : pause ? broker::Kind::pause : broker::Kind::question;
    const bool has_letter = state || pause;
    fleet.take({.desktop = line.size() % 2 == 0 ? "a" : "b", .kind = kind, .id = has_letter ? std::string() : id},
               {.topic = {}, .payload = std::string(line.substr(has_letter ? 1 : 0))}, now);
    now += std::chrono::milliseconds(10);
  }
  must(fleet.questions(now).size() <= 2);
  for (const char* desktop : {"a", "b"}) {
    if (const auto pause = fleet.pause(desktop, now))
      must(approval::rows_at(*pause, "done") == approval::Rows{{"pause", "all agents"}});
  }
  must(fleet.desktops().size() <= 2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto topic = broker::parse_topic(text)) must(text_of(*topic) == text);
  check_question(text);
  check_fleet(text);
  broker::read_result(text);
  broker::parse_settings(text, "file");
  bridge::Inbox inbox;
  const auto fate = inbox.take(text, "c");
  if (!std::holds_alternative<bridge::Drop>(fate)) must(std::holds_alternative<bridge::Repeat>(inbox.take(text, "c")));
  return 0;
}
