// What deletes, overwrites or moves files, formats disks and changes who may use files.
#include <algorithm>
#include <array>

#include "gate/shell/judges.h"
#include "gate/shell/output.h"
#include "gate/shell/paths.h"

namespace interlock::gate::shell {
namespace {

constexpr auto block = Decision::block;
constexpr auto ask = Decision::require_confirmation;
constexpr std::string_view destroys = "file_destruction";

std::string shown(std::string_view path) {
  std::string text(path.substr(0, 80));
  for (std::size_t at; (at = text.find(unknown_char)) != std::string::npos;) text.replace(at, 1, "…");
  return text;
}

const std::string& cwd(const Call& call) {
  return call.scene.command.cwd;
}

/// What is written here is made again, or was made a moment ago; on another machine nothing is known of that.
bool is_harmless(Place place, const Call& call) {
  return !call.scene.remote && !call.scene.exempt && (place == Place::temporary || place == Place::regenerable);
}

/// del x, del d[k]: Python's statement; "del" is a program of Windows, whose operands are options or file names.
bool is_python_statement(const Call& call) {
  return call.is("del") && call.options.empty() && call.operands.size() == 1 &&
         std::all_of(call.words[1].text.begin(), call.words[1].text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '[' ||
                  c == ']';
         });
}

/// The file that a program leaves behind when it crashes. A folder of this name is often a part of a program.
bool is_crash_dump(const Word& word, bool recursive, const Call& call) {
  return word.text == "core" && !recursive && !call.scene.remote && !call.scene.exempt;
}

void remove(const Call& call, Dangers& dangers) {
  if (is_python_statement(call)) return;
  const bool recursive = call.has("-r -R --recursive") || call.is("rimraf");
  // It asks by itself, one by one.
  if (call.has("-i --interactive=always") && !recursive && !call.has("-f --force")) return;
  if (call.has("--no-preserve-root")) return dangers.push_back({block, destroys, "deletes the whole system"});
  for (const Operand& operand : call.operands) {
    const Word& word = *operand.word;
    if (is_crash_dump(word, recursive, call)) continue;
    const Place place = place_of(word.text, cwd(call));
    const bool many = recursive || word.glob || call.has("-f --force");
    const std::string what =
        (recursive ? "deletes " + shown(word.text) + " and everything in it" : "deletes " + shown(word.text)) +
        " for good";
    if (place == Place::whole && (recursive || word.glob) && !call.scene.exempt) {
      dangers.push_back({block, destroys, what});
    } else if (place == Place::disk) {
      dangers.push_back({ask, destroys, what});
    } else if (!is_harmless(place, call) || (many && goes_up(word.text))) {
      dangers.push_back({ask, destroys, what});
    }
    if (!dangers.empty() && dangers.back().decision == block) return;
  }
  // Nothing to delete is named: it stands somewhere else, or the line goes on.
  if (call.operands.empty() && call.scene.exempt) dangers.push_back({ask, destroys, "deletes what it is given"});
}

}  // namespace

bool finds_only_made(const Call& call) {
  // With -o the names are one of several conditions.
  if (call.has("-o -or -not") || call.has("!") || call.scene.remote || !call.scene.via.empty()) return false;
  const std::string_view start =
      call.words.size() < 2 || call.words[1].text.starts_with('-') ? std::string_view(".") : call.words[1].text;
  const std::string_view name = call.value("-name");
  if (name.empty() || start.starts_with('/') || start.starts_with('~') || start.find("..") != start.npos) return false;
  return is_known(start) && place_of(name, {}) == Place::regenerable;
}

