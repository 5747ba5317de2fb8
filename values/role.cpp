#include "values/role.h"

#include <array>

namespace interlock {
namespace {

constexpr std::array<std::string_view, role_count> role_names = {
    "invalid",
    "accelerator label",
    "alert",
    "animation",
    "arrow",
    "calendar",
    "canvas",
    "check box",
    "check menu item",
    "color chooser",
    "column header",
    "combo box",
    "date editor",
    "desktop icon",
    "desktop frame",
    "dial",
    "dialog",
    "directory pane",
    "drawing area",
    "file chooser",
    "filler",
    "focus traversable",
    "font chooser",
    "frame",
    "glass pane",
    "html container",
    "icon",
    "image",
    "internal frame",
    "label",
    "layered pane",
    "list",
    "list item",
    "menu",
    "menu bar",
    "menu item",
    "option pane",
    "page tab",
    "page tab list",
    "panel",
    "password text",
    "popup menu",
    "progress bar",
    "push button",
    "radio button",
    "radio menu item",
    "root pane",
    "row header",
    "scroll bar",
    "scroll pane",
    "separator",
    "slider",
    "spin button",
    "split pane",
    "status bar",
    "table",
    "table cell",
    "table column header",
    "table row header",
    "tearoff menu item",
    "terminal",
    "text",
    "toggle button",
    "tool bar",
    "tool tip",
    "tree",
    "tree table",
    "unknown",
    "viewport",
    "window",
    "extended",
    "header",
    "footer",
    "paragraph",
    "ruler",
    "application",
    "autocomplete",
    "editbar",
    "embedded",
    "entry",
    "chart",
    "caption",
    "document frame",
    "heading",
    "page",
    "section",
    "redundant object",
    "form",
    "link",
    "input method window",
    "table row",
    "tree item",
    "document spreadsheet",
    "document presentation",
    "document text",
    "document web",
    "document email",
    "comment",
    "list box",
    "grouping",
    "image map",
    "notification",
    "info bar",
    "level bar",
    "title bar",
    "block quote",
    "audio",
    "video",
    "definition",
    "article",
    "landmark",
    "log",
    "marquee",
    "math",
    "rating",
    "timer",
    "static",
    "math fraction",
    "math root",
    "subscript",
    "superscript",
    "description list",
    "description term",
    "description value",
    "footnote",
    "content deletion",
    "content insertion",
    "mark",
    "suggestion",
    "push button menu",
};

}  // namespace

std::string_view role_name(Role role) {
  const auto number = static_cast<std::size_t>(role);
  return number < role_names.size() ? role_names[number] : role_names[static_cast<std::size_t>(Role::unknown)];
}

std::optional<Role> role_from_name(std::string_view name) {
  if (name == "button") return Role::push_button;  // at-spi2-core 2.54 renamed it
  for (std::size_t number = 0; number < role_names.size(); ++number) {
    if (role_names[number] == name) return static_cast<Role>(number);
  }
  return std::nullopt;
}

bool is_actionable(Role role) {
  switch (role) {
    case Role::push_button:
    case Role::push_button_menu:
    case Role::toggle_button:
    case Role::check_box:
    case Role::check_menu_item:
    case Role::radio_button:
    case Role::radio_menu_item:
    case Role::menu_item:
    case Role::menu:
    case Role::tearoff_menu_item:
    case Role::link:
    case Role::page_tab:
    case Role::combo_box:
    case Role::list_item:
    case Role::tree_item:
    case Role::table_cell:
    case Role::icon:
    case Role::slider:
    case Role::spin_button:
    case Role::entry:
    case Role::password_text:
    case Role::text:
    case Role::terminal:
    case Role::autocomplete:
    case Role::editbar:
      return true;
    default:
      return false;
  }
}

bool takes_text(Role role) {
  switch (role) {
    case Role::entry:
    case Role::password_text:
    case Role::text:
    case Role::terminal:
    case Role::autocomplete:
    case Role::editbar:
    case Role::spin_button:
    case Role::combo_box:
    case Role::document_text:
    case Role::document_frame:
    case Role::document_spreadsheet:
      return true;
    default:
      return false;
  }
}

}  // namespace interlock
