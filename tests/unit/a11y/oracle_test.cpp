// libatspi's own header is the reference for the numbers that applications send.
#include <atspi/atspi-constants.h>
#include <gtest/gtest.h>

#include "a11y/atspi.h"
#include "values/role.h"
#include "values/state.h"

namespace interlock::a11y {
namespace {

struct Pair {
  int ours;
  int theirs;
};

constexpr Pair roles[] = {
    Pair{static_cast<int>(Role::invalid), ATSPI_ROLE_INVALID},
    Pair{static_cast<int>(Role::accelerator_label), ATSPI_ROLE_ACCELERATOR_LABEL},
    Pair{static_cast<int>(Role::alert), ATSPI_ROLE_ALERT},
    Pair{static_cast<int>(Role::animation), ATSPI_ROLE_ANIMATION},
    Pair{static_cast<int>(Role::arrow), ATSPI_ROLE_ARROW},
    Pair{static_cast<int>(Role::calendar), ATSPI_ROLE_CALENDAR},
    Pair{static_cast<int>(Role::canvas), ATSPI_ROLE_CANVAS},
    Pair{static_cast<int>(Role::check_box), ATSPI_ROLE_CHECK_BOX},
    Pair{static_cast<int>(Role::check_menu_item), ATSPI_ROLE_CHECK_MENU_ITEM},
    Pair{static_cast<int>(Role::color_chooser), ATSPI_ROLE_COLOR_CHOOSER},
    Pair{static_cast<int>(Role::column_header), ATSPI_ROLE_COLUMN_HEADER},
    Pair{static_cast<int>(Role::combo_box), ATSPI_ROLE_COMBO_BOX},
    Pair{static_cast<int>(Role::date_editor), ATSPI_ROLE_DATE_EDITOR},
    Pair{static_cast<int>(Role::desktop_icon), ATSPI_ROLE_DESKTOP_ICON},
    Pair{static_cast<int>(Role::desktop_frame), ATSPI_ROLE_DESKTOP_FRAME},
    Pair{static_cast<int>(Role::dial), ATSPI_ROLE_DIAL},
    Pair{static_cast<int>(Role::dialog), ATSPI_ROLE_DIALOG},
    Pair{static_cast<int>(Role::directory_pane), ATSPI_ROLE_DIRECTORY_PANE},
    Pair{static_cast<int>(Role::drawing_area), ATSPI_ROLE_DRAWING_AREA},
    Pair{static_cast<int>(Role::file_chooser), ATSPI_ROLE_FILE_CHOOSER},
    Pair{static_cast<int>(Role::filler), ATSPI_ROLE_FILLER},
    Pair{static_cast<int>(Role::focus_traversable), ATSPI_ROLE_FOCUS_TRAVERSABLE},
    Pair{static_cast<int>(Role::font_chooser), ATSPI_ROLE_FONT_CHOOSER},
    Pair{static_cast<int>(Role::frame), ATSPI_ROLE_FRAME},
    Pair{static_cast<int>(Role::glass_pane), ATSPI_ROLE_GLASS_PANE},
    Pair{static_cast<int>(Role::html_container), ATSPI_ROLE_HTML_CONTAINER},
    Pair{static_cast<int>(Role::icon), ATSPI_ROLE_ICON},
    Pair{static_cast<int>(Role::image), ATSPI_ROLE_IMAGE},
    Pair{static_cast<int>(Role::internal_frame), ATSPI_ROLE_INTERNAL_FRAME},
    Pair{static_cast<int>(Role::label), ATSPI_ROLE_LABEL},
    Pair{static_cast<int>(Role::layered_pane), ATSPI_ROLE_LAYERED_PANE},
    Pair{static_cast<int>(Role::list), ATSPI_ROLE_LIST},
    Pair{static_cast<int>(Role::list_item), ATSPI_ROLE_LIST_ITEM},
    Pair{static_cast<int>(Role::menu), ATSPI_ROLE_MENU},
    Pair{static_cast<int>(Role::menu_bar), ATSPI_ROLE_MENU_BAR},
    Pair{static_cast<int>(Role::menu_item), ATSPI_ROLE_MENU_ITEM},
    Pair{static_cast<int>(Role::option_pane), ATSPI_ROLE_OPTION_PANE},
    Pair{static_cast<int>(Role::page_tab), ATSPI_ROLE_PAGE_TAB},
    Pair{static_cast<int>(Role::page_tab_list), ATSPI_ROLE_PAGE_TAB_LIST},
    Pair{static_cast<int>(Role::panel), ATSPI_ROLE_PANEL},
    Pair{static_cast<int>(Role::password_text), ATSPI_ROLE_PASSWORD_TEXT},
    Pair{static_cast<int>(Role::popup_menu), ATSPI_ROLE_POPUP_MENU},
    Pair{static_cast<int>(Role::progress_bar), ATSPI_ROLE_PROGRESS_BAR},
    Pair{static_cast<int>(Role::push_button), ATSPI_ROLE_PUSH_BUTTON},
    Pair{static_cast<int>(Role::radio_button), ATSPI_ROLE_RADIO_BUTTON},
    Pair{static_cast<int>(Role::radio_menu_item), ATSPI_ROLE_RADIO_MENU_ITEM},
    Pair{static_cast<int>(Role::root_pane), ATSPI_ROLE_ROOT_PANE},
    Pair{static_cast<int>(Role::row_header), ATSPI_ROLE_ROW_HEADER},
    Pair{static_cast<int>(Role::scroll_bar), ATSPI_ROLE_SCROLL_BAR},
    Pair{static_cast<int>(Role::scroll_pane), ATSPI_ROLE_SCROLL_PANE},
    Pair{static_cast<int>(Role::separator), ATSPI_ROLE_SEPARATOR},
    Pair{static_cast<int>(Role::slider), ATSPI_ROLE_SLIDER},
    Pair{static_cast<int>(Role::spin_button), ATSPI_ROLE_SPIN_BUTTON},
    Pair{static_cast<int>(Role::split_pane), ATSPI_ROLE_SPLIT_PANE},
    Pair{static_cast<int>(Role::status_bar), ATSPI_ROLE_STATUS_BAR},
    Pair{static_cast<int>(Role::table), ATSPI_ROLE_TABLE},
    Pair{static_cast<int>(Role::table_cell), ATSPI_ROLE_TABLE_CELL},
    Pair{static_cast<int>(Role::table_column_header), ATSPI_ROLE_TABLE_COLUMN_HEADER},
    Pair{static_cast<int>(Role::table_row_header), ATSPI_ROLE_TABLE_ROW_HEADER},
    Pair{static_cast<int>(Role::tearoff_menu_item), ATSPI_ROLE_TEAROFF_MENU_ITEM},
    Pair{static_cast<int>(Role::terminal), ATSPI_ROLE_TERMINAL},
    Pair{static_cast<int>(Role::text), ATSPI_ROLE_TEXT},
    Pair{static_cast<int>(Role::toggle_button), ATSPI_ROLE_TOGGLE_BUTTON},
    Pair{static_cast<int>(Role::tool_bar), ATSPI_ROLE_TOOL_BAR},
    Pair{static_cast<int>(Role::tool_tip), ATSPI_ROLE_TOOL_TIP},
    Pair{static_cast<int>(Role::tree), ATSPI_ROLE_TREE},
    Pair{static_cast<int>(Role::tree_table), ATSPI_ROLE_TREE_TABLE},
    Pair{static_cast<int>(Role::unknown), ATSPI_ROLE_UNKNOWN},
    Pair{static_cast<int>(Role::viewport), ATSPI_ROLE_VIEWPORT},
    Pair{static_cast<int>(Role::window), ATSPI_ROLE_WINDOW},
    Pair{static_cast<int>(Role::extended), ATSPI_ROLE_EXTENDED},
    Pair{static_cast<int>(Role::header), ATSPI_ROLE_HEADER},
    Pair{static_cast<int>(Role::footer), ATSPI_ROLE_FOOTER},
    Pair{static_cast<int>(Role::paragraph), ATSPI_ROLE_PARAGRAPH},
    Pair{static_cast<int>(Role::ruler), ATSPI_ROLE_RULER},
    Pair{static_cast<int>(Role::application), ATSPI_ROLE_APPLICATION},
    Pair{static_cast<int>(Role::autocomplete), ATSPI_ROLE_AUTOCOMPLETE},
    Pair{static_cast<int>(Role::editbar), ATSPI_ROLE_EDITBAR},
    Pair{static_cast<int>(Role::embedded), ATSPI_ROLE_EMBEDDED},
    Pair{static_cast<int>(Role::entry), ATSPI_ROLE_ENTRY},
    Pair{static_cast<int>(Role::chart), ATSPI_ROLE_CHART},
    Pair{static_cast<int>(Role::caption), ATSPI_ROLE_CAPTION},
    Pair{static_cast<int>(Role::document_frame), ATSPI_ROLE_DOCUMENT_FRAME},
    Pair{static_cast<int>(Role::heading), ATSPI_ROLE_HEADING},
    Pair{static_cast<int>(Role::page), ATSPI_ROLE_PAGE},
    Pair{static_cast<int>(Role::section), ATSPI_ROLE_SECTION},
    Pair{static_cast<int>(Role::redundant_object), ATSPI_ROLE_REDUNDANT_OBJECT},
    Pair{static_cast<int>(Role::form), ATSPI_ROLE_FORM},
    Pair{static_cast<int>(Role::link), ATSPI_ROLE_LINK},
    Pair{static_cast<int>(Role::input_method_window), ATSPI_ROLE_INPUT_METHOD_WINDOW},
    Pair{static_cast<int>(Role::table_row), ATSPI_ROLE_TABLE_ROW},
    Pair{static_cast<int>(Role::tree_item), ATSPI_ROLE_TREE_ITEM},
    Pair{static_cast<int>(Role::document_spreadsheet), ATSPI_ROLE_DOCUMENT_SPREADSHEET},
    Pair{static_cast<int>(Role::document_presentation), ATSPI_ROLE_DOCUMENT_PRESENTATION},
    Pair{static_cast<int>(Role::document_text), ATSPI_ROLE_DOCUMENT_TEXT},
    Pair{static_cast<int>(Role::document_web), ATSPI_ROLE_DOCUMENT_WEB},
    Pair{static_cast<int>(Role::document_email), ATSPI_ROLE_DOCUMENT_EMAIL},
    Pair{static_cast<int>(Role::comment), ATSPI_ROLE_COMMENT},
    Pair{static_cast<int>(Role::list_box), ATSPI_ROLE_LIST_BOX},
    Pair{static_cast<int>(Role::grouping), ATSPI_ROLE_GROUPING},
    Pair{static_cast<int>(Role::image_map), ATSPI_ROLE_IMAGE_MAP},
    Pair{static_cast<int>(Role::notification), ATSPI_ROLE_NOTIFICATION},
    Pair{static_cast<int>(Role::info_bar), ATSPI_ROLE_INFO_BAR},
    Pair{static_cast<int>(Role::level_bar), ATSPI_ROLE_LEVEL_BAR},
    Pair{static_cast<int>(Role::title_bar), ATSPI_ROLE_TITLE_BAR},
    Pair{static_cast<int>(Role::block_quote), ATSPI_ROLE_BLOCK_QUOTE},
    Pair{static_cast<int>(Role::audio), ATSPI_ROLE_AUDIO},
    Pair{static_cast<int>(Role::video), ATSPI_ROLE_VIDEO},
    Pair{static_cast<int>(Role::definition), ATSPI_ROLE_DEFINITION},
    Pair{static_cast<int>(Role::article), ATSPI_ROLE_ARTICLE},
    Pair{static_cast<int>(Role::landmark), ATSPI_ROLE_LANDMARK},
    Pair{static_cast<int>(Role::log), ATSPI_ROLE_LOG},
    Pair{static_cast<int>(Role::marquee), ATSPI_ROLE_MARQUEE},
    Pair{static_cast<int>(Role::math), ATSPI_ROLE_MATH},
    Pair{static_cast<int>(Role::rating), ATSPI_ROLE_RATING},
    Pair{static_cast<int>(Role::timer), ATSPI_ROLE_TIMER},
    Pair{static_cast<int>(Role::static_), ATSPI_ROLE_STATIC},
    Pair{static_cast<int>(Role::math_fraction), ATSPI_ROLE_MATH_FRACTION},
    Pair{static_cast<int>(Role::math_root), ATSPI_ROLE_MATH_ROOT},
    Pair{static_cast<int>(Role::subscript), ATSPI_ROLE_SUBSCRIPT},
    Pair{static_cast<int>(Role::superscript), ATSPI_ROLE_SUPERSCRIPT},
    Pair{static_cast<int>(Role::description_list), ATSPI_ROLE_DESCRIPTION_LIST},
    Pair{static_cast<int>(Role::description_term), ATSPI_ROLE_DESCRIPTION_TERM},
    Pair{static_cast<int>(Role::description_value), ATSPI_ROLE_DESCRIPTION_VALUE},
    Pair{static_cast<int>(Role::footnote), ATSPI_ROLE_FOOTNOTE},
    Pair{static_cast<int>(Role::content_deletion), ATSPI_ROLE_CONTENT_DELETION},
    Pair{static_cast<int>(Role::content_insertion), ATSPI_ROLE_CONTENT_INSERTION},
    Pair{static_cast<int>(Role::mark), ATSPI_ROLE_MARK},
    Pair{static_cast<int>(Role::suggestion), ATSPI_ROLE_SUGGESTION},
    Pair{static_cast<int>(Role::push_button_menu), ATSPI_ROLE_PUSH_BUTTON_MENU},
};

constexpr Pair states[] = {
    Pair{static_cast<int>(State::invalid), ATSPI_STATE_INVALID},
    Pair{static_cast<int>(State::active), ATSPI_STATE_ACTIVE},
    Pair{static_cast<int>(State::armed), ATSPI_STATE_ARMED},
    Pair{static_cast<int>(State::busy), ATSPI_STATE_BUSY},
    Pair{static_cast<int>(State::checked), ATSPI_STATE_CHECKED},
    Pair{static_cast<int>(State::collapsed), ATSPI_STATE_COLLAPSED},
    Pair{static_cast<int>(State::defunct), ATSPI_STATE_DEFUNCT},
    Pair{static_cast<int>(State::editable), ATSPI_STATE_EDITABLE},
    Pair{static_cast<int>(State::enabled), ATSPI_STATE_ENABLED},
    Pair{static_cast<int>(State::expandable), ATSPI_STATE_EXPANDABLE},
    Pair{static_cast<int>(State::expanded), ATSPI_STATE_EXPANDED},
    Pair{static_cast<int>(State::focusable), ATSPI_STATE_FOCUSABLE},
    Pair{static_cast<int>(State::focused), ATSPI_STATE_FOCUSED},
    Pair{static_cast<int>(State::has_tooltip), ATSPI_STATE_HAS_TOOLTIP},
    Pair{static_cast<int>(State::horizontal), ATSPI_STATE_HORIZONTAL},
    Pair{static_cast<int>(State::iconified), ATSPI_STATE_ICONIFIED},
    Pair{static_cast<int>(State::modal), ATSPI_STATE_MODAL},
    Pair{static_cast<int>(State::multi_line), ATSPI_STATE_MULTI_LINE},
    Pair{static_cast<int>(State::multiselectable), ATSPI_STATE_MULTISELECTABLE},
    Pair{static_cast<int>(State::opaque), ATSPI_STATE_OPAQUE},
    Pair{static_cast<int>(State::pressed), ATSPI_STATE_PRESSED},
    Pair{static_cast<int>(State::resizable), ATSPI_STATE_RESIZABLE},
    Pair{static_cast<int>(State::selectable), ATSPI_STATE_SELECTABLE},
    Pair{static_cast<int>(State::selected), ATSPI_STATE_SELECTED},
    Pair{static_cast<int>(State::sensitive), ATSPI_STATE_SENSITIVE},
    Pair{static_cast<int>(State::showing), ATSPI_STATE_SHOWING},
    Pair{static_cast<int>(State::single_line), ATSPI_STATE_SINGLE_LINE},
    Pair{static_cast<int>(State::stale), ATSPI_STATE_STALE},
    Pair{static_cast<int>(State::transient), ATSPI_STATE_TRANSIENT},
    Pair{static_cast<int>(State::vertical), ATSPI_STATE_VERTICAL},
    Pair{static_cast<int>(State::visible), ATSPI_STATE_VISIBLE},
    Pair{static_cast<int>(State::manages_descendants), ATSPI_STATE_MANAGES_DESCENDANTS},
    Pair{static_cast<int>(State::indeterminate), ATSPI_STATE_INDETERMINATE},
    Pair{static_cast<int>(State::required), ATSPI_STATE_REQUIRED},
    Pair{static_cast<int>(State::truncated), ATSPI_STATE_TRUNCATED},
    Pair{static_cast<int>(State::animated), ATSPI_STATE_ANIMATED},
    Pair{static_cast<int>(State::invalid_entry), ATSPI_STATE_INVALID_ENTRY},
    Pair{static_cast<int>(State::supports_autocompletion), ATSPI_STATE_SUPPORTS_AUTOCOMPLETION},
    Pair{static_cast<int>(State::selectable_text), ATSPI_STATE_SELECTABLE_TEXT},
    Pair{static_cast<int>(State::is_default), ATSPI_STATE_IS_DEFAULT},
    Pair{static_cast<int>(State::visited), ATSPI_STATE_VISITED},
    Pair{static_cast<int>(State::checkable), ATSPI_STATE_CHECKABLE},
    Pair{static_cast<int>(State::has_popup), ATSPI_STATE_HAS_POPUP},
    Pair{static_cast<int>(State::read_only), ATSPI_STATE_READ_ONLY},
};

TEST(Oracle, RolesHaveLibatspisNumbers) {
  for (const auto& [ours, theirs] : roles) EXPECT_EQ(ours, theirs);
  EXPECT_EQ(std::size(roles), role_count);
  // A newer libatspi may have more at the end; unknown numbers are read as "unknown".
  EXPECT_LE(static_cast<int>(role_count), static_cast<int>(ATSPI_ROLE_LAST_DEFINED));
}

TEST(Oracle, StatesHaveLibatspisNumbers) {
  for (const auto& [ours, theirs] : states) EXPECT_EQ(ours, theirs);
  EXPECT_EQ(std::size(states), state_count);
  EXPECT_LE(static_cast<int>(state_count), static_cast<int>(ATSPI_STATE_LAST_DEFINED));
}

TEST(Oracle, SoDoTheOtherNumbersWeSend) {
  EXPECT_EQ(static_cast<int>(Coordinates::screen), ATSPI_COORD_TYPE_SCREEN);
  EXPECT_EQ(static_cast<int>(Coordinates::window), ATSPI_COORD_TYPE_WINDOW);
  EXPECT_EQ(static_cast<int>(relation_labelled_by), ATSPI_RELATION_LABELLED_BY);
}

}  // namespace
}  // namespace interlock::a11y
