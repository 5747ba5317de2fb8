// The output of a validator's program, and the registration of a program: either a judgement or an error that names its
// place.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ipc/decode.h"
#include "ipc/judgement_fields.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace interlock;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto judgement = ipc::parse_judgement(text);
  if (!judgement) {
    if (judgement.error().message.empty() || judgement.error().message.size() > 1024) std::abort();
    return 0;
  }
  // The same text, sent by a registered validator.
  const auto answer =
      ipc::decode_control(R"({"jsonrpc":"2.0","id":1,"method":"validator.answer","params":{"ask":1,)" +
                          std::string(text.substr(text.find('{') + 1, text.rfind('}') - text.find('{'))) + "}");
  if (answer) {
    const auto* given = std::get_if<ipc::ValidatorAnswer>(&answer->call);
    if (given == nullptr || given->judgement.decision != judgement->decision) std::abort();
  }
  return 0;
}
