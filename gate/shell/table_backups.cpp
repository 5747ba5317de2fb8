// Backups and the copies that depend on them; archives and synchronisation that delete what they have read.
#include "gate/shell/rows.h"

namespace interlock::gate::shell {

Table backup_table() {
  static constexpr Row rows[] = {
      {"tarsnap", "", "-d --nuke", "--dry-run", "deletes backups"},
      {"rustic", "forget|prune", "", "-n --dry-run", "deletes backups"},
      {"zbackup", "gc", "", "", "deletes backups"},
      {"dvc", "gc|destroy|remove", "", "--dry", "deletes data or what is known of it"},
      {"sieve-filter", "", "-e", "", "carries out a filter, which may delete letters"},
      {"rsync", "",
       "--delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded --delete-missing-args "
       "--del",
       "-n --dry-run --list-only", "deletes files that are not at the source"},
      {"rsync", "", "--remove-source-files --remove-sent-files", "-n --dry-run --list-only",
       "deletes the files it has copied"},
      {"tar gtar bsdtar", "", "--remove-files --delete", "", "deletes the files it has packed"},
      {"zip", "", "-m --move -d --delete", "", "deletes the files it has packed"},
      {"7z 7za 7zz", "d", "", "", "deletes files of an archive"},
      {"7z 7za 7zz", "a|u", "-sdel", "", "deletes the files it has packed"},
      {"unison", "", "-force", "", "overwrites one side"},
      {"borg", "delete|prune|compact|recreate|repo-delete|break-lock", "", "-n --dry-run", "deletes backups"},
      {"borg", "key change-*", "", "", "changes the key of backups"},
      {"restic", "forget|prune|rewrite", "", "-n --dry-run", "deletes backups"},
      {"restic", "key remove|passwd", "", "", "changes the key of backups"},
      {"kopia", "snapshot|snap|content|blob|maintenance|repository|policy|index delete|expire|rewrite|gc|remove|rm", "",
       "", "deletes backups"},
      {"duplicity", "remove-*|cleanup", "--force", "", "deletes backups"},
      {"duplicacy rdiff-backup", "prune|remove", "", "-dry-run", "deletes backups"},
      {"rdiff-backup", "", "--remove-older-than", "", "deletes backups"},
      {"tmutil", "delete|deletelocalsnapshots|disable|deleteinprogress", "", "", "deletes backups"},
      {"timeshift snapper", "delete|rm|delete-config|undochange|rollback", "", "", "deletes snapshots"},
      {"timeshift", "", "--delete --delete-all --restore", "", "deletes snapshots"},
      {"pgbackrest wal-g barman", "stanza-delete|expire|delete", "", "", "deletes backups"},
      {"velero", "backup|restore|schedule delete", "", "", "deletes backups"},
      {"trash-empty trash-rm autotrash", "", "", "-n --dry-run", "deletes for good what is in the trash"},
      {"gio", "trash", "--empty", "", "deletes for good what is in the trash"},
      {"vssadmin wbadmin", "delete", "", "", "deletes backups"},
  };
  return {"file_destruction", rows};
}

}  // namespace interlock::gate::shell
