#include "clients/display/atoms.h"

namespace interlock::display {
namespace {

// In the order of their numbers, from 1.
constexpr std::string_view predefined[] = {"PRIMARY",
                                           "SECONDARY",
                                           "ARC",
                                           "ATOM",
                                           "BITMAP",
                                           "CARDINAL",
                                           "COLORMAP",
                                           "CURSOR",
                                           "CUT_BUFFER0",
                                           "CUT_BUFFER1",
                                           "CUT_BUFFER2",
                                           "CUT_BUFFER3",
                                           "CUT_BUFFER4",
                                           "CUT_BUFFER5",
                                           "CUT_BUFFER6",
                                           "CUT_BUFFER7",
                                           "DRAWABLE",
                                           "FONT",
                                           "INTEGER",
                                           "PIXMAP",
                                           "POINT",
                                           "RECTANGLE",
                                           "RESOURCE_MANAGER",
                                           "RGB_COLOR_MAP",
                                           "RGB_BEST_MAP",
                                           "RGB_BLUE_MAP",
                                           "RGB_DEFAULT_MAP",
                                           "RGB_GRAY_MAP",
                                           "RGB_GREEN_MAP",
                                           "RGB_RED_MAP",
                                           "STRING",
                                           "VISUALID",
                                           "WINDOW",
                                           "WM_COMMAND",
                                           "WM_HINTS",
                                           "WM_CLIENT_MACHINE",
                                           "WM_ICON_NAME",
                                           "WM_ICON_SIZE",
                                           "WM_NAME",
                                           "WM_NORMAL_HINTS",
                                           "WM_SIZE_HINTS",
                                           "WM_ZOOM_HINTS",
                                           "MIN_SPACE",
                                           "NORM_SPACE",
                                           "MAX_SPACE",
                                           "END_SPACE",
                                           "SUPERSCRIPT_X",
                                           "SUPERSCRIPT_Y",
                                           "SUBSCRIPT_X",
                                           "SUBSCRIPT_Y",
                                           "UNDERLINE_POSITION",
                                           "UNDERLINE_THICKNESS",
                                           "STRIKEOUT_ASCENT",
                                           "STRIKEOUT_DESCENT",
                                           "ITALIC_ANGLE",
                                           "X_HEIGHT",
                                           "QUAD_WIDTH",
                                           "WEIGHT",
                                           "POINT_SIZE",
                                           "RESOLUTION",
                                           "COPYRIGHT",
                                           "NOTICE",
                                           "FONT_NAME",
                                           "FAMILY_NAME",
                                           "FULL_NAME",
                                           "CAP_HEIGHT",
                                           "WM_CLASS",
                                           "WM_TRANSIENT_FOR"};
static_assert(std::size(predefined) == 68);

}  // namespace

Atoms::Atoms() {
  for (const auto name : predefined) (void)intern(name);
}

Atom Atoms::intern(std::string_view name, bool create) {
  if (const auto found = atoms_.find(name); found != atoms_.end()) return found->second;
  if (!create || names_.size() >= most) return atom::none;
  names_.emplace_back(name);
  const auto number = static_cast<Atom>(names_.size());
  atoms_.emplace(name, number);
  return number;
}

std::optional<std::string_view> Atoms::name(Atom atom) const {
  if (atom == atom::none || atom > names_.size()) return std::nullopt;
  return names_[atom - 1];
}

}  // namespace interlock::display
