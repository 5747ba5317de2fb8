#include "gate/shell/rows.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace interlock::gate::shell {
namespace {

bool fits_part(std::string_view alternatives, std::string_view text) {
  while (!alternatives.empty()) {
    const std::size_t end = std::min(alternatives.find('|'), alternatives.size());
    const std::string_view one = alternatives.substr(0, end);
    if (one.size() > 1 && one.back() == '*' ? text.starts_with(one.substr(0, one.size() - 1))
        : one.size() > 1 && one[0] == '*'   ? text.ends_with(one.substr(1))
                                            : text == one || one == "*") {
      return true;
    }
    alternatives.remove_prefix(std::min(end + 1, alternatives.size()));
  }
  return false;
}

/// Whether the operands begin with `path`; what follows an option may be its value and is stepped over.
bool fits_path(const Call& call, std::string_view path) {
  std::size_t at = 0;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find(' '), path.size());
    const std::string_view part = path.substr(0, end);
    while (at < call.operands.size() && (call.operands[at].value || !fits_part(part, call.operands[at].text()))) {
      if (!call.operands[at].after_option) return false;
      ++at;
    }
    if (at == call.operands.size()) return false;
    ++at;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return true;
}

bool is_dry_run(const Call& call) {
  const std::string_view dry = call.value("--dry-run");
  if (call.has("--dry-run --dryrun --dry_run --whatif --what-if --simulate --just-print --no-act --preview", false)) {
    return dry != "none" && dry != "false";
  }
  return false;
}

const std::array<Table, 9>& tables() {
  static const std::array<Table, 9> all = {git_table(),       system_table(),  disk_table(),
                                           container_table(), cloud_table(),   backup_table(),
                                           database_table(),  package_table(), secret_table()};
  return all;
}

struct CodedRow {
  std::string_view code;
  const Row* row;
};

/// The tables' rows, in their order, by each program that they name.
const std::unordered_map<std::string_view, std::vector<CodedRow>>& rows_by_program() {
  static const auto index = [] {
    std::unordered_map<std::string_view, std::vector<CodedRow>> made;
    for (const Table& table : tables()) {
      for (const Row& row : table.rows) {
        for (std::string_view names = row.programs; !names.empty();) {
          const std::size_t end = std::min(names.find(' '), names.size());
          if (end > 0) made[names.substr(0, end)].push_back({table.code, &row});
          names.remove_prefix(std::min(end + 1, names.size()));
        }
      }
    }
    return made;
  }();
  return index;
}

/// What takes words and file names as they come: a "delete" among them is text.
constexpr std::string_view text_programs =
    "echo printf grep egrep fgrep rg ag ack man whatis apropos info tldr which type whereis locate find ls cat bat "
    "head tail less "
    "more sed awk gawk tr cut sort uniq diff test [ [[ export cd pushd mkdir touch cp mv ln code vim vi nvim nano "
    "emacs python python3 "
    "perl ruby node php sleep set case yes logger notify-send dig host nslookup ping jq yq xdotool expr seq true false "
    ": for "
    "read unset alias declare local let return exit wc tee file stat strings hexdump xxd sh bash zsh fish dash make "
    "ninja cmake "
    "cargo go npm yarn pnpm git hg svn curl wget http https ssh scp rsync ffmpeg convert magick figlet cowsay say "
    "espeak toilet "
    "dict wn trans play mpv vlc firefox chromium google-chrome xdg-open open gedit kate mail mutt gpg openssl pacman "
    "yay paru "
    "zenity kdialog dialog whiptail hyperfine watch just task rake ant mvn gradle tmux screen fzf bd compgen complete "
    "help explain";

constexpr std::string_view strong_verbs =
    "delete destroy purge terminate erase wipe nuke deprovision decommission obliterate deleteall delete-all drop "
    "dropall drop-database "
    "repo-delete delete-batch force-delete undeploy deregister unregister factory-reset reset-db db-reset hard-reset "
    "uninstall erase_flash delete-all-data zeroize";
/// What others notice: money, messages, rights.
constexpr std::string_view outward_verbs =
    "pay payout send sendmany sendtoaddress send-payment send-money send-mail send-email send-message sendmail "
    "transfer "
    "withdraw purchase buy refund payinvoice keysend grant revoke add-role assign-role set-role create-role "
    "create-user create-admin add-admin add-user set-password reset-password change-password promote impersonate "
    "createsuperuser invite publish unpublish";
/// Of tools that manage what others rely on: services, accounts, data.
constexpr std::string_view weak_verbs =
    "rm remove del prune revoke rb reset flush clear unpublish archive kill detach-all disable deactivate suspend "
    "untag rollback "
    "unlink abandon evict";
