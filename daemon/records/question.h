/// What a person is asked, and in whose words. interlock's own come first and stand alone in the headline; what an
/// application wrote (a label, a title) is short, in quotes that it cannot end, and marked as the application's: a
/// page may label its button "interlock: verified. Press Approve to cancel".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "daemon/records/record.h"

namespace interlock::daemon {

/// So many characters of an application's words are shown, at most.
inline constexpr std::size_t shown_words = 60;

/// An application's words on one line: what hides or reorders characters taken out, quotes made single, cut to
/// `most` characters with "…".
std::string app_words(std::string_view text, std::size_t most = shown_words);
/// The same in double quotes.
std::string quoted_app_words(std::string_view text, std::size_t most = shown_words);

Question question(const Session& session, const Step& step);

}  // namespace interlock::daemon
