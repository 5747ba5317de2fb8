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
  std::vector<std::string> opened;   ///< URLs, as a browser completes typed text; for `navigate`, its URL
  bool typed = false;                ///< from an address bar, submitted with Return
  bool unknown = false;              ///< the text of the address bar is not known
  std::vector<std::string> fetched;  ///< addresses in a formula that is written into a spreadsheet
  const Document* page = nullptr;    ///< the page that is clicked on or typed into; null for the browser's own controls
  bool page_unknown = false;         ///< there is a page, but it is not known which
};

Destination destination_of(const EvaluationContext& context);

/// The network behind a host's name, from `names` (Observation::names): whether it is known at all, and if there are
/// several addresses, the first one that is not on the public internet.
struct LookedUp {
  bool known = false;
  std::string_view why;  ///< if it is not known: "no name service knows it"
  std::optional<url::Network> network;
  std::string address;  ///< an address in that network
};
LookedUp looked_up(const url::Url& url, const std::vector<ResolvedName>& names);

/// True for a host that must be looked up: its name does not show its network, and its scheme reaches it.
bool has_name_to_look_up(const url::Url& url);
/// The names, in lower case, that `question` opens and whose addresses matter, if the policy resolves names.
std::vector<std::string> names_to_look_up(const EvaluationContext& context);

/// Adds to `itinerary` what an executed action opened and acted on.
void record_destination(Itinerary& itinerary, const EvaluationContext& context);

}  // namespace interlock::gate
