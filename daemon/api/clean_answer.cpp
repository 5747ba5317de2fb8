#include "daemon/api/clean_answer.h"

#include "daemon/secrets/typed_secrets.h"

namespace interlock::daemon {

void take_out_secrets(ipc::Answer& answer) {
  if (auto* value = std::get_if<boost::json::value>(&answer)) {
    typed_secrets().take_out(*value);
  } else if (auto* error = std::get_if<ipc::RpcError>(&answer)) {
    error->message = typed_secrets().without(error->message);
  }
}

}  // namespace interlock::daemon
