/// The parameters of `observe`.
#pragma once

#include "ipc/fields.h"
#include "ipc/message.h"

namespace interlock::ipc {

Observe read_observe(Fields& fields);

}  // namespace interlock::ipc
