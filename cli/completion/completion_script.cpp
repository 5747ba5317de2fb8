#include "cli/completion/completion_script.h"

#include <algorithm>

namespace interlock::cli {

namespace {

using std::string;

/// Prints ids of the daemon; they have no characters that are special to a shell.
string ids_by(std::string_view command) {
  return "interlockctl " + string(command) + R"( --json 2>/dev/null | grep -o '"id":"[A-Za-z0-9]*"' | cut -d'"' -f4)";
}

string joined(const std::vector<string>& words, std::string_view between) {
  string text;
  for (const auto& word : words) text += (text.empty() ? "" : string(between)) + word;
  return text;
}

/// In single quotes; `escape` is how the shell escapes a single quote in them.
string quoted(string text, std::string_view escape) {
  for (std::size_t at = 0; (at = text.find('\'', at)) != string::npos; at += escape.size()) text.replace(at, 1, escape);
  return "'" + text + "'";
}

std::vector<string> names_of(const CommandLine& command) {
  std::vector<string> names;
  for (const auto& option : command.options) {
    if (!option.positional) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

/// Adds subcommands to the possible words of their command, and their options to its options.
std::vector<CommandLine> folded(const std::vector<CommandLine>& full_tree) {
  std::vector<CommandLine> tree;
  for (const auto& command : full_tree) {
    const auto space = command.name.find(' ');
    if (space == string::npos) {
      tree.push_back(command);
      continue;
    }
    auto& outer = tree.back().options;
    if (outer.empty() || !outer.back().positional) {
      OptionLine words;
      words.names = {"COMMAND"};
      words.about = "the subcommand";
      words.positional = words.takes_value = true;
      words.values = Values::words;
      outer.push_back(std::move(words));
    }
    outer.back().words.push_back(command.name.substr(space + 1));
    // A subcommand's operands are at the position where the shell expects the subcommand.
    for (const auto& option : command.options) {
      if (!option.positional) outer.insert(outer.end() - 1, option);
    }
  }
  return tree;
}

// bash

string bash_reply(const OptionLine& option) {
  switch (option.values) {
    case Values::files:
      return "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")";
    case Values::pending:
      return R"sh(mapfile -t COMPREPLY < <(compgen -W "$(_interlockctl_pending)" -- "$current"))sh";
    case Values::sessions:
      return R"sh(mapfile -t COMPREPLY < <(compgen -W "$(_interlockctl_sessions)" -- "$current"))sh";
    case Values::words:
      return "mapfile -t COMPREPLY < <(compgen -W '" + joined(option.words, " ") + "' -- \"$current\")";
    case Values::none:
      return ":";
  }
  return ":";
}

string bash(const std::vector<CommandLine>& tree) {
  string values;
  string with_value;
  string commands;
  string words;
  const string everywhere = joined(names_of(tree.front()), " ");
  for (const auto& command : tree) {
    if (!command.name.empty()) commands += command.name + " ";
    string positional;
    for (const auto& option : command.options) {
      if (option.positional) positional = "\n      [[ $current == -* ]] || { " + bash_reply(option) + "; return; }";
      if (option.positional || !option.takes_value) continue;
      const string names = joined(option.names, "|");
      with_value += (with_value.empty() ? "" : "|") + names;
      values += "    " + names + ") " + bash_reply(option) + "; return ;;\n";
    }
    if (command.name.empty()) continue;
    const auto own = joined(names_of(command), " ");
    words += "    " + command.name + ")" + positional + "\n      words='" + own + " " + everywhere + "' ;;\n";
  }
  return "# bash completion of interlockctl, made by: interlockctl completion bash\n_interlockctl_pending() { " +
         ids_by("pending") + "; }\n_interlockctl_sessions() { " + ids_by("status") + "; }\n" +
         R"(_interlockctl() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command= words= i
  COMPREPLY=()
  case $previous in
)" + values +
         R"(  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      )" +
         with_value +
         R"() ((i += 1)) ;;
      -*) ;;
      *) command=${COMP_WORDS[i]}; break ;;
    esac
  done
  case $command in
    '') words=')" +
         commands + everywhere + "' ;;\n" + words +
         R"(  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -F _interlockctl interlockctl
)";
}

