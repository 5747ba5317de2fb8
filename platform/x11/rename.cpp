#include "platform/x11/rename.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "platform/x11/pointer_acts.h"
#include "platform/x11/property.h"
#include "platform/x11/property_text.h"
#include "platform/x11/tree.h"

namespace interlock::platform::x11 {
namespace {

/// The answer about a property, and its content.
class Read {
 public:
  Read(const Connection& x, xcb_window_t window, xcb_atom_t name, std::uint32_t length = max_name_units)
      : reply_(xcb_get_property_reply(
            x.xcb(), xcb_get_property(x.xcb(), 0, window, name, XCB_GET_PROPERTY_TYPE_ANY, 0, length), nullptr)) {}
  explicit operator bool() const { return reply_ != nullptr; }
  Property operator*() const { return property_of(reply_.get()); }

 private:
  Reply<xcb_get_property_reply_t> reply_;
};

/// Sets the names one by one and stops at the first failure.
class Naming {
 public:
  Naming(const Connection& x, xcb_window_t window) : x_(x), window_(window) {}

  void set(xcb_atom_t name, xcb_atom_t type, std::string_view text, std::uint8_t mode = XCB_PROP_MODE_REPLACE) {
    if (!delivery_.complete) return;
    const auto asked = xcb_change_property_checked(x_.xcb(), mode, window_, name, type, 8,
                                                   static_cast<std::uint32_t>(text.size()), text.data());
    const Reply<xcb_generic_error_t> error(xcb_request_check(x_.xcb(), asked));
    if (!error) return;
    const bool gone = error->error_code == XCB_WINDOW;
    delivery_ =
        refused(gone ? "window_changed" : "unsupported", gone ? "the window is gone" : "the X server refused it");
  }

  /// Sets the old properties, which every client reads, and EWMH's, which take precedence if a window has them.
  void set_text(xcb_atom_t old_name, xcb_atom_t name, const std::string& text) {
    const bool ascii =
        std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    set(old_name, ascii ? xcb_atom_t{XCB_ATOM_STRING} : x_.atoms().utf8_string, text);
    if (name != XCB_ATOM_NONE) set(name, x_.atoms().utf8_string, text);
  }

  void set_class(const RenameWindow& rename) {
    const Read klass(x_, window_, XCB_ATOM_WM_CLASS);
    if (!klass) return unread();
    const std::string_view both = (*klass).text();
    const auto first_end = std::min(both.find('\0'), both.size());
    const std::string_view second = both.substr(std::min(first_end + 1, both.size()));
    std::string named = rename.class_name.value_or(std::string(both.substr(0, first_end)));
    named += '\0';
    named += rename.wm_class.value_or(std::string(second.substr(0, second.find('\0'))));
    named += '\0';
    set(XCB_ATOM_WM_CLASS, XCB_ATOM_STRING, named);
  }

  void keep_names() {
    const auto& atoms = x_.atoms();
    const Read former(x_, window_, atoms.former_names, former_names_units), klass(x_, window_, XCB_ATOM_WM_CLASS),
        net_name(x_, window_, atoms.net_wm_name), name(x_, window_, XCB_ATOM_WM_NAME);
    if (!former || !klass || !net_name || !name) return unread();
    const WindowNames names{.wm_class = class_property((*klass).text()),
                            .title = title_of(*net_name, *name, atoms.utf8_string)};
    const auto kept = former_names(*former);
    if (std::find(kept.begin(), kept.end(), names) != kept.end()) return;
    if (kept.size() >= most_former_names || names.wm_class.size() + names.title.size() > longest_former_name) {
      delivery_ = refused("renamed_too_often", "its earlier names could not all be recorded, and rules need them");
      return;
    }
    std::string entry = names.wm_class;
    entry += '\0';
    entry += names.title;
    entry += '\0';
    set(atoms.former_names, atoms.utf8_string, entry, XCB_PROP_MODE_APPEND);
  }

  const Delivery& delivery() const { return delivery_; }

 private:
  /// A name that could not be read cannot be recorded, so the window is not renamed.
  void unread() {
    if (delivery_.complete) delivery_ = refused("window_changed", "the window's present name could not be read");
  }

  const Connection& x_;
  const xcb_window_t window_;
  Delivery delivery_{.complete = true, .typed = 0, .refusal = {}};
};

}  // namespace

Delivery rename_window(const Connection& x, xcb_window_t window, const RenameWindow& rename) {
  const auto& atoms = x.atoms();
  Naming naming(x, window);
  if (rename.title || rename.wm_class) naming.keep_names();
  if (rename.title) naming.set_text(XCB_ATOM_WM_NAME, atoms.net_wm_name, *rename.title);
  if (rename.icon_title) naming.set_text(XCB_ATOM_WM_ICON_NAME, atoms.net_wm_icon_name, *rename.icon_title);
  if (rename.role) naming.set_text(atoms.wm_window_role, XCB_ATOM_NONE, *rename.role);
  if (rename.class_name || rename.wm_class) naming.set_class(rename);
  return naming.delivery();
}

}  // namespace interlock::platform::x11
