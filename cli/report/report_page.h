/// One session as a page: a self-contained HTML file that asks no network for anything and runs no script but its own.
#pragma once

#include <functional>
#include <string>

#include "cli/report/session_records.h"

namespace interlock::cli {

/// What is known of the picture that a record tells of.
struct KeptPicture {
  std::string png;      ///< its bytes; empty: it cannot be shown
  std::string trouble;  ///< why not, for people
};
using PictureSource = std::function<KeptPicture(const ipc::json::object& picture)>;

/// `nonce`: a word that nobody could know when the records were written; style and script are let in by it. Without
/// `pictures` there are none.
std::string report_page(const std::string& session, const SessionRecords& found, const std::string& nonce,
                        const PictureSource& pictures = {});

}  // namespace interlock::cli
