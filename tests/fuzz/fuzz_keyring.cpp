// What whoever owns the name of the keyring on the session bus may answer, of any valid types and values; and keys of
// one-time codes, of any bytes.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "platform/secrets/crypto.h"
#include "platform/secrets/decode.h"
#include "platform/secrets/one_time_code.h"
#include "tests/fuzz/any_message.h"

namespace {

namespace fuzz = interlock::fuzz;
namespace secrets = interlock::platform::secrets;

const std::vector<const char*> signatures = {"vo", "aoao", "(oayays)", "v",     "ao", "ay",
                                             "o",  "s",    "a{ss}",    "(oay)", "so"};
const fuzz::Words words = {"/org/freedesktop/secrets/session/1", "/", "otpauth://totp/x?secret=GEZDGNBV"};

struct Unref {
  void operator()(sd_bus_message* m) const { sd_bus_message_unref(m); }
};

void must(bool holds) {
  if (!holds) std::abort();
}

void read_message(fuzz::Input in) {
  sd_bus_message* raw = nullptr;
  if (sd_bus_message_new_signal(fuzz::unconnected(), &raw, "/a", "a.b", "C") < 0) return;
  const std::unique_ptr<sd_bus_message, Unref> message(raw);
  if (!fuzz::fill(raw, in, signatures, words)) return;
  const auto again = [&](auto decode) {
    sd_bus_message_rewind(raw, 1);
    return decode(raw);
  };
  static secrets::KeyAgreement agreement;
  if (const auto session = again(secrets::decode::session)) agreement.agree(session->public_key);
  if (const auto items = again(secrets::decode::items)) {
    must(items->unlocked.size() <= secrets::decode::most_items && items->locked.size() <= secrets::decode::most_items);
  }
  if (const auto secret = again(secrets::decode::secret)) {
    const auto text = agreement.decrypt(secret->iv, secret->value.view());
    must(!text || text->view().size() < secret->value.view().size());
  }
  if (const auto all = again(secrets::decode::attributes)) must(all->size() <= secrets::decode::most_attributes);
}

void read_key(std::string_view text) {
  const auto key = secrets::read_code_key(text);
  if (!key) return;
  must(key->digits >= 6 && key->digits <= 8 && key->period.count() >= 1 && key->period.count() <= 3600);
  must(!key->key.empty());
  const auto code = secrets::one_time_code(*key, std::chrono::seconds(59));
  must(code.view().size() == static_cast<std::size_t>(key->digits));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  read_message({data, size});
  read_key({reinterpret_cast<const char*>(data), size});
  return 0;
}
