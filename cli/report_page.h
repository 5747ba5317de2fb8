/// One session as a page: a self-contained HTML file that asks no network for anything and runs no script but its own.
#pragma once

#include <string>

#include "cli/session_records.h"

namespace interlock::cli {

/// `nonce`: a word that nobody could know when the records were written; style and script are let in by it.
std::string report_page(const std::string& session, const SessionRecords& found, const std::string& nonce);

}  // namespace interlock::cli
