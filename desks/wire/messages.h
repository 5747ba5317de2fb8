/// The messages between interlockd and a desk: the program that draws the desktop and delivers its input (a Wayland
/// compositor, or a plugin of one). Plain values. docs/desk-protocol.md describes what each of them means.
///
/// Points and rectangles are in pixels of the desk's own picture, which `Capture` shows: origin at the top left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "values/action.h"
#include "values/geometry.h"

namespace interlock::desk {

inline constexpr int protocol_version = 1;

namespace limits {
inline constexpr std::size_t line_bytes = 1024 * 1024;      ///< of one message without its newline
inline constexpr std::size_t json_depth = 16;               ///< nesting of a message
inline constexpr std::int64_t id = (1LL << 53) - 1;         ///< largest id of a request, window or prompt
inline constexpr std::int32_t coordinate = 1 << 20;         ///< largest coordinate, width and height; smallest: -this
inline constexpr std::size_t text_bytes = 4096;             ///< of a title or message; the receiver refuses longer ones
inline constexpr std::size_t name_bytes = 256;              ///< of a name, keysym, device, socket
inline constexpr std::size_t path_bytes = 1024;             ///< of a file's path
inline constexpr std::size_t features = 64;                 ///< in a hello
inline constexpr std::size_t windows = 4096;                ///< in one reply
inline constexpr std::size_t covers = 1024;                 ///< rectangles of one window
inline constexpr std::size_t steps = 256;                   ///< of one act
inline constexpr std::size_t characters = 16;               ///< (code points) of one commit_text
inline constexpr std::size_t clipboard_bytes = 256 * 1024;  ///< of its text
inline constexpr std::int32_t clicks = 100;                 ///< of a wheel, in one step
}  // namespace limits

// Hello.

struct Screen {
  std::int32_t width = 0;
  std::int32_t height = 0;
  double scale = 1;  ///< the picture's pixels for one logical pixel; for information
  bool operator==(const Screen&) const = default;
};

/// The first line that a desk sends.
struct Hello {
  std::string name;                   ///< "interlock-desk"
  std::string version;                ///< of that program
  std::vector<std::string> features;  ///< names as in `feature`; others are ignored
  std::string self_test;              ///< "passed", or what went wrong
  Screen screen;
  std::string wayland;  ///< its Wayland socket, as in $WAYLAND_DISPLAY; empty: none
  std::string x11;      ///< the display of its Xwayland, as in $DISPLAY; empty: none
  bool operator==(const Hello&) const = default;

