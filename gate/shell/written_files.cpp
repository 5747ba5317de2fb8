#include "gate/shell/written_files.h"

#include <algorithm>
#include <array>

#include "gate/shell/hosts.h"
#include "gate/shell/judge.h"
#include "gate/shell/judges.h"
#include "gate/shell/output.h"
#include "gate/shell/word_reader.h"

namespace interlock::gate::shell {
namespace {

/// Names that are not files: devices, and folders themselves.
bool names_a_file(std::string_view name) {
  return !name.empty() && name.size() < 256 && !is_listed("- . .. / null zero full stdout stderr stdin tty", name);
}

bool is_file_pattern(std::string_view name) {
  return !is_known(name) || name.find_first_of("*?[{") != std::string_view::npos;
}

/// Text that may be put after other text without changing its meaning: whole lines, nothing left open.
bool is_closed(std::string_view text) {
  return text.empty() || (text.ends_with('\n') && !text.ends_with("\\\n") && left_open(std::string(text)).empty());
}

constexpr std::string_view known_programs =
    "rm dd shred unlink mkfs wipefs sh bash dash zsh ksh fish busybox python python3 perl ruby node sudo env xargs "
    "eval "
    "interlockctl interlockd kill pkill";

Origin written_origin(const Call& call) {
  const auto* commands = call.scene.script.commands.data();
  const auto index = static_cast<std::size_t>(&call.scene.command - commands);
  return std::min(shell::origin_of(call.scene.script, {index, index + 1}), Origin::unknown);
}

}  // namespace

WrittenFile* WrittenFiles::entry(std::string_view path) {
  const std::string_view name = base_name(path);
  if (!names_a_file(name)) return nullptr;
  const auto found = files_.find(name);
  if (found != files_.end()) return &found->second;
  if (files_.size() >= max_files) {
    full_ = true;
    return nullptr;
  }
  return &files_[std::string(name)];
}

void WrittenFiles::mark_unseen(std::string_view path, Origin origin) {
  WrittenFile* file = entry(path);
  if (file == nullptr) return;
  file->unseen = std::min(file->unseen.value_or(origin), origin);
  ++file->changes;
}

void WrittenFiles::write(std::string_view path, bool append, const std::string& text, Origin origin) {
  WrittenFile* file = entry(path);
  if (file == nullptr) return;
  ++file->changes;
  // The decoded text here may differ from a real decoder's output.
  if (origin <= Origin::decoded) mark_unseen(path, origin);
  if (!is_known(text) || bytes_ + text.size() * (max_texts + 1) > max_bytes) return mark_unseen(path, origin);
  if (append) {
    if (file->open) return mark_unseen(path, origin);
    for (std::string& before : file->texts) before += text;
    bytes_ += text.size() * file->texts.size();
  }
  file->open = file->open || !is_closed(text);
  if (std::find(file->texts.begin(), file->texts.end(), text) != file->texts.end()) return;
  if (file->texts.size() >= max_texts) return mark_unseen(path, Origin::unknown);
  file->texts.push_back(text);
  bytes_ += text.size();
}

void WrittenFiles::agree(const std::string& name, const WrittenFiles& before) {
  const auto now = files_.find(name);
  const auto then = before.files_.find(name);
  if (now == files_.end() || then == before.files_.end() || now->second.changes != then->second.changes) return;
  now->second.unseen.reset();
}

void WrittenFiles::redirected(const Call& call) {
  for (const Redirect& redirect : call.scene.command.redirects) {
    const bool append = redirect.kind == Redirect::Kind::append;
    if (!append && redirect.kind != Redirect::Kind::write) continue;
    const std::string& target = redirect.target.text;
    latest_ = base_name(target);
    // A copy of existing content, made by cat, is as well known as the content.
    const bool copies = call.is("cat") && call.operands.size() == 1 && call.scene.command.input.empty() && !append;
    if (copies && call.operands[0].text() != "-") {
      copy(call.operands[0].text(), target);
    } else if (redirect.descriptor.empty() || redirect.descriptor == "1") {
      write(target, append, output_of(call.scene.script, call.scene.command), written_origin(call));
    } else {
      mark_unseen(target, written_origin(call));
    }
  }
}

void WrittenFiles::copy(std::string_view from, std::string_view to) {
  // A program of the system under another name, also one in the folder "bin" given by a wildcard.
  const bool is_program = from.find("bin/") != std::string_view::npos || is_listed(known_programs, base_name(from));
  if (is_program && base_name(from) != base_name(to)) {
    if (WrittenFile* file = entry(to)) file->program = base_name(from);
  }
  for (const auto& [name, source] : find(from)) {
    if (name == base_name(to)) continue;
    for (const std::string& text : source.texts) write(to, false, text, Origin::unknown);
    if (source.unseen) mark_unseen(to, *source.unseen);
  }
}

void WrittenFiles::copied(const Call& call) {
  std::string_view to = call.value("-t --target-directory");
  if (to.empty() && !call.operands.empty()) to = call.operands.back().text();
  for (const Operand& operand : call.operands) {
    if (operand.text() != to) copy(operand.text(), to);
  }
}

/// Programs that change files in place.
void WrittenFiles::edited(const Call& call) {
  bool script = call.is("sed perl ruby awk gawk") && !call.has("-e -f --expression --file", false);
  for (const Operand& operand : call.operands) {
    if (!std::exchange(script, false)) mark_unseen(operand.text(), Origin::unknown);
  }
}

/// git remote add|set-url NAME ADDRESS, git config remote.NAME.url ADDRESS, git config url.ADDRESS.insteadOf ...
void WrittenFiles::set_remote(const Call& call) {
  if (!call.is("git") || call.operands.size() < 3 || remotes_.size() >= max_trees) return;
  const bool config = call.has("config");
  if (!config && !(call.has("remote") && call.has("add set-url"))) return;
  for (std::size_t i = 1; i < call.operands.size(); ++i) {
    const std::string_view address = call.operands[i].text();
    std::string_view name = call.operands[i - 1].text();
    if (config && name.find(".insteadOf") == name.npos && name.find(".pushInsteadOf") == name.npos) {
      if (!name.starts_with("remote.") || !(name.ends_with(".url") || name.ends_with(".pushurl"))) continue;
      name = name.substr(7, name.rfind('.') - 7);
    } else if (config) {
      remotes_.emplace(any_remote);
      continue;
    }
    if ((is_url(address) || is_remote(address)) && !is_near(host_of(address))) remotes_.emplace(name);
  }
}

void WrittenFiles::written_by(const Call& call) {
  downloaded(call);
  set_remote(call);
  fetched_trees(call);
  const auto output = [&](std::string_view options) {
    if (const auto file = call.value(options); !file.empty()) mark_unseen(file, Origin::decoded);
  };
  if (call.is("tee sponge")) {
    const std::string text = standard_input(call.scene.script, call.scene.command);
    const bool append = call.has("-a --append");
    for (const Operand& operand : call.operands) write(operand.text(), append, text, written_origin(call));
  } else if (call.is("cp mv ln install rsync")) {
    copied(call);
  } else if (call.is("sed") && call.has("-i --in-place")) {
    edited(call);
  } else if (call.is("perl ruby awk gawk") && call.has("-i -pi -ni -i.bak -pie --in-place", false)) {
    edited(call);
  } else if (call.is("ed ex red patch mkfifo mknod") || (call.is("vim vi nvim") && call.has("-c -s -es -S --cmd"))) {
    for (const Operand& operand : call.operands) mark_unseen(operand.text(), Origin::unknown);
  } else if (call.is("dd")) {
    std::string_view from, to;
    for (const Operand& operand : call.operands) {
      const std::string_view text = operand.text();
      if (text.starts_with("if=")) from = text.substr(3);
      if (text.starts_with("of=")) to = text.substr(3);
    }
    if (to.empty()) return;
    mark_unseen(to, Origin::unknown);
    if (!from.empty()) copy(from, to);
  } else if (call.is("gunzip bunzip2 unxz unzstd unlzma uncompress")) {
    for (const Operand& operand : call.operands) {
      mark_unseen(operand.text().substr(0, operand.text().rfind('.')), Origin::decoded);
    }
  } else if (call.is("openssl")) {
    output("-out");
  } else if (call.is("sort gpg gpg2 uudecode age ccrypt zstd basenc")) {
    output("-o --output");
  } else if (call.is("xxd") && call.has("-r -revert") && call.operands.size() > 1) {
    mark_unseen(call.operands.back().text(), Origin::decoded);
  }
}

void WrittenFiles::written_in_code(std::string_view code) {
  constexpr std::size_t most = 32;
  constexpr auto writers = std::to_array<std::string_view>({"open", "rite", "copy", "rename", "spurt", ">"});
  if (std::none_of(writers.begin(), writers.end(),
                   [&](std::string_view word) { return code.find(word) != std::string_view::npos; }))
    return;
  for (const std::string& literal : literals_in_code(code, most)) {
    const bool may_be_name = literal.size() > 1 && literal.find_first_of(" \t\n()=;,") == std::string::npos;
    if (may_be_name) mark_unseen(literal, Origin::unknown);
  }
}

std::string WrittenFiles::program(std::string_view path) const {
  if (files_.empty() || path.find('/') == std::string_view::npos) return {};
  const auto at = files_.find(base_name(path));
  return at == files_.end() ? std::string() : at->second.program;
}

std::vector<std::pair<std::string, WrittenFile>> WrittenFiles::find(std::string_view path) const {
  std::vector<std::pair<std::string, WrittenFile>> found;
  std::string name(base_name(path));
  if (!names_a_file(name)) return found;
  if (full_) found.emplace_back(name, WrittenFile{{}, Origin::unknown, 0, false, {}});
  if (!is_file_pattern(name)) {
    if (const auto at = files_.find(name); at != files_.end()) found.emplace_back(*at);
    return found;
  }
  std::replace(name.begin(), name.end(), unknown_char, '*');
  if (name.find('{') != std::string::npos) name = "*";
  for (const auto& each : files_) {
    if (matches_glob(name, each.first)) found.emplace_back(each);
  }
  return found;
}

}  // namespace interlock::gate::shell
