#include "a11y/toolkit.h"

namespace interlock::a11y {
namespace {

constexpr Toolkit gtk3{
    .name = "gtk3",
    .answers_all_properties = true,
    .popups_count_from_own_corner = true,
    .lists_hide_focus = true,
    .childless_is_leaf = true,
    .cells_answer_with_first_part = true,
    .handles_motion_itself = true,
};

constexpr Toolkit gtk4{
    .name = "gtk4",
    .answers_all_properties = true,
    .has_collection = false,
    .extents_relative_to_window = true,
    .popovers_report_parents_corner = true,
    .shown_without_state_showing = true,
    .popovers_lie_elsewhere = true,
    .items_hold_their_names = true,
    .unnamed_popup_items_lie_elsewhere = true,
    .makes_names_up = true,
    .mnemonics_in_names = true,
    .controls_hold_layout = true,
    .handles_motion_itself = true,
};

constexpr Toolkit qt{
    .name = "qt",
    .has_collection = false,
    .tree_cells_made_anew = true,
    .tabs_claim_focus = true,
    .items_claim_focus = true,
    .counts_below_own_title = true,
    .handles_motion_itself = true,
};

constexpr Toolkit chromium{
    .name = "chromium",
    .answers_all_properties = true,
    .hit_tests_in_drawn_pixels = true,
    .pages_in_drawn_pixels = true,
    .shows_web_pages = true,
    .texts_are_nodes = true,
    .popup_options_in_page = true,
    .hit_test_names_leaf = true,
    .hit_test_answers_late = true,
};

constexpr Toolkit gecko{
    .name = "gecko",
    .answers_all_properties = true,
    .hit_tests_in_drawn_pixels = true,
    .rounds_drawn_pixels = true,
    .shows_web_pages = true,
    .lists_have_no_text = true,
    .hit_test_as_last_laid_out = true,
    .childless_is_leaf = true,
};

/// LibreOffice. Under GTK 3 its windows are partly GTK's.
constexpr Toolkit vcl{
    .name = "vcl",
    .answers_all_properties = true,
    .has_collection = false,
    .answers_slowly = true,
    .tables_list_all_cells = true,
    .labels_name_boxes = true,
    .draws_part_itself = true,
    .handles_motion_itself = true,
};

}  // namespace

Toolkit toolkit_from(std::string_view name, std::string_view version, std::string_view application) {
  if (name == "gtk") return application == "soffice" ? vcl : gtk3;
  if (name == "GTK") return version.starts_with("3.") ? gtk3 : gtk4;
  if (name == "Qt") return qt;
  if (name == "Chromium") return chromium;
  if (name == "Gecko") return gecko;
  if (name == "VCL") return vcl;
  return {};
}

}  // namespace interlock::a11y
