/// Everything a policy file can say, as plain structs: the gate's part and the daemon's part.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gate/playbook.h"
#include "gate/policy/config.h"
#include "values/key_chord.h"

namespace interlock::policy {

/// Whose yes on the screen counts; `interlockctl` always does.
enum class Replies : std::uint8_t {
  real_input,    ///< a person's, at a real mouse or keyboard
  any_input,     ///< any: of a remote desktop, whose input cannot be told from a program's
  interlockctl,  ///< none
};

/// Where questions are shown on the screen.
enum class PromptChannel : std::uint8_t {
  automatic,     ///< in a window of interlock's own where a notification could be made to say something else
  notification,  ///< as desktop notifications
  window,        ///< in a window of interlock's own
};

/// Of which actions a picture of the target is kept.
enum class Pictures : std::uint8_t {
  none,
  asked,  ///< of those that a person was asked about, and of those that were not let through
  all,
};

/// What is done when another program injects input.
enum class ForeignInput { ignore, warn, pause, halt };

/// The `human:` section: what people at the desktop's own devices mean to agents.
struct HumanSettings {
  bool takeover = true;                    ///< agents pause while a person uses the mouse or keyboard
  std::chrono::milliseconds quiet{2'000};  ///< and go on when these have been quiet for so long
  /// Halts everything; none: no such key. Desktops leave this one free.
  std::optional<KeyChord> panic_key =
      KeyChord{{static_cast<std::uint8_t>(Modifier::shift) | static_cast<std::uint8_t>(Modifier::super)}, "Escape"};
  ForeignInput foreign_input = ForeignInput::warn;
  bool need_devices = true;       ///< nothing is done while the display does not tell what people do at the devices
  bool pause_when_locked = true;  ///< nothing is done while the screen is locked or another user is in front
};

/// The `daemon:` section.
struct DaemonSettings {
  std::chrono::milliseconds observation_deadline{150};  ///< how long an application may take to say what is there
  std::chrono::milliseconds approach{60};   ///< how long a page may take to answer the pointer's coming before a press
  std::chrono::seconds prompt_timeout{60};  ///< an unanswered prompt is a no after this
  std::uint32_t queue_limit = 16;           ///< actions that may wait for the seat
  std::uint32_t max_prompts = 4;            ///< questions open at once over all; beyond it the answer is no
  std::chrono::seconds denial_memory{30};   ///< for so long what was denied is not asked again; 0: off
  std::uint32_t max_denials = 5;            ///< so many denials in a row halt the session; 0: off
  Replies replies = Replies::real_input;
  PromptChannel prompt = PromptChannel::automatic;
  bool notifications = true;             ///< false: prompts only in `interlockctl pending`
  std::optional<std::string> audit_dir;  ///< default: $XDG_STATE_HOME/interlock
  std::uint32_t audit_rotate_mb = 64;    ///< an audit file larger than this is put aside
  Pictures pictures = Pictures::asked;   ///< kept beside the audit log
  std::uint32_t pictures_mb = 64;        ///< so much of them; the oldest go
  HumanSettings human;
};

/// One of `profiles:`: what holds for some agents on top of what holds for all.
struct ProfileSettings {
  std::string name;
  /// Of agent.name, agent.program, directive and goal; nothing: only for agents that are started with it.
  std::optional<gate::Condition> when;
  gate::Config gate;
  gate::Spot at;
};

/// One of `validators:`: a program or process of one's own that is asked about actions and may raise decisions.
struct ValidatorSettings {
  std::string name;                     ///< letters, digits, "-" and "_": its rule is "validator.NAME"
  std::vector<std::string> command;     ///< an absolute path and arguments; empty: a process that registers itself
  std::optional<gate::Condition> when;  ///< which actions and tool calls it is asked about; nothing: all
  std::chrono::milliseconds deadline{500};
  Decision on_timeout = Decision::require_confirmation;  ///< when it does not answer in time
  Decision on_failure = Decision::require_confirmation;  ///< when it is not there, or answers nonsense
  gate::Spot at;
  bool operator==(const ValidatorSettings&) const = default;
};

struct Settings {
  gate::Config gate;
  DaemonSettings daemon;
  std::vector<ProfileSettings> profiles;
  gate::Playbooks playbooks;  ///< as they were when a person looked them over
  std::vector<ValidatorSettings> validators;
};

}  // namespace interlock::policy
