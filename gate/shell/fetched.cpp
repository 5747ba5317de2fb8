// Files and folders that lines of a session fetch from the network.
#include <algorithm>

#include "gate/shell/judges.h"
#include "gate/shell/output.h"
#include "gate/shell/paths.h"
#include "gate/shell/written_files.h"

namespace interlock::gate::shell {
namespace {

constexpr std::string_view any_folder = "*";

/// x.tar.gz, x.zip -> x
std::string_view stem_of(std::string_view archive) {
  archive = base_name(archive);
  for (const std::string_view ending :
       {".gz", ".xz", ".bz2", ".zst", ".tgz", ".txz", ".tbz2", ".zip", ".7z", ".tar", ".git"}) {
    if (archive.ends_with(ending)) archive.remove_suffix(ending.size());
  }
  return archive;
}

bool comes_from_network(const Call& call) {
  const auto index = static_cast<std::size_t>(&call.scene.command - call.scene.script.commands.data());
  return origin_of(call.scene.script, {index, index + 1}) == Origin::network;
}

std::string_view without_query(std::string_view url) {
  return url.substr(0, url.find_first_of("?#"));
}

}  // namespace

void WrittenFiles::keep_tree(std::string_view name) {
  if (name.empty() || name == "." || name == "..") name = any_folder;
  trees_.emplace(trees_.size() < max_trees ? name : any_folder);
}

void WrittenFiles::downloaded(const Call& call) {
  const auto keep = [&](std::string_view path) { mark_unseen(path, Origin::network); };
  if (call.is("curl wget wget2 aria2c http xh fetch")) {
    // -so FILE, -qO FILE: the letter that takes the file is the last of several.
    const char letter = call.is("wget wget2") ? 'O' : 'o';
    for (std::size_t i = 1; i + 1 < call.words.size(); ++i) {
      const std::string& option = call.words[i].text;
      if (option.size() > 2 && option[0] == '-' && option[1] != '-' && option.back() == letter) {
        keep(call.words[i + 1].text);
      }
    }
    keep(call.value(call.is("curl xh http fetch") ? "-o --output"
                    : call.is("aria2c")           ? "-o --out"
                                                  : "-O --output-document"));
    const bool named_by_url = call.has("-O --remote-name -J") || call.is("wget wget2 aria2c");
    for (const Operand& operand : call.operands) {
      const std::string_view url = without_query(operand.text());
      if (named_by_url && url.find_first_of("/.") != std::string_view::npos) keep(url);
    }
  } else if (call.is("scp rsync") && call.operands.size() > 1 &&
             call.operands[0].text().find(':') != std::string::npos) {
    keep(call.operands[0].text().substr(call.operands[0].text().find(':') + 1));
    keep(call.operands.back().text());
  }
}

void WrittenFiles::fetched_trees(const Call& call) {
  const bool clones = (call.is("git hg") && call.has("clone")) || (call.is("svn") && call.has("checkout co export")) ||
                      (call.is("gh glab") && call.has("repo") && call.has("clone"));
  if (clones) {
    std::string_view address, folder;
    for (const Operand& operand : call.operands) {
      const std::string_view text = operand.text();
      const bool is_address = text.find_first_of(":/") != std::string_view::npos || !is_known(text);
      if (address.empty() && (is_address || call.is("gh glab")) && !is_listed("repo clone checkout co export", text)) {
        address = text;
      } else if (!address.empty() && !operand.after_option) {
        folder = text;
      }
    }
    if (!address.empty()) keep_tree(stem_of(folder.empty() ? address : folder));
    return;
  }
  if (!call.is("tar gtar bsdtar unzip 7z 7za unar cpio")) return;
  bool fetched = comes_from_network(call) && call.scene.command.reads != 0;
  std::string_view archive;
  for (const Word& word : call.words.subspan(1)) {
    const auto found = find(word.text);
    const bool is_archive = std::any_of(found.begin(), found.end(), [](const auto& file) {
      return file.second.unseen && *file.second.unseen <= Origin::decoded;
    });
    if (!is_archive) continue;
    fetched = true;
    archive = word.text;
  }
  if (!fetched || call.has("-t --list -l -tf -tvf -tzf t tf tvf tzf l")) return;
  keep_tree(any_folder);
}

std::string WrittenFiles::tree_of(std::string_view path, std::string_view cwd) const {
  if (trees_.empty()) return {};
  const std::string whole = plain_path(path, cwd);
  for (const std::string& tree : trees_) {
    if (tree == any_folder) {
      if (!path.starts_with('/') && !path.starts_with('~')) return tree;
      continue;
    }
    for (std::string_view rest = whole; !rest.empty();) {
      const std::size_t end = std::min(rest.find('/'), rest.size());
      if (rest.substr(0, end) == tree) return tree;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return {};
}

}  // namespace interlock::gate::shell
