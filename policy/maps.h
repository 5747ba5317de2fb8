/// Keys whose value is a map from names: key chords, waits, tiers of applications.
#pragma once

#include "policy/mistakes.h"
#include "policy/settings.h"
#include "policy/tree.h"

namespace interlock::policy {

void read_captcha(const Node& in, Settings& out, Mistakes& bad);
/// kind: seconds
void read_captcha_waits(const Node& in, Settings& out, Mistakes& bad);
/// kind of chord: decision
void read_key_chords(const Node& in, Settings& out, Mistakes& bad);
/// name of a tier: {decision, applications}; an existing tier keeps the members that are not given.
void read_application_tiers(const Node& in, Settings& out, Mistakes& bad);

}  // namespace interlock::policy