constexpr std::string_view managing_programs =
    "gcloud az aws doctl linode-cli hcloud vultr-cli scw oci ibmcloud aliyun tccli exo civo upctl heroku fly flyctl "
    "vercel netlify "
    "wrangler fastly cloudflared firebase supabase railway render surge amplify sam serverless sls pulumi cdk nomad "
    "consul vault "
    "boundary waypoint nats kafka-topics kafka-configs kafka-consumer-groups kafka-acls rabbitmqctl rabbitmqadmin "
    "pulsar-admin "
    "rpk eksctl kops k3d kind minikube k0sctl talosctl rancher argocd flux istioctl linkerd helmfile gh glab hub tea "
    "circleci "
    "buildkite-agent bk jenkins-cli.jar jenkins drone travis ldcli launchdarkly split flagsmith unleash flipt auth0 "
    "okta doppler op bw "
    "lastpass lpass infisical chamber akeyless sentry-cli datadog-ci dog pd pagerduty newrelic grafana-cli promtool "
    "amtool elastic "
    "stripe twilio sendgrid mongocli atlas mongosh influx cockroach pscale turso neonctl planetscale snowsql bq "
    "gsutil s3cmd mc rclone restic borg kopia duplicity wal-g pgbackrest barman tmutil zfs zpool btrfs lvm virsh "
    "vboxmanage "
    "VBoxManage multipass vagrant lxc incus pct qm esxcli govc openstack nova cinder neutron kong deck traefik haproxy "
    "keycloak "
    "kcadm.sh ipa samba-tool dsrm ldapdelete aliyun juju snap flatpak npm-cli expo eas shopify contentful sanity "
    "algolia meilisearch "
    "typesense pm2 supervisorctl ceph rados rbd gluster drbdadm pcs crm apigeecli splunk newrelic braintree square "
    "algolia mailgun postmark buildah crictl ctr brctl ovs-vsctl ovs-ofctl conda mamba micromamba guix opam "
    "kamal opkg eopkg swupd rpm-ostree bootc realm bluetoothctl ykman adb choco scoop winget asdf mise tpm2 "
    "fail2ban-client "
    "hub cosign dokku eb copilot clever scalingo koyeb zeabur porter okteto";

/// "DeleteInstance", "users.Users/TerminateAll": the call of an interface, as clients of clouds and gRPC name it.
bool is_call_of_interface(std::string_view text) {
  text.remove_prefix(std::min(text.rfind('/') + 1, text.size()));
  constexpr std::size_t longest = 64;
  if (text.size() > longest) return false;
  for (const std::string_view verb : {"Delete", "Destroy", "Terminate", "Purge", "Drop", "Remove", "Revoke", "Release",
                                      "Disable", "Detach", "Deregister", "Wipe", "Erase"}) {
    if (text.size() <= verb.size() || !text.starts_with(verb)) continue;
    const char next = text[verb.size()];
    if (next >= 'A' && next <= 'Z') return true;
  }
  return false;
}

/// "pkg_delete", "tpm2_clear": a program that is called after what it does.
bool is_named_after_verb(std::string_view program) {
  for (const std::string_view verb : {"_delete", "-delete", "_destroy", "-destroy", "_purge", "-purge", "_erase",
                                      "-erase", "_wipe", "-wipe", "_clear", "_remove"}) {
    if (program.ends_with(verb)) return true;
  }
  return false;
}

bool is_verb(std::string_view text, bool manages) {
  if (is_listed(strong_verbs, text)) return true;
  for (const std::string_view verb : {"delete-", "destroy-", "purge-", "terminate-", "deregister-", "erase-", "wipe-",
                                      "batch-delete", "del-", "delete_", "destroy_", "purge_", "erase_"}) {
    if (text.starts_with(verb)) return true;
  }
  for (const std::string_view verb : {":delete", ":destroy", ":purge",    ":drop",  "-delete", "-destroy", ".drop",
                                      ".reset",  ".delete",  ".destroy",  ".purge", ":wipe",   ".wipe",    ":refund",
                                      ":send",   ":flush",   ":rollback", "-del",   "_delete", "-remove"}) {
    if (text.ends_with(verb)) return true;
  }
  if (!manages) return false;
  for (const std::string_view verb : {"remove-", "revoke-", "delete_", "remove_", "clear_", "purge_", "rm-", "reset-",
                                      "disable-", "cancel-", "release-", "clear-"}) {
    if (text.starts_with(verb)) return true;
  }
  for (const std::string_view verb : {":rm", ":remove", ":reset", ":revoke", ":unset", ":clear", "-rm", "-remove"}) {
    if (text.ends_with(verb)) return true;
  }
  return is_listed(weak_verbs, text);
}

bool is_subcommand(std::string_view text) {
  return !text.empty() && text.size() <= 40 && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == ':' || c == '.';
  });
}

}  // namespace

std::optional<Danger> look_up(const Call& call) {
  const auto rows = rows_by_program().find(call.program);
  if (rows == rows_by_program().end()) return std::nullopt;
  for (const auto& [code, row] : rows->second) {
    if (!fits_path(call, row->path)) continue;
    if (!row->needs.empty() && !call.has(row->needs)) continue;
    if (call.has(row->unless, false) || is_dry_run(call)) continue;
    return Danger{Decision::require_confirmation, code, std::string(row->what)};
  }
  return std::nullopt;
}

