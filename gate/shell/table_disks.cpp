// Disks, volumes and file systems.
#include "gate/shell/rows.h"

namespace interlock::gate::shell {

Table disk_table() {
  static constexpr Row rows[] = {
      {"fdisk", "*", "", "-l --list -x --list-details -v", "changes a disk's partitions"},
      {"cfdisk", "", "", "-v --version", "changes a disk's partitions"},
      {"sfdisk", "*", "", "-l --list -d --dump -V --verify -s --show-size -g -J --json -F -n --no-act",
       "changes a disk's partitions"},
      {"gdisk cgdisk", "*", "", "-l", "changes a disk's partitions"},
      {"sgdisk", "", "-Z -z -o -d -n -g -G -R -l --zap --zap-all --clear --delete --new --replicate --load-backup", "",
       "changes a disk's partitions"},
      {"parted", "*", "", "-l --list print", "changes a disk's partitions"},
      {"partprobe partx kpartx", "*", "", "-d --dry-run -l", "makes the system read a disk's partitions anew"},
      {"wipefs", "*", "-a --all -o --offset -f --force", "-n --no-act", "erases what a disk holds"},
      {"blkdiscard mkswap", "*", "", "", "erases what a disk holds"},
      {"mkfs mke2fs newfs mkdosfs mkntfs", "*", "", "-n", "formats a disk"},
      {"mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.msdos mkfs.exfat mkfs.ntfs mkfs.f2fs "
       "mkfs.jfs mkfs.minix "
       "mkfs.reiserfs mkfs.hfsplus mkfs.bfs mkfs.cramfs mkfs.udf mkfs.zfs mkfs.nilfs2 mkexfatfs",
       "*", "", "", "formats a disk"},
      {"lvremove vgremove pvremove lvreduce vgreduce", "", "", "-t --test", "deletes volumes and what they hold"},
      {"lvm", "lvremove|vgremove|pvremove|lvreduce|vgreduce", "", "", "deletes volumes and what they hold"},
      {"pvcreate", "*", "", "-t --test", "overwrites a disk"},
      {"pvmove vgcfgrestore lvresize lvconvert vgcreate vgsplit vgmerge pvresize", "", "", "", "changes volumes"},
      {"lvchange vgchange", "", "-an --activate", "", "takes volumes away from running programs"},
      {"zpool", "destroy|labelclear|remove|detach|offline|clear|export|split", "", "-n", "takes a storage pool away"},
      {"zfs", "destroy|rollback|unload-key|release|diff-delete", "", "-n",
       "deletes data sets or what was changed since"},
      {"btrfs", "subvolume|sub|su delete|d|del", "", "", "deletes a subvolume"},
      {"btrfs", "device|dev delete|remove|del", "", "", "takes a disk out of a file system"},
      {"mdadm", "", "--stop -S --remove -r --fail -f --zero-superblock --create -C --grow -G", "--detail",
       "changes or ends a disk array"},
      {"cryptsetup", "luksFormat|luksErase|erase|luksKillSlot|luksRemoveKey|reencrypt|luksHeaderRestore|luksSuspend",
       "", "", "makes encrypted data unreadable"},
      {"blockdev", "", "--setro --setrw --setra --setfra --setbsz --flushbufs --rereadpt", "",
       "changes how a disk is used"},
      {"sdparm sg_format sg_sanitize", "*", "-S -C --set --clear --format --overwrite --block --crypto", "",
       "changes or erases a disk"},
      {"eject swapoff e2label xfs_repair btrfstune ntfsfix fatlabel", "/dev/*", "", "-n --dry-run --no-action",
       "changes or takes away a disk"},
      {"hdparm", "", "--security-erase --security-erase-enhanced --trim-sector-ranges --make-bad-sector --write-sector",
       "", "erases a disk"},
      {"nvme", "format|sanitize|delete-ns|write-zeroes|dsm", "", "", "erases a disk"},
      {"badblocks", "", "-w -n", "", "overwrites a disk"},
      {"dmsetup", "remove|remove_all|wipe_table|clear", "", "", "takes volumes away"},
      {"losetup", "", "-D --detach-all", "", "takes volumes away"},
      {"diskutil", "erase*|partition*|delete*|apfs|zeroDisk|secureErase|randomDisk|unmountDisk|eject", "", "list",
       "erases or takes away a disk"},
      {"format", "*", "", "", "formats a disk"},
      {"mount", "/dev/sd*|/dev/nvme*|/dev/hd*|/dev/vd*|/dev/xvd*|/dev/mmcblk*|/dev/mapper/*|/dev/disk/*", "", "-l",
       "puts a disk's files over what is there"},
      {"mount", "*remount*|remount", "", "", "changes what may be written"},
      {"restore xfsrestore", "", "-r -x -i -C", "", "overwrites files by those of a backup"},
      {"umount", "", "-a -f -l --all --force --lazy", "", "takes file systems away from running programs"},
      {"resize2fs xfs_growfs e2fsck fsck tune2fs", "", "-f -y -M -O -U", "-n", "changes a file system"},
      {"debugfs", "", "-w", "", "changes a file system"},
      {"photorec testdisk", "/dev/*", "", "/list", "changes a disk"},
      {"flashrom fwupdmgr", "", "-w -E install update downgrade", "", "overwrites firmware"},
      {"ddrescue dcfldd dc3dd pv", "* /dev/sd*|/dev/nvme*|/dev/hd*|/dev/vd*|/dev/mmcblk*", "", "", "overwrites a disk"},
  };
  return {"disk_destruction", rows};
}

}  // namespace interlock::gate::shell