namespace {

/// find photos -type d -empty -delete: what holds nothing. The conditions are tried in their order, and with -o it is
/// one of several.
bool deletes_only_empty(const Call& call) {
  if (call.has("-o -or -not") || call.has("!")) return false;
  const auto at = [&](std::string_view option) {
    return std::find_if(call.words.begin(), call.words.end(), [&](const Word& word) { return word.text == option; });
  };
  return at("-empty") < at("-delete");
}

void find(const Call& call, Dangers& dangers) {
  if (!std::any_of(call.options.begin(), call.options.end(), [](std::string_view o) { return o == "-delete"; })) return;
  // -name's value is no option.
  bool deletes = false;
  for (std::size_t i = 1; i < call.words.size(); ++i) {
    if (is_listed("-exec -execdir -ok -okdir", call.words[i].text)) {
      while (i < call.words.size() && call.words[i].text != ";" && call.words[i].text != "+") ++i;
    } else if (is_listed("-name -iname -path -ipath -regex -iregex -wholename", call.words[i].text)) {
      ++i;
    } else {
      deletes = deletes || call.words[i].text == "-delete";
    }
  }
  if (!deletes) return;
  const bool filtered =
      call.has("-name -iname -path -ipath -regex -mtime -mmin -size -user -newer -empty -atime -ctime -perm");
  const std::string_view start =
      call.operands.empty() || call.words[1].text.starts_with('-') ? std::string_view(".") : call.operands[0].text();
  const Place place = place_of(start, cwd(call));
  if (is_harmless(place, call) || finds_only_made(call)) return;
  if (deletes_only_empty(call) && place == Place::ordinary) return;
  const std::string what = "deletes the files it finds below " + shown(start) + " for good";
  dangers.push_back({place == Place::whole && !filtered ? block : ask, destroys, what});
}

/// dd if=/dev/zero of=disk.img count=100: a new file of a size, in the folder that it works in.
bool makes_image(const Call& call, std::string_view target) {
  const bool made = call.has("if=/dev/zero if=/dev/urandom if=/dev/random", false);
  const bool sized = std::any_of(call.operands.begin(), call.operands.end(),
                                 [](const Operand& o) { return o.text().starts_with("count="); });
  const bool here = !target.starts_with('/') && !target.starts_with('~') && target.find("..") == target.npos;
  // Documents have an extension; what measures a disk or stands for one often has none.
  const std::string_view name = base_name(target);
  const bool plain = name.find('.') == name.npos;
  const std::string_view extension = name.substr(name.rfind('.') + 1);
  return made && sized && here && (plain || is_listed("img iso bin raw dat swap disk tmp test", extension));
}

void copy_bytes(const Call& call, Dangers& dangers) {
  for (const Operand& operand : call.operands) {
    if (!operand.text().starts_with("of=")) continue;
    const std::string_view target = std::string_view(operand.text()).substr(3);
    if (is_listed("/dev/null /dev/stdout /dev/zero /dev/full /dev/tty /dev/fd/1", target) || target == "-") continue;
    const Place place = place_of(target, cwd(call));
    if (place == Place::disk) return dangers.push_back({block, "disk_destruction", "overwrites " + shown(target)});
    if (makes_image(call, target) && place == Place::ordinary) continue;
    if (!is_harmless(place, call)) dangers.push_back({ask, destroys, "overwrites " + shown(target)});
  }
}

/// /usr/local/bin/ls: where programs are started from, and the name of one that every system has.
bool takes_name_of_program(std::string_view target) {
  const std::size_t slash = target.rfind('/');
  if (slash == target.npos) return false;
  const bool folder =
      is_listed("/bin /sbin /usr/bin /usr/sbin /usr/local/bin /usr/local/sbin", target.substr(0, slash));
  constexpr std::string_view programs =
      "sudo su doas login passwd ssh sh bash env ls cat cp mv rm ln id ps kill mount grep sed awk find tar gzip less "
      "vi "
      "chmod chown date which systemctl apt apt-get dpkg dnf rpm gpg curl wget crontab";
  return folder && is_listed(programs, target.substr(slash + 1));
}

/// The last operand, or -t's value.
std::string_view destination(const Call& call) {
  if (const auto given = call.value("-t --target-directory"); !given.empty() && call.has("-t --target-directory"))
    return given;
  return call.operands.size() < 2 ? std::string_view() : std::string_view(call.operands.back().text());
}

/// mv -f draft.odt final.odt: by the option, and by its name, there is a document in the target's place.
bool overwrites_document(const Call& call, std::string_view target) {
  constexpr std::string_view documents =
      "odt ods odp odg doc docx xls xlsx ppt pptx pdf tex bib md rtf csv tsv db sqlite sqlite3 kdbx xcf psd svg blend "
      "kra";
  const std::size_t dot = base_name(target).rfind('.');
  return call.has("-f --force") && call.operands.size() == 2 && dot != target.npos &&
         is_listed(documents, base_name(target).substr(dot + 1)) && !is_harmless(place_of(target, cwd(call)), call);
}

void move_or_copy(const Call& call, Dangers& dangers) {
  const bool moves = call.is("mv gmv");
  const std::string_view target = destination(call);
  if (target.empty()) return;
  const Place place = place_of(target, cwd(call));
  if (place == Place::disk && !target.ends_with('/'))
    return dangers.push_back({block, "disk_destruction", "overwrites " + shown(target)});
  if (moves && target == "/dev/null") return dangers.push_back({block, destroys, "destroys what it moves"});
  if (const char* what = sensitive_file(target))
    dangers.push_back({ask, "persistence", "overwrites " + shown(target) + ", " + what});
  if (takes_name_of_program(target))
    dangers.push_back({ask, "persistence", "puts another program in the place of " + shown(target)});
  if (call.is("mv gmv cp gcp") && overwrites_document(call, target))
    dangers.push_back({ask, destroys, "overwrites " + shown(target) + " if it is there"});
  const bool links = call.is("ln") && !call.has("-f --force");
  const bool of_nothing = std::any_of(call.operands.begin(), call.operands.end(),
                                      [&](const Operand& o) { return o.text() == "/dev/null" && o.text() != target; });
  if (!call.is("rsync") && !links && of_nothing) dangers.push_back({ask, destroys, "empties " + shown(target)});
  const std::size_t last = call.has("-t --target-directory") ? 0 : 1;  // where the target is the last operand
  for (std::size_t i = 0; moves && i + last < call.operands.size(); ++i) {
    const std::string& source = call.operands[i].text();
    if (source == target) continue;
    const Place from = place_of(source, cwd(call));
    if (from == Place::whole || (from == Place::system && !call.scene.remote && sensitive_file(source) != nullptr)) {
      dangers.push_back({from == Place::whole && source.find('~') == std::string::npos ? block : ask, destroys,
                         "moves " + shown(source) + " away from where the system needs it"});
      return;
    }
    // What lies there is deleted when the machine starts again.
    const bool vanishes = place_of(std::string(target) + "/x", cwd(call)) == Place::temporary;
    if (source.starts_with('~') && from != Place::regenerable && vanishes && !call.scene.remote)
      return dangers.push_back({ask, destroys, "moves " + shown(source) + " to where files are deleted by themselves"});
  }
}

bool opens_to_all(std::string_view mode) {
  if (mode.find_first_not_of("01234567") == std::string_view::npos && mode.size() >= 3) {
    const bool others_write = ((mode.back() - '0') & 2) != 0;
    const bool special = mode.size() == 4 && mode[0] >= '2' && mode[0] <= '7';
    return others_write || special || mode.ends_with("000");
  }
  return is_listed(
      "a+w o+w a+rw a+rwx o+rwx ugo+rwx ugo+w +s u+s g+s ug+s a+s u+xs u=s a=rwx a=rw o+rw go+w go+rwx +w,o+w", mode);
}

/// chmod -R u+w: the owner of the files could do so before, too.
bool only_adds_own(const Call& call) {
  if (!call.is("chmod gchmod") || call.operands.size() < 2) return false;
  const std::string& mode = call.operands[0].text();
  return mode.starts_with("u+") && mode.find_first_not_of("rwX", 2) == std::string::npos;
}

/// Everything it is given lies in folders that a build makes again.
bool all_made_again(const Call& call) {
  return call.operands.size() > 1 && std::all_of(call.operands.begin() + 1, call.operands.end(), [&](const Operand& o) {
           return is_harmless(place_of(o.text(), cwd(call)), call);
         });
}

void change_mode(const Call& call, Dangers& dangers) {
  constexpr std::string_view code = "permission_change";
  const bool recursive = call.has("-R --recursive");
  const bool mode = call.is("chmod");
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    const std::string& path = call.operands[i].text();
    if (i == 0 && (!path.starts_with('/') || call.operands.size() > 1)) continue;  // the mode or owner
    const Place place = place_of(path, cwd(call));
    // find ~ -exec chown ...: all of it, one by one.
    if (call.scene.exempt && path.ends_with("/\x01") &&
        place_of(path.substr(0, std::max<std::size_t>(path.size() - 2, 1)), cwd(call)) == Place::whole) {
      return dangers.push_back({ask, code, "changes the rights of all it finds below " + shown(path)});
    }
    if (place == Place::whole && recursive && !call.scene.exempt) {
      return dangers.push_back({block, code, "changes the rights of " + shown(path) + " and everything in it"});
    }
    // An entry of a list gives somebody else a right.
    if (call.is("setfacl") && call.has("-m --modify") && is_secret_file(path))
      return dangers.push_back({ask, code, "lets others use " + shown(path)});
    if (sensitive_file(path) != nullptr && !path.starts_with('~') && path.find(".ssh") == std::string::npos) {
      dangers.push_back({ask, code, "changes the rights of " + shown(path)});
    }
  }
  if (recursive && !only_adds_own(call) && !all_made_again(call))
    return dangers.push_back({ask, code, "changes the rights of everything in what it is given"});
  if (mode && !call.operands.empty() && opens_to_all(call.operands[0].text())) {
    dangers.push_back({ask, code, "lets everyone change a file, or a program run with another's rights"});
  }
}

