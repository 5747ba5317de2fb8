// SQL, MongoDB's shell and Redis commands: what destroys data.
#include <algorithm>
#include <array>

#include "gate/shell/judges.h"
#include "gate/shell/output.h"
#include "gate/words/effect.h"
#include "gate/words/pattern_set.h"
#include "values/ascii.h"
#include "values/text.h"

namespace interlock::gate::shell {
namespace {

constexpr std::array<Effect, 16> queries = {{
    {R"(\bdrop\s+(?:table|database|schema|view|materialized\s+view|index|user|role|column|function|trigger|collection|keyspace|tablespace|type|sequence|procedure|extension|policy|partition|owned|foreign|temporary|constraint|domain|event|measurement|series|bucket|retention|shard|continuous|stream|dictionary|node|server|publication|subscription)\b)",
     "deletes a table, database or a part of one"},
    {R"(\btruncate\s+(?:table\s+)?(?:only\s+)?["'`\[]?\w)", "empties a table"},
    {R"(\bdelete\s+from\b)", "deletes rows"},
    {R"(\bupdate\s+[\w."'`\[\]]+\s+set\b[^;]*$|\bupdate\s+[\w."'`\[\]]+\s+set\b[^;]*;)", "changes rows"},
    {R"(\balter\s+table\b[^;]*\b(?:drop|rename|modify|truncate|alter\s+column)\b)", "deletes a part of a table"},
    {R"(\balter\s+(?:user|role|system|login|database)\b)", "changes a database's accounts or settings"},
    {R"(\b(?:grant|revoke)\s+[\w\s,]+\bon\b|\bgrant\s+\w+\s+to\b|\bgrant\s+all\b)", "changes who may use a database"},
    {R"(\bshutdown\s+(?:abort|immediate)\b|\bpurge\s+binary\s+logs\b|\breset\s+master\b)",
     "stops a database or deletes its log"},
    {R"(\bdropdatabase\s*\(|\.drop\s*\(\s*(?:\)|\{)|\.dropindexes\s*\(|\.dropuser\s*\(|\bdeletemany\s*\(|\bdeleteone\s*\(|\bdb\._drop\w*\s*\(|\bdb\.[\w.]+\.remove\s*\(|\.remove\s*\(\s*\{|\.findoneanddelete\s*\()",
     "deletes documents or a database"},
    {R"(\bflush(?:all|db|_all)\b|\bconfig\s+set\b|\bdebug\s+(?:segfault|sleep)\b|\bshutdown\s+(?:no)?save\b|\b(?:slave|replica)of\s)",
     "deletes a whole key-value store"},
    {R"(\bmatch\b[^;]*\bdetach\s+delete\b|\bmatch\s*\([^;]*\)\s*delete\b)", "deletes a graph"},
    {R"(\bxp_cmdshell\b|\bcopy\b[^;]*\b(?:to|from)\s+program\b|\binto\s+(?:out|dump)file\b|\\!\s*\S)",
     "runs a command or writes a file out of a database"},
    {R"(\bpg_terminate_backend\b|\bpg_drop_replication_slot\b|\blo_unlink\b)", "takes away what others rely on"},
    {R"(\bvacuum\s+full\b|\bcluster\s+\w+\s+using\b)", "locks a table while it is written anew"},
    {R"((?:^|\n)\s*\.(?:restore|import --replace)\s)", "overwrites a database with an older one"},  // of sqlite3
    {R"(\breplace\s+into\b|\binsert\s+overwrite\b)", "overwrites rows"},
}};

const PatternSet& patterns() {
  static const PatternSet set = [] { return PatternSet::compile_trusted(effect_patterns(queries)); }();
  return set;
}

constexpr std::string_view statement_verbs[] = {"drop",  "truncate", "delete", "update", "alter",
                                                "grant", "revoke",   "match",  "insert", "replace"};

/// What stands in quotes or a comment is text, not a statement: 'drop table' in a SELECT.
std::string without_literals(std::string_view text) {
  std::string out;
  if (lower(text).find("redis.call") != std::string::npos)
    return std::string(text);  // a script, with its commands in quotes
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\'') {
      const std::size_t end = text.find('\'', i + 1);
      if (end == std::string_view::npos) {
        out += text.substr(i);
        break;
      }
      out += "''";
      i = end;
    } else if (text.substr(i, 3) == "-- " && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\n')) {
      i = std::min(text.find('\n', i), text.size());
      out += ' ';
    } else if (text.substr(i, 2) == "/*") {
      const std::size_t end = text.find("*/", i + 2);
      // MySQL runs what is in /*! ... */.
      if (text.substr(i, 3) == "/*!" || end == std::string_view::npos) {
        i += 2;
      } else {
        i = end + 1;
        out += ' ';
      }
    } else {
      out += text[i];
    }
  }
  return out;
}

bool runs_something(std::string_view text) {
  return std::any_of(std::begin(statement_verbs), std::end(statement_verbs),
                     [&](std::string_view verb) { return text.find(verb) != std::string_view::npos; });
}

/// EXPLAIN shows how a statement would run, and runs it only with ANALYZE.
std::string without_explained(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size() - 1) + 1;
    const std::string_view statement = text.substr(0, end);
    text.remove_prefix(end);
    const std::string plain = lower(statement);
    const std::size_t at = plain.find("explain ");
    // Before it may stand the options of a client; nothing that is run.
    const bool first = at != std::string::npos && !runs_something(plain.substr(0, at));
    const bool explained = first && plain.find("analy", at) == std::string::npos;
    if (!explained) out += statement;
  }
  return out;
}

}  // namespace

std::optional<std::string_view> destructive_query(std::string_view text) {
  const std::string plain = normalise(without_explained(without_literals(text)), max_action_text).text;
  const auto hit = patterns().match(plain);
  if (!hit) return std::nullopt;
  if (hit->overflow) return "is too complex to be judged";
  return queries[hit->index].what;
}

bool is_database_client(const Call& call) {
  return call.is(
      "psql mysql mariadb sqlite3 sqlite sqlcmd mssql-cli usql pgcli mycli litecli duckdb clickhouse-client "
      "clickhouse cqlsh mongo mongosh redis-cli valkey-cli snowsql bq influx cockroach sqlplus isql isql-v neo4j "
      "cypher-shell hive beeline presto trino impala-shell spark-sql psql.exe surreal turso d1 wrangler supabase "
      "prisma heroku osqueryi steampipe dolt xata hasura mysqlsh spanner-cli arangosh");
}

bool is_read_only_client(const Call& call) {
  return call.has("-readonly --readonly -ro --dry_run --dry-run");
}

void judge_database(const Call& call, Dangers& dangers) {
  if (!is_database_client(call)) return;
  const auto look = [&](std::string_view text, std::string_view where) {
    if (const auto what = destructive_query(text)) {
      dangers.push_back({Decision::require_confirmation, "data_destruction", std::string(*what) + std::string(where)});
      return true;
    }
    return false;
  };
  if (is_read_only_client(call)) return;
  std::string all;
  for (const Word& word : call.words.subspan(1)) {
    const std::size_t value = word.text.starts_with("--") ? word.text.find('=') : std::string::npos;
    if (value != std::string::npos) all += word.text.substr(value + 1) + ' ';
    if (!word.text.starts_with("--")) all += word.text + ' ';
  }
  if (look(all, " of a database")) return;
  look(standard_input(call.scene.script, call.scene.command), " of a database (by what it reads)");
}

void judge_statement(const Call& call, Dangers& dangers) {
  std::string first(call.words[0].text.substr(0, 64));
  std::transform(first.begin(), first.end(), first.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  const bool capitals = !first.empty() && std::all_of(call.words[0].text.begin(), call.words[0].text.end(),
                                                      [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; });
  const bool document = first.starts_with("db.");
  const bool alone = is_listed("flushall flushdb flush_all", first);
  const bool statement = call.words.size() > 1 &&
                         (capitals || is_listed("drop truncate delete update alter grant revoke replace config debug "
                                                "shutdown slaveof replicaof vacuum purge",
                                                first));
  if (!document && !alone && !statement) return;
  std::string all;
  for (const Word& word : call.words) all += word.text + ' ';
  if (const auto what = destructive_query(all)) {
    dangers.push_back(
        {Decision::require_confirmation, "data_destruction", std::string(*what) + ", as a statement to a database"});
  }
}

}  // namespace interlock::gate::shell
