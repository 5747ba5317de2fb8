// Clusters, queues of jobs, quotas, shared storage and copies of files that are the same. Source: their man pages.
#include "gate/shell/rows.h"

namespace interlock::gate::shell {

Table cluster_table() {
  static constexpr Row rows[] = {
      {"scancel", "*", "", "-V --version --usage", "cancels jobs of others or one's own"},
      {"scancel", "", "-u --user -t --state -A --account -p --partition -n --name", "", "cancels jobs"},
      {"scontrol", "update|delete|reboot|shutdown|requeue|suspend|takeover", "", "", "changes a cluster"},
      {"sacctmgr", "delete|remove|modify|shutdown|archive", "", "", "changes who may use a cluster"},
      {"crm_resource", "", "-D --delete -C --cleanup -M --move -B --ban -R --restart --force-stop --force-demote", "",
       "changes what a cluster runs"},
      {"cibadmin", "", "-E --erase -D --delete --delete-all -R --replace -P --patch -M --modify", "",
       "changes a cluster's configuration"},
      {"crm_node", "", "-R --remove", "", "takes a machine out of a cluster"},
      {"crm_attribute crm_standby crm_failcount", "", "-D --delete -v --update", "", "changes a cluster"},
      {"pcs", "node standby|maintenance", "", "", "takes a machine out of a cluster"},
      {"pcs", "property set|unset", "", "", "changes a cluster's configuration"},
      {"drbdadm drbdsetup", "", "--discard-my-data --overwrite-data-of-peer --force", "",
       "overwrites a copy of a disk"},
      {"quotaoff quotaon", "", "-a --all -u -g", "-p --print-state", "changes how much others may store"},
      {"setquota edquota", "*", "", "", "changes how much others may store"},
      {"exportfs", "", "-u -f", "", "takes shared folders away"},
      {"ipvsadm", "", "-C --clear -D --delete-service -d --delete-server -R --restore", "",
       "changes where traffic goes"},
      {"keepalived", "", "--signal", "", "changes where traffic goes"},
      {"nvme",
       "fw-commit|fw-activate|detach-ns|disconnect|disconnect-all|reset|subsystem-reset|ns-rescan|security-send", "",
       "", "changes or takes away a disk"},
      {"iscsiadm", "", "delete", "", "takes disks away"},
      {"nbd-client", "", "-d -disconnect", "", "takes disks away"},
      {"mmc", "enh_area|write_reliability|bootpart|bkops|hwreset|writeprotect set|enable|disable|*", "", "",
       "changes a disk for good"},
      {"sg_write_buffer sg_wr_mode sg_write_same sg_reassign", "*", "", "-h --help", "changes a disk"},
      {"xfs_admin", "*", "-L -U -O -c -e -j -p -r", "", "changes a file system"},
      {"xfs_growfs", "", "-d -D -l -L", "-n", "changes a file system"},
      {"tgt-admin", "", "--offline --delete --execute --update", "", "takes disks away"},
      {"sanlock", "direct|client init|reset|shutdown", "", "", "changes locks that others hold"},
      {"snapper", "cleanup|modify", "", "", "deletes snapshots"},
      {"btrbk", "clean|prune", "", "-n --dry-run", "deletes snapshots"},
      {"lxc-snapshot", "", "-d --destroy -r --restore", "", "deletes or overwrites a container"},
      {"schroot", "", "-e --end-session", "", "deletes a session's files"},
      {"fdupes jdupes", "", "-d --delete", "", "deletes files"},
      {"rdfind", "", "-deleteduplicates", "", "deletes files"},
      {"git", "annex drop|dropunused|move|uninit", "--force", "", "deletes the only copy of files"},
      {"swtpm_setup", "", "--overwrite", "", "erases keys"},
      {"usbguard", "reject-device|block-device", "", "", "takes a device away"},
      {"sssctl", "client-data-restore|remove-cache|cache-remove", "", "", "changes how people log in"},
      {"sss_cache", "", "-E --everything", "", "changes how people log in"},
      {"chronyc", "makestep|shutdown|reset|offline|settime", "", "", "changes the system's clock"},
      {"firewall-offline-cmd", "", "--disabled", "", "stops the firewall"},
      {"fwupdtool", "install|install-blob|update|downgrade|emulation-load", "", "", "overwrites firmware"},
      {"grub-install", "*", "", "--help --version", "changes how this machine starts"},
      {"gpg gpg2", "", "--send-keys", "", "publishes a key for good"},
      {"ftpshut", "*", "", "", "stops a service"},
      {"reprepro", "removefilter|removematched|clearvanished|deleteunreferenced", "", "", "deletes packages"},
      {"aptly", "db cleanup", "", "", "deletes packages"},
  };
  return {"system_change", rows};
}

}  // namespace interlock::gate::shell
