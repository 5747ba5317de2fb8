#include "gate/shell/call.h"

#include <algorithm>
#include <utility>

#include "gate/shell/output.h"

namespace interlock::gate::shell {
namespace {

bool separates(char c) {
  return c == ' ' || c == '|';
}

/// Calls `found` with each of `names` until it returns true.
template <class Found>
bool any_of_names(std::string_view names, Found found) {
  while (!names.empty()) {
    std::size_t end = 0;
    while (end < names.size() && !separates(names[end])) ++end;
    if (end > 0 && found(names.substr(0, end))) return true;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return false;
}

/// -rf is -r and -f; -cfeature is -c with its value, since so many different letters are not combined in practice.
bool is_cluster(std::string_view letters) {
  std::size_t different = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) different += letters.find(letters[i]) == i ? 1 : 0;
  return different <= 5;
}

/// `shortest`: how long a shortened name is at least, with its dashes; 0 for no such names.
bool is_option(std::string_view given, std::string_view name, std::size_t shortest) {
  if (name.find('=') != std::string_view::npos) return given == name;
  const std::string_view bare = given.substr(0, given.find('='));
  if (bare == name) return true;
  if (name.starts_with("--")) {
    return shortest != 0 && bare.size() >= shortest && bare.starts_with("--") && name.starts_with(bare);
  }
  if (name.size() != 2 || given.starts_with("--")) return false;
  const std::size_t at = bare.find(name[1], 1);
  return at == 1 || (at != std::string_view::npos && is_cluster(bare.substr(1)));
}

/// python3.12 is python3, lua5.4 is lua; other names are unchanged.
std::string_view without_version(std::string_view program) {
  constexpr std::string_view versioned =
      "python python2 python3 pypy pypy3 pip pip2 pip3 perl ruby lua luajit php node tclsh wish guile ghc gawk bash "
      "ksh zsh";
  constexpr std::string_view digits = "0123456789";
  const std::size_t number = program.find_first_of(digits);
  if (number == std::string_view::npos || number == 0) return program;
  if (program.find_first_not_of("0123456789.", number) != std::string_view::npos) return program;
  const std::string_view major = program.substr(0, program.find('.'));
  const std::string_view name = program.substr(0, program[number - 1] == '-' ? number - 1 : number);
  return is_listed(versioned, major) ? major : is_listed(versioned, name) ? name : program;
}

}  // namespace

bool is_listed(std::string_view names, std::string_view name) {
  // First searched as text: most lists are long, and most names are not in them.
  if (name.empty() || std::any_of(name.begin(), name.end(), separates)) return false;
  for (std::size_t at = 0; (at = names.find(name, at)) != std::string_view::npos; ++at) {
    const std::size_t end = at + name.size();
    if ((at == 0 || separates(names[at - 1])) && (end == names.size() || separates(names[end]))) return true;
  }
  return false;
}

Call::Call(std::span<const Word> all, Scene of_call)
    : program(base_name(all.front().text)), words(all), scene(std::move(of_call)) {
  if (program.ends_with(".exe")) program.remove_suffix(4);
  program = without_version(program);
  // Of tools whose subcommands are verbs: a name that is one means nothing.
  constexpr std::string_view with_values =
      "-n --namespace --context --cluster --kubeconfig --profile --region --project --kube-context --user --server";
  const bool tool = is_listed("kubectl k oc helm aws gcloud az eksctl argocd flux", program);
  bool only_operands = false;
  bool after_option = false;
  bool value = false;
  for (const Word& word : words.subspan(1)) {
    const std::string& text = word.text;
    if (!only_operands && text == "--") {
      only_operands = true;
      after_option = false;
    } else if (!only_operands && text.size() > 1 && text[0] == '-') {
      options.push_back(text);
      value = tool && is_listed(with_values, text);
      // These never take a value.
      after_option =
          text.find('=') == std::string::npos &&
          !is_listed("-y -q -v --yes --force --quiet --verbose --debug --json --recursive --assume-yes --no-prompt",
                     text);
    } else {
      operands.push_back({&word, after_option, value});
      after_option = false;
      value = false;
    }
  }
}

bool Call::has(std::string_view names, bool shortened) const {
  const std::size_t shortest = !shortened ? 0 : is("git") ? 3 : 4;
  return any_of_names(names, [&](std::string_view name) {
    if (name == "--") return std::any_of(words.begin(), words.end(), [](const Word& w) { return w.text == "--"; });
    if (name[0] != '-') {
      return std::any_of(operands.begin(), operands.end(), [&](const Operand& o) { return o.text() == name; });
    }
    return std::any_of(options.begin(), options.end(),
                       [&](std::string_view given) { return is_option(given, name, shortest); });
  });
}

bool Call::is(std::string_view names) const {
  return is_listed(names, program);
}

std::string_view Call::value(std::string_view names) const {
  std::string_view result;
  any_of_names(names, [&](std::string_view name) {
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string_view given = words[i].text;
      const bool next = i + 1 < words.size();
      if (given == name && next) {
        result = words[i + 1].text;
        return true;
      }
      const bool letter = name.size() == 2;
      if (letter && given.size() > 2 && given.starts_with(name)) {
        result = given.substr(2);
        return true;
      }
      if (!letter && given.starts_with(name) && given.size() > name.size() && given[name.size()] == '=') {
        result = given.substr(name.size() + 1);
        return true;
      }
    }
    return false;
  });
  return result;
}

bool Call::asks_for_help() const {
  const auto is_help = [](std::string_view text) { return text == "--help" || text == "--version"; };
  if (is("shutdown reboot halt poweroff") && words.back().text == "-h") return false;
  if (words.size() == 2)
    return is_help(words[1].text) || is_listed("-h -? /? -V help version -help -version", words[1].text);
  if (words.size() < 2) return false;
  // Among other options the word may be the value of one; as the first word, or the last after an operand, it is not.
  const std::string& last = words.back().text;
  const std::string& before = words[words.size() - 2].text;
  if (is_help(words[1].text)) return true;
  if (is_listed("-h -? /? -help", last) && !before.starts_with('-') && words.size() <= 5) return true;
  return (is_help(last) || (last == "help" && words.size() <= 4)) && !before.starts_with('-');
}

}  // namespace interlock::gate::shell
