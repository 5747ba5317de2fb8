/// What an approver elsewhere is shown of an action beyond the question's short texts, and what would be done, as data.
/// Nothing is cut; secrets stand as bullets.
#pragma once

#include "approval/statement.h"
#include "daemon/records/record.h"

namespace interlock::daemon {

/// The texts that the action would enter, the agent's own words, and the application's words about its target.
/// `shown`: the action with its secrets masked.
approval::Rows whole_texts(const Action& shown, const Step& step);
/// The action, its session and record, and its target, each as JSON.
approval::Rows done_rows(const Session& session, const Action& shown, const Step& step);

}  // namespace interlock::daemon
