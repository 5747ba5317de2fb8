// Command lines that only read, and their neighbours that do not.
#include "gate/shell/looks.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace interlock::gate::shell {
namespace {

void expect_looks(bool looks, const std::vector<std::string>& lines, const Prompt* prompt = nullptr) {
  for (const std::string& line : lines) EXPECT_EQ(only_looks(line, prompt), looks) << line;
}

TEST(Looks, ByProgramsAndOptions) {
  expect_looks(true, {"ls -la",
                      "du -sh /var/* 2>/dev/null | sort -h",
                      "sudo ss -tlnp",
                      "ps -o pid,cmd",
                      "git blame a.py | head",
                      "git fetch origin",
                      "git -C web log -3",
                      "git branch -a",
                      "git tag --list 'v1*'",
                      "git remote -v",
                      "tar tzf a.tgz | head",
                      "tar -tvf a.tar",
                      "unzip -l a.zip",
                      "curl -sI https://example.org | head -1",
                      "curl -s -o /dev/null -w '%{http_code}' https://example.org",
                      "wget -qO- https://example.org",
                      "nc -zv db 5432",
                      "find . -name '*.py' -not -path './x/*' | xargs wc -l",
                      "for f in *.c; do wc -l \"$f\"; done",
                      "sed -n '1,20p' a.txt",
                      "sed 's/a/b/g' a.txt",
                      "awk -F, '{print $2}' a.csv",
                      "node --version",
                      "docker images --format '{{.Size}}' | sort",
                      "kubectl get pods -o wide",
                      "ssh db2",
                      "ssh db2 df -h",
                      "psql shop",
                      "psql shop -c 'select 1'",
                      "sqlite3 a.db .tables",
                      "crontab -l",
                      "man 5 crontab",
                      "ncdu -r",
                      "sudo lastb | head",
                      "postqueue -j | head -1",
                      "postconf -n",
                      "pflogsumm /var/log/mail.log",
                      "sar -u 1 3",
                      "git diff > /tmp/a.diff"});
  expect_looks(false, {"mkdir a",
                       "sar -o a.bin 1",
                       "postqueue -f",
                       "postconf -e 'a = b'",
                       "touch a",
                       "echo a > b",
                       "ls >> log.txt",
                       "git commit -m x",
                       "git branch new",
                       "git tag v2",
                       "git branch -d a",
                       "git remote add a b",
                       "git fetch --prune",
                       "git -c core.pager=x log",
                       "tar xzf a.tgz",
                       "tar czf a.tgz b",
                       "tar tf a.tar --to-command=sh",
                       "unzip a.zip",
                       "curl -O https://example.org/a",
                       "curl -d a=b https://example.org",
                       "curl -X DELETE https://example.org/1",
                       "curl -sSLO https://example.org/a",
                       "wget https://example.org/a",
                       "nc db 5432",
                       "find . -exec touch {} \\;",
                       "find . -name a -delete",
                       "xargs touch",
                       "for f in *; do cp \"$f\" x; done",
                       "sed -i 's/a/b/' a.txt",
                       "sed 's/a/b/w out' a.txt",
                       "sed 's/a/b/e' a.txt",
                       "awk '{print > \"out\"}' a",
                       "awk 'BEGIN{system(\"ls\")}'",
                       "./node --version",
                       "$X -la",
                       "ssh -o ProxyCommand=x db2",
                       "ssh db2 touch a",
                       "psql -f a.sql",
                       "psql shop -c 'insert into a values (1)'",
                       "sqlite3 a.db 'update a set b=1'",
                       "env A=1 touch b",
                       "ls &",
                       "A=1 ls",
                       "ls $(touch a)",
                       "sort -o a a",
                       "xxd -r a b",
                       "uniq a b",
                       "date -s 10:00",
                       "git diff > a.diff",
                       "git diff > /tmp/../srv/a",
                       "man -P ./a.sh ls",
                       "bat --pager ./a.sh b",
                       "ag --pager ./a.sh b",
                       "rg --pre ./a.sh b",
                       "mysql --pager=./a.sh shop",
                       "ncdu",
                       "npm install",
                       "python3 a.py",
                       "ls -la \"",
                       ""});
}

TEST(Looks, NotAtWhatStandsElsewhereInTheLine) {
  expect_looks(true, {"wc -w a.txt", "redis-cli GET a", "redis-cli -h db INFO", "awk -v n=3 '{print $n}' a",
                      "cargo tree", "go env", "dpkg -l"});
  expect_looks(
      false,
      {"echo 'insert into a values (1)' | psql shop", "psql shop < a.sql", "mysql shop <<< 'insert into a values (1)'",
       "redis-cli SET a 1", "redis-cli DEL a", "echo DEL a | redis-cli", "curl -sSfLkO https://example.org/a",
       "awk -v n=3 'BEGIN{system(\"ls\")}'", "git fetch origin main:main", "dpkg -i -a", "cargo install tree",
       "go install list", "go env -w A=b", "psql shop -c \"select 'x' \\gexec\"", "loginctl lock-session"});
}

TEST(Looks, NotThroughManyMachines) {
  std::string line = "ls";
  for (int i = 0; i < 600; ++i) line.insert(0, "ssh a ");
  expect_looks(true, {"ssh a ssh b ls"});
  expect_looks(false, {line});
}

TEST(Looks, ByTheProgramThatReadsTheLines) {
  const Prompt sql{"psql", Screen::lines, {}};
  expect_looks(true, {"\\dt", "select count(*) from users;", "show tables;", "explain select 1;", "\\q", "use shop"},
               &sql);
  expect_looks(false,
               {"\\i a.sql", "\\! touch a", "\\copy a to 'b'", "insert into a values (1);", "select 1; delete from a;",
                "create table a (b int);", "select * into b from a;", "explain analyze delete from a;", "vacuum;"},
               &sql);
  const Prompt open{"psql", Screen::lines, "select count(*)\n"};
  expect_looks(true, {"from users;"}, &open);
  const Prompt begun{"psql", Screen::lines, "insert into a\n"};
  expect_looks(false, {"select * from b;"}, &begun);
  const Prompt store{"redis-cli", Screen::lines, {}};
  expect_looks(true, {"GET a", "ttl a"}, &store);
  expect_looks(false, {"SET a 1", "DEL a", "CONFIG SET a b", "client kill 1"}, &store);
  const Prompt documents{"mongosh", Screen::lines, {}};
  expect_looks(true, {"db.orders.find({status: 'x'}).limit(3)", "show dbs"}, &documents);
  expect_looks(
      false,
      {"db.orders.insertOne({a: 1})", "x = db.orders.find()", "db.orders.find().forEach(d => db.b.insertOne(d))"},
      &documents);
}

}  // namespace
}  // namespace interlock::gate::shell
