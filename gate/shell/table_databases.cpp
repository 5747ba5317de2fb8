// Databases and queues by their own administration programs; SQL itself is judged in gate/shell/queries.cpp.
#include "gate/shell/rows.h"

namespace interlock::gate::shell {

Table database_table() {
  static constexpr Row rows[] = {
      {"dropdb dropuser", "", "", "", "deletes a database or its user"},
      {"mysqladmin mariadb-admin", "", "drop shutdown flush-privileges password", "", "deletes or stops a database"},
      {"redis-cli valkey-cli keydb-cli", "",
       "flushall FLUSHALL flushdb FLUSHDB shutdown SHUTDOWN del DEL unlink UNLINK debug DEBUG", "", "deletes data"},
      {"redis-cli valkey-cli", "config|CONFIG set|SET", "", "", "changes a running database"},
      {"redis-cli valkey-cli", "", "slaveof SLAVEOF replicaof REPLICAOF", "", "changes a running database"},
      {"pg_resetwal pg_archivecleanup", "", "", "-n --dry-run", "deletes what a database needs to recover"},
      {"pg_ctl", "", "stop", "", "stops a database"},
      {"pg_restore mongorestore", "", "-c --clean --drop", "", "deletes what stands in a database before it loads"},
      {"pg_dropcluster", "", "", "", "deletes a database"},
      {"kafka-topics kafka-topics.sh kafka-configs kafka-configs.sh kafka-consumer-groups kafka-consumer-groups.sh "
       "kafka-acls kafka-acls.sh",
       "", "--delete --remove --delete-config --reset-offsets --delete-offsets", "",
       "deletes a queue or where its readers stand"},
      {"kafka-delete-records kafka-delete-records.sh kafka-storage kafka-storage.sh", "", "", "",
       "deletes queued messages"},
      {"rabbitmqctl rabbitmqadmin",
       "reset|force_reset|delete*|purge*|clear*|stop*|forget*|purge_queue|close*|shutdown|change_password|set_"
       "permissions",
       "", "", "deletes queues or what they hold"},
      {"rabbitmqctl rabbitmqadmin rabbitmq-plugins", "* reset|force_reset|disable", "", "",
       "deletes queues or what they hold"},
      {"nats", "* rm|del|delete|purge|rmm|edit|kick", "", "", "deletes queues or what they hold"},
      {"pulsar-admin", "* delete*|unload|clear-*|skip-*|reset-*|terminate|expire-*|truncate", "", "",
       "deletes queues or what they hold"},
      {"rpk", "topic|group|acl|cluster delete|trim-prefix", "", "", "deletes queues or what they hold"},
      {"influx influxd", "* delete", "", "", "deletes data"},
      {"influx", "delete", "", "", "deletes data"},
      {"elasticsearch-reset-password", "", "", "", "changes a password"},
      {"cockroach", "quit|node|debug", "", "status", "stops a database"},
      {"rails rake bin/rails artisan",
       "db:drop|db:reset|db:schema:load|db:purge|db:migrate:reset|db:truncate_all|db:setup|db:rollback", "", "",
       "deletes a database"},
      {"php", "artisan|*/artisan migrate:fresh|migrate:reset|migrate:refresh|db:wipe|migrate:rollback|queue:flush", "",
       "", "deletes a database"},
      {"manage.py django-admin", "flush|reset_db|sqlflush", "", "", "deletes a database"},
      {"python python3", "manage.py|*/manage.py flush|reset_db", "", "", "deletes a database"},
      {"prisma", "migrate|db reset", "", "", "deletes a database"},
      {"prisma", "db push", "--force-reset --accept-data-loss", "", "deletes a database"},
  };
  return {"data_destruction", rows};
}

}  // namespace interlock::gate::shell
