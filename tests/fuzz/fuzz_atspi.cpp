// Answers of applications: message bodies of any valid types and values, given to every decoder.
#include <cstdint>
#include <cstdlib>

#include "a11y/decode.h"
#include "a11y/key_binding.h"
#include "tests/fuzz/any_message.h"

namespace {

namespace a11y = interlock::a11y;
namespace fuzz = interlock::fuzz;

// The signatures that applications answer with, and similar ones.
const std::vector<const char*> signatures = {"u",    "s",       "d",         "i",         "(so)",  "a(so)",
                                             "au",   "a{ss}",   "(iiii)",    "a(ua(so))", "a{sv}", "a(us)",
                                             "(ss)", "a(iiii)", "a(ua(ss))", "(ii)",      "as",    "b"};
const fuzz::Words words = {"Name", "Description", "Parent", "ChildCount", "Locale"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input in(data, size);
  sd_bus_message* raw = nullptr;
  if (sd_bus_message_new(fuzz::unconnected(), &raw, SD_BUS_MESSAGE_METHOD_CALL) < 0) return 0;
  const a11y::dbus::Message message(raw);
  if (!fuzz::fill(raw, in, signatures, words)) return 0;
  const auto check = [&](auto decode) {
    sd_bus_message_rewind(raw, 1);
    return decode(raw);
  };
  namespace decode = a11y::decode;
  check(decode::role);
  check(decode::number);
  check(decode::count);
  check(decode::number_variant);
  check(decode::count_variant);
  check(decode::truth);
  check(decode::ref);
  check(decode::ref_variant);
  check(decode::states);
  check(decode::facts);
  if (const auto text = check(decode::string)) {
    if (text->size() > decode::max_string) std::abort();
    static const interlock::KeyChord letter{{static_cast<std::uint8_t>(interlock::Modifier::alt)}, "d"};
    (void)a11y::is_bound(*text, letter);
    (void)a11y::underlines(*text, letter);
    (void)a11y::letter_of(*text);
  }
  if (const auto text = check(decode::string_variant); text && text->size() > decode::max_string) std::abort();
  if (const auto refs = check(decode::refs); refs && refs->size() > decode::max_refs) std::abort();
  if (const auto list = check(decode::attributes); list && list->size() > decode::max_attributes) std::abort();
  check([](sd_bus_message* m) { return decode::relation(m, a11y::relation_labelled_by); });
  if (const auto rect = check(decode::rect)) {
    const auto placed = [](std::int32_t v) { return v >= -decode::max_coordinate && v <= decode::max_coordinate; };
    if (!placed(rect->x) || !placed(rect->y) || !placed(rect->width) || !placed(rect->height)) std::abort();
  }
  return 0;
}
