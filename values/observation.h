/// What was really there when an action was asked for: window, element, focus, document. Plain values, made by the
/// daemon's observer from X and the accessibility tree, or read from a line of `interlockctl check`.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "values/geometry.h"
#include "values/known.h"
#include "values/role.h"
#include "values/state.h"

namespace interlock {

/// What a window is known by that its program, or an agent, may change at any time.
struct WindowNames {
  std::string wm_class;  ///< WM_CLASS class ("Chromium"); empty when the window has none
  std::string title;     ///< _NET_WM_NAME or WM_NAME; empty when the window has none
  bool operator==(const WindowNames&) const = default;
};

/// A top-level window: what a person would call "the window". Identity is `id` on a live desktop.
struct Window {
  std::uint64_t id = 0;      ///< X id of the client's top-level window; 0 in offline cases
  std::string app;           ///< the program: base name of the real process's executable ("chromium")
  std::string wm_class;      ///< WM_CLASS class ("Chromium"); empty when the window has none
  std::string title;         ///< _NET_WM_NAME or WM_NAME; empty when the window has none
  std::string type;          ///< EWMH type in lower case: "normal", "dialog", "notification", "popup_menu", ...
  Known<std::uint32_t> pid;  ///< by the X server's word (XRes), never the window's own property
  Rect rect;                 ///< client area in root pixels
  bool override_redirect = false;
  std::vector<WindowNames> former;  ///< what it was called each time that an agent renamed it, the first first
  bool operator==(const Window&) const = default;
};

struct Ancestor {
  Role role = Role::unknown;
  std::string name;
  std::string text;  ///< static text inside, as a dialog's message; empty when it has none
  bool operator==(const Ancestor&) const = default;
};

/// What a press sets off where the role does not say, by the application's word: browsers give what listens to clicks,
/// and what stands in it, actions of its own.
struct Listener {
  /// What it says: all of it, or, where `whole` is false, what stands at the point alone.
  std::string text;
  /// True for a thing of a label's size; false for a page or a large part of it, which listens for all that it shows.
  bool whole = true;
  bool operator==(const Listener&) const = default;
};

using Attributes = std::vector<std::pair<std::string, std::string>>;

/// The actionable element: the button, not the label inside it. Described whole or not at all.
struct Element {
  Role role = Role::unknown;
  std::string name;
  std::string description;
  std::string labelled_by;  ///< name of the element that labels it
  Known<std::string>
      value;  ///< current text or number; `none` for elements that have neither; never read for secret fields
  States states;
  Attributes attributes;            ///< toolkit attributes, as ("text-input-type", "password")
  std::vector<Ancestor> ancestors;  ///< nearest first
  std::string text;                 ///< what is written on it, where its name says something else
  Known<Listener> listener;         ///< what reacts to a press; unknown where the toolkit does not say, as most do not
  std::vector<Ancestor> presses;    ///< what a click may press as well: a label's controls, what lies at the same point
  std::string path;                 ///< identifies the element within its application while it lives
  Rect extents;                     ///< in root pixels; empty when the toolkit does not say
  bool operator==(const Element&) const = default;

  /// The attribute's value, or empty when it has no such attribute.
  std::string_view attribute(std::string_view key) const {
    for (const auto& [name_, value_] : attributes) {
      if (name_ == key) return value_;
    }
    return {};
  }
};

/// The web document around the target, as the browser reports it.
struct Document {
  std::string url;
  std::string title;
  bool operator==(const Document&) const = default;
};

/// The name of a host, in lower case, and the addresses it stands for ("127.0.0.1", "::1"); none: there is no such
/// name.
struct ResolvedName {
  std::string name;
  Known<std::vector<std::string>> addresses;
  bool operator==(const ResolvedName&) const = default;
};

enum class FileKind : std::uint8_t { missing, folder, program, document };

/// What a path stands for on this machine. A program is a file that may be executed and begins as programs and scripts
/// do.
struct FileFact {
  std::string path;  ///< as it was asked
  std::string real;  ///< without symbolic links; of a missing file: the folder's, and the file's name
  FileKind kind = FileKind::missing;
  bool operator==(const FileFact&) const = default;
};

struct Observation {
  Known<Window> window;       ///< under the point for pointer actions, else the one with the keyboard focus
  Known<Element> element;     ///< at the point
  Known<Element> focus;       ///< with the keyboard focus
  Known<Element> drop;        ///< at the point where a drag is let go
  Known<Window> drop_window;  ///< the window there
  Known<Document> document;   ///< none: the window shows no web document
  /// Controls that one of the action's keys presses without the focus, by the application's word: what mnemonics and
  /// access keys are bound to, and the buttons of the form whose field gets a Return; none: they press nothing.
  Known<std::vector<Element>> bound;
  Known<std::string> clipboard;     ///< what the action would paste: CLIPBOARD or PRIMARY, as gate/typing/paste.h says
  std::vector<ResolvedName> names;  ///< of hosts that the action would visit, where they were looked up
  /// Of a file manager or a file chooser, for actions that may change files there: its fields, path bar, buttons and
  /// status bar, and the items that are selected.
  Known<std::vector<Element>> around;
  std::vector<FileFact> files;  ///< that the action would open or write, where they were looked up
  bool operator==(const Observation&) const = default;
};

}  // namespace interlock