/// Archives unpacked over the system, and patches of it: tar x -C /, unzip -d /etc, tar xP, patch -d /.
void unpack(const Call& call, Dangers& dangers) {
  const bool tar = call.is("tar gtar bsdtar");
  const bool old_style = call.words.size() > 1 && call.words[1].text.find('x') != std::string::npos &&
                         call.words[1].text.find_first_of("/.=") == std::string::npos;
  if (tar && !old_style && !call.has("-x --extract --get")) return;
  if (call.is("unzip") && call.has("-l -t -Z")) return;
  if (call.is("cpio") && !call.has("-i --extract")) return;
  if (call.is("7z 7za") && !call.has("x e")) return;
  if (call.is("patch") && call.has("--dry-run")) return;
  const std::string_view folder = tar                ? call.value("-C --directory")
                                  : call.is("patch") ? call.value("-d --directory")
                                  : call.is("unzip") ? call.value("-d")
                                                     : call.value("-D --directory");
  const Place place = folder.empty() && call.is("cpio tar gtar bsdtar patch") && !cwd(call).empty()
                          ? place_of(".", cwd(call))
                          : place_of(folder, cwd(call));
  const bool absolute = tar && call.has("-P --absolute-names");
  const bool home = folder.starts_with('~') || place_of(std::string(folder) + "/x", cwd(call)) == Place::temporary;
  // unzip overwrites existing files only with -o.
  const bool over_home = call.is("unzip") && call.has("-o") && place == Place::whole;
  if (absolute || over_home || (!home && (place == Place::whole || place == Place::system))) {
    const std::string what = call.is("patch") ? "changes files in " : "unpacks over what is in ";
    dangers.push_back({ask, destroys, what + (folder.empty() ? "the system" : shown(folder))});
  }
}

