// Secrets in programs made for them: commands that show, delete or replace them.
#include "gate/shell/rows.h"

namespace interlock::gate::shell {

Table secret_table() {
  static constexpr Row rows[] = {
      {"vault", "delete|destroy|revoke|seal|rekey|rotate", "", "", "deletes or locks secrets"},
      {"vault",
       "secrets|auth|audit|lease|token|policy|namespace|operator|plugin "
       "disable|revoke|delete|move|tune|seal|rekey|rotate|step-down|deregister",
       "", "", "deletes or locks secrets"},
      {"vault", "kv delete|destroy|put|patch|rollback|undelete", "", "", "changes secrets"},
      {"vault", "kv metadata delete", "", "", "deletes secrets"},
      {"vault", "token create", "", "", "gives someone access to secrets"},
      {"vault", "policy|auth write|enable", "", "", "changes who may read secrets"},
      {"vault", "write auth/*|sys/*|identity/*", "", "", "changes who may read secrets"},
      {"vault", "operator init|generate-root|raft", "", "", "changes how secrets are kept"},
      {"ssh-copy-id", "*", "", "-n", "lets a key log in to another machine"},
      {"op", "item|vault|document|user|group|connect|service-account|account delete|remove|forget|suspend|revoke|edit",
       "", "", "deletes secrets"},
      {"rbw lpass", "remove|rm|delete|purge", "", "", "deletes secrets"},
      {"bw", "delete", "", "", "deletes secrets"},
      {"pass gopass", "rm|remove|delete|mv", "", "", "deletes secrets"},
      {"doppler", "* delete|revoke", "", "", "deletes secrets"},
      {"doppler", "secrets set|upload", "", "", "changes secrets"},
      {"gpg gpg2", "",
       "--delete-secret-keys --delete-keys --delete-secret-key --delete-key --delete-secret-and-public-key", "",
       "deletes keys"},
      {"gpg gpg2", "", "--export-secret-keys --export-secret-subkeys --export-secret-key", "",
       "takes secret keys out of their store"},
      {"security", "dump-keychain|delete-*|export", "", "", "shows or deletes passwords"},
      {"security", "find-*", "-w -g", "", "shows a password"},
      {"secret-tool", "lookup|clear", "", "", "shows or deletes passwords"},
      {"ssh-keygen", "", "-R", "", "forgets a known machine"},
      {"ssh-add", "", "-D", "", "forgets all keys"},
      {"mimikatz hashdump lazagne pypykatz", "", "", "", "steals passwords"},
      {"kubectl k oc", "delete secret|secrets", "", "", "deletes secrets"},
  };
  return {"secret_change", rows};
}

}  // namespace interlock::gate::shell
