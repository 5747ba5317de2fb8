/// The cost of the wire: strictly decoding requests, compared with Boost.JSON's bare parse of the same line; making and
/// encoding a reply to a click, compared with the bare serializing of it.
#include <stdexcept>
#include <string>

#include "bench/rows.h"
#include "ipc/decode.h"
#include "ipc/encode.h"

namespace {

using namespace interlock;

const std::string click =
    R"({"jsonrpc":"2.0","id":17,"method":"act","params":{"session":"s1","action":{"type":"click","x":412,"y":388},)"
    R"("confidence":0.93,"intent":"open the report of the north-western region"}})";
const std::string text =
    R"({"jsonrpc":"2.0","id":18,"method":"act","params":{"session":"s1","action":{"type":"type","text":")" +
    std::string(200, 'x') + R"("}}})";

void decode(const std::string& line) {
  if (!ipc::decode_agent(line)) throw std::runtime_error("does not decode: " + line);
}

void parse(const std::string& line) {
  (void)ipc::json::parse(line);
}

ipc::json::object reply() {
  Window window;
  window.id = 0x3a00007;
  window.app = "chromium";
  window.wm_class = "Chromium";
  window.title = "Quarterly report - Work";
  window.type = "normal";
  window.pid = 4242U;
  Element element;
  element.role = Role::push_button;
  element.name = "Next page";
  element.states = {State::enabled, State::sensitive, State::showing, State::visible};
  element.attributes = {{"tag", "button"}, {"id", "main-action"}, {"class", "btn btn-primary"}};
  element.ancestors = {{Role::section, "", ""}, {Role::document_web, "Quarterly report", ""}};
  return {{"id", "0abcdefghjk"},
          {"decision", "allow"},
          {"reason", "no rule objects"},
          {"window", ipc::to_json(window)},
          {"element", ipc::to_json(element)},
          {"executed", true}};
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run(argc, argv, [](bench::Rows& rows) {
    if (!rows.wants("wire")) return;
    constexpr auto peers = bench::Whose::peers;
    const ipc::json::object made = reply();
    const std::vector<bench::Contender> contenders = {
        {"decode `act` click", [] { decode(click); }},
        {"... Boost.JSON's parse alone", [] { parse(click); }, {}, peers},
        {"decode `act` type, 200 characters", [] { decode(text); }},
        {"... Boost.JSON's parse alone", [] { parse(text); }, {}, peers},
        {"make and encode a reply", [] { (void)ipc::encode_result(17, reply()); }},
        {"... serialize it alone", [&] { (void)ipc::json::serialize(made); }, {}, peers},
    };
    rows.begin("wire", "requests and replies as lines");
    rows.figures(contenders, bench::compete(contenders, rows.rounds(20'000, 500), 100), "us");
  });
}
