/// The style and the script of the report's page.
#pragma once

#include <string_view>

namespace interlock::cli {

extern const std::string_view report_style;
/// Filters rows by decision, rule and text; the choice is kept in the address after #.
extern const std::string_view report_script;

}  // namespace interlock::cli