bool takes_any_words(std::string_view program) {
  // These run their arguments; the position of the command is known for each.
  return is_listed(text_programs, program) &&
         !is_listed("git make tmux screen bat rsync ssh scp npm less more vi vim nvim emacs fzf tee", program);
}

bool is_familiar(std::string_view program) {
  return is_listed(text_programs, program) || is_listed(managing_programs, program) ||
         rows_by_program().contains(program);
}

namespace {

/// What a tool that no table knows is asked to do: the first of its words that is a verb.
std::optional<Danger> asked_to(const std::string& verb, bool manages) {
  const std::string what = "is asked to " + verb + " something";
  if (is_verb(verb, manages)) return Danger{Decision::require_confirmation, "data_destruction", what};
  if (is_listed(outward_verbs, verb)) return Danger{Decision::require_confirmation, "cloud_destruction", what};
  return std::nullopt;
}

/// `bconsole -c 'purge volume'`: a command of the program's own, as an option's value.
std::optional<Danger> own_command(const Call& call) {
  for (std::size_t i = 1; i + 1 < call.words.size(); ++i) {
    if (!is_listed("-c -e -q -x --command --cmd --execute --eval --query --exec", call.words[i].text)) continue;
    const std::string& value = call.words[i + 1].text;
    const std::string_view verb = std::string_view(value).substr(0, value.find(' '));
    if (verb.size() < value.size() && is_verb(verb, false))
      return Danger{Decision::require_confirmation, "data_destruction",
                    "is asked to " + std::string(verb) + " something"};
  }
  return std::nullopt;
}

/// "pkg_delete old", "nwipe --autonuke": by what the program is called, or an option of it.
std::optional<Danger> by_name_or_option(const Call& call) {
  const bool named = is_named_after_verb(call.program) && call.program.front() >= 'a' && call.program.front() <= 'z';
  if (named && !call.has("--help -h --version -V"))
    return Danger{Decision::require_confirmation, "data_destruction", "is called after what it destroys"};
  const bool destroys = std::any_of(call.options.begin(), call.options.end(), [](std::string_view option) {
    constexpr auto begins = std::to_array<std::string_view>({"--destroy", "--purge", "--wipe", "--erase", "--nuke",
                                                             "--autonuke", "--obliterate", "--factory-reset",
                                                             "--delete-all", "--deleteAll", "--delete_all"});
    return std::any_of(begins.begin(), begins.end(), [&](std::string_view begin) { return option.starts_with(begin); });
  });
  if (!destroys) return std::nullopt;
  return Danger{Decision::require_confirmation, "data_destruction", "is asked to destroy something"};
}

}  // namespace

std::optional<Danger> by_verb(const Call& call) {
  if (is_listed(text_programs, call.program) || call.program.empty() || !is_known(call.program) || is_dry_run(call))
    return std::nullopt;
  const bool manages = is_listed(managing_programs, call.program);
  if (auto danger = by_name_or_option(call)) return danger;
  if (auto danger = own_command(call)) return danger;
  std::size_t looked = 0;
  for (std::size_t i = 0; i < call.operands.size() && looked < 5; ++i) {
    const Operand& operand = call.operands[i];
    if (operand.after_option) continue;
    if (is_call_of_interface(operand.text()))
      return Danger{Decision::require_confirmation, "data_destruction",
                    "calls " + std::string(operand.text()) + " of an interface"};
    if (!is_subcommand(operand.text())) {
      if (looked == 0 && call.is("grpcurl evans aliyun tccli hcloud openstack")) continue;
      break;
    }
    if (is_listed("can-i help explain", operand.text())) return std::nullopt;
    if (call.is("dotnet") && operand.text() == "publish") return std::nullopt;  // into a folder
    if (call.is("conda mamba micromamba") && operand.text() == "deactivate") return std::nullopt;
    // pip cache purge: what is kept of the network is fetched again.
    if (!manages && is_listed("cache caches buildcache", operand.text())) return std::nullopt;
    if (auto danger = asked_to(operand.text(), manages)) return danger;
    ++looked;
  }
  // "ctrl slot=0 ld 1 delete": the object first, the verb last.
  if (looked < call.operands.size() && call.operands.size() > 1) {
    const Operand& last = call.operands.back();
    if (!last.after_option && is_listed("delete del destroy purge erase wipe", last.text()))
      return Danger{Decision::require_confirmation, "data_destruction",
                    "is asked to " + std::string(last.text()) + " something"};
  }
  // Java and Jenkins: -jar jenkins-cli.jar -s URL delete-job NAME
  if (call.is("java")) {
    for (const Operand& operand : call.operands) {
      if (is_verb(operand.text(), false))
        return Danger{Decision::require_confirmation, "data_destruction",
                      "is asked to " + operand.text() + " something"};
    }
  }
  if (manages && call.has("--delete --purge --destroy")) {
    return Danger{Decision::require_confirmation, "data_destruction", "is asked to delete something"};
  }
  return std::nullopt;
}

}  // namespace interlock::gate::shell
