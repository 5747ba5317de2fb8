/// What a session did so far, bounded: visits of states and the latest actions. A plain value.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "gate/session/itinerary.h"
#include "gate/session/own_deeds.h"
#include "gate/session/scope.h"
#include "gate/session/step_log.h"
#include "values/action.h"
#include "values/observation.h"
#include "values/principal.h"
#include "values/time.h"

namespace interlock::gate {

/// The published design's state: window title, application and URL.
std::uint64_t state_hash(const Observation& observation);
/// The page that is shown, by its URL; 0 if none is shown or known.
std::uint64_t page_hash(const Observation& observation);
/// The page that the action opens by its address, however that is written; 0 if it opens none.
std::uint64_t opened_page(const Action& action);
/// What the window shows, if that is known.
std::optional<std::uint64_t> content_of(const Observation& observation);
/// What is done and to what: type, target element or point, text; equal for a repetition.
std::uint64_t action_signature(const Action& action, const Observation& observation);

/// What a session has used of its budget. It is not forgotten by a reset: the agent can ask for one.
struct Spending {
  std::uint64_t steps = 0;    ///< actions that were done
  std::optional<Time> began;  ///< when the first was
  std::deque<Time> latest;    ///< those of the last second, if a limit needs them
};

struct History {
  static constexpr std::size_t max_states = 4096;  ///< distinct states remembered; the oldest go first
  static constexpr std::size_t max_entered = 256;  ///< of those and of files remembered; more are asked about each time

  std::unordered_map<std::uint64_t, std::uint32_t> visits;
  std::deque<std::uint64_t> visit_order;  ///< states by first visit, oldest first
  StepLog actions;                        ///< the latest GUI actions
  StepLog calls;                          ///< the latest tool calls of this turn
  Itinerary itinerary;
  Spending spending;
  std::unordered_set<std::uint64_t> entered;  ///< what was done and is asked about once: applications of the policy's
                                              ///< tiers, developer tools, the browser's own pages, files that start
                                              ///< programs or grant access
  OwnDeeds own;                               ///< what the session may take back again
  std::set<std::string> agreed_secrets;       ///< secrets that a person let be typed, each with its place
  std::optional<Time> idle_since;             ///< nothing was done since then but waiting
  Scope scope;                                ///< what the session is for; not history, and not forgotten with it
  Principal principal;                        ///< whose session it is; likewise

  void record_visit(const Observation& observation);
};

}  // namespace interlock::gate
