#include "gate/shell/downloads.h"

#include "gate/shell/judges.h"
#include "gate/shell/output.h"

namespace interlock::gate::shell {

void Downloads::keep(std::string_view path) {
  const std::string_view name = base_name(path);
  if (!name.empty() && !is_listed("- . .. null stdout stderr tty", name) && files_.size() < max_files) {
    files_.emplace(name);
  }
}

bool Downloads::contains(std::string_view path) const {
  return !files_.empty() && files_.contains(base_name(path));
}

bool Downloads::read_by(const Script& script, Range commands) const {
  if (files_.empty()) return false;
  for (std::size_t i = commands.begin; i < commands.end && i < script.commands.size(); ++i) {
    for (const Word& word : script.commands[i].words) {
      if (contains(word.text)) return true;
    }
    for (const Redirect& redirect : script.commands[i].redirects) {
      if (redirect.kind == Redirect::Kind::read && contains(redirect.target.text)) return true;
    }
  }
  return false;
}

void Downloads::remember(const Call& call, std::size_t index) {
  const bool fetched = origin_of(call.scene.script, {index, index + 1}) <= Origin::decoded;
  for (const Redirect& redirect : call.scene.command.redirects) {
    if (fetched && (redirect.kind == Redirect::Kind::write || redirect.kind == Redirect::Kind::append)) {
      keep(redirect.target.text);
    }
  }
  if (call.is("tee sponge") && fetched) {
    for (const Operand& operand : call.operands) keep(operand.text());
  }
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
      const std::string_view url = std::string_view(operand.text()).substr(0, operand.text().find_first_of("?#"));
      if (named_by_url && url.find_first_of("/.") != std::string_view::npos) keep(url);
    }
  } else if (call.is("scp rsync") && call.operands.size() > 1 &&
             call.operands[0].text().find(':') != std::string::npos) {
    keep(call.operands[0].text().substr(call.operands[0].text().find(':') + 1));
    keep(call.operands.back().text());
  } else if (call.is("mv cp ln install") && call.operands.size() > 1 && contains(call.operands[0].text())) {
    keep(call.operands.back().text());
  }
}

}  // namespace interlock::gate::shell
