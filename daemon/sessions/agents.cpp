#include "daemon/sessions/agents.h"

#include <algorithm>

#include <unistd.h>

namespace interlock::daemon {

std::string agent_key_of(const Session& session) {
  const pid_t group = ::getsid(session.peer.pid);
  if (group < 0) return "session " + session.id;  // its process has ended: no other session counts as the same agent
  return std::to_string(session.peer.uid) + " " + std::to_string(group) + " " + session.given_profile + " " +
         session.name;
}

std::shared_ptr<Session> Agents::open(const ipc::Connection& connection, const std::string& name) {
  const auto mine = std::count_if(sessions_.begin(), sessions_.end(),
                                  [&](const auto& entry) { return entry.second->connection == connection.number(); });
  if (static_cast<std::size_t>(mine) >= sessions_per_connection) return nullptr;
  const auto confined = confined_(connection.peer());
  const auto session = std::make_shared<Session>(Session{.id = "s" + std::to_string(++last_id_),
                                                         .name = name,
                                                         .peer = connection.peer(),
                                                         .connection = connection.number(),
                                                         .gate = gate::SafetyGate(policy_, typing_),
                                                         .enforced = confined.has_value(),
                                                         .given_profile = confined.value_or("")});
  if (session->name.empty()) session->name = session->peer.program.empty() ? "an agent" : session->peer.program;
  session->following.set(playbooks_);
  sessions_[session->id] = session;
  choose_policy(*session);
  return session;
}

std::shared_ptr<Session> Agents::find(const ipc::Connection& connection, const std::string& id) {
  if (!id.empty()) {
    const auto session = by_id(id);
    return session && session->connection == connection.number() ? session : nullptr;
  }
  for (const auto& [key, session] : sessions_) {
    if (session->connection == connection.number()) return session;
  }
  return open(connection, "");
}

std::shared_ptr<Session> Agents::by_id(const std::string& id) const {
  const auto found = sessions_.find(id);
  return found == sessions_.end() ? nullptr : found->second;
}

void Agents::close(const std::shared_ptr<Session>& session) {
  session->stop->store(true);
  sessions_.erase(session->id);
}

void Agents::for_each(const std::function<void(const std::shared_ptr<Session>&)>& visit) const {
  for (const auto& [id, session] : std::map(sessions_)) visit(session);
}

bool Agents::all_enforced() const {
  return is_atomic() && !sessions_.empty() &&
         std::all_of(sessions_.begin(), sessions_.end(), [](const auto& entry) { return entry.second->enforced; });
}

void Agents::set_policy(std::shared_ptr<const gate::Policy> policy, std::shared_ptr<const policy::Profiles> profiles) {
  policy_ = std::move(policy);
  profiles_ = std::move(profiles);
  for (const auto& [name, old] : std::map(offered_)) (void)offer_profile(name);
  for (const auto& [id, session] : sessions_) choose_policy(*session);
}

void Agents::set_playbooks(std::shared_ptr<const gate::Playbooks> playbooks) {
  playbooks_ = std::move(playbooks);
  for (const auto& [id, session] : sessions_) session->following.set(playbooks_);
}

void Agents::set_task(Session& session, const std::optional<std::string>& directive,
                      const std::optional<std::string>& scope) {
  session.directive = directive;
  session.scope = scope;
  const auto goal = scope ? goal_from_name(*scope) : std::nullopt;
  session.gate.set_scope(gate::scope_of(directive.value_or(""), goal));
  choose_policy(session);
}

void Agents::look_again() {
  for (const auto& [id, session] : sessions_) {
    // Of this user's agents those in sandboxes, to which a way over the network may have been opened.
    if (session->peer.uid != ::getuid() || session->enforced) session->enforced = confined_(session->peer).has_value();
  }
}

void Agents::confine(Session& session, const std::string& profile) {
  session.enforced = true;
  session.given_profile = profile;
  choose_policy(session);
}

bool Agents::offer_profile(const std::string& name) {
  const policy::Profile* profile = profiles_ ? profiles_->named(name) : nullptr;
  if (profile != nullptr) offered_[name] = profile->policy;
  return profile != nullptr;
}

void Agents::choose_policy(Session& session) const {
  const Principal who{session.name, session.peer.executable, session.directive.value_or("")};
  session.gate.set_principal(who);
  if (const auto given = offered_.find(session.given_profile); given != offered_.end()) {
    session.profile = given->first;
    session.gate.set_policy(policy_, given->second);
    return;
  }
  const policy::Profile* profile = profiles_ ? profiles_->find(who, session.gate.scope()) : nullptr;
  session.profile = profile == nullptr ? std::string() : profile->name;
  session.gate.set_policy(policy_, profile == nullptr ? nullptr : profile->policy);
}

}  // namespace interlock::daemon
