#include "gate/shell/shows.h"

#include <algorithm>
#include <string>
#include <vector>

#include "gate/shell/call.h"
#include "gate/shell/rows.h"
#include "gate/shell/verb_words.h"

namespace interlock::gate::shell {
namespace {

/// Verbs that show in all of these programs. Not those that show in some: `git branch`, `helm test`.
constexpr std::string_view showing_verbs =
    "get list ls show status describe diff log logs history info inspect ps images version events explain view "
    "api-resources top blame shortlog ls-files ls-remote rev-parse whatchanged grep cat is-active is-enabled "
    "list-units search policy show-environment outdated owner rdepends depends freeze whoami "
    "list-timers list-unit-files list-sockets cluster-info df";

/// What stands before the verb, as the kind of thing that is shown.
constexpr std::string_view kinds =
    "compose container image volume network rollout config pr issue repo run release workflow compute instances "
    "services projects sql storage iam account vm group webapp app apps ec2 s3 s3api rds lambda ecs eks sts logs "
    "cloudformation cloudwatch route53 state workspace stack node job service system context addr address route link "
    "neigh device connection general";

/// Beside the programs that manage services, accounts or data.
constexpr std::string_view shown_by_verb =
    "git kubectl oc docker podman helm systemctl journalctl terraform tofu apt snap flatpak pip pip3 npm dnf brew "
    "loginctl timedatectl hostnamectl localectl virsh nmcli ip";

bool is_showing(std::string_view verb) {
  return is_listed(showing_verbs, verb) || verb.starts_with("describe-") || verb.starts_with("list-");
}

std::vector<std::string_view> words_of(std::string_view command) {
  std::vector<std::string_view> words;
  for (std::size_t at = command.find_first_not_of(" \t"); at < command.size();
       at = command.find_first_not_of(" \t", at)) {
    const std::size_t end = std::min(command.find_first_of(" \t", at), command.size());
    words.push_back(command.substr(at, end - at));
    at = end;
  }
  return words;
}

}  // namespace

bool only_shows(std::string_view command) {
  const std::vector<std::string_view> words = words_of(command);
  const bool known = !words.empty() && (manages(words[0]) || is_listed(shown_by_verb, words[0]));
  if (!known) return false;
  if (words[0] == "journalctl") {
    return std::none_of(words.begin(), words.end(), [](auto word) {
      return word.starts_with("--vacuum") || word.starts_with("--rotate") || word.starts_with("--flush");
    });
  }
  constexpr std::size_t most_kinds = 3;
  for (std::size_t i = 1; i < words.size() && i <= most_kinds + 1; ++i) {
    if (is_showing(words[i])) return true;
    if (!is_listed(kinds, words[i])) return false;  // an option may have a value that looks like a verb
  }
  return false;
}

}  // namespace interlock::gate::shell