void truncate(const Call& call, Dangers& dangers) {
  const std::string_view size = call.value("-s --size");
  if (size.empty() || (size[0] != '0' && size[0] != '-' && size[0] != '<')) return;
  for (const Operand& operand : call.operands) {
    const auto index = static_cast<std::size_t>(operand.word - call.words.data());
    const bool is_value = is_listed("-s --size -r --reference", call.words[index - 1].text);
    if (!is_value && !is_harmless(place_of(operand.text(), cwd(call)), call)) {
      return dangers.push_back({ask, destroys, "empties " + shown(operand.text())});
    }
  }
}

void write_to(const Call& call, Dangers& dangers) {
  for (const Operand& operand : call.operands) {
    const std::string& path = operand.text();
    if (place_of(path, cwd(call)) == Place::disk) {
      dangers.push_back({block, "disk_destruction", "overwrites " + shown(path)});
    } else if (const char* what = sensitive_file(path)) {
      dangers.push_back({ask, "persistence", "changes " + shown(path) + ", " + what});
    }
  }
}

/// Whether `kill` is given the process -1, which stands for all that the user may signal. The first option is the
/// signal.
bool signals_everything(const Call& call) {
  std::size_t at = 1;
  if (call.words.size() > 2 && call.words[1].text.starts_with('-') && call.words[1].text != "--") {
    at = is_listed("-s -n --signal", call.words[1].text) ? 3 : 2;
  }
  const auto rest = call.words.subspan(std::min(at, call.words.size()));
  return std::any_of(rest.begin(), rest.end(), [](const Word& word) { return word.text == "-1"; });
}

