// Version control: what throws work away that no history keeps, and what rewrites history others have.
#include "gate/shell/rows.h"

namespace interlock::gate::shell {

Table git_table() {
  static constexpr Row rows[] = {
      {"git", "reset", "--hard --merge --keep", "", "throws uncommitted work away"},
      {"git", "clean",
       "-f --force clean.requireForce=false clean.requireForce=no clean.requireForce=off "
       "clean.requireForce=0",
       "-n --dry-run", "deletes files that are not in the repository"},
      {"git", "clean", "-d -x -X", "-n --dry-run", "deletes files that are not in the repository"},
      {"git", "push", "-f --force", "--force-with-lease", "overwrites published history"},
      {"git", "push * main|master|trunk|develop|production|release|*:main|*:master", "--force-with-lease", "",
       "overwrites published history that others build on"},
      {"git", "svn dcommit", "", "-n --dry-run", "publishes commits"},
      {"git", "push", "--mirror --prune", "", "deletes published branches that are not here"},
      {"git", "push", "-d --delete", "", "deletes a published branch or tag"},
      {"git", "push * :*|+*", "", "", "deletes or overwrites a published branch"},
      {"git", "push :*|+*", "", "", "deletes or overwrites a published branch"},
      {"git", "checkout", "-f --force", "", "throws uncommitted work away"},
      {"git", "checkout .|./|:/|*.", "", "", "throws uncommitted work away"},
      {"git", "checkout * *", "", "-b -B --orphan -t --track --detach", "throws uncommitted work away"},
      {"git", "checkout", "--", "", "throws uncommitted work away"},
      {"git", "switch", "-f --force --discard-changes", "", "throws uncommitted work away"},
      {"git", "restore", "", "--staged -S", "throws uncommitted work away"},
      {"git", "restore", "-W --worktree", "", "throws uncommitted work away"},
      {"git", "branch", "-D -M -C", "", "deletes a branch that may not be merged"},
      {"git", "branch", "-f --force", "", "moves a branch away from its commits"},
      {"git", "tag", "-d --delete", "", "deletes a tag"},
      {"git", "stash drop|clear", "", "", "deletes stashed work"},
      {"git", "filter-branch|filter-repo", "", "", "rewrites the whole history"},
      {"git", "reflog expire|delete", "", "", "deletes the record by which lost commits are found"},
      {"git", "gc", "--prune --aggressive", "", "deletes commits nothing refers to"},
      {"git", "prune", "", "-n --dry-run", "deletes commits nothing refers to"},
      {"git", "update-ref", "-d --delete", "", "deletes a reference"},
      {"git", "symbolic-ref", "-d --delete", "", "deletes a reference"},
      {"git", "replace", "-d --delete", "", "deletes a replacement"},
      {"git", "worktree remove", "-f --force", "", "deletes a working tree and what was changed in it"},
      {"git", "worktree prune", "-f --force", "", "deletes a working tree"},
      {"git", "submodule deinit", "-f --force", "", "throws a submodule's work away"},
      {"git", "rm", "-r -f --force", "--cached -n --dry-run", "deletes files and what was changed in them"},
      {"git", "rm", ". ./ * ./* :/", "--cached -n --dry-run", "deletes files and what was changed in them"},
      {"git", "read-tree", "--reset", "", "throws uncommitted work away"},
      {"git", "checkout-index", "-f --force", "", "throws uncommitted work away"},
      {"git", "rebase", "--root --exec -x", "", "rewrites history"},
      {"git", "remote remove|rm", "", "", "forgets a remote repository and its branches"},
      {"git", "lfs prune", "", "-n --dry-run", "deletes large files kept here"},
      {"git", "notes remove|prune", "", "", "deletes notes"},
      {"git-filter-repo bfg", "", "", "", "rewrites the whole history"},
      {"hg", "strip|purge|rollback", "", "", "throws work away"},
      {"hg", "update|up|checkout|revert", "-C --clean --all -a", "", "throws uncommitted work away"},
      {"svn", "delete|rm|revert", "", "", "deletes files or throws work away"},
      {"jj", "abandon", "", "", "throws a change away"},
      {"p4", "delete|obliterate|revert", "", "", "deletes files or throws work away"},
  };
  return {"history_destruction", rows};
}

}  // namespace interlock::gate::shell
