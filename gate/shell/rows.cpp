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

}  // namespace

bool is_dry_run(const Call& call) {
  const std::string_view dry = call.value("--dry-run");
  if (call.has("--dry-run --dryrun --dry_run --whatif --what-if --simulate --just-print --no-act --preview", false)) {
    return dry != "none" && dry != "false";
  }
  return false;
}

namespace {

const std::array<Table, 10>& tables() {
  static const std::array<Table, 10> all = {git_table(),    system_table(), disk_table(),     container_table(),
                                            cloud_table(),  backup_table(), database_table(), package_table(),
                                            secret_table(), cluster_table()};
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
    "help explain last lastlog dbus-send readlink realpath command-not-found cheat navi eg howdoi wikiman equery qlist "
    "qfile fd fdfind plocate mlocate ugrep dpkg-query apt-file repoquery rpmquery debquery";

/// What manages services, accounts and data that others rely on.
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
    "crm_resource cibadmin crm_node scontrol sacctmgr usbguard snapper btrbk aptly reprepro chronyc sssctl tgt-admin "
    "fwupdtool "
    "kamal opkg eopkg swupd rpm-ostree bootc realm bluetoothctl ykman adb choco scoop winget asdf mise tpm2 "
    "fail2ban-client "
    "hub cosign dokku eb copilot clever scalingo koyeb zeabur porter okteto";

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

bool takes_words_as_text(std::string_view program) {
  return is_listed(text_programs, program);
}

bool manages(std::string_view program) {
  return is_listed(managing_programs, program);
}

bool has_row(std::string_view program) {
  return rows_by_program().contains(program);
}

bool is_familiar(std::string_view program) {
  return is_listed(text_programs, program) || is_listed(managing_programs, program) ||
         rows_by_program().contains(program);
}

}  // namespace interlock::gate::shell