// zsh

string zsh_text(string text) {  // in the brackets of _arguments and after the colon of _describe
  for (const char* special : {"[", "]", ":"}) {
    for (std::size_t at = 0; (at = text.find(special, at)) != string::npos; at += 2) text.insert(at, 1, '\\');
  }
  return text;
}

string zsh_values(const OptionLine& option) {
  switch (option.values) {
    case Values::files:
      return "_files";
    case Values::pending:
      return "_interlockctl_pending";
    case Values::sessions:
      return "_interlockctl_sessions";
    case Values::words:
      return "(" + joined(option.words, " ") + ")";
    case Values::none:
      return " ";
  }
  return " ";
}

string zsh_arguments(const CommandLine& command) {
  string lines;
  for (const auto& option : command.options) {
    const string value =
        ":" + zsh_text(option.positional ? option.names.front() : option.about) + ":" + zsh_values(option);
    if (option.positional) {
      lines += " \\\n        " + quoted("1" + value, "'\\''");
      continue;
    }
    for (const auto& name : option.names) {
      const string rest = "[" + zsh_text(option.about) + "]" + (option.takes_value ? value : "");
      lines += " \\\n        " + quoted(name + rest, "'\\''");
    }
  }
  return lines;
}

string zsh(const std::vector<CommandLine>& tree) {
  string commands;
  string cases;
  for (const auto& command : tree) {
    if (command.name.empty()) continue;
    commands += "    " + quoted(command.name + ":" + zsh_text(command.about), "'\\''") + "\n";
    cases += "      " + command.name + ") _arguments" + zsh_arguments(command) + zsh_arguments(tree.front()) + " ;;\n";
  }
  return "#compdef interlockctl\n# zsh completion of interlockctl, made by: interlockctl completion zsh\n"
         "_interlockctl_pending() { compadd -- $(" +
         ids_by("pending") + ") }\n_interlockctl_sessions() { compadd -- $(" + ids_by("status") + ") }\n" +
         R"(_interlockctl() {
  local state line
  local -a commands
  commands=(
)" + commands +
         R"(  )
  _arguments -C)" +
         zsh_arguments(tree.front()) + R"( \
        '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument) case $words[1] in
)" + cases +
         R"(    esac ;;
  esac
}
if [ "$funcstack[1]" = _interlockctl ]; then _interlockctl "$@"; else compdef _interlockctl interlockctl; fi
)";
}

// fish

string fish_values(const OptionLine& option) {
  switch (option.values) {
    case Values::files:
      return " -F";
    case Values::pending:
      return " -a " + quoted("(" + ids_by("pending") + ")", "\\'");
    case Values::sessions:
      return " -a " + quoted("(" + ids_by("status") + ")", "\\'");
    case Values::words:
      return " -a " + quoted(joined(option.words, " "), "\\'");
    case Values::none:
      return "";
  }
  return "";
}

string fish(const std::vector<CommandLine>& tree) {
  string script =
      "# fish completion of interlockctl, made by: interlockctl completion fish\ncomplete -c interlockctl -f\n";
  for (const auto& command : tree) {
    const bool program = command.name.empty();
    const string when = program ? "" : " -n " + quoted("__fish_seen_subcommand_from " + command.name, "\\'");
    if (!program) {
      script += "complete -c interlockctl -n __fish_use_subcommand -a " + command.name + " -d " +
                quoted(command.about, "\\'") + "\n";
    }
    for (const auto& option : command.options) {
      string line = "complete -c interlockctl" + when;
      for (const auto& name : option.names) {
        if (option.positional) continue;
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      if (option.takes_value && !option.positional) line += " -r";
      const string values = fish_values(option);
      if (option.positional && values.empty()) continue;
      script += line + values + " -d " + quoted(option.about, "\\'") + "\n";
    }
  }
  return script;
}

}  // namespace

std::string completion_script(const std::vector<CommandLine>& full_tree, std::string_view shell) {
  const auto tree = folded(full_tree);
  if (shell == "bash") return bash(tree);
  return shell == "zsh" ? zsh(tree) : fish(tree);
}

}  // namespace interlock::cli
