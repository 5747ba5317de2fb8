#include "gate/shell/notebook.h"

#include <algorithm>

#include "gate/shell/call.h"

namespace interlock::gate::shell {
namespace {

std::string_view without_indent(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

/// Takes the first word off `text`.
std::string_view next_word(std::string_view& text) {
  text = without_indent(text);
  const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

/// %%bash, %%sql, ...: the whole cell is for another program; empty if it is Python or only shown.
std::string whole_cell(std::string_view magic, std::string_view arguments, std::string_view body) {
  if (is_listed("bash sh zsh ksh dash fish perl ruby node php lua", magic)) return given_lines(magic, body);
  if (is_listed("script !", magic)) return given_lines(without_indent(arguments), body);
  if (is_listed("system sx shell cmd", magic)) return std::string(body);
  if (is_listed("sql bigquery spark_sql duckdb", magic)) return given_lines("psql", body);
  if (is_listed("writefile file", magic)) return given_lines("cat > " + std::string(without_indent(arguments)), body);
  if (is_listed("python python3 python2 pypy time timeit capture prun debug", magic))
    return given_lines("python3", body);
  return {};
}

/// A line magic (%sx rm x) or a shell escape (!rm x); nothing if the line is Python.
std::string shell_line(std::string_view line) {
  line = without_indent(line);
  // files = !ls
  if (const std::size_t equals = line.find('='); equals != std::string_view::npos) {
    const std::string_view name = line.substr(0, equals);
    const std::string_view value = without_indent(line.substr(equals + 1));
    if (name.find_first_of("(['\"!%") == std::string_view::npos && !value.empty() &&
        (value[0] == '!' || value[0] == '%'))
      line = value;
  }
  if (line.starts_with('!')) return std::string(line.substr(line.starts_with("!!") ? 2 : 1));
  if (!line.starts_with('%')) {
    // Automagic: these run without a mark.
    std::string_view rest = line;
    const std::string_view word = next_word(rest);
    const std::string_view given = without_indent(rest);
    const bool plain = !given.empty() && std::string_view("=(.[,:+*%<>!").find(given[0]) == std::string_view::npos;
    return plain && is_listed("rm rmdir mv cp mkdir cat ls cd", word) ? std::string(line) : std::string();
  }
  line.remove_prefix(1);
  std::string_view rest = line;
  const std::string_view magic = next_word(rest);
  if (is_listed("sx system shell sh", magic)) return std::string(rest);
  if (is_listed("time timeit", magic)) return shell_line(rest);
  if (magic == "run") return "python3 " + std::string(rest);
  if (magic == "sql") return given_lines("psql", rest);
  if (magic == "fs") return "hdfs dfs -" + std::string(without_indent(rest));
  if (is_listed("rm rmdir mv cp mkdir cat ls cd pip conda mamba uv alias", magic)) return std::string(line);
  return {};
}

}  // namespace

std::string given_lines(std::string_view program, std::string_view lines) {
  std::string end = "END_OF_LINES";
  while (lines.find(end) != std::string_view::npos && end.size() < 64) end += '_';
  std::string text(program);
  text.append(" <<'").append(end).append("'\n").append(lines);
  if (!lines.ends_with('\n')) text += '\n';
  return text.append(end).append("\n");
}

std::string cell_as_script(std::string_view cell) {
  cell = cell.substr(std::min(cell.find_first_not_of(" \t\n"), cell.size()));
  if (cell.starts_with("%%")) {
    std::string_view first = cell.substr(2, cell.find('\n') - 2);
    const std::string_view body = cell.substr(std::min(cell.find('\n'), cell.size() - 1) + 1);
    const std::string_view magic = next_word(first);
    if (std::string script = whole_cell(magic, first, body); !script.empty()) return script;
    cell = body;
  }
  if (cell.starts_with("%sh\n")) return std::string(cell.substr(4));  // Databricks
  std::string script, code;
  for (std::size_t from = 0; from < cell.size();) {
    const std::size_t end = std::min(cell.find('\n', from), cell.size());
    const std::string_view line = cell.substr(from, end - from);
    std::string command = shell_line(line);
    if (command.empty()) {
      code.append(line) += '\n';
    } else {
      script.append(command);
      if (!command.ends_with('\n')) script += '\n';
    }
    from = end + 1;
  }
  if (code.find_first_not_of(" \t\n") != std::string::npos) script += given_lines("python3", code);
  return script;
}

}  // namespace interlock::gate::shell
