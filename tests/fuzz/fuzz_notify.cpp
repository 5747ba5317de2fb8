// What anybody on the session bus may send in a notification server's name: signals and answers of any valid types and
// values. And how an agent's and a page's words are shown there, whatever bytes they are.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "platform/notify/decode.h"
#include "platform/notify/text.h"
#include "tests/fuzz/any_message.h"

namespace {

namespace fuzz = interlock::fuzz;
namespace notify = interlock::platform::notify;

const std::vector<const char*> signatures = {"us", "uu", "u", "s", "as", "ss", "a{sv}", "i", "b", "(us)", "au", "su"};
const fuzz::Words words = {"approve", "approve-session", "deny", "default", "actions", "body-markup"};
const char* const members[] = {"ActionInvoked", "NotificationClosed", "ActivationToken"};

struct Unref {
  void operator()(sd_bus_message* m) const { sd_bus_message_unref(m); }
};

void must(bool holds) {
  if (!holds) std::abort();
}

void read_message(fuzz::Input in) {
  sd_bus_message* raw = nullptr;
  const char* member = members[in.byte() % 3];
  if (sd_bus_message_new_signal(fuzz::unconnected(), &raw, notify::object_path, notify::interface_name, member) < 0) {
    return;
  }
  const std::unique_ptr<sd_bus_message, Unref> message(raw);
  if (!fuzz::fill(raw, in, signatures, words)) return;
  const auto again = [&](auto decode) {
    sd_bus_message_rewind(raw, 1);
    return decode(raw);
  };
  // An approval is only the exact word, in the one signal that means a press.
  if (const auto said = again(notify::decode::heard); said && said->answer != interlock::platform::Answer::dismissed) {
    must(std::string_view(member) == "ActionInvoked" && sd_bus_message_has_signature(raw, "us") >= 0);
  }
  again(notify::decode::id);
  again(notify::decode::string);
  must(again(notify::decode::strings).size() <= notify::decode::max_strings);
}

std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  return count;
}

void show_text(std::string_view text, bool markup) {
  interlock::platform::Prompt prompt;
  prompt.id = "7";
  prompt.title = text.substr(0, text.size() / 2);
  prompt.body = text.substr(text.size() / 2);
  const auto shown = notify::render(prompt, {.markup = markup, .buttons = true});
  must(characters(shown.summary) <= notify::summary_characters && shown.summary.find('\n') == std::string::npos);
  must(!markup || shown.body.find('<') == std::string::npos);
  const auto line = notify::visible_line(text, 40);
  must(characters(line) <= 40 && notify::visible_line(line, 40) == line);
  for (const char c : line) must(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  read_message({data, size});
  show_text({reinterpret_cast<const char*>(data), size}, size % 2 == 0);
  return 0;
}
