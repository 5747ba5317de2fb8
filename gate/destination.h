/// Where an action leads on the web: what it is about to open, and the page that it acts on.
#pragma once

#include <string>
#include <vector>

#include "gate/case.h"
#include "gate/itinerary.h"

namespace interlock::gate {

struct Destination {
  std::vector<std::string> opened;  ///< URLs, as a browser completes what is typed; of `navigate`, what was asked for
  bool typed = false;               ///< out of an address bar, handed over with Return
  bool unknown = false;             ///< ... whose text is not known
  const Document* page = nullptr;   ///< the page that is clicked on or typed into; none for the browser's own controls
  bool page_unknown = false;        ///< a browser's, and nobody knows which
};

Destination destination_of(const Case& question);

/// Adds to `itinerary` what an executed action opened and acted on.
void record_destination(Itinerary& itinerary, const Case& question);

}  // namespace interlock::gate