  bool has(std::string_view feature) const;
};

namespace feature {
inline constexpr std::string_view atomic = "atomic";        ///< `act`: expectation and delivery are one step
inline constexpr std::string_view shut = "shut";            ///< `shut`
inline constexpr std::string_view capture = "capture";      ///< `capture`
inline constexpr std::string_view pixels = "pixels";        ///< an expectation may name pixels
inline constexpr std::string_view text = "text";            ///< `commit_text`
inline constexpr std::string_view prompt = "prompt";        ///< `prompt`
inline constexpr std::string_view clipboard = "clipboard";  ///< `clipboard`
inline constexpr std::string_view windows = "windows";      ///< `window`
inline constexpr std::string_view panic = "panic";          ///< `panic`
}  // namespace feature

/// interlockd's answer to a hello that it accepts.
struct Welcome {
  std::string name;
  std::string version;
  bool operator==(const Welcome&) const = default;
};

/// Why a request was not carried out, or a hello not accepted.
struct Failure {
  std::string code;     ///< as in `code`
  std::string message;  ///< for people
  bool operator==(const Failure&) const = default;
};

namespace code {
inline constexpr std::string_view invalid = "invalid";          ///< the request violates the protocol
inline constexpr std::string_view unsupported = "unsupported";  ///< this desk cannot do it
inline constexpr std::string_view version = "version";          ///< another version of the protocol
inline constexpr std::string_view busy = "busy";                ///< another desk is connected
inline constexpr std::string_view not_allowed = "not_allowed";  ///< the program at the other end is none of those named
inline constexpr std::string_view no_window = "no_window";      ///< there is no such window
inline constexpr std::string_view timeout = "timeout";          ///< a third program did not answer
inline constexpr std::string_view too_large = "too_large";
inline constexpr std::string_view failed = "failed";  ///< anything else; the message says what
// Of `Refused` only:
inline constexpr std::string_view window_changed = "window_changed";
inline constexpr std::string_view focus_moved = "focus_moved";
inline constexpr std::string_view pointer_grabbed = "pointer_grabbed";
inline constexpr std::string_view keyboard_grabbed = "keyboard_grabbed";
inline constexpr std::string_view modifier_held = "modifier_held";
inline constexpr std::string_view unknown_key = "unknown_key";
inline constexpr std::string_view pixels_changed = "pixels_changed";
inline constexpr std::string_view outside_screen = "outside_screen";
inline constexpr std::string_view locked = "locked";
inline constexpr std::string_view deadline = "deadline";
inline constexpr std::string_view cancelled = "cancelled";
}  // namespace code

// Windows.

enum class WindowType : std::uint8_t { normal, dialog, popup, menu, shell, lock, prompt, unknown };

struct Window {
  std::uint64_t id = 0;   ///< not 0; unique while the desk runs
  std::uint32_t pid = 0;  ///< from the kernel or XRes, never from the window's own claim; 0: not known
  std::string app_id;
  std::string title;
  WindowType type = WindowType::normal;
  bool x11 = false;          ///< shown through Xwayland
  std::uint32_t xid = 0;     ///< its X id; 0 if it has none
  Rect frame;                ///< what a person sees as the window: with decoration, without shadow
  Rect buffer;               ///< the client's whole surface: with the shadow that it draws itself
  Rect client;               ///< the surface's window geometry, without decoration of the desk's
  std::uint64_t parent = 0;  ///< 0: none
  std::string sandbox;       ///< the id of its application, if a sandbox (Flatpak, Snap) names it
  bool active = false;       ///< has the keyboard
  bool minimized = false;
  bool maximized = false;
  bool fullscreen = false;
  bool mapped = true;
  std::vector<Rect> covers = {};  ///< its opaque region; empty: it may be translucent
  double scale = 1;               ///< 0.1 to 100: pixels of these rectangles for one of the client's logical pixels
  double client_scale = 1;        ///< 0.1 to 100: pixels that the client was told to draw for one logical pixel
  bool operator==(const Window&) const = default;
};

// Requests of interlockd, each with its result.

struct Nothing {
  bool operator==(const Nothing&) const = default;
};

enum class HitKind : std::uint8_t {
  window,
  background,  ///< nothing but the desktop's background
  shell,       ///< the desk's own: panel, overview, dialog, prompt, lock screen
};
struct Hit {
  HitKind kind = HitKind::background;
  std::optional<Window> window;  ///< the toplevel, also if its popup is hit; set if and only if `kind` is `window`
  std::optional<Rect> popup;     ///< of the popup that is hit
  std::optional<Rect> surface;   ///< of the surface that is hit: the toplevel's, a subsurface's, the popup's
  std::uint32_t receiver = 0;    ///< the process whose surface gets the event; 0: not known
  bool pointer = false;          ///< the pointer is at the point
  bool operator==(const Hit&) const = default;
};
/// The hit test that the desk itself makes for a press at this point.
struct At {
  using Result = Hit;
  Point at;
  bool operator==(const At&) const = default;
};

struct FocusResult {
  std::optional<Window> window;  ///< who gets keys
  std::optional<Rect> popup;     ///< of its popup that has the keyboard
  bool operator==(const FocusResult&) const = default;
};
struct Focus {
  using Result = FocusResult;
  bool operator==(const Focus&) const = default;
};

struct WindowList {
  std::vector<Window> windows;  ///< the lowest first; mapped ones and minimized ones
  bool operator==(const WindowList&) const = default;
};
struct List {
  using Result = WindowList;
  bool operator==(const List&) const = default;
};

struct State {
  Screen screen;
  Point pointer;
  std::uint64_t focus = 0;  ///< window; 0: none
  bool locked = false;
  bool operator==(const State&) const = default;
};
struct GetState {  ///< "desk" on the wire
  using Result = State;
  bool operator==(const GetState&) const = default;
};

enum class PixelFormat : std::uint8_t { xrgb8888, png };
struct Captured {
  Rect area;
  PixelFormat format = PixelFormat::xrgb8888;
  std::int32_t stride = 0;      ///< bytes of a row; 0 for png
  std::vector<Window> windows;  ///< of the same turn as the pixels, the lowest first
  bool operator==(const Captured&) const = default;
};
/// Writes the picture of `area` (the whole screen if none is given) to the existing file `path`.
struct Capture {
  using Result = Captured;
  std::optional<Rect> area;
  bool cursor = false;  ///< with the image of the pointer painted into it
  std::string path;
  bool operator==(const Capture&) const = default;
};

/// What must hold in the turn in which input is delivered; else nothing is delivered.
struct Pixels {
  Rect area;
  std::string path;  ///< a file of area.width * area.height little-endian 0x00RRGGBB
  bool operator==(const Pixels&) const = default;
};
struct Expectation {
  std::uint64_t window = 0;
  std::uint32_t pid = 0;        ///< of the process that gets the event (`Hit::receiver`); 0: not checked
  std::optional<Rect> surface;  ///< of the surface that is hit; nothing: not checked
  std::optional<Rect> popup;    ///< of the popup that is hit; nothing: no popup may be hit
  bool focus = false;           ///< a press on an inactive window makes it active first
  std::optional<Pixels> pixels;
  bool operator==(const Expectation&) const = default;
};

struct MotionStep {
  Point to;
  bool operator==(const MotionStep&) const = default;
};
struct ButtonStep {
  Button button = Button::left;
  bool press = false;
  bool operator==(const ButtonStep&) const = default;
};
struct AxisStep {
  std::int32_t dx = 0;  ///< wheel clicks, right positive
  std::int32_t dy = 0;  ///< wheel clicks, down positive
  bool operator==(const AxisStep&) const = default;
};
struct KeyStep {
  std::string keysym;  ///< XKB name: "Return", "a", "Control_L"
  bool press = false;
  bool operator==(const KeyStep&) const = default;
};
using Step = std::variant<MotionStep, ButtonStep, AxisStep, KeyStep>;

struct Refused {
  std::string code;  ///< as in `code`
  std::string message;
  bool operator==(const Refused&) const = default;
};
struct Done {
  std::size_t done = 0;  ///< steps of `act`, characters of `commit_text`
  std::optional<Refused> refused;
  bool operator==(const Done&) const = default;
};
struct Act {
  using Result = Done;
  /// Nothing: only for steps that press nothing, while a button is held that was pressed through this wire (the way of
  /// a drag), and for releases of keys and buttons.
  std::optional<Expectation> expect;
  std::vector<Step> steps;  ///< 1 to limits::steps
  bool operator==(const Act&) const = default;
};

/// Exactly this text, or nothing of it. A newline is the key Return, a tab the key Tab.
struct CommitText {
  using Result = Done;
  Expectation expect;
  std::string text;  ///< UTF-8, 1 to limits::characters code points
  bool operator==(const CommitText&) const = default;
};

/// Releases all keys and buttons that were pressed through this wire.
struct Release {
  using Result = Nothing;
  bool operator==(const Release&) const = default;
};

/// While it is on, input that is neither a person's nor interlockd's is swallowed.
struct Shut {
  using Result = Nothing;
  bool on = false;
  bool operator==(const Shut&) const = default;
};

enum class WindowDo : std::uint8_t {
  activate,
  raise,
  minimize,
  unminimize,
  maximize,
  unmaximize,
  fullscreen,
  unfullscreen,
  close,
  move,    ///< the frame's corner to `to`
  resize,  ///< the frame to `width` and `height`; 0: unchanged
};
struct ChangeWindow {  ///< "window" on the wire
  using Result = Done;
  std::uint64_t window = 0;
  WindowDo change = WindowDo::activate;
  Point to;
  std::int32_t width = 0;
  std::int32_t height = 0;
  bool operator==(const ChangeWindow&) const = default;
};

struct ClipboardText {
  std::optional<std::string> text;  ///< nothing: the clipboard has no owner
  bool operator==(const ClipboardText&) const = default;
};
struct ReadClipboard {  ///< "clipboard" on the wire
  using Result = ClipboardText;
  bool primary = false;
  bool operator==(const ReadClipboard&) const = default;
};

/// The chord that is swallowed and reported; no keysym: none.
struct SetPanic {  ///< "panic" on the wire
  using Result = Nothing;
  std::optional<std::string> keysym;
  Modifiers modifiers;
  bool operator==(const SetPanic&) const = default;
};

/// A picture above everything else on the screen; input on it goes to nobody else and is reported.
struct PromptPicture {
  std::uint64_t prompt = 0;
  std::string path;  ///< a file of width * height little-endian 0x00RRGGBB
  std::int32_t width = 0;
  std::int32_t height = 0;
  Point at;  ///< of its top left corner
  bool operator==(const PromptPicture&) const = default;
};
struct ShowPrompt {  ///< "prompt" with "show" on the wire; one prompt at a time
  using Result = Nothing;
  PromptPicture picture;
  bool operator==(const ShowPrompt&) const = default;
};
struct UpdatePrompt {  ///< "prompt" with "update": the same prompt's new picture
  using Result = Nothing;
  PromptPicture picture;
  bool operator==(const UpdatePrompt&) const = default;
};
struct HidePrompt {  ///< "prompt" with "hide"
  using Result = Nothing;
  std::uint64_t prompt = 0;
  bool operator==(const HidePrompt&) const = default;
};

using Call = std::variant<At, Focus, List, GetState, Capture, Act, CommitText, Release, Shut, ChangeWindow,
                          ReadClipboard, SetPanic, ShowPrompt, UpdatePrompt, HidePrompt>;
struct Request {
  std::uint64_t id = 0;
  Call call;
  /// Of a call that acts (`acts`): microseconds of CLOCK_MONOTONIC after which it must not be carried out any more; 0:
  /// no such time. A desk that hung would else deliver what interlockd has given up.
  std::uint64_t until = 0;
  bool operator==(const Request&) const = default;
};
/// Whether the call may press, type or change something: `act`, `commit_text`, `window`.
bool acts(const Call& call);
/// Now, as `Request::until`.
std::uint64_t monotonic_now();
/// What a desk answers to an act that comes too late.
std::optional<Failure> too_late(const Request& request);

/// "at", "focus", "desk", ... as on the wire.
std::string_view call_name(const Call& call);

// Events of the desk.

enum class By : std::uint8_t {
  person,   ///< a real device
  program,  ///< anything else that is not interlockd
};
enum class InputKind : std::uint8_t { key, button, motion };

/// Input of others than interlockd.
struct InputEvent {
  InputKind kind = InputKind::motion;
  By by = By::program;
  std::string device;
  std::uint32_t count = 1;
  bool operator==(const InputEvent&) const = default;
};
struct PanicEvent {
  By by = By::program;
  bool operator==(const PanicEvent&) const = default;
};
struct LockedEvent {
  bool locked = false;
  bool operator==(const LockedEvent&) const = default;
};
enum class PromptInput : std::uint8_t { press, release, key };
struct PromptEvent {
  std::uint64_t prompt = 0;
  PromptInput what = PromptInput::press;
  By by = By::program;
  Point at;            ///< of the pointer, in pixels of the prompt's picture
  std::string keysym;  ///< of a key
  std::string text;    ///< that the key writes; empty: none
  bool operator==(const PromptEvent&) const = default;
};
struct CoveredEvent {
  std::uint64_t prompt = 0;
  bool covered = false;
  bool operator==(const CoveredEvent&) const = default;
};
/// Windows or the focus changed.
struct ChangedEvent {
  bool operator==(const ChangedEvent&) const = default;
};
/// The desk no longer holds what the feature `atomic` promises.
struct AdvisoryEvent {
  std::string message;
  bool operator==(const AdvisoryEvent&) const = default;
};
using Event = std::variant<InputEvent, PanicEvent, LockedEvent, PromptEvent, CoveredEvent, ChangedEvent, AdvisoryEvent>;

}  // namespace interlock::desk
