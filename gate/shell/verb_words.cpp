#include "gate/shell/verb_words.h"

#include <algorithm>

#include "gate/shell/call.h"

namespace interlock::gate::shell {
namespace {

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

constexpr std::string_view destroying =
    "delete del destroy purge terminate erase wipe nuke autonuke deprovision decommission obliterate drop undeploy "
    "deregister unregister uninstall zeroize expunge shred deletes destroyall";
/// In the descriptions that completions of fish and zsh have of 1,200 programs, three of four subcommands with these
/// names delete, stop or take away something.
constexpr std::string_view taking =
    "rm remove prune revoke rb reset flush clear kill deactivate disable suspend untag rollback unlink "
    "abandon evict cancel forget drain void truncate invalidate terminate downgrade demote cleanse shutdown poweroff "
    "reboot powercycle halt offboard disarm unmonitor unpair unsubscribe unsub unenroll uncommit unjoin expire "
    "strip teardown blank overwrite reformat remv rmi unshare revert undefine unmap reimage stop unbind detach uninit "
    "sanitize zero fence slam dropunused";
constexpr std::string_view reaching =
    "pay payout send sendmany sendtoaddress sendmoney sendmail transfer withdraw purchase buy sell refund payinvoice "
    "keysend charge grant promote impersonate createsuperuser invite publish unpublish broadcast upload push share "
    "submit tweet toot approve ban kick deploy chargeback donate bid allow land put";
constexpr std::string_view showing =
    "list ls show get info status describe search find view print diff check test lint run help display inspect read "
    "cat stat tail top monitor watch explain query preview validate verify dump export download pull fetch open edit "
    "add create new init make generate gen install build compile convert start serve play render completion whoami "
    "ping count compare completions fmt scan analyze sim simulate grep lookup receive";

/// What tools call the things that they keep; a verb may be written in one word with them.
constexpr std::string_view things =
    "all user users usr db database databases table tables index indices key keys role roles account accounts acct "
    "group groups host hosts node nodes repo volume vol bucket file files obj object objects topic queue data cache "
    "tenant image images vm instance service record records slot slots token tokens session sessions rule rules policy "
    "msg "
    "message messages entry cluster domain net network pool disk disks snapshot snapshots backup backups share zone "
    "everything history logs log cert certificate device devices member members princ txn txns schema keyspace "
    "package packages old store storage mailbox mailboxes folder folders page pages site sites note notes task tasks "
    "job "
    "jobs";

/// "deluser", "stopall", "rmtxns": a verb and its object in one word.
Deed deed_of_joined(std::string_view part) {
  // Of the subcommands that the manuals of Debian's packages describe, all that begin with these verbs mean them.
  constexpr std::size_t shortest_object = 3;
  const auto begins = [&](std::string_view verb) {
    return part.starts_with(verb) && part.size() >= verb.size() + shortest_object;
  };
  if (begins("delete") || (part.ends_with("delete") && part.size() > 8 && !part.ends_with("undelete")))
    return Deed::destroys;
  if (begins("remove")) return Deed::takes;
  if (is_listed("useradd groupadd adduser addgroup usermod groupmod useradm chpasswd chgpasswd", part))
    return Deed::takes;
  for (const std::string_view verb : {"delete", "destroy", "del", "purge", "drop", "erase", "wipe"}) {
    if (part.starts_with(verb) && is_listed(things, part.substr(verb.size()))) return Deed::destroys;
    if (part.ends_with(verb) && is_listed(things, part.substr(0, part.size() - verb.size()))) return Deed::destroys;
  }
  for (const std::string_view verb : {"remove", "rm", "clear", "flush", "reset", "revoke", "kill", "unlink", "stop"}) {
    if (part.starts_with(verb) && is_listed(things, part.substr(verb.size()))) return Deed::takes;
    if (verb.size() > 4 && part.ends_with(verb) && is_listed(things, part.substr(0, part.size() - verb.size())))
      return Deed::takes;
  }
  for (const std::string_view verb : {"set", "add", "change"}) {
    if (part.starts_with(verb) &&
        is_listed("password passwd member members admin role owner acl", part.substr(verb.size())))
      return Deed::takes;
  }
  return Deed::none;
}

/// "--ftp-purge", "--security-erase"; not "--no-delete", "--max-delete", "--cache-purge".
bool says_at_its_end(const std::vector<std::string>& parts) {
  if (parts.size() < 2 || !is_listed("purge erase unlink delete wipe destroy", parts.back())) return false;
  return std::none_of(parts.begin(), parts.end() - 1, [](const std::string& part) {
    return is_listed(
        "no not dont never without skip keep ignore max limit can cache before after on list show print log confirm "
        "ask "
        "allow prevent warn exclude include filter",
        part);
  });
}

}  // namespace

std::vector<std::string> parts_of_name(std::string_view name) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool letter = is_lower(c) || is_upper(c) || (c >= '0' && c <= '9');
    const bool begins = is_upper(c) && i > 0 && is_lower(name[i - 1]);
    const bool means_to = c == '2' && i > 1 && i + 2 < name.size() && is_lower(name[i - 1]) && is_lower(name[i + 1]) &&
                          is_lower(name[i - 2]) && is_lower(name[i + 2]);  // reset2defaults
    if ((!letter || begins || means_to) && !parts.back().empty()) parts.emplace_back();
    if (letter && !means_to) parts.back() += is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  if (parts.back().empty()) parts.pop_back();
  return parts;
}

