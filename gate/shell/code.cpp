// Code given to an interpreter on the command line: a modest look for what it destroys, runs or sends.
#include <algorithm>
#include <array>

#include "gate/shell/judges.h"
#include "gate/words/effect.h"
#include "gate/words/pattern_set.h"
#include "values/ascii.h"
#include "values/text.h"

namespace interlock::gate::shell {
namespace {

struct Code {
  Effect effect;
  std::string_view code;
};

// Python, Perl, Ruby, JavaScript, PHP, Lua, awk, PowerShell.
constexpr std::array<Code, 10> codes = {{
    {{R"(\b(?:rmtree|removedirs|rm_rf|rm_r|remove_dir_all|remove_entry_secure|rimraf|delete-directory|delete_tree|deltree|remove_tree|removedirectoryrecursive|removepathforcibly)\b|\brm_rf!)",
      "deletes folders and everything in them"},
     "file_destruction"},
    {{R"(\b(?:os\.(?:remove|unlink|rmdir|truncate)|unlink|unlinksync|rmsync|rmdirsync|fs\.rm\b|fspromises\.(?:rm|unlink)|fs\.promises\.(?:rm|unlink)|file\.remove|files\.delete(?:ifexists)?|removedirectoryrecursive|removefile|delete-file|file\s+delete|clear-content|clear-disk|format-volume|clear-recyclebin|file\.delete|fileutils\.(?:rm|remove)|dir\.rmdir|os\.remove|deno\.remove(?:sync)?|remove-item|send2trash|sys\.remove|removefile|removedirectory(?:recursive)?|file\.rm|deletefile)\b|\bempty\s+(?:the\s+)?trash\b|\brmdir\s*\(|\(delete-(?:file|directory)\b|\brm\s*\(\s*["'][^"']*["']\s*[,;]\s*(?:recursive|force)\b|\bunlink\s+(?:glob|<|["'$@])|\.rmdir\s*\(|\.unlink\s*\()",
      "deletes files"},
     "file_destruction"},
    {{R"(\b(?:delete_all|destroy_all|delete_by|destroy_by|drop_all|drop_table|drop_database|truncate_all|drop_collection|delete_many|deletemany|drop_tables|truncate_tables)\b|\bobjects\b[^;\n]*\.delete\s*\(|\.query\b[^;\n]*\.delete\s*\(|::truncate\s*\(|\bdbutils\.fs\.rm\b)",
      "deletes rows or tables"},
     "data_destruction"},
    {{R"((?:open|fopen|writefile(?:sync)?|createwritestream|file_put_contents)\s*\(\s*["'](?:/dev/(?:sd|hd|vd|nvme|mmcblk|mem)|/etc/|/boot/|/bin/|/usr/))",
      "overwrites a disk or system files"},
     "file_destruction"},
    {{R"(\b(?:eval|exec|compile|instance_eval|loadstring|invoke-expression|iex|new\s+function|runpy|marshal\.loads|pickle\.loads)\b[^;]*\b(?:urlopen|urllib|requests?\.|http|fetch|open-uri|lwp|downloadstring|base64|\w*b64decode|decode64|atob|base64_decode|decode_base64|hex2bin|gzinflate|buffer\.from|unpack1?\s*\(?\s*["'](?:m|u|h)|unhexlify|fromhex|decompress|rot13|zlib|socket|recv)|\b(?:system|exec|spawn|popen|eval)\b[^;]*(?:\.unpack1?\s*\(?\s*["'](?:m|u|h)|\bbuffer\.from\s*\([^)]*["'](?:base64|hex)|\batob\s*\(|\bbase64_decode\b|\bdecode_base64\b|\bhex2bin\b|\bstr_rot13\b)|\w*b64decode\b[^;]*\b(?:exec|eval|system|popen|subprocess|check_call|run)\b|\b(?:check_call|check_output|popen|system|run|call)\s*\([^)]*\b(?:\w*b64decode|decode64|frombase64|unhexlify|urlopen|urlretrieve)\b)",
      "runs what it decodes or downloads"},
     "remote_code"},
    {{R"(\bsocket\b.*\b(?:connect|dup2|pty\.spawn)\b.*|\bpty\.spawn\b|\bnet\.connect\b.*\b(?:spawn|exec)\b|\btcpsocket\b.*\bexec\b|\bfsockopen\b.*\b(?:exec|system|proc_open|shell_exec)\b|\bsocket::inet\b|\bio::socket\b.*\bexec\b|\buse\s+socket\b.*\bexec\b|\bsocket\.tcp\b|\bos\.dup2\b)",
      "opens a connection that a shell can be run over"},
     "reverse_shell"},
    {{R"(\b(?:urlopen|requests\.(?:post|put)|http\.post|httppost|urllib|fetch|net::http|lwp|curl_exec|file_get_contents\s*\(\s*["']http)\b.*(?:\.ssh|\.aws|id_rsa|/etc/shadow|/etc/passwd|os\.environ|process\.env|\.env\b|credentials)|(?:\.ssh|\.aws|id_rsa|/etc/shadow|os\.environ|process\.env|credentials).*\b(?:urlopen|requests\.(?:post|put)|http\.post|fetch|net::http|socket)\b)",
      "sends secrets away"},
     "exfiltration"},
    {{R"((?:\.ssh/id_|\.aws/credentials|/etc/shadow|\.gnupg/|\.netrc|\.git-credentials))", "reads keys or passwords"},
     "secret_exposure"},
    {{R"(\bos\.(?:kill|killpg)\s*\(\s*-1|\bwhile\s+(?:true|1|True)\b[^#]*\bos\.fork\b|\bfork\s+while\s+(?:fork|1|true)|\bfork\b.*\bfork\b|\bloop\s*\{\s*fork|\bspawn\(process\.argv)",
      "starts ever more copies of itself or ends every program"},
     "fork_bomb"},
    {{R"(\b(?:os\.chmod|chmodsync|fileutils\.chmod_r|os\.chown|shutil\.chown)\b|\bos\.(?:setuid|setgid)\s*\(\s*0)",
      "changes who may use files"},
     "permission_change"},
}};

const PatternSet& patterns() {
  static const PatternSet set = [] {
    std::vector<std::string> sources;
    for (const Code& code : codes) sources.emplace_back(code.effect.pattern);
    return PatternSet::compile_trusted(sources);
  }();
  return set;
}

/// Calls that hand their text to a shell or start a program.
const PatternSet& runners() {
  static const PatternSet set = [] {
    return PatternSet::compile_trusted(
        {R"(\b(?:system|popen\d?|subprocess|spawn|spawnsync|exec|execsync|execfile|execfilesync|execl|execle|execlp|execv|execve|execvp|execvpe|posix_spawn|shell_exec|passthru|proc_open|check_call|check_output|getoutput|child_process|runtime\.exec|os\.execute|io\.popen|qx|start-process|do\s+shell\s+script|kernel\.exec|bun\.\$|deno\.command|deno\.run|open3|command)\b|`[^`]+`|%x[\[({]|\|\s*["']?(?:ba|da|z)?sh\b|\bopen\s*\([^)]*\|)"});
  }();
  return set;
}

}  // namespace

std::optional<Danger> dangerous_code(std::string_view code) {
  const std::string plain = normalise(code, max_action_text).text;
  const auto hit = patterns().match(plain);
  if (!hit) return std::nullopt;
  if (hit->overflow)
    return Danger{Decision::require_confirmation, "hidden_command", "runs code too complex to be judged"};
  return Danger{Decision::require_confirmation, codes[hit->index].code,
                "runs code that " + std::string(codes[hit->index].effect.what)};
}

std::vector<std::string> literals_in_code(std::string_view code, std::size_t most) {
  constexpr std::size_t longest = 4096;
  std::vector<std::string> literals;
  for (std::size_t i = 0; i < code.size() && literals.size() < most; ++i) {
    const char quote = code[i];
    if (quote != '"' && quote != '\'' && quote != '`') continue;
    std::string text;
    for (++i; i < code.size() && code[i] != quote; ++i) {
      if (code[i] == '\\' && i + 1 < code.size()) ++i;
      text += code[i];
    }
    if (!text.empty() && text.size() <= longest) literals.push_back(std::move(text));
  }
  return literals;
}

namespace {

/// The name of the call in whose parentheses the place lies: "execute" in "cur.execute(a, ", in small letters.
std::string called_around(std::string_view code, std::size_t at) {
  constexpr std::size_t far = 120;
  int depth = 0;
  for (std::size_t i = at; i-- > 0 && at - i < far;) {
    if (code[i] == ')') ++depth;
    if (code[i] == ';' || code[i] == '\n') return {};
    if (code[i] != '(' || depth-- > 0) continue;
    std::size_t begin = i;
    const auto is_name = [](char c) { return lower(c) != c || (c >= 'a' && c <= 'z') || c == '_'; };
    while (begin > 0 && is_name(code[begin - 1])) --begin;
    const std::string name = lower(code.substr(begin, i - begin));
    return name == "text" ? called_around(code, begin) : name;  // SQLAlchemy's execute(text("..."))
  }
  return {};
}

}  // namespace

std::vector<std::string> statements_in_code(std::string_view code) {
  constexpr std::size_t most = 16;
  std::vector<std::string> statements;
  for (std::size_t i = 0; i < code.size() && statements.size() < most; ++i) {
    const char quote = code[i];
    if (quote != '"' && quote != '\'' && quote != '`') continue;
    const std::size_t begin = i + 1;
    for (++i; i < code.size() && code[i] != quote; ++i) {
      if (code[i] == '\\') ++i;
    }
    if (begin >= i) continue;
    const std::string name = called_around(code, begin - 1);
    if (is_listed("execute executescript executemany exec_driver_sql query raw dbexecute dbsendquery dbsendstatement "
                  "dbgetquery execsql runsql sql",
                  name))
      statements.emplace_back(code.substr(begin, std::min(i, code.size()) - begin));
  }
  return statements;
}

std::vector<std::string> commands_in_code(std::string_view code) {
  std::vector<std::string> literals;
  if (!runners().match(normalise(code, max_action_text).text)) return literals;
  literals = literals_in_code(code, 32);
  std::string all;  // ["rm", "-rf", "/"]
  for (const std::string& literal : literals) all += literal + ' ';
  if (literals.size() > 1) literals.push_back(std::move(all));
  // perl's qx{...} and ruby's %x[...]
  for (const std::string_view opening : {"qx{", "qx(", "qx/", "%x(", "%x{", "%x["}) {
    const std::size_t at = code.find(opening);
    if (at == std::string_view::npos) continue;
    const char closing = opening.back() == '{' ? '}' : opening.back() == '(' ? ')' : opening.back() == '[' ? ']' : '/';
    const std::size_t begin = at + opening.size();
    literals.emplace_back(code.substr(begin, std::min(code.find(closing, begin), code.size()) - begin));
  }
  return literals;
}

}  // namespace interlock::gate::shell