/// A signal that ends no program: 0 only tells whether there is one, the others let it go on or draw itself.
bool ends_nothing(const Call& call) {
  constexpr std::string_view signals = "0 CONT SIGCONT 18 WINCH SIGWINCH 28";
  if (call.has("-l -L --list --table", false)) return true;
  const std::string_view given = call.value("-s -n --signal");
  return is_listed(signals, given) || (call.words.size() > 1 && call.words[1].text.starts_with('-') &&
                                       is_listed(signals, std::string_view(call.words[1].text).substr(1)));
}

void kill(const Call& call, Dangers& dangers) {
  if (signals_everything(call)) return dangers.push_back({ask, "system_change", "ends every program"});
  if (ends_nothing(call)) return;
  const Range* source = nullptr;
  for (const Word& word : call.words) source = word.sources.empty() ? source : &word.sources[0];
  for (std::size_t i = source != nullptr ? source->begin : 0;
       source != nullptr && i < source->end && i < call.scene.script.commands.size(); ++i) {
    const auto& words = call.scene.script.commands[i].words;
    if (!words.empty() && is_listed("pgrep pidof lsof ps fuser ss netstat", base_name(words[0].text))) {
      return dangers.push_back({ask, "system_change", "ends programs that it looks up"});
    }
  }
}

}  // namespace

void judge_files(const Call& call, Dangers& dangers) {
  if (call.is("rm grm unlink del srm erase rd wipe rimraf")) return remove(call, dangers);
  if (call.is("kill")) return kill(call, dangers);
  if (call.is("rmdir")) {
    for (const Operand& operand : call.operands) {
      const Place place = place_of(operand.text(), cwd(call));
      if (place == Place::whole && call.has("-p"))
        dangers.push_back({ask, destroys, "removes empty folders of the system"});
    }
    return;
  }
  if (call.is("mount") && call.operands.size() > 1) {
    const std::string& place = call.operands.back().text();
    if (place_of(place, cwd(call)) == Place::whole && !is_listed("/mnt /media", place))
      dangers.push_back({ask, destroys, "puts something else in the place of " + shown(place)});
    return;
  }
  if (call.is("shred")) {
    const bool disk = std::any_of(call.operands.begin(), call.operands.end(),
                                  [&](const Operand& o) { return place_of(o.text(), cwd(call)) == Place::disk; });
    return dangers.push_back(
        {disk ? block : ask, destroys, "overwrites what it is given, so that nothing of it can be recovered"});
  }
  if (call.is("find gfind")) return find(call, dangers);
  if (call.is("dd")) return copy_bytes(call, dangers);
  if (call.is("mv gmv cp gcp install ln rsync")) return move_or_copy(call, dangers);
  if (call.is("chmod chown chgrp gchmod gchown chattr setfacl")) return change_mode(call, dangers);
  if (call.is("truncate")) return truncate(call, dangers);
  if (call.is("tar gtar bsdtar unzip cpio 7z 7za patch")) return unpack(call, dangers);
  if (call.is("tee sponge")) return write_to(call, dangers);
  if (call.is("sed gsed") && call.has("-i --in-place")) return write_to(call, dangers);
  if (call.program.starts_with("mkfs") || call.is("mke2fs mkswap wipefs blkdiscard mkntfs mkdosfs")) {
    for (const Operand& operand : call.operands) {
      if (place_of(operand.text(), cwd(call)) == Place::disk &&
          (!call.is("wipefs") || call.has("-a --all -o --offset"))) {
        return dangers.push_back({block, "disk_destruction", "erases what " + shown(operand.text()) + " holds"});
      }
    }
  }
}

namespace {

/// Nothing, or no more than the newline of `echo`.
bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\n") == text.npos;
}

