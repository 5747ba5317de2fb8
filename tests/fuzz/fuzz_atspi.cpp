// What an application may answer: message bodies of any valid types and values, into every decoder. The bytes on the
// wire are libsystemd's to parse; here the input says which types to put together and with what in them.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "a11y/decode.h"

namespace {

namespace a11y = interlock::a11y;

class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : 0; }
  bool done() const { return at_ >= size_; }
  std::uint32_t number() { return byte() | byte() << 8 | byte() << 16 | std::uint32_t{byte()} << 24; }
  std::string text() {
    std::string text;
    for (std::size_t length = byte() % 24; length > 0 && !done(); --length) text += static_cast<char>(byte() % 127 + 1);
    return text;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

// The signatures that applications answer with, each near to another.
const char* const signatures[] = {"u",    "s",       "d",         "i",         "(so)",  "a(so)",
                                  "au",   "a{ss}",   "(iiii)",    "a(ua(so))", "a{sv}", "a(us)",
                                  "(ss)", "a(iiii)", "a(ua(ss))", "(ii)",      "as",    "b"};
constexpr std::size_t count = sizeof signatures / sizeof *signatures;

const char* const variants[] = {"s", "i", "(so)", "as", "u"};
const char* const properties[] = {"Name", "Description", "Parent", "ChildCount", "Locale"};

/// Takes the first complete type off a signature.
std::string first_type(const char*& signature) {
  std::string type;
  while (*signature == 'a') type += *signature++;
  int open = 0;
  do {
    open += *signature == '(' || *signature == '{';
    open -= *signature == ')' || *signature == '}';
    type += *signature++;
  } while (open > 0);
  return type;
}

/// Appends values of the signature's types, as the input says.
void put(sd_bus_message* m, Input& in, const char* signature) {
  while (*signature) {
    const auto type = first_type(signature);
    switch (type[0]) {
      case 'a': {
        if (sd_bus_message_open_container(m, 'a', type.c_str() + 1) < 0) return;
        for (int n = in.byte() % 6; n > 0; --n) put(m, in, type.c_str() + 1);
        sd_bus_message_close_container(m);
        break;
      }
      case '(':
      case '{': {
        const std::string inner = type.substr(1, type.size() - 2);
        if (sd_bus_message_open_container(m, type[0] == '(' ? 'r' : 'e', inner.c_str()) < 0) return;
        put(m, in, inner.c_str());
        sd_bus_message_close_container(m);
        break;
      }
      case 'v': {
        const char* inner = variants[in.byte() % (sizeof variants / sizeof *variants)];
        if (sd_bus_message_open_container(m, 'v', inner) < 0) return;
        put(m, in, inner);
        sd_bus_message_close_container(m);
        break;
      }
      case 's':
        if (in.byte() % 2) {
          sd_bus_message_append(m, "s", properties[in.byte() % (sizeof properties / sizeof *properties)]);
        } else {
          sd_bus_message_append(m, "s", in.text().c_str());
        }
        break;
      case 'o':
        sd_bus_message_append(m, "o", in.byte() % 2 ? "/org/a11y/atspi/null" : "/a");
        break;
      case 'b':
        sd_bus_message_append(m, "b", in.byte() % 2);
        break;
      case 'd': {
        const double values[] = {0.0 / 0.0, 1.0 / 0.0, -1e308, static_cast<double>(in.number())};
        sd_bus_message_append(m, "d", values[in.byte() % 4]);
        break;
      }
      default:
        sd_bus_message_append(m, type.c_str(), in.number());
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static sd_bus* bus = [] {
    sd_bus* made = nullptr;
    sd_bus_new(&made);
    sd_bus_set_address(made, "unix:path=/nonexistent");
    (void)sd_bus_start(made);  // never connected, yet it makes messages now
    return made;
  }();
  Input in(data, size);
  sd_bus_message* raw = nullptr;
  if (sd_bus_message_new(bus, &raw, SD_BUS_MESSAGE_METHOD_CALL) < 0) return 0;
  const a11y::dbus::Message message(raw);
  while (!in.done()) {
    const char* signature = signatures[in.byte() % count];
    const bool variant = in.byte() % 2;
    if (variant && sd_bus_message_open_container(raw, 'v', signature) < 0) break;
    put(raw, in, signature);
    if (variant) sd_bus_message_close_container(raw);
    if (in.byte() % 4 == 0) break;
  }
  if (sd_bus_message_seal(raw, 1, 0) < 0) return 0;
  const auto check = [&](auto decode) {
    sd_bus_message_rewind(raw, 1);
    return decode(raw);
  };
  namespace decode = a11y::decode;
  check(decode::role);
  check(decode::number);
  check(decode::number_variant);
  check(decode::count_variant);
  check(decode::truth);
  check(decode::ref);
  check(decode::ref_variant);
  check(decode::states);
  check(decode::facts);
  if (const auto text = check(decode::string); text && text->size() > decode::max_string) std::abort();
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
