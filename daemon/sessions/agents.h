/// The sessions of connected agents. A session belongs to one connection and ends with it. On the daemon's loop, except
/// for `stop`, which the display thread reads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "daemon/sessions/refs.h"
#include "gate/playbook.h"
#include "gate/safety_gate.h"
#include "ipc/server.h"
#include "policy/profiles.h"

namespace interlock::daemon {

struct Session {
  std::string id;
  std::string name;  ///< shown to people
  ipc::Peer peer;
  std::uint64_t connection = 0;
  std::optional<std::string> directive = {};
  std::optional<std::string> scope = {};
  gate::SafetyGate gate;
  Refs refs = {};         ///< of the elements that the agent was shown
  bool enforced = false;  ///< the agent has no other way to the desktop: in a sandbox, as another user
  bool halted = false;
  bool holds_input = false;  ///< used key_down or mouse_down: something may still be pressed
  std::uint64_t actions = 0;
  gate::Following following = {};  ///< of the policy's playbooks
  std::string profile = {};        ///< its profile of the policy; empty: none
  std::string given_profile = {};  ///< the profile that its sandbox was started with, independent of the agent's name
  std::uint64_t asked = 0;         ///< requests to act, numbered from 1
  std::uint64_t withdrawn = 0;     ///< requests up to this number are cancelled
  /// Set, and never reset, when the session is closed or halted: stops what is being injected for it. After a
  /// cancellation it is replaced by another one.
  std::shared_ptr<std::atomic<bool>> stop = std::make_shared<std::atomic<bool>>(false);
};

/// Equal for all sessions of one agent of that name: its processes are of one session of processes (setsid(2)).
/// Command-line tools open a session at each call.
std::string agent_key_of(const Session& session);

class Agents {
 public:
  static constexpr std::size_t sessions_per_connection = 16;

  using Confined = std::function<std::optional<std::string>(const ipc::Peer&)>;

  /// `confined`: the profile of the sandbox that a peer runs in, which may be empty, as for a peer of another user
  /// without a way to the desktop; nothing: it is not confined.
  Agents(std::shared_ptr<const gate::Policy> policy, std::shared_ptr<const policy::Profiles> profiles,
         Confined confined)
      : policy_(std::move(policy)), profiles_(std::move(profiles)), confined_(std::move(confined)) {}

  /// Returns null if the connection has too many already.
  std::shared_ptr<Session> open(const ipc::Connection& connection, const std::string& name);
  /// The connection's session with this id; for an empty id its first one, which is opened if there is none.
  std::shared_ptr<Session> find(const ipc::Connection& connection, const std::string& id);
  std::shared_ptr<Session> by_id(const std::string& id) const;
  void close(const std::shared_ptr<Session>& session);
  void for_each(const std::function<void(const std::shared_ptr<Session>&)>& visit) const;
  void set_policy(std::shared_ptr<const gate::Policy> policy,
                  std::shared_ptr<const policy::Profiles> profiles = nullptr);
  void set_playbooks(std::shared_ptr<const gate::Playbooks> playbooks);
  /// The peer was found to run in a sandbox, which has this profile or (empty) none.
  void confine(Session& session, const std::string& profile);
  /// From now on sandboxes may be given this profile; false: the policy has none of that name. A profile that a later
  /// policy no longer has stays as it was for those that have it.
  bool offer_profile(const std::string& name);
  /// Checks again whether agents are confined: what separates them may have changed.
  void look_again();
  /// Sets the task of the session, and selects its profile by it.
  void set_task(Session& session, const std::optional<std::string>& directive, const std::optional<std::string>& scope);
  std::size_t count() const { return sessions_.size(); }
  bool enforced(const ipc::Connection& connection) const {
    return is_atomic() && confined_(connection.peer()).has_value();
  }
  bool enforced(const Session& session) const { return is_atomic() && session.enforced; }
  /// Whether the display makes check and act one step; else mediation is advisory for everybody.
  void set_atomic(std::function<bool()> atomic) { atomic_ = std::move(atomic); }
  /// True if there are sessions, and each belongs to a confined agent.
  bool all_enforced() const;

 private:
  void choose_policy(Session& session) const;
  bool is_atomic() const { return !atomic_ || atomic_(); }

  std::shared_ptr<const gate::Policy> policy_;
  std::shared_ptr<const policy::Profiles> profiles_;
  std::shared_ptr<const gate::Playbooks> playbooks_;
  std::map<std::string, std::shared_ptr<const gate::Policy>> offered_;
  Confined confined_;
  std::function<bool()> atomic_;
  /// Belongs to the one desktop that all sessions act on; it outlives each of them.
  std::shared_ptr<gate::Typing> typing_ = std::make_shared<gate::Typing>();
  std::map<std::string, std::shared_ptr<Session>> sessions_;
  std::uint64_t last_id_ = 0;
};

}  // namespace interlock::daemon
