/// Decoded requests of the three sockets, one struct for each method. docs/protocol.md describes the wire.
#pragma once

#include <boost/json.hpp>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "values/action.h"
#include "values/decision.h"
#include "values/geometry.h"
#include "values/lifespan.h"
#include "values/tool_call.h"

namespace interlock::ipc {

namespace json = boost::json;

inline constexpr int protocol_version = 1;

// Agent methods (agent.sock).
struct Hello {
  std::string client;
  int protocol = protocol_version;
};
struct SessionOpen {
  std::string name;                      ///< shown to people: "shop-assistant"
  std::optional<std::string> directive;  ///< the task as text
  std::optional<std::string> scope;      ///< "read", "navigate", "interact" or "fill_form"
};
struct SessionClose {
  std::string session;
};
struct SessionReset {
  std::string session;
};
/// Cancels what the session asked for and what is not done yet.
struct SessionCancel {
  std::string session;
};
struct TurnStart {
  std::string session;
};
struct TurnEnd {
  std::string session;
};
/// How much a reply says: everything, or only what a model needs.
enum class Detail : std::uint8_t { full, brief };
struct Act {
  std::string session;  ///< empty: the connection's own session, opened on first use
  Action action;
  bool dry_run = false;  ///< assess and inject nothing
  /// Afterwards wait at most so long until the active window is quiet, and report what has changed.
  std::optional<std::chrono::milliseconds> settle = {};
  Detail detail = Detail::full;
};
/// A window, as an agent names it.
struct WindowName {
  std::uint64_t id = 0;  ///< `window.id` of a reply; 0: the active window
};
struct ToolBefore {
  std::string session;
  ToolCall call;
};
struct ToolAfter {
  std::string session;
  ToolCall call;
  ToolResult result;
};
/// A picture of the screen, or of the part of it in `window` or `region` (never both).
struct Screenshot {
  std::string session;
  std::optional<WindowName> window;
  std::optional<Rect> region;             ///< of the screen, in its pixels
  std::optional<std::int32_t> max_width;  ///< the picture is scaled down to fit, never up
  std::optional<std::int32_t> max_height;
  std::optional<double> scale;  ///< above 0, at most 1; never with max_width or max_height
  bool cursor = false;          ///< draw the pointer
};
/// The shape in which `tools` describes the actions that the session's scope allows.
enum class ToolFormat : std::uint8_t { json_schema, anthropic, openai };
struct Tools {
  std::string session;
  ToolFormat format = ToolFormat::json_schema;
};
/// What is on the screen, as the accessibility tree has it.
struct Observe {
  enum class Windows : std::uint8_t { active, all, one };
  std::string session;
  Windows windows = Windows::active;
  std::uint64_t window = 0;  ///< of Windows::one: `window.id` of a reply; 0: by its title
  std::string title;         ///< part of the title, case-insensitive
  std::string within;        ///< a ref: lists everything in this element, without summaries; empty: the whole window
  bool json = false;         ///< false: text for a model
  bool places = false;       ///< of the text format: with coordinates
  std::uint64_t since = 0;   ///< number of an earlier look: lists what has changed since then; 0: everything
  Detail detail = Detail::full;
};
/// The screen as a whole: its size, the pointer, the active window, the desktops.
struct AskDesktop {
  std::string session;
};
/// One window.
struct AskWindow {
  std::string session;
  std::uint64_t window = 0;
};
/// All windows, including child windows and those that are not shown, the root window first.
struct AskWindows {
  std::string session;
  std::optional<std::int32_t> depth;  ///< 0: only the root, 1: the root and its children, ...
  bool visible = false;               ///< only visible windows
};
/// The secrets that `type_secret` may type: their names, and where.
struct ListSecrets {
  std::string session;
};
struct AgentStatus {};
using AgentCall =
    std::variant<Hello, SessionOpen, SessionClose, SessionReset, SessionCancel, TurnStart, TurnEnd, Act, ToolBefore,
                 ToolAfter, Observe, Screenshot, Tools, AskDesktop, AskWindow, AskWindows, ListSecrets, AgentStatus>;

// Control methods (control.sock).
struct ControlStatus {};
struct Pending {};
struct ReplyTo {
  std::string id;
  bool approve = false;
  Lifespan lifespan;  ///< of an approval
  std::string word;   ///< of a denial, for the agent: "not this address"; empty: none
};
struct Pause {};
struct Resume {};
struct Halt {
  std::optional<std::string> session;
};  ///< no session: all of them
struct Reload {};
struct Watch {};  ///< from now on the connection gets events
struct Explain {
  std::string action;
};  ///< the audit id of an action
/// Everything that is kept of what actions destroyed.
struct UndoList {};
/// Brings back what an action destroyed.
struct Undo {
  std::string id;        ///< the audit id of the action, or that of what an earlier undo replaced
  bool exactly = false;  ///< also takes away what is there beside it
  bool show = false;     ///< only reports what it would do
};
/// Registers a sandbox whose first process waits to start an agent.
struct SandboxEnter {
  std::int64_t pid = 0;
  std::optional<std::string> profile;  ///< the profile of the policy for its sessions
};
/// The answer of an external validator about one action or tool call.
struct Judgement {
  Decision decision = Decision::allow;
  std::string reason;  ///< for people
  std::string hint;    ///< for the agent; may be empty
};
/// From now on this connection is asked as this validator of the policy.
struct ValidatorRegister {
  std::string name;
};
struct ValidatorAnswer {
  std::int64_t ask = 0;  ///< of the event `validate`
  Judgement judgement;
};
using ControlCall = std::variant<ControlStatus, Pending, ReplyTo, Pause, Resume, Halt, Reload, Watch, Explain, UndoList,
                                 Undo, SandboxEnter, ValidatorRegister, ValidatorAnswer>;

// Question methods (questions.sock).
/// The open questions with their statements; with `watch` the connection gets their events from now on.
struct Questions {
  bool watch = false;
};
struct PictureOf {
  std::string id;
};
/// An answer; a yes is a signature of the question's statement with this lifespan (approval/signed_yes.h).
struct AnswerTo {
  struct Signature {
    std::string ssh;  ///< armored; empty: the others, an assertion of WebAuthn in base64url
    std::string credential, authenticator_data, client_data, signature;
  };
  std::string id;
  std::optional<Signature> yes;  ///< nothing: no
  Lifespan lifespan;
};
using QuestionsCall = std::variant<Questions, PictureOf, AnswerTo>;

/// A JSON-RPC id: a string, an integer or null, sent back unchanged. Nothing: a notification, which gets no reply.
using RequestId = std::optional<json::value>;

template <class Call>
struct Request {
  RequestId id;
  Call call;
};

/// A JSON-RPC error object. Codes: -32700 parse, -32600 request, -32601 method, -32602 params, -32001 to -32005 ours.
struct RpcError {
  int code = -32600;
  std::string message;  ///< what is wrong, where ("params.action.x"), and what is expected
};
namespace error_code {
inline constexpr int parse = -32700;
inline constexpr int invalid_request = -32600;
inline constexpr int method_not_found = -32601;
inline constexpr int invalid_params = -32602;
inline constexpr int internal = -32603;
inline constexpr int no_such_session = -32001;
inline constexpr int no_such_pending = -32002;
inline constexpr int limit = -32003;          ///< too long, too many, too slow
inline constexpr int not_available = -32004;  ///< the desktop is not available
inline constexpr int not_granted = -32006;  ///< the caller cannot be distinguished from a program that an agent started
inline constexpr int no_answer = -32005;    ///< never sent: a client's own code for a timeout or a closed connection
}  // namespace error_code

}  // namespace interlock::ipc
