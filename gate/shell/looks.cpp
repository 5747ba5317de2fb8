#include "gate/shell/looks.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "gate/shell/call.h"
#include "gate/shell/judges.h"
#include "gate/shell/paths.h"
#include "gate/shell/reading.h"
#include "gate/shell/shows.h"
#include "values/ascii.h"
#include "values/text.h"

namespace interlock::gate::shell {
namespace {

constexpr std::string_view reading_programs =
    "apropos bat cal cat cd clear cmp cut df diff dir dirname basename du echo egrep exit logout fgrep file free grep "
    "groups head help history hostname htop id info jobs less locate ls lsblk lscpu lsof lspci lsusb man md5sum more "
    "nl nproc popd printf ps pushd pwd readlink realpath rg ag ack sha256sum stat tac tail top tr tree type uname uniq "
    "uptime w wc whatis whereis which who whoami zcat zgrep xzcat bzcat column printenv pgrep nslookup dig ss getent "
    "findmnt lsmod modinfo lsb_release lslocks lsns lsipc lslogins ldd nm objdump readelf strings hexdump xxd od host "
    "ping traceroute tracepath mtr whois vmstat iostat mpstat sensors apt-cache dpkg-query pidof pstree last lastlog "
    "uuidgen seq expr bc sha1sum sha512sum cksum b2sum tty users locale arch getconf numfmt factor jq test [ [[ true "
    "false sleep cloc tokei scc ffprobe mediainfo identify pdfinfo pdffonts zipinfo lsattr getfacl comm join paste "
    "fold "
    "rev tldr date exa eza ncdu dust btop glances nethogs udevadm inxi lshw dmidecode ifconfig route arp "
    "lastb pidstat sar slabtop numastat nstat pflogsumm qshape exiqsumm exiqgrep eximstats csvstat csvlook csvcut "
    "datamash "
    "gdalinfo ogrinfo "
    "postqueue postconf ssh-keyscan atq mailq lpstat xset xrandr zipgrep look sort nmap";

/// Options that write a file, or run something, in any of the readers.
bool has_writing_option(const Call& call) {
  if (call.is("man") && call.has("-P --pager -H --html")) return true;
  if (call.is("bat ag ack rg") && call.has("--pager --pre --hostname-bin")) return true;
  if (call.is("ncdu")) return !call.has("-r");  // its key "d" deletes
  if (call.is("ps ss findmnt lsblk ls grep egrep fgrep rg ag ack jobs getent od objdump pgrep top which") &&
      !call.has("--output-file"))
    return false;  // "ps -o" and "grep -o" write nothing
  if (call.is("postqueue")) return !call.has("-p -j");
  if (call.is("postconf"))
    return call.has("-e -X -#") || std::any_of(call.operands.begin(), call.operands.end(), [](const Operand& operand) {
             return operand.text().find('=') != std::string::npos;
           });
  if (call.is("nmap")) return call.has("-oN -oX -oG -oA -oS --script -sC -A -iL --resume");
  if (call.is("udevadm")) return !call.has("info monitor");
  if (call.is("xset xrandr")) return !call.has("q -q --query --listmonitors");
  if (call.is("date")) return call.has("-s --set");
  if (call.is("uniq xxd"))  // uniq IN OUT
    return call.has("-r") || std::count_if(call.operands.begin(), call.operands.end(),
                                           [](const Operand& o) { return !o.after_option; }) > 1;
  if (call.is("route ifconfig arp")) return call.operands.size() > 1 || call.has("-d -s -f");
  return call.has("-o --output --log-file") || (call.is("glances") && call.has("-w")) ||
         std::any_of(call.options.begin(), call.options.end(), [](auto option) { return option.starts_with("+"); }) ||
         std::any_of(call.operands.begin(), call.operands.end(), [&](const Operand& operand) {
           return call.is("less more man") && operand.text().starts_with('+');
         });
}

/// Commands of git that only show something, and those that do so without a name or by an option.
bool git_looks(const Call& call) {
  constexpr std::string_view showing =
      "log show diff status blame annotate shortlog grep ls-files ls-remote ls-tree rev-parse rev-list describe "
      "name-rev "
      "cat-file whatchanged count-objects fetch help version merge-base range-diff show-ref show-branch cherry "
      "check-ignore for-each-ref diff-tree";
  if (call.has("-c --exec-path --config-env --output --upload-pack --ext-diff -O --open-files-in-pager --prune"))
    return false;
  const auto named = std::find_if(call.operands.begin(), call.operands.end(), [&](const Operand& operand) {
    return !operand.after_option || std::prev(operand.word)->text != "-C";
  });
  if (named == call.operands.end()) return false;
  const std::string_view verb = named->text();
  // "git fetch origin main:main" moves a branch.
  if (verb == "fetch" && std::any_of(named, call.operands.end(), [](const Operand& operand) {
        return operand.text().find(':') != std::string::npos || operand.text().starts_with('+');
      }))
    return false;
  if (is_listed(showing, verb)) return true;
  const bool alone = std::next(named) == call.operands.end();
  const std::string_view next = alone ? std::string_view() : std::string_view(std::next(named)->text());
  if (is_listed("branch tag", verb)) {
    if (call.has("-d -D -m -M -c -C -f --delete --move --copy --force -u --set-upstream-to --unset-upstream "
                 "--edit-description -a -s",
                 false) &&
        !(verb == "branch" && call.has("-a") && alone))
      return false;
    return alone || call.has("-l --list --contains --merged --no-merged --points-at");
  }
  if (verb == "remote") return alone || is_listed("show get-url", next);
  if (verb == "stash" || verb == "worktree") return is_listed("list show", next);
  if (verb == "reflog") return alone || next == "show";
  if (verb == "submodule") return alone || next == "status";
  if (verb == "config") return call.has("--get --get-all --get-regexp --list -l") || is_listed("get list", next);
  return false;
}

/// Archives that are listed.
bool archive_looks(const Call& call) {
  if (call.is("unzip")) return call.has("-l -t -v -Z");
  if (call.is("7z 7za unrar rar ar")) return call.words.size() > 1 && is_listed("l t v lb vb", call.words[1].text);
  if (call.is("cpio")) return call.has("-t --list") && !call.has("-i --extract -o -p");
  if (!call.is("tar gtar bsdtar") || call.words.size() < 2) return false;
  if (call.has("--to-command -I --use-compress-program -F --info-script --checkpoint-action --rsh-command"))
    return false;
  const std::string_view first = call.words[1].text;
  if (first.starts_with('-'))
    return call.has("-t --list") && !call.has("-x -c -r -u -A --extract --create --append --delete", false);
  return first.find('t') != first.npos && first.find_first_of("xcruA/.FI") == first.npos;
}

/// Requests that fetch, and write nothing.
bool request_looks(const Call& call) {
  if (call.is("wget")) {
    const bool prints = std::any_of(call.options.begin(), call.options.end(),
                                    [](auto option) { return option.ends_with("O-") && !option.starts_with("--"); });
    return call.has("--spider") || prints || call.value("-O --output-document") == "-";
  }
  if (call.is("nc ncat netcat")) return call.has("-z");
  // Letters stand together: "-sSfLkO".
  if (std::any_of(call.options.begin(), call.options.end(), [](auto option) {
        return !option.starts_with("--") && !option.starts_with("-w") && !option.starts_with("-X") &&
               option.find_first_of("OdTFKJDcQH", 1) != option.npos;
      }))
    return false;
  const std::string_view method = call.value("-X --request");
  const std::string_view file = call.value("-o --output");
  if (!method.empty() && !is_listed("GET HEAD OPTIONS", method)) return false;
  if (!file.empty() && file != "/dev/null" && file != "-") return false;
  return call.is("curl") &&
         !call.has(
             "-O --remote-name -d --data --data-raw --data-binary --data-urlencode --data-ascii --json -T "
             "--upload-file -F --form -K --config -J -D --dump-header -c --cookie-jar -Q --quote --trace -H");
}

/// sed without -i and without the commands that write or run; awk without what leaves it.
bool text_tool_looks(const Call& call) {
  if (call.has("-i --in-place -f --file -e --expression") || call.operands.empty()) return false;
  const std::string& text = call.operands.front().text();
  if (!is_known(text)) return false;
  if (call.is("sed gsed")) {
    if (text.find_first_not_of("0123456789,$pq!; ") == text.npos) return true;
    constexpr std::size_t shortest = 4;
    if (text.size() < shortest || text[0] != 's' || text[1] == '\\' || text[1] == '\n') return false;
    const std::size_t last = text.rfind(text[1]);
    return std::count(text.begin(), text.end(), text[1]) == 3 &&
           text.find_first_not_of("gIip0123456789", last + 1) == text.npos;
  }
  // "awk -v a=b PROGRAM": any of them may be the program.
  return std::all_of(call.operands.begin(), call.operands.end(), [](const Operand& operand) {
    const std::string& each = operand.text();
    return is_known(each) && each.find_first_of(">|@") == each.npos && each.find("system") == each.npos &&
           each.find("getline") == each.npos;
  });
}

constexpr std::string_view query_clients =
    "psql mysql mariadb sqlite3 sqlite duckdb pgcli mycli litecli usql clickhouse-client";

/// One statement or command of a database's client.
bool statement_looks(std::string_view text) {
  const std::string plain = lower(trimmed(text));
  if (plain.empty()) return true;
  if (plain.find('\\', 1) != plain.npos) return false;  // \gexec runs what a query gives
  if (plain[0] == '\\')
    return is_listed("\\d \\dt \\dt+ \\d+ \\dn \\du \\df \\di \\dv \\l \\l+ \\c \\x \\timing \\conninfo \\q \\? \\h",
                     plain.substr(0, plain.find(' ')));
  if (plain[0] == '.')
    return is_listed(".tables .schema .headers .mode .indexes .databases .width .quit .exit .help",
                     plain.substr(0, plain.find(' ')));
  const std::string first = plain.substr(0, plain.find_first_of(" \t\n(;"));
  if (is_listed("show describe desc use help values table \\g", first)) return true;
  if (!is_listed("select explain with", first)) return false;
  constexpr auto writes =
      std::to_array<std::string_view>({" into ", "insert ", "update ", "delete ", "merge ", "analyze", "nextval",
                                       "setval", "pg_", "lo_", "dblink", "for update", "call "});
  return std::none_of(writes.begin(), writes.end(), [&](auto word) { return plain.find(word) != plain.npos; });
}

bool statements_look(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    if (!statement_looks(text.substr(0, end))) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

/// Something is given to its input: what that says is not looked at.
bool has_input(const Command& command) {
  return command.reads != 0 || !command.input.empty() ||
         std::any_of(command.redirects.begin(), command.redirects.end(), [](const Redirect& redirect) {
           return redirect.kind == Redirect::Kind::read || redirect.kind == Redirect::Kind::text;
         });
}

bool database_looks(const Call& call) {
  if (has_input(call.scene.command)) return false;
  if (call.has("-f --file -init -i -o --output -L --log-file -cmd --tee --pager --init-command")) return false;
  const std::string_view given = call.value("-c --command -e --execute");
  if (!given.empty()) return is_known(given) && statements_look(given);
  // sqlite3 FILE STATEMENT
  if (call.is("sqlite3 sqlite duckdb") && call.operands.size() > 1) return statements_look(call.operands.back().text());
  return true;
}

bool key_value_looks(std::string_view command) {
  constexpr std::string_view reads =
      "get mget ttl pttl type exists keys scan info dbsize llen lrange hget hgetall hkeys hlen smembers scard zrange "
      "zcard "
      "strlen ping memory client select";
  const std::string plain = lower(trimmed(command));
  return is_listed(reads, plain.substr(0, plain.find(' '))) && plain.find("client kill") == plain.npos;
}

bool document_looks(std::string_view line) {
  const std::string plain(trimmed(line));
  if (plain.starts_with("show ") || plain.starts_with("use ")) return true;
  constexpr auto methods =
      std::to_array<std::string_view>({"find(", "findOne(", "countDocuments(", "estimatedDocumentCount(", "distinct(",
                                       "stats(", "getIndexes(", "getCollectionNames("});
  if (!plain.starts_with("db.") || plain.find_first_of("=;") != plain.npos) return false;
  if (plain.find("forEach") != plain.npos || plain.find("function") != plain.npos) return false;
  const std::string_view rest = std::string_view(plain).substr(3);
  const std::size_t bracket = std::min(rest.find('('), rest.size());
  const std::size_t dot = rest.substr(0, bracket).rfind('.');
  const std::string_view method = rest.substr(dot == rest.npos ? 0 : dot + 1);
  return std::any_of(methods.begin(), methods.end(), [&](auto name) { return method.starts_with(name); });
}

/// "redis-cli GET a": the words behind its own options.
bool store_looks(const Call& call) {
  if (has_input(call.scene.command) || call.has("--eval --pipe -x --file -f --shell")) return false;
  if (call.is("mongosh mongo")) return call.operands.size() <= 1;
  std::string command;
  for (const Operand& operand : call.operands) {
    if (!operand.after_option || !command.empty()) command += operand.text() + ' ';
  }
  return command.empty() || key_value_looks(command);
}

bool packages_look(const Call& call) {
  const std::string_view verb = call.operands.empty() ? std::string_view() : std::string_view(call.operands[0].text());
  if (call.is("dpkg"))
    return call.has("-l -L -s -S -I -c --list --listfiles --status --search --print-architecture") &&
           !call.has("-i -r -P --install --remove --purge --configure --unpack -a", false);
  if (call.is("rpm"))
    return call.has("-q -qa -qi -ql -qf --query") && !call.has("-e -i -U -F --erase --install --import");
  if (call.is("cargo")) return is_listed("tree metadata search", verb);
  if (call.is("go")) return is_listed("list env version doc", verb) && !call.has("-w -u -mod");
  return call.is("iptables ip6tables") && call.has("-L -S --list --list-rules") &&
         !call.has("-A -D -I -F -X -P -R -N -Z --flush --append --delete --insert --policy", false);
}

bool words_look(std::span<const Word> words, const Scene& scene);
bool shell_looks(std::string_view lines, int depth);

/// What stands behind a program that runs another one.
bool inner_looks(const Call& call) {
  const auto words = call.words;
  if (call.is("sudo time nice command"))
    return words.size() > 1 && !words[1].text.starts_with('-') && words_look(words.subspan(1), call.scene);
  if (call.is("timeout"))
    return words.size() > 2 && !words[1].text.starts_with('-') && words_look(words.subspan(2), call.scene);
  if (call.is("xargs")) {
    std::size_t at = 1;
    while (at < words.size() && is_listed("-0 -r -n -n1 -1 -I -I{} {} -P -d 1 2 4 8", words[at].text)) ++at;
    return at < words.size() && words_look(words.subspan(at), call.scene);
  }
  if (!call.is("ssh") || words.size() < 2 || words[1].text.starts_with('-')) return false;
  std::string command;
  for (const Word& word : words.subspan(2)) command += word.text + ' ';
  return is_known(command) && (command.empty() || shell_looks(command, call.scene.depth));
}

bool find_looks(const Call& call) {
  return std::none_of(call.words.begin(), call.words.end(), [](const Word& word) {
    return is_listed("-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls", word.text);
  });
}

bool words_look(std::span<const Word> words, const Scene& scene) {
  if (words.empty() || !is_known(words[0].text) || words[0].text.find('/') != std::string::npos) return false;
  constexpr int deepest = 4;
  if (scene.depth > deepest) return false;
  const Call call(words, {scene.script, scene.command, {}, false, false, scene.depth + 1});
  if (call.asks_for_help()) return true;
  if (is_listed(reading_programs, call.program)) return !has_writing_option(call);
  if (call.is("git")) return git_looks(call);
  if (call.is("find fd fdfind")) return find_looks(call) && !call.has("-x -X --exec --exec-batch");
  if (call.is("sed gsed awk gawk mawk")) return text_tool_looks(call);
  if (call.is("curl wget nc ncat netcat")) return request_looks(call);
  if (call.is(query_clients)) return database_looks(call);
  if (call.is("redis-cli valkey-cli mongosh mongo")) return store_looks(call);
  if (call.is("env mount crontab")) return call.words.size() == 1 || (call.is("crontab") && call.words[1].text == "-l");
  if (archive_looks(call) || packages_look(call) || inner_looks(call)) return true;
  std::string text;
  for (const Word& word : words) text += word.text + ' ';
  return only_shows(text) && !call.has("--output-file --out-file");
}

bool writes_nowhere(const Redirect& redirect) {
  if (redirect.kind != Redirect::Kind::write && redirect.kind != Redirect::Kind::append) return true;
  const std::string& file = redirect.target.text;
  return file == "/dev/null" || (is_known(file) && file.starts_with("/tmp/") && file.find("..") == file.npos);
}

bool shell_looks(std::string_view lines, int depth) {
  const Script script = read_line(lines).script;
  if (script.problem != Problem::none || script.commands.empty()) return false;
  return std::all_of(script.commands.begin(), script.commands.end(), [&](const Command& command) {
    return !command.background && !command.coprocess && command.assignments.empty() &&
           std::all_of(command.redirects.begin(), command.redirects.end(), writes_nowhere) &&
           words_look(command.words, {script, command, {}, false, false, depth});
  });
}

/// A line for the program that is known to read it.
bool program_looks(const Prompt& prompt, std::string_view lines) {
  if (leaves(prompt, lines)) return true;
  if (is_listed(query_clients, prompt.program)) return statements_look(prompt.said + std::string(lines));
  if (is_listed("redis-cli", prompt.program)) return key_value_looks(lines);
  return is_listed("mongosh mongo", prompt.program) && document_looks(lines);
}

}  // namespace

bool only_looks(std::string_view lines, const Prompt* prompt) {
  constexpr std::size_t longest = 4096;
  if (lines.size() > longest) return false;
  if (prompt != nullptr && !prompt->empty() && prompt->screen == Screen::lines && program_looks(*prompt, lines))
    return true;
  return shell_looks(lines, 0);
}

}  // namespace interlock::gate::shell
