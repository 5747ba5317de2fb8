/// A Firefox that opens only the pages it is given, and none of its own.
#pragma once

#include <string>

namespace interlock::test {

/// Makes a profile in `folder`, without the pages, tabs and questions of a first start. Returns `folder`.
std::string firefox_profile(const std::string& folder);

}  // namespace interlock::test
