/// One session as a page: a self-contained HTML file that makes no network requests and runs only its own script.
#pragma once

#include <functional>
#include <string>

#include "cli/report/session_records.h"

namespace interlock::cli {

/// The picture that a record refers to.
struct KeptPicture {
  std::string png;      ///< its bytes; empty: it cannot be shown
  std::string trouble;  ///< why it cannot be shown, for people
};
using PictureSource = std::function<KeptPicture(const ipc::json::object& picture)>;

/// `nonce`: a word that nobody could know when the records were written; it permits style and script. Without
/// `pictures` the page has none.
std::string report_page(const std::string& session, const SessionRecords& found, const std::string& nonce,
                        const PictureSource& pictures = {});

}  // namespace interlock::cli
