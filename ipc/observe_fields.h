/// The parameters of `observe`.
#pragma once

#include "ipc/fields.h"
#include "ipc/message.h"

namespace interlock::ipc {

Observe read_observe(Fields& fields);
Detail read_detail(Fields& fields);  ///< `detail`, also of `act`

}  // namespace interlock::ipc
