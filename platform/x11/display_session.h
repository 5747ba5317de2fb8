/// The state of one connection. Lives on the display thread.
#pragma once

#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "platform/x11/borrowed_keys.h"
#include "platform/x11/catch_up.h"
#include "platform/x11/connection.h"
#include "platform/x11/hands.h"
#include "platform/x11/keymap.h"
#include "platform/x11/window_views.h"
#include "values/error.h"

struct xdo;

namespace interlock::platform::x11 {

struct DisplaySession {
  /// Opens the display and restores what an earlier daemon left: held keys, borrowed keys.
  static tl::expected<std::unique_ptr<DisplaySession>, Error> open(const std::string& name,
                                                                   const std::string& state_dir,
                                                                   std::shared_ptr<OwnInput> own);
  DisplaySession(std::unique_ptr<Connection> connection, const std::string& state_dir);
  ~DisplaySession();
  DisplaySession(const DisplaySession&) = delete;
  DisplaySession& operator=(const DisplaySession&) = delete;

  const std::unique_ptr<Connection> x;
  Keymap keymap;
  Hands hands;
  BorrowedKeys borrowed;
  CatchUp catch_up;
  Path last_path;       ///< of the last look at a point; a likely path of the next one
  ::xdo* const libxdo;  ///< on the same connection
};

}  // namespace interlock::platform::x11