Deed deed_of_part(std::string_view part) {
  if (is_listed(destroying, part)) return Deed::destroys;
  if (is_listed(taking, part)) return Deed::takes;
  if (is_listed(reaching, part)) return Deed::reaches;
  if (is_listed(showing, part)) return Deed::shows;
  return deed_of_joined(part);
}

Deed deed_of(std::string_view subcommand) {
  if (subcommand.find("::") != std::string_view::npos) return Deed::none;  // repository::archive
  const std::size_t dot = subcommand.rfind('.');  // vm.destroy, but archive.tar and charge.succeeded
  if (dot != std::string_view::npos && dot + 1 < subcommand.size()) return deed_of(subcommand.substr(dot + 1));
  const std::vector<std::string> parts = parts_of_name(subcommand);
  if (parts.empty()) return Deed::none;
  const bool put = parts.size() > 1 && parts.front() == "put";  // put-metric-alarm
  const Deed first = put ? Deed::none : deed_of_part(parts.front());
  if (first != Deed::none || parts.size() == 1) return first;
  if (parts.size() > 2) {
    const Deed second = deed_of_part(parts[1]);  // force-delete, batch-delete-item
    if (second == Deed::destroys) return second;
  }
  if (parts.front() == "force" && is_listed("leave close unlock detach stop fail", parts[1])) return Deed::takes;
  if (is_listed("archive share log post allow put land", parts.back())) return Deed::none;  // nouns
  const Deed last = deed_of_part(parts.back());
  const bool noun =
      last == Deed::shows && !is_listed("list ls show get info status describe search view", parts.back());
  return noun ? Deed::none : last;
}

Deed deed_of_program(std::string_view program) {
  bool script = false;
  for (const std::string_view ending : {".sh", ".py", ".pl", ".rb", ".js", ".bash"}) {
    if (!program.ends_with(ending)) continue;
    program.remove_suffix(ending.size());
    script = true;
  }
  if (program.find_first_of(".:(") != std::string_view::npos) return Deed::none;  // x.remove: a line of Python
  const std::vector<std::string> parts = parts_of_name(program);
  if (parts.empty()) return Deed::none;
  if (script && parts.size() == 1 && is_listed(destroying, parts[0])) return Deed::destroys;
  if (script && is_listed("deploy publish", parts[0])) return Deed::reaches;
  if (parts.size() == 1) return deed_of_joined(parts[0]) == Deed::destroys ? Deed::destroys : Deed::none;
  for (const std::string* part : {&parts.front(), &parts.back()}) {
    if (is_listed(destroying, *part)) return Deed::destroys;
  }
  if (is_listed("clear remove empty flush reset write unsub revoke stop sanitize unmap", parts.back()))
    return Deed::destroys;
  if (parts.size() > 2 && is_listed("remove delete destroy purge", parts[1]))
    return Deed::destroys;  // getcert-remove-ca
  if (is_listed("send publish upload push post deploy", parts.back()) ||
      is_listed("publish deploy upload", parts.front()))
    return Deed::reaches;
  return deed_of_joined(parts.back()) == Deed::destroys ? Deed::destroys : Deed::none;
}

Deed deed_of_option(std::string_view option) {
  if (option.starts_with("-delete") || option.starts_with("-erase") || option.starts_with("-wipe")) return Deed::takes;
  if (!option.starts_with("--")) return Deed::none;
  option = option.substr(0, option.find('='));
  if (option.starts_with("--yes-i")) return Deed::destroys;
  const std::vector<std::string> parts = parts_of_name(option);
  if (parts.empty()) return Deed::none;
  const std::string& last = parts.back();
  const bool alone = parts.size() == 1 || is_listed(things, last);
  if (is_listed("destroy purge wipe erase nuke autonuke obliterate", parts[0])) return Deed::destroys;
  if (parts[0] == "factory" || (alone && is_listed("delete deleteall", parts[0]))) return Deed::destroys;
  // Whatever it deletes, and whenever: "--delete-after" sets the time and deletes. "--deletesms" as one word, too.
  if (parts[0].starts_with("delete") && parts[0] != "deleted") return Deed::destroys;
  if (says_at_its_end(parts)) return Deed::takes;
  if (deed_of_joined(parts[0]) == Deed::destroys) return Deed::destroys;
  if (parts[0] == "reset" && parts.size() > 1 && is_listed("defaults factory", last)) return Deed::destroys;
  if (alone && is_listed("remove rm del drop uninstall flush unregister revoke reset clear kill publish transfer pay "
                         "deactivate decommission disarm shutdown poweroff stop",
                         parts[0]))
    return Deed::takes;
  // What the program asks or only shows otherwise is done at once; what it makes everybody may see.
  constexpr std::string_view in_earnest =
      "--no-dry-run --no-dryrun --execute --really --apply --yes --assume-yes --auto-approve --no-prompt --no-prompts "
      "--noinput --noconfirm --no-confirm --skip-confirmation --no-interaction --public --everyone";
  if (is_listed(in_earnest, option)) return Deed::takes;
  return Deed::none;
}

bool is_about_rights(std::string_view one, std::string_view other) {
  constexpr std::string_view changes = "add set assign bind create modify change update edit allow reset";
  constexpr std::string_view rights =
      "admin admins owner role roles permission permissions perm perms acl member members password passwd grant grants "
      "iam sudoer superuser user users preauthkey preauthkeys apikey apikeys";
  return (is_listed(changes, one) && is_listed(rights, other)) || (is_listed(rights, one) && is_listed(changes, other));
}

}  // namespace interlock::gate::shell
