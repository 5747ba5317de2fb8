/// The style and the script of the report's page.
#pragma once

#include <string_view>

namespace interlock::cli {

extern const std::string_view report_style;
/// Filters rows by decision, rule and text; what is chosen stands in the address after #, so it can be kept.
extern const std::string_view report_script;

}  // namespace interlock::cli
