// What each program deletes or overwrites: rm, mv, cp, tar, git, ...; and those that do neither.
#include <algorithm>
#include <array>

#include "gate/shell/judges.h"
#include "gate/shell/loss_reader.h"
#include "gate/shell/output.h"
#include "gate/shell/sed.h"
#include "values/text.h"

namespace interlock::gate::shell {
namespace {

/// They write nothing but their output, whatever their options.
constexpr std::string_view only_show =
    "ls cat echo printf pwd cd true false : test [ [[ grep egrep fgrep head tail wc cut tr diff cmp stat file du df ps "
    "id whoami date uname hostname which whereis basename dirname realpath readlink printenv history more sleep seq "
    "md5sum sha1sum sha256sum sha512sum cksum od hexdump strings jq nl tac rev fold column paste join comm mkdir "
    "export set unset alias unalias local declare typeset readonly shift return exit break continue read wait jobs fg "
    "bg kill umask ulimit let clear tput type hash free uptime lsblk lscpu nproc groups getent dirs logname tty yes";

using Words = std::vector<const Word*>;

void lose_all(LossReader& reader, const Call& call, const Words& words, const Loss& how = {}) {
  for (const Word* word : words) reader.lose(call, word->text, how);
}

std::string_view without_slashes(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return path;
}

/// The value of the option -`letter`, also as the last of several letters, or of --`name`; empty: not given.
std::string_view option_value(const Call& call, char letter, std::string_view name) {
  for (std::size_t i = 1; i < call.words.size() && call.words[i].text != "--"; ++i) {
    const std::string_view text = call.words[i].text;
    const bool next = i + 1 < call.words.size();
    if (text == name && next) return call.words[i + 1].text;
    if (text.starts_with(std::string(name) + "=")) return text.substr(name.size() + 1);
    if (text.size() < 2 || text[0] != '-' || text[1] == '-') continue;
    const std::size_t at = text.find(letter, 1);
    if (at == text.npos) continue;
    if (at + 1 < text.size()) return text.substr(at + 1);
    if (next) return call.words[i + 1].text;
  }
  return {};
}

/// mv, cp, install, ln: the target, or the entries in it with the names of what comes there.
void move_or_copy(LossReader& reader, const Call& call) {
  const bool copies = call.is("cp gcp");
  const bool makes_folders = call.is("install") && call.has("-d --directory", false);
  if (makes_folders) return;
  const std::string_view letters = call.is("install") ? "tSmog" : "tS";
  Words operands = operands_of(call, letters, "--target-directory --suffix --mode --owner --group");
  std::string_view target = option_value(call, 't', "--target-directory");
  const bool into_folder = !target.empty();
  if (!into_folder && operands.size() == 1 && call.is("ln")) target = ".";
  if (call.has("--parents --strip-trailing-slashes --exchange -b --backup -S --suffix", false))
    return reader.unknown("it copies by options that write further files");
  if (target.empty()) {
    if (operands.size() < 2) return;
    target = operands.back()->text;
    operands.pop_back();
  }
  const bool to_itself = call.has("-T --no-target-directory") && !into_folder;
  for (const Word* from : operands) {
    if (call.is("mv gmv")) reader.lose(call, from->text);
    const std::string_view source = without_slashes(from->text);
    const std::string_view name = base_name(source);
    const bool content = copies && (name == "." || name == ".." || source == "/");
    if (!is_known(source) || content) {
      reader.lose(call, target, {.path = {}, .folder = {}, .within = true});
    } else if (to_itself) {
      reader.lose(call, target);
    } else {
      reader.lose(call, target, {.path = {}, .folder = {}, .into = std::string(source)});
    }
  }
}

void archive(LossReader& reader, const Call& call) {
  const bool old_style = call.words.size() > 1 && !call.words[1].text.starts_with('-');
  const std::string first = call.words.size() > 1 ? call.words[1].text : std::string();
  const auto does = [&](char letter, std::string_view names) {
    return (old_style && first.find(letter) != std::string::npos) || call.has(names);
  };
  if (call.has("-P --absolute-names --remove-files --to-command -I --use-compress-program --checkpoint-action "
               "--recursive-unlink --unlink-first -U",
               false))
    return reader.unknown("the archive may write anywhere, by its options");
  if (does('x', "-x --extract --get")) {
    std::string_view folder = call.value("-C --directory --cd");
    reader.lose(call, folder.empty() ? "." : folder, {.path = {}, .folder = {}, .within = true});
  } else if (does('c', "-c --create") || does('r', "-r --append") || does('u', "-u --update") ||
             call.has("--delete -A --catenate --concatenate")) {
    std::string_view file = call.value("-f --file");
    for (const Word& word : call.words.subspan(1)) {
      const std::string_view text = word.text;
      const bool cluster = text.find('f') != std::string_view::npos && text.ends_with('f') && !text.starts_with("--");
      const auto next = static_cast<std::size_t>(&word - call.words.data()) + 1;
      if (cluster && (text.starts_with('-') || next == 2) && next < call.words.size()) file = call.words[next].text;
    }
    if (!file.empty()) reader.lose(call, file);
    if (file.empty() && !call.has("-O --to-stdout")) reader.unknown("the archive's file is not named");
  } else if (!does('t', "-t --list") && !call.has("-d --diff --compare")) {
    reader.unknown("what " + in_quotes(call.program) + " does by these options is not known");
  }
}

/// git's commands that throw away work or refs. The repository's own data is kept with the work tree.
bool git(LossReader& reader, const Call& call) {
  if (call.words.size() < 2) return true;
  std::size_t at = 1;
  std::string_view folder = ".";
  if (call.words[1].text == "-C" && call.words.size() > 3) {
    folder = call.words[2].text;
    at = 3;
  }
  const std::string_view command = call.words[at].text;
  if (is_listed("status log diff show blame ls-files ls-tree rev-parse describe shortlog grep cat-file fetch add "
                "commit whatchanged for-each-ref rev-list merge-base show-ref var version help",
                command)) {
    if (command != "fetch") return !call.has("--output --amend");
    return false;
  }
  const std::string_view next = at + 1 < call.words.size() ? std::string_view(call.words[at + 1].text) : "";
  const bool lists =
      (command == "stash" && is_listed("list show", next)) ||
      (is_listed("branch tag", command) && (next.empty() || is_listed("-a -r -v -vv -l --list", next))) ||
      (command == "clean" && call.has("-n --dry-run"));
  if (lists) return true;
  if (!is_listed("checkout restore reset clean switch stash rm mv branch tag", command)) return false;
  if (call.has("--recurse-submodules --work-tree --git-dir")) return false;
  reader.lose(call, folder,
              {.path = {}, .folder = {}, .within = true, .only_removes = command == "clean", .repository = true});
  return true;
}

/// Programs that take one file and leave another: gzip, xz, ...
void compress(LossReader& reader, const Call& call) {
  if (call.has("-c --stdout --to-stdout -l --list -t --test", false)) return;
  if (call.has("-r --recursive")) return reader.unknown("which files it compresses is not known");
  constexpr std::array<std::string_view, 6> endings = {".gz", ".bz2", ".xz", ".zst", ".lzma", ".lz4"};
  for (const Word* word : operands_of(call, "STob", "--suffix --threads")) {
    const std::string& file = word->text;
    reader.lose(call, file);
    for (const std::string_view ending : endings) {
      const bool has = file.ends_with(ending);
      reader.lose(call, has ? file.substr(0, file.size() - ending.size()) : file + std::string(ending));
    }
  }
}

/// sed -i.bak, perl -pi.bak
std::string backup_suffix(const Call& call) {
  for (const std::string_view option : call.options) {
    if (option.starts_with("--in-place=")) return std::string(option.substr(11));
    const std::size_t in_place = option.find('i', 1);
    if (!option.starts_with("--") && in_place != option.npos) return std::string(option.substr(in_place + 1));
  }
  return {};
}

/// What the script itself writes. False: that is not known.
bool add_sed_script(LossReader& reader, const Call& call, std::string_view script) {
  const SedFacts facts = read_sed(script);
  const auto scripts = std::count_if(call.options.begin(), call.options.end(), [](std::string_view option) {
    return option.starts_with("-e") || option.starts_with("--expression");
  });
  if (!facts.commands.empty() || facts.runs_input || call.has("-f --file") || scripts > 1) return false;
  for (const std::string& file : facts.written) reader.lose(call, file);
  return true;
}

bool only_edits(std::string_view perl) {
  constexpr std::array<std::string_view, 9> others = {"open", "unlink", "system", "exec", "rename",
                                                      "`",    "qx",     "-M",     "eval"};
  return std::none_of(others.begin(), others.end(), [&](auto each) { return perl.find(each) != perl.npos; });
}

/// sed, perl -i: the files behind the script.
void edit(LossReader& reader, const Call& call, bool in_place) {
  const bool is_sed = call.is("sed gsed");
  Words files = operands_of(call, is_sed ? "efl" : "eEI", "--expression --file --line-length");
  std::string script;
  bool given = false;
  for (std::size_t i = 1; i < call.words.size(); ++i) {
    const bool file = std::find(files.begin(), files.end(), &call.words[i]) != files.end();
    if (!file) script += call.words[i].text + "\n";
    const std::string_view text = call.words[i].text;
    given = given || (!file && (text.starts_with("--expression") || text.starts_with("--file") ||
                                (!text.starts_with("--") && text.starts_with('-') &&
                                 text.find_first_of(is_sed ? "ef" : "eE", 1) != text.npos)));
  }
  if (!given && is_sed && !files.empty()) {
    script = files.front()->text;
    files.erase(files.begin());
  } else if (is_sed) {
    script = std::string(option_value(call, 'e', "--expression"));
  }
  const bool known = is_sed ? add_sed_script(reader, call, script) : given && only_edits(script);
  if (!known) return reader.unknown("its script may write other files");
  if (!in_place) return;
  lose_all(reader, call, files);
  const std::string suffix = backup_suffix(call);
  if (suffix.find_first_of("*/") != std::string::npos) return reader.unknown("where it writes backups is not known");
  for (const Word* word : files) {
    if (!suffix.empty()) reader.lose(call, word->text + suffix);
  }
}

bool edits_in_place(const Call& call) {
  if (call.is("sed gsed")) return call.has("-i --in-place");
  return std::any_of(call.options.begin(), call.options.end(), [](std::string_view option) {
    const std::size_t in_place = option.find('i', 1);
    return !option.starts_with("--") && in_place != std::string_view::npos && in_place < option.find_first_of("eE", 1);
  });
}

void sync(LossReader& reader, const Call& call) {
  const Words operands = operands_of(call, "efTMB@",
                                     "--exclude --include --filter --rsh --exclude-from --include-from "
                                     "--files-from --max-size --min-size --suffix --chmod --chown "
                                     "--bwlimit --timeout --compare-dest --link-dest --copy-dest");
  if (call.has("--remove-source-files --backup-dir --partial-dir --temp-dir --log-file --write-batch", false))
    return reader.unknown("it also changes what it copies from, or other places, by its options");
  if (operands.size() < 2 || call.has("-n --dry-run --list-only")) return;
  const std::string& target = operands.back()->text;
  if (target.find(':') != std::string::npos) return reader.unknown("it writes to another machine");
  reader.lose(call, target, {.path = {}, .folder = {}, .within = true});
}

bool find(LossReader& reader, const Call& call) {
  const auto has = [&](std::string_view names) {
    return std::any_of(call.words.begin() + 1, call.words.end(),
                       [&](const Word& word) { return is_listed(names, word.text); });
  };
  if (has("-fprint -fprint0 -fprintf -fls")) reader.unknown("it writes its findings into files");
  if (has("-L -follow")) reader.unknown("it follows symbolic links");
  if (has("-delete")) {
    for (const std::string& start : starts_of_find(call))
      reader.lose(call, start, {.path = {}, .folder = {}, .within = true, .only_removes = true});
  }
  return !has("-exec -execdir -ok -okdir");
}

void patch(LossReader& reader, const Call& call) {
  const Words operands = operands_of(call, "pidoFDzBVYrg", "--strip --input --directory --output --fuzz --reject-file");
  if (call.has("-o --output -r --reject-file --dry-run", false)) return reader.unknown("where it writes is not known");
  if (const std::string_view folder = call.value("-d --directory"); !folder.empty() || operands.empty()) {
    return reader.lose(call, folder.empty() ? "." : folder, {.path = {}, .folder = {}, .within = true});
  }
  for (const std::string_view ending : {"", ".orig", ".rej"})
    reader.lose(call, operands[0]->text + std::string(ending));
}

void changed_attributes(LossReader& reader, const Call& call) {
  Words operands = operands_of(call, call.is("touch") ? "drt" : "", "--reference --from --date");
  const bool mode_is_option = std::any_of(call.options.begin(), call.options.end(), [](std::string_view option) {
    return option.find_first_not_of("rwxXst", 1) == option.npos;  // chmod -x FILE
  });
  const bool first_is_file = call.is("touch") || call.has("--reference") || mode_is_option;
  if (!first_is_file && !operands.empty()) operands.erase(operands.begin());
  for (const Word* word : operands) {
    reader.lose(call, word->text);
    if (!call.is("touch")) reader.lose(call, word->text + "/.");  // the folder that a link leads to
  }
}

void fetch(LossReader& reader, const Call& call) {
  if (call.has("-K --config -i --input-file -O --remote-name --remote-header-name", false) && call.is("curl"))
    return reader.unknown("what it names the file is not known");
  if (call.is("wget") && call.has("-i --input-file -r --recursive -P --directory-prefix -N --timestamping -m"))
    return reader.unknown("which files it fetches is not known");
  for (const std::string_view option : {"-o --output", "-O --output-document", "-D --dump-header", "-c --cookie-jar"}) {
    if (const auto file = call.value(option); !file.empty()) reader.lose(call, file);
  }
}

/// The programs that lose what their operands name. False: not one of these.
bool simple(LossReader& reader, const Call& call) {
  if (call.is("rm unlink rmdir del grm")) return lose_all(reader, call, operands_of(call, "")), true;
  if (call.is("shred")) return lose_all(reader, call, operands_of(call, "ns", "--iterations --size")), true;
  if (call.is("truncate")) return lose_all(reader, call, operands_of(call, "sr", "--size --reference")), true;
  if (call.is("tee sponge")) return lose_all(reader, call, operands_of(call, "")), true;
  if (call.is("sort uniq")) {
    if (const auto file = call.value("-o --output"); !file.empty()) reader.lose(call, file);
    const Words operands = operands_of(call, "kotTSfswN", "--output --key");
    if (call.is("uniq") && operands.size() > 1) reader.lose(call, operands[1]->text);
    return true;
  }
  if (call.is("dd")) {
    for (const Operand& operand : call.operands) {
      if (operand.text().starts_with("of=")) reader.lose(call, std::string_view(operand.text()).substr(3));
    }
    return true;
  }
  if (call.is("zip")) {
    const Words operands = operands_of(call, "bntxi");
    if (call.has("-m --move -T -u -f", false)) return false;
    if (!operands.empty()) {
      const std::string& file = operands[0]->text;
      reader.lose(call, file);
      reader.lose(call, file + ".zip");
    }
    return true;
  }
  if (call.is("unzip")) {
    const std::string_view folder = call.value("-d");
    if (!call.has("-l -t -Z -p -z", false))
      reader.lose(call, folder.empty() ? "." : folder, {.path = {}, .folder = {}, .within = true});
    return true;
  }
  return false;
}

}  // namespace

std::vector<const Word*> operands_of(const Call& call, std::string_view letters, std::string_view longs) {
  std::vector<const Word*> operands;
  bool only_operands = false;
  for (std::size_t i = 1; i < call.words.size(); ++i) {
    const std::string_view text = call.words[i].text;
    if (!only_operands && text == "--") {
      only_operands = true;
    } else if (!only_operands && text.starts_with("--")) {
      if (is_listed(longs, text)) ++i;
    } else if (!only_operands && text.size() > 1 && text[0] == '-') {
      const std::size_t valued = letters.empty() ? text.npos : text.find_first_of(letters, 1);
      if (valued != text.npos && valued + 1 == text.size()) ++i;
    } else {
      operands.push_back(&call.words[i]);
    }
  }
  return operands;
}

std::vector<std::string> starts_of_find(const Call& call) {
  std::vector<std::string> starts;
  for (const Word& word : call.words.subspan(1)) {
    const bool option = is_listed("-H -P -L", word.text);
    if (option) continue;
    if (word.text.starts_with('-') || word.text.starts_with('(') || word.text == "!") break;
    starts.push_back(word.text);
  }
  if (starts.empty()) starts.emplace_back(".");
  return starts;
}

bool add_losses(LossReader& reader, const Call& call) {
  if (call.is(only_show)) return true;
  if (simple(reader, call)) return true;
  if (call.is("mv gmv cp gcp install ln")) return move_or_copy(reader, call), true;
  if (call.is("chmod chown chgrp touch")) return changed_attributes(reader, call), true;
  if (call.is("tar gtar bsdtar")) return archive(reader, call), true;
  if (call.is("gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lzma")) return compress(reader, call), true;
  if (call.is("rsync")) return sync(reader, call), true;
  if (call.is("find gfind")) return find(reader, call);
  if (call.is("patch")) return patch(reader, call), true;
  if (call.is("curl wget")) return fetch(reader, call), true;
  if (call.is("git")) return git(reader, call);
  const bool in_place = call.is("sed gsed perl") && edits_in_place(call);
  if (in_place || call.is("sed gsed")) return edit(reader, call, in_place), true;
  if (call.is("env command") && call.operands.empty()) return true;
  return false;
}

}  // namespace interlock::gate::shell
