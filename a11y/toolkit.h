/// How toolkits differ: one row of facts a toolkit. Only this header and toolkit.cpp know toolkits by name; all other
/// code asks for a fact.
#pragma once

#include <string_view>

namespace interlock::a11y {

/// Facts of a toolkit, each observed in a running application. The defaults are those of a toolkit without a row.
/// Values are copied, so that a look keeps them while its application goes away.
struct Toolkit {
  /// The toolkit's name, for messages and tests. No code decides by it (tests/architecture).
  std::string_view name = "other";

  /// Properties.GetAll answers all properties of an object at once. at-spi2-core's own bridge (GTK 3, Chromium,
  /// Firefox, LibreOffice) and GTK 4 do; Qt answers property by property only.
  bool answers_all_properties = false;
  /// Collection.GetMatches can be used. GTK 4 and Qt do not implement it. LibreOffice does, but visits every cell of a
  /// sheet, a thousand million, and never returns.
  bool has_collection = true;
  /// Each object costs about a millisecond, so a walk reads only what it must. LibreOffice.
  bool answers_slowly = false;

  /// Extents and hit tests count from the window's own corner, inside of the shadow that it draws around itself, and
  /// not from the screen's. GTK 4.8 answers requests in screen coordinates as if they were in window coordinates; 4.18
  /// answers (0, 0).
  bool extents_relative_to_window = false;
  /// A popover, and what is in it, say that they lie at the corner of the widget that the popover belongs to. GTK 4.
  bool popovers_report_parents_corner = false;
  /// No widget has the state SHOWING: one that is shown is VISIBLE and has extents. GTK 4.8.
  bool shown_without_state_showing = false;
  /// On a display without coordinates, what is in a popup counts from the popup's own corner, with its shadow. Its
  /// screen coordinates are greater by the place of the popup, without its shadow, in the window. GTK 3.
  bool popups_count_from_own_corner = false;
  /// On a display without coordinates, what is in a popover lies up to 14 pixels away from where it says. GTK 4.18.
  bool popovers_lie_elsewhere = false;
  /// Items of lists have no name, only a label in them. GTK 4.
  bool items_hold_their_names = false;
  /// Those of drop-down lists do not lie where they report. GTK 4.8.
  bool unnamed_popup_items_lie_elsewhere = false;
  /// What has no name reports the name of its class: "GtkSwitch". A button may report its label twice: "Remove Remove".
  /// GTK 4.8.
  bool makes_names_up = false;
  /// Key bindings name no mnemonics; the underscore before the letter is in the control's name. GTK 4.
  bool mnemonics_in_names = false;

  /// On a display with a scale, hit tests count the pixels that the program draws, and places logical ones. Chromium,
  /// Firefox.
  bool hit_tests_in_drawn_pixels = false;
  /// So do the places of what is in a page. Chromium.
  bool pages_in_drawn_pixels = false;
  /// There places are those of drawn pixels, rounded to logical ones: the size of a frame may be one more or less than
  /// the window's, and what is drawn may lie up to one outside of where it is reported. Firefox.
  bool rounds_drawn_pixels = false;

  /// Windows show web pages: documents of the role document_web, listeners behind elements that have no role of a
  /// control, trees that are too large to walk. Chromium, Firefox.
  bool shows_web_pages = false;
  /// Every text of a page is a node of its own, so that no element needs to be asked for its text. Chromium.
  bool texts_are_nodes = false;
  /// A closed <select> has no text, so that what it holds is only known from its options. Firefox.
  bool lists_have_no_text = false;
  /// What has the focus in a closed list is not in the tree: only an event at the time when it gets the focus names it.
  /// GTK 3, whose list has a button of its own.
  bool lists_hide_focus = false;
  /// The options of an open <select> are in the page, and the popup's own tree is empty. Chromium.
  bool popup_options_in_page = false;

  /// A hit test returns the deepest node at once; others return a child, which is asked next. Chromium.
  bool hit_test_names_leaf = false;
  /// A hit test is answered from cached data, and the renderer is asked only then: the first answer may be what was
  /// there at the request before (docs/decisions/0002-chromium-hit-test.md). Chromium.
  bool hit_test_answers_late = false;
  /// A hit test is answered from what was on top when the page was last laid out; a change of opacity, pointer-events,
  /// z-index or clip-path does not update this (a11y/overlaps.h). Firefox.
  bool hit_test_as_last_laid_out = false;
  /// A node that reports no children is a leaf, and no further hit test is needed. Observed to be true of GTK 3 and
  /// Firefox; untrue of LibreOffice, where a large sheet reports 0.
  bool childless_is_leaf = false;

  /// A cell with an icon and a text has a cell for each, and a hit test in it returns the first, wherever the point is.
  /// GTK 3.
  bool cells_answer_with_first_part = false;
  /// Buttons and lists that open are made of boxes and labels, and a hit test may end at such a box. GTK 4.
  bool controls_hold_layout = false;

  /// A table has a child for each cell that it could have, a sheet a thousand million; its cells are other objects at
  /// each request. LibreOffice.
  bool tables_list_all_cells = false;
  /// The label of a list names the box around the list's button. LibreOffice under GTK 3.
  bool labels_name_boxes = false;
  /// A part of the window is drawn without GTK, and the objects in it report their places as if the menu bar above it
  /// did not exist (a11y/vcl.h). LibreOffice under GTK 3.
  bool draws_part_itself = false;

  /// The cells of a tree are other objects at each request. Qt 5.
  bool tree_cells_made_anew = false;

  /// The current tab says that it has the focus, whatever has it. Qt 5.
  bool tabs_claim_focus = false;

  /// So does the current item of each list, tree and table. Qt.
  bool items_claim_focus = false;

  /// Under a compositor that leaves this to programs it draws a title bar and a border itself, and counts places from
  /// the content below them. Qt 6 in GNOME.
  bool counts_below_own_title = false;

  /// The program that reads a pointer's motion also draws its windows, and handles the motion when its loop is next
  /// idle: a tenth of the time that a page needs is enough. GTK 3, GTK 4, Qt, LibreOffice.
  bool handles_motion_itself = false;
};

/// From Application.ToolkitName and Version, and the application's name: LibreOffice under GTK 3 reports the toolkit
/// "gtk" and the name "soffice".
Toolkit toolkit_from(std::string_view name, std::string_view version, std::string_view application = "");

}  // namespace interlock::a11y
