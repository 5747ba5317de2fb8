/// Parts of a question in the words of a person. Words of an application, a page or the agent are short and stand in
/// quotes that they cannot end (daemon/records/question.h).
#pragma once

#include <string>

#include "daemon/records/record.h"

namespace interlock::daemon {

/// What the agent wants to do, and where: `press "Place order" on shop.example`, `type "hello" into "Search" in gedit`.
std::string request_of(const Session& session, const Step& step);
/// What the form around the target shows: amounts, and the values of its fields; `"Total: 39.90 EUR", "To:
/// me@home.example"`. Never a secret field's value. Empty if there is nothing, or nothing was asked for.
std::string form_of(const Session& session, const Step& step);
/// Where the step acts: " on shop.example", " in gedit".
std::string place_of(const Step& step);
/// Where the target and the form around it are; empty if nothing of it has a place.
Rect place_of_form(const Step& step);
/// The agent's own words about the action, in quotes; empty if it gave none or they may hold a secret.
std::string intent_of(const Session& session, const Step& step);

}  // namespace interlock::daemon
