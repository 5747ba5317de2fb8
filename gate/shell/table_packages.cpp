// Software: what is removed from the system, and what is published to the world.
#include "gate/shell/rows.h"

namespace interlock::gate::shell {

Table package_table() {
  static constexpr Row rows[] = {
      {"apt apt-get aptitude apt-fast", "remove|purge|autoremove|autopurge", "", "-s --simulate", "removes software"},
      {"apt apt-get", "install|update|upgrade|dist-upgrade|full-upgrade",
       "--allow-unauthenticated --force-yes --allow-insecure-repositories --allow-downgrades --allow-remove-essential",
       "", "installs software that nobody vouches for"},
      {"dpkg", "", "-r -P --remove --purge --force-all --force-remove-essential", "-l -L -S", "removes software"},
      {"dnf yum microdnf tdnf", "remove|erase|autoremove|downgrade|swap|distro-sync", "", "", "removes software"},
      {"dnf yum zypper", "install|localinstall|in|update|upgrade", "--nogpgcheck --no-gpg-checks --allow-unsigned-rpm",
       "", "installs software that nobody vouches for"},
      {"rpm", "", "-e --erase --nodeps --nosignature", "-q -qa -qi -ql", "removes software"},
      {"zypper", "remove|rm|dist-upgrade|dup", "", "--dry-run", "removes software"},
      {"pacman yay paru", "", "-R -Rs -Rns -Rn -Rsc -Rdd -Rc --remove", "-p --print", "removes software"},
      {"apk", "del", "", "-s --simulate", "removes software"},
      {"apk", "add", "--allow-untrusted", "", "installs software that nobody vouches for"},
      {"emerge", "", "-C --unmerge -c --depclean", "-p --pretend", "removes software"},
      {"snap flatpak", "remove|uninstall|purge", "", "", "removes software and its data"},
      {"brew", "uninstall|remove|rm|untap|autoremove", "", "-n --dry-run", "removes software"},
      {"brew", "cleanup", "--prune -s", "-n --dry-run", "removes software"},
      {"port", "uninstall", "", "", "removes software"},
      {"nix-collect-garbage", "", "-d --delete-old", "--dry-run", "deletes earlier states of the system"},
      {"nix-store", "", "--gc --delete", "--print-dead", "deletes software"},
      {"npm pnpm yarn bun", "unpublish|publish|deprecate", "", "--dry-run", "changes what is published"},
      {"npm pnpm yarn", "owner|access|token|dist-tag add|rm|revoke|remove|grant|create|set", "", "",
       "changes who may publish, or what is"},
      {"npm pnpm", "team|org|hook rm|destroy|remove", "", "", "changes what is published"},
      {"yarn", "npm publish|tag", "", "", "changes what is published"},
      {"cargo", "publish|yank|owner", "", "--dry-run -l --list", "changes what is published"},
      {"gem", "push|yank|owner", "", "", "changes what is published"},
      {"gem", "uninstall", "-a --all -x", "", "removes software"},
      {"twine", "upload", "", "", "publishes software"},
      {"poetry uv pdm flit hatch", "publish", "", "--dry-run", "publishes software"},
      {"mvn mvnw", "", "deploy deploy:deploy deploy:deploy-file release:perform", "", "publishes software"},
      {"gradle gradlew", "", "publish publishPlugins publishToMavenCentral publishToSonatype uploadArchives",
       "--dry-run", "publishes software"},
      {"sbt", "", "publish publishSigned sonatypeRelease", "", "publishes software"},
      {"dotnet", "nuget push|delete", "", "", "changes what is published"},
      {"nuget", "push|delete", "", "", "changes what is published"},
      {"mix", "hex.publish|hex.retire", "", "", "changes what is published"},
      {"lein", "deploy", "", "", "publishes software"},
      {"cabal stack luarocks", "upload", "", "", "publishes software"},
      {"pod", "trunk push|delete|deprecate", "", "", "changes what is published"},
      {"docker podman", "push", "--all-tags", "", "publishes images"},
      {"conda mamba", "env remove", "", "--dry-run", "deletes an environment"},
      {"pip pip3", "install", "--trusted-host", "", "installs software that nobody vouches for"},
      {"npm pnpm yarn", "config|c set registry|strict-ssl|ignore-scripts|*registry*", "", "",
       "changes where software comes from"},
      {"pip pip3", "config set", "", "", "changes where software comes from"},
      {"docker podman", "trust|login sign|revoke", "", "", "changes what is published"},
      {"helm", "push", "", "", "publishes software"},
      {"vsce ovsx", "publish|unpublish|login", "", "", "changes what is published"},
      {"web-ext", "sign", "", "", "publishes software"},
      {"snapcraft", "upload|release|close|promote", "", "", "changes what is published"},
      {"rustup", "self uninstall", "", "", "removes software"},
  };
  return {"package_change", rows};
}

}  // namespace interlock::gate::shell
