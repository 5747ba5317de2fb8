/// What was on the screen when an action was asked for: window, element, focus, document. Plain values, made by the
/// daemon's observer from X and the accessibility tree, or read from a line of `interlockctl check`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "values/geometry.h"
#include "values/known.h"
#include "values/role.h"
#include "values/state.h"
#include "values/surface_places.h"

namespace interlock {

/// Names of a window that its program or an agent may change at any time.
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
  Known<std::uint32_t> pid;  ///< as the X server reports it (XRes), never from the window's own property
  Rect rect;                 ///< client area in root pixels
  bool override_redirect = false;
  std::vector<WindowNames> former;  ///< its names before each renaming by an agent, oldest first
  /// On a display whose programs do not know where their windows are; nothing on X.
  std::optional<SurfacePlaces> surface = {};
  bool operator==(const Window&) const = default;
};

struct Ancestor {
  Role role = Role::unknown;
  std::string name;
  std::string text;  ///< static text inside, such as a dialog's message; empty if there is none
  bool operator==(const Ancestor&) const = default;
};

/// What reacts to a press on an element whose role has no action, as the application reports it: browsers give elements
/// that listen to clicks, and the elements in them, actions of their own.
struct Listener {
  /// Its text: all of it, or, if `whole` is false, only the text at the point.
  std::string text;
  /// True if it is as small as a label; false for a page or a large part of one, which listens for everything in it.
  bool whole = true;
  bool operator==(const Listener&) const = default;
};

using Attributes = std::vector<std::pair<std::string, std::string>>;

/// The actionable element: the button, not the label inside it. Described completely or not at all.
struct Element {
  Role role = Role::unknown;
  std::string name;
  std::string description;
  std::string labelled_by;  ///< name of the element that labels it
  Known<std::string>
      value;  ///< current text or number; `none` for elements that have neither; never read for secret fields
  States states;
  Attributes attributes;            ///< toolkit attributes, such as ("text-input-type", "password")
  std::vector<Ancestor> ancestors;  ///< nearest first
  std::string text;                 ///< the text shown on it, if that differs from its name
  Known<Listener> listener;         ///< what reacts to a press; unknown with most toolkits, which do not report it
  std::vector<Ancestor> presses;    ///< what a click may press as well: a label's controls, elements at the same point
  std::string path;                 ///< identifies the element within its application while it lives
  Rect extents;                     ///< in root pixels; empty when the toolkit does not say
  bool operator==(const Element&) const = default;

  /// The attribute's value; empty if there is no such attribute.
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

/// The name of a host, in lower case, and its addresses ("127.0.0.1", "::1"); `none` if the name does not exist.
struct ResolvedName {
  std::string name;
  Known<std::vector<std::string>> addresses;
  bool operator==(const ResolvedName&) const = default;
};

enum class FileKind : std::uint8_t { missing, folder, program, document };

/// What a path refers to on this machine. A program is a file that may be executed and begins as programs and scripts
/// do.
struct FileFact {
  std::string path;  ///< as it was asked for
  std::string real;  ///< without symbolic links; for a missing file: its folder's real path and the file's name
  FileKind kind = FileKind::missing;
  bool operator==(const FileFact&) const = default;
};

/// A label as it was read from the screen's pixels, where no accessibility tree says what is at the point (sight/).
struct ReadLabel {
  /// From this confidence on a label is taken for what stands there.
  static constexpr int sure = 80;

  std::string text;  ///< valid UTF-8, one line, at least one character
  /// The texts between its wide blanks, if it has such: any run of them may be the label.
  std::vector<std::string> parts;
  int confidence = 0;         ///< how sure the reader is of its least certain word: 0 to 100
  bool whole = false;         ///< no part of it is missing: it reaches neither the window's edge nor another window
  Rect place;                 ///< of its pixels, in root pixels
  std::string around;         ///< the text of the whole window; empty if that was not read
  int around_confidence = 0;  ///< how sure the reader is of that text: 0 to 100
  /// Of the application's labels, by the environment it was started with (ISO 639-1: "de"); empty: unknown.
  std::vector<std::string> languages;
  bool operator==(const ReadLabel&) const = default;
};

struct Observation {
  Known<Window> window;    ///< under the point for pointer actions, else the window with the keyboard focus
  Known<Element> element;  ///< at the point
  /// What is written at the point, read if `element` is unknown; `none`: no text, as on an icon.
  Known<ReadLabel> read;
  Known<Element> focus;       ///< with the keyboard focus
  Known<Element> drop;        ///< at the point where a drag ends
  Known<Window> drop_window;  ///< the window there
  Known<Document> document;   ///< none: the window shows no web document
  /// For `type_secret`: the web documents around the focus, the nearest (`document`) first, the tab's own last; `none`:
  /// it is in no page.
  Known<std::vector<Document>> frames;
  /// Controls that one of the action's keys presses although they have no focus, as the application reports them:
  /// targets of mnemonics and access keys, and the buttons of the form whose field gets a Return; `none`: the keys
  /// press nothing.
  Known<std::vector<Element>> bound;
  Known<std::string> clipboard;     ///< what the action would paste: CLIPBOARD or PRIMARY (gate/typing/paste.h)
  std::vector<ResolvedName> names;  ///< of hosts that the action would visit, if they were looked up
  /// For actions that may change files in a file manager or a file chooser: its fields, path bar, buttons and status
  /// bar, and the selected items.
  Known<std::vector<Element>> around;
  std::vector<FileFact> files;   ///< that the action would open or write, if they were looked up
  Known<std::uint64_t> content;  ///< of the window: equal numbers for equal pictures; seldom looked at
  bool operator==(const Observation&) const = default;
};

}  // namespace interlock
