/// Where an action leads on the web: what it is about to open, and the page that it acts on.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/readings/evaluation_context.h"
#include "gate/session/itinerary.h"
#include "gate/url/network.h"

namespace interlock::gate {

struct Destination {
  std::vector<std::string> opened;   ///< URLs, as a browser completes what is typed; of `navigate`, what was asked for
  bool typed = false;                ///< out of an address bar, handed over with Return
  bool unknown = false;              ///< ... whose text is not known
  std::vector<std::string> fetched;  ///< addresses in a formula that is written into a spreadsheet
  const Document* page = nullptr;    ///< the page that is clicked on or typed into; none for the browser's own controls
  bool page_unknown = false;         ///< a browser's, and nobody knows which
};

Destination destination_of(const EvaluationContext& context);

/// The network behind a host's name, by `names` (Observation::names). Whether it is known at all, and of several
/// addresses the first that is not on the public internet.
struct LookedUp {
  bool known = false;
  std::string_view why;  ///< where it is not: "no name service knows it"
  std::optional<url::Network> network;
  std::string address;  ///< of that network
};
LookedUp looked_up(const url::Url& url, const std::vector<ResolvedName>& names);

/// True for a host that is to be looked up: by a name that says nothing by itself, for a scheme that reaches it.
bool has_name_to_look_up(const url::Url& url);
/// The names, in lower case, that `question` opens and whose addresses decide: where the policy resolves names.
std::vector<std::string> names_to_look_up(const EvaluationContext& context);

/// Adds to `itinerary` what an executed action opened and acted on.
void record_destination(Itinerary& itinerary, const EvaluationContext& context);

}  // namespace interlock::gate
