/// The objects that all actions share.
#pragma once

#include <functional>
#include <string>

#include <tl/expected.hpp>

#include "audit/log.h"
#include "daemon/asking/confirmations.h"
#include "daemon/desk/desktop.h"
#include "daemon/desk/openings.h"
#include "daemon/desk/settled_focus.h"
#include "daemon/path/pointer_rest.h"
#include "daemon/path/stops.h"
#include "daemon/path/takeover.h"
#include "daemon/pictures/contents.h"
#include "daemon/sessions/events.h"
#include "daemon/validators/validators.h"
#include "platform/secret_store.h"
#include "policy/settings.h"

namespace interlock::daemon {

class PictureKeeper;

/// The secrets of the policy, by name.
struct Secrets {
  std::shared_ptr<platform::SecretStore> store = {};  ///< null: none can be fetched
  std::function<std::optional<SecretSource>(const std::string& name)> source = [](const std::string&) {
    return std::optional<SecretSource>();
  };
};

/// The current audit log, or an error if there is none; then nothing is done.
using AuditSource = std::function<tl::expected<audit::Log*, Error>()>;
/// The desktop's parts that are available at this moment.
using Reaching = std::function<Reach()>;

/// All referenced objects must outlive the actions.
struct Shared {
  Reaching reach;
  AuditSource audit;
  Confirmations& confirmations;
  Events& events;
  const policy::DaemonSettings& settings;  ///< the current ones: they may change between two steps of an action
  Validators& validators;
  Stops& stops;
  Takeover& takeover;
  Openings& openings;
  Secrets secrets = {};
  PictureKeeper* pictures = nullptr;  ///< null: no pictures are kept
  /// Offers a person to undo what was done: called with the id of what was kept, and its size for people.
  std::function<void(const std::string& entry, const std::string& kept)> offer_undo = [](const auto&, const auto&) {};
  std::string undo_dir = {};  ///< where what actions destroy is kept; empty: nothing is
  std::function<void(const Observation&)> acts = [](const Observation&) {};  ///< called before something is injected
  SettledFocus focus = {};
  PointerRest rest = {};
  Contents contents = {};
};

}  // namespace interlock::daemon
