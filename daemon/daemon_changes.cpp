// The part of the daemon that records acts of agents and detects changes of interlock's own files after them.
#include <algorithm>
#include <boost/asio/post.hpp>
#include <ctime>

#include "daemon/daemon.h"
#include "policy/bundle.h"
#include "policy/rules_dir.h"

namespace interlock::daemon {

namespace asio = boost::asio;

/// An earlier daemon ran on this desktop, and agents acted: they must not decide about changes made since then.
void Daemon::compare_policy() {
  if (own_files_.by_hand() || !policy_seal_.broken_by(policy_digest(loaded_, policy::rules_dirs(options_.project)))) {
    return seal_policy();
  }
  own_files_.report("the policy or the rules were changed while interlockd was not running",
                    "Let agents go on under the policy as it is now", [this] { seal_policy(); });
}

void Daemon::seal_policy() const {
  policy_seal_.set(policy_digest(loaded_, policy::rules_dirs(options_.project)));
}

/// Called during a write: the reaction waits until the write is done.
void Daemon::audit_disturbed(const std::string& how) {
  asio::post(io_, [this, how] {
    if (!own_files_.by_hand()) own_files_.report("the audit log: " + how, "Let agents go on", [] {});
  });
}

/// A file in a rules.d was written. A change without effect does not cancel open prompts.
void Daemon::rules_changed() {
  const auto loaded = load_policy(options_);
  if (loaded && loaded->settings.gate.rules == loaded_.settings.gate.rules) return;
  const std::string refused = loaded ? std::string() : policy::to_text(loaded.error());
  if (!loaded && refused == refused_rules_) return;  // already logged
  refused_rules_ = refused;
  reload_unasked("the files with your rules were changed or deleted");
}

namespace {

/// The rules of all files of rules.d, without those of the policy itself.
std::vector<gate::CustomRule> rules_beside(const policy::Loaded& loaded) {
  auto rules = loaded.settings.gate.rules;
  std::erase_if(rules, [&](const gate::CustomRule& rule) { return rule.file == loaded.source; });
  return rules;
}

}  // namespace

std::optional<std::string> Daemon::reload_bundle() {
  const auto& in_force = loaded_.settings.bundle;
  if (in_force.signers.empty()) return std::nullopt;
  auto offered = load_policy(options_);
  if (!offered || !offered->signed_by) return std::nullopt;
  const auto signer = std::find_if(in_force.signers.begin(), in_force.signers.end(),
                                   [&](const approval::ApproverKey& each) { return each.key == *offered->signed_by; });
  if (signer == in_force.signers.end()) return std::nullopt;
  if (objection_to(offered->settings.bundle, in_force, std::time(nullptr), offered->source)) return std::nullopt;
  // The signature is of the policy alone: other files that changed are a person's to load.
  if (rules_beside(*offered) != rules_beside(loaded_)) return std::nullopt;
  std::string line = signer->line;  // `in_force` ends with the policy that is replaced
  put_in_force(std::move(*offered));
  return line;
}

/// A reload that was not requested by interlockctl.
void Daemon::reload_unasked(const std::string& what) {
  if (own_files_.by_hand()) {
    (void)reload();
  } else {
    own_files_.report(what, "Load the rules and the policy as they are now", [this] { (void)reload(); });
  }
}

}  // namespace interlock::daemon