/// What programs print into the folder that they work in, or what is made there: "build.log", "out.txt", "new.txt".
bool is_print_out(std::string_view path) {
  if (path.starts_with('~') || path.starts_with('/')) return false;
  const std::string_view name = base_name(path);
  return is_listed("log out err tmp temp lock pid sock stamp", name.substr(name.rfind('.') + 1)) ||
         is_listed("nohup out output log tmp temp test new empty stamp", name.substr(0, name.find('.')));
}

/// A file that a command empties by one of the idioms for that, or whose name says that it holds somebody's work: it
/// has an extension, and is not what programs print.
bool is_emptied(std::string_view target, const Command& command, bool idiom) {
  const bool elsewhere = target.starts_with('~') || target.starts_with('/');
  const std::size_t dot = base_name(target).rfind('.');
  const bool document = dot != target.npos && dot > 0 && !is_print_out(target);
  // while read -r f; do > "$f"; done
  if (target.starts_with(unknown_char)) return !is_print_out(target);
  // for f in *; do > "$f"; done
  const bool many = target.find_first_of("*?[") != target.npos && !is_print_out(target);
  if (target.starts_with("/dev/") || !(elsewhere || document || many || idiom)) return false;
  const Place place = place_of(target, command.cwd);
  return place != Place::temporary && place != Place::regenerable;
}

bool reads_null(const Redirect& redirect) {
  return redirect.kind == Redirect::Kind::read && redirect.target.text == "/dev/null";
}

/// Whether it writes nothing into the files that it is redirected to.
bool writes_nothing(const Script& script, const Command& command) {
  if (command.words.empty()) {
    // Behind a pipe its input is what stands before that; of a compound command it is what stands in that.
    const bool piped = command.reads != 0 && !command.input.empty() && command.input.end <= script.commands.size() &&
                       script.commands[command.input.end - 1].writes == command.reads;
    return (command.input.empty() || piped) && command.assignments.empty();
  }
  const std::string_view program = base_name(command.words[0].text);
  if (program == "cat" && command.words.size() == 2) return command.words[1].text == "/dev/null";
  return is_listed("true : echo printf", program) && is_blank(output_of(script, command));
}

}  // namespace

void judge_emptied(const Script& script, const Command& command, Dangers& dangers) {
  const std::string_view program = command.words.empty() ? "" : base_name(command.words[0].text);
  const auto empties = [&](const std::string& target) {
    if (is_emptied(target, command, is_listed("cat tee sponge", program)))
      dangers.push_back({ask, destroys, "empties " + shown(target)});
  };
  const bool copies_null =
      is_listed("tee sponge", program) && std::any_of(command.redirects.begin(), command.redirects.end(), reads_null);
  for (std::size_t i = 1; copies_null && i < command.words.size(); ++i) {
    if (!command.words[i].text.starts_with('-')) empties(command.words[i].text);
  }
  if (!writes_nothing(script, command)) return;
  for (const Redirect& redirect : command.redirects) {
    if (redirect.kind == Redirect::Kind::write) empties(redirect.target.text);
  }
}

void judge_redirects(const Command& command, Dangers& dangers) {
  for (const Redirect& redirect : command.redirects) {
    const std::string& target = redirect.target.text;
    if (redirect.kind == Redirect::Kind::text || redirect.kind == Redirect::Kind::duplicate) continue;
    if (target.find("/dev/tcp/") != std::string::npos || target.find("/dev/udp/") != std::string::npos) {
      dangers.push_back({ask, "reverse_shell",
                         "opens a connection to " + shown(target.substr(target.find("/dev/") + 9)) +
                             " that a shell can be run over"});
      continue;
    }
    if (redirect.kind == Redirect::Kind::read) continue;
    const Place place = place_of(target, command.cwd);
    if (place == Place::disk) {
      dangers.push_back({block, "disk_destruction", "overwrites " + shown(target)});
    } else if (const char* what = sensitive_file(target)) {
      dangers.push_back({ask, "persistence", "changes " + shown(target) + ", " + what});
    } else if (place == Place::whole) {
      dangers.push_back({ask, destroys, "overwrites " + shown(target)});
    }
  }
}

}  // namespace interlock::gate::shell
