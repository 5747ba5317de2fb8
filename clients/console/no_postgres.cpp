#include "clients/console/history_store.h"

namespace interlock::console {

OpenedHistory open_postgres(const std::string&) {
  return tl::unexpected(Error{"this interlock-console was built without PostgreSQL", {}, "give --history a file"});
}

}  // namespace interlock::console
