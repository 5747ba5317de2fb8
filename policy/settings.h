/// All settings of a policy file, as plain structs: the gate's part and the daemon's part.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "approval/approvers.h"
#include "gate/playbook.h"
#include "gate/policy/config.h"
#include "gate/secrets/personal_data.h"
#include "values/key_chord.h"
#include "values/secret_source.h"

namespace interlock::policy {

/// Which approvals on the screen count; those by `interlockctl` count except with `signed_only`.
enum class Replies : std::uint8_t {
  real_input,    ///< a person's, by a real mouse or keyboard
  any_input,     ///< all: for a remote desktop, whose input cannot be distinguished from a program's
  interlockctl,  ///< none
  signed_only,   ///< none, and of the others only those that an approver signed
};

/// Where prompts are shown on the screen.
enum class PromptChannel : std::uint8_t {
  automatic,     ///< in a window of interlock's own if other programs could replace the text of a notification
  notification,  ///< as desktop notifications
  window,        ///< in a window of interlock's own
};

/// Which actions a picture of the target is kept for.
enum class Pictures : std::uint8_t {
  none,
  asked,  ///< actions that a person was asked about, and actions that were refused
  all,
};

/// What interlock does when another program injects input.
enum class ForeignInput { ignore, warn, pause, halt };

/// The `human:` section: how agents react to a person at the desktop's own devices.
struct HumanSettings {
  bool takeover = true;                    ///< agents pause while a person uses the mouse or keyboard
  std::chrono::milliseconds quiet{2'000};  ///< and continue after this time without such input
  /// Halts everything; none: no such key. Desktops do not use the default chord.
  std::optional<KeyChord> panic_key =
      KeyChord{{static_cast<std::uint8_t>(Modifier::shift) | static_cast<std::uint8_t>(Modifier::super)}, "Escape"};
  ForeignInput foreign_input = ForeignInput::warn;
  bool need_devices = true;       ///< nothing is done while the display does not report the input of people
  bool pause_when_locked = true;  ///< nothing is done while the screen is locked or another user's session is active
};

/// What happens to an action that a person approved as one that can be undone, if what it destroys could not be kept.
enum class IfNotKept : std::uint8_t {
  ask,     ///< the person is asked again, as about one that cannot be undone
  refuse,  ///< it is not done
  go_on,   ///< it is done
};

/// The `rollback:` section: what is kept before an action destroys it.
struct RollbackSettings {
  bool keep = true;
  std::uint32_t max_mb = 200;             ///< of one action
  std::uint32_t max_files = 20'000;       ///< of one action
  std::uint32_t total_mb = 1'000;         ///< of all; the oldest are removed
  std::chrono::hours age{24};             ///< after this it is removed
  std::chrono::milliseconds wait{5'000};  ///< an action waits so long for its copies
  IfNotKept if_not_kept = IfNotKept::ask;
};

/// The `daemon:` section.
struct DaemonSettings {
  std::chrono::milliseconds observation_deadline{150};  ///< time for the application to report the target
  std::chrono::milliseconds approach{60};               ///< time for a page to react to the pointer before a press
  std::chrono::seconds prompt_timeout{60};              ///< an unanswered prompt is denied after this
  std::vector<gate::PersonalKind> private_text = {};    ///< screenshot.private: painted over in pictures
  std::uint32_t queue_limit = 16;                       ///< actions that may wait for the seat
  std::uint32_t max_prompts = 4;                        ///< prompts open at once in total; further ones are denied
  std::chrono::seconds denial_memory{30};  ///< time in which what was denied is denied again without asking; 0: off
  std::uint32_t max_denials = 5;           ///< denials in a row that halt the session; 0: off
  Replies replies = Replies::real_input;
  PromptChannel prompt = PromptChannel::automatic;
  bool notifications = true;                   ///< false: prompts appear only in `interlockctl pending`
  std::optional<std::string> audit_dir;        ///< default: $XDG_STATE_HOME/interlock
  std::uint32_t audit_rotate_mb = 64;          ///< an audit file larger than this is rotated
  Pictures pictures = Pictures::asked;         ///< kept beside the audit log
  std::optional<std::string> credentials_dir;  ///< of secrets; default: $CREDENTIALS_DIRECTORY
  /// Executables that may connect as the desktop, absolute; empty: those of interlock, GNOME Shell and KWin.
  std::vector<std::string> desk_programs = {};
  std::uint32_t pictures_mb = 64;  ///< limit of their total size; the oldest are removed
  HumanSettings human;
  RollbackSettings rollback;
};

/// One of `profiles:`: additional policy for some agents.
struct ProfileSettings {
  std::string name;
  /// May use agent.name, agent.program, directive and goal; nothing: only for agents that are started with the profile.
  std::optional<gate::Condition> when;
  gate::Config gate;
  gate::Spot at;
};

/// One of `validators:`: a user's program or process that is asked about actions and may raise decisions.
struct ValidatorSettings {
  std::string name;                     ///< letters, digits, "-" and "_"; its rule is "validator.NAME"
  std::vector<std::string> command;     ///< an absolute path and arguments; empty: a process that registers itself
  std::optional<gate::Condition> when;  ///< the actions and tool calls that it is asked about; nothing: all
  std::chrono::milliseconds deadline{500};
  Decision on_timeout = Decision::require_confirmation;  ///< if it does not answer in time
  Decision on_failure = Decision::require_confirmation;  ///< if it is not available, or its answer is invalid
  gate::Spot at;
  bool operator==(const ValidatorSettings&) const = default;
};

/// The `bundle:` section: where newer policies come from, who signs them, and which of them this one is.
struct BundleSettings {
  std::string url;                             ///< "https://HOST[:PORT]/PATH"; empty: nowhere
  std::string ca;                              ///< PEM file of the server's authority; empty: those of the system
  std::vector<approval::ApproverKey> signers;  ///< keys of SSH
  std::uint32_t version = 0;                   ///< 0: this policy was not published as a bundle
  std::string expires;                         ///< as the policy has it; empty: never
  std::int64_t expires_at = 0;                 ///< the same in seconds since 1970
};

struct Settings {
  gate::Config gate;
  DaemonSettings daemon;
  std::vector<ProfileSettings> profiles;
  gate::Playbooks playbooks;  ///< as a person reviewed them
  std::vector<ValidatorSettings> validators;
  std::map<std::string, SecretSource> secret_sources;  ///< of the secrets of `gate`, by name
  approval::Approvers approvers;                       ///< who may approve by signature
  BundleSettings bundle;
};

}  // namespace interlock::policy
