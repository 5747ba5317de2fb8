/// Places where text runs as a program: developer tools of browsers, macro editors, script consoles.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "values/observation.h"

namespace interlock::gate {

struct EvaluationContext;

enum class CodeKind : std::uint8_t {
  developer_tools,  ///< consoles, inspectors and editors for a page or a browser
  console,          ///< a window whose prompt runs what is entered
  macro_editor,     ///< of LibreOffice and its relatives
  macro_dialog,     ///< chooses, runs, assigns or manages macros
};

/// The name of the place, for sentences: "developer tools".
std::string_view describe(CodeKind kind);

/// The place in which the action acts; nothing if it is another place.
std::optional<CodeKind> code_place(const EvaluationContext& context);

}  // namespace interlock::gate
