// Ways into this machine or its network: forwarded ports, tunnels, servers that ask for no password or serve too much.
#include <algorithm>

#include "gate/shell/judges.h"
#include "gate/shell/output.h"
#include "gate/shell/paths.h"
#include "gate/url/network.h"
#include "values/ascii.h"
#include "values/text.h"

namespace interlock::gate::shell {
namespace {

constexpr auto exposure_asks = Decision::require_confirmation;

/// The address that a forwarded port is bound to: [BIND:]PORT for -D, [BIND:]PORT:HOST:PORT for -L. Without one ssh
/// takes the loopback address; an empty one and "*" are all addresses.
bool is_bound_to_all(std::string_view spec, bool dynamic) {
  std::size_t fields = 1;
  bool brackets = false;
  for (const char c : spec) {
    brackets = c == '[' || (brackets && c != ']');
    fields += (c == ':' || c == ' ') && !brackets ? 1 : 0;
  }
  if (fields < (dynamic ? 2 : 4)) return false;
  const std::string_view bind = spec.substr(0, spec.starts_with('[') ? spec.find(']') + 1 : spec.find(':'));
  return !is_listed("localhost 127.0.0.1 [::1]", bind);
}

/// What the options of ssh open, by ssh(1) and ssh_config(5).
class ForwardReader {
 public:
  explicit ForwardReader(const Call& call) : call_(call) {}

  std::optional<std::string_view> read() {
    // Behind the host and its options stands the command of the other machine.
    std::size_t operands = 0;
    for (std::size_t i = 1; i < call_.words.size() && operands < 2; ++i) {
      const std::string_view text = call_.words[i].text;
      if (text == "--") break;
      if (text.size() < 2 || text[0] != '-') {
        ++operands;
        continue;
      }
      i += cluster(text, i + 1 < call_.words.size() ? std::string_view(call_.words[i + 1].text) : "");
    }
    if (reverse_) return "opens this machine to another one";
    if (tunnels_) return "joins the network of another machine with this one";
    if (to_all_ || (forwards_ && gateway_)) return "opens a way through this machine to everyone on its network";
    return std::nullopt;
  }

 private:
  /// One word of options. 1 if the last letter took the next word as its value.
  std::size_t cluster(std::string_view text, std::string_view next) {
    constexpr std::string_view valued = "BbcDEeFIiJLlmOoPpQRSWw";
    for (std::size_t at = 1; at < text.size(); ++at) {
      const char letter = text[at];
      if (letter == 'g') gateway_ = true;
      if (valued.find(letter) == std::string_view::npos && !(letter == 'M' && call_.is("autossh"))) continue;
      const bool attached = at + 1 < text.size();
      option(letter, attached ? text.substr(at + 1) : next);
      return attached ? 0 : 1;
    }
    return 0;
  }

  void option(char letter, std::string_view value) {
    reverse_ = reverse_ || letter == 'R';
    tunnels_ = tunnels_ || letter == 'w';
    forwards_ = forwards_ || letter == 'L' || letter == 'D';
    if (letter == 'L' || letter == 'D') to_all_ = to_all_ || is_bound_to_all(value, letter == 'D');
    if (letter != 'o') return;
    const std::size_t end = std::min(value.find_first_of("= "), value.size());
    const std::string key = lower(value.substr(0, end));
    value.remove_prefix(std::min(end + 1, value.size()));
    if (key == "remoteforward") option('R', value);
    if (key == "localforward") option('L', value);
    if (key == "dynamicforward") option('D', value);
    if (key == "tunnel" && value != "no") option('w', value);
    if (key == "gatewayports" && value != "no") gateway_ = true;
  }

  const Call& call_;
  bool reverse_ = false;
  bool tunnels_ = false;
  bool forwards_ = false;
  bool gateway_ = false;
  bool to_all_ = false;
};

/// A program that waits for connections: by its name, a subcommand, or an option that says where. Clients have --host
/// and --port, too.
bool is_server(const Call& call) {
  if (call.program.ends_with("server") || (call.program.size() > 4 && call.program.ends_with('d'))) return true;
  if (call.has("server serve serve-http start notebook lab web daemon proxy standalone")) return true;
  return call.has("--bind --bind-addr --bind-address --listen --listen-address --ip --bind_ip --bind_ip_all", false);
}

/// "--noauth", "--skip-grant-tables", "--protected-mode no", "--ServerApp.token=''", "-SecurityTypes None": the option
/// takes the question for a password away.
bool takes_password_away(std::string_view option, std::string_view next) {
  const std::size_t equals = std::min(option.find('='), option.size());
  const bool attached = equals < option.size();
  const std::string value = lower(attached ? option.substr(equals + 1) : next);
  std::string name = lower(option.substr(0, equals));
  name.erase(0, std::min(name.find_first_not_of('-'), name.size()));
  if (!attached && is_listed("noauth no-auth no-authentication disable-auth disable-authentication without-password "
                             "nopw no-password skip-grant-tables allow-anonymous without-auth anonymous-auth",
                             name))
    return true;
  const std::string_view last = std::string_view(name).substr(name.find_last_of("._-") + 1);
  const bool about = is_listed("auth authentication token password authorization securitytypes protected-mode", last) ||
                     is_listed("protected-mode", name);
  return about && ((attached && value.empty()) || is_listed("no none off false disabled 0", value));
}

/// "--inspect=0.0.0.0:9229", "--remote-debugging-address 0.0.0.0": anyone who can connect to the port can run code in
/// the program.
bool opens_debugger(std::string_view option, std::string_view next) {
  const std::size_t equals = option.find('=');
  const std::string name = lower(option.substr(0, equals));
  if (name.find("debug") == std::string::npos && name.find("inspect") == std::string::npos) return false;
  const std::string_view value = equals == std::string_view::npos ? next : option.substr(equals + 1);
  return value.starts_with("0.0.0.0") || value.starts_with("[::]") || value.starts_with("*:");
}

void servers(const Call& call, Dangers& dangers) {
  constexpr std::size_t shortest = 5;  // --nopw, -auth
  for (std::size_t i = 1; i < call.words.size(); ++i) {
    const std::string_view text = call.words[i].text;
    if (text.size() < shortest || text[0] != '-') continue;
    const std::string_view next = i + 1 < call.words.size() ? std::string_view(call.words[i + 1].text) : "-";
    if (!opens_debugger(text, next) && (!takes_password_away(text, next) || !is_server(call))) continue;
    return dangers.push_back({exposure_asks, "exfiltration", "lets everyone in who can reach this machine"});
  }
}

/// Servers of files: what lies in the folder is there for everyone who can reach this machine.
void served_folders(const Call& call, Dangers& dangers) {
  const bool serves =
      call.is("serve http-server darkhttpd simplehttpserver miniserve webfsd thttpd httpd live-server") ||
      (call.is("caddy") && call.has("file-server")) || (call.is("php") && call.has("-S")) ||
      (call.is("python python2 python3 pypy3 http.server SimpleHTTPServer") &&
       call.has("http.server SimpleHTTPServer pyftpdlib"));
  if (!serves) return;
  const auto is_all = [&](std::string_view folder) {
    return place_of(folder, call.scene.command.cwd) == Place::whole || is_secret_file(folder);
  };
  bool all = place_of(".", call.scene.command.cwd) == Place::whole;
  for (const Word& word : call.words.subspan(1)) {
    const std::size_t equals = word.text.starts_with("--") ? word.text.find('=') : std::string::npos;
    const std::string_view value =
        equals == std::string::npos ? std::string_view(word.text) : std::string_view(word.text).substr(equals + 1);
    all = all || (!value.empty() && (value[0] == '/' || value[0] == '~') && is_all(value));
  }
  if (all) dangers.push_back({exposure_asks, "exfiltration", "shows whole folders of this machine to the network"});
}

/// Printers stand elsewhere, and others take what they print.
void printers(const Call& call, Dangers& dangers) {
  for (const Operand& operand : call.operands) {
    if (!is_at_fixed_place(operand.text()) && !is_secret_file(operand.text())) continue;
    return dangers.push_back({exposure_asks, "exfiltration", "prints " + in_quotes(operand.text(), 40)});
  }
}

}  // namespace

void judge_exposure(const Call& call, Dangers& dangers) {
  if (call.is("ssh autossh slogin")) {
    if (const auto what = ForwardReader(call).read())
      dangers.push_back({exposure_asks, "system_change", std::string(*what)});
  }
  const std::string_view address = call.is("kubectl k oc") ? call.value("--address") : "";
  if (!address.empty() && call.has("port-forward proxy") && !is_listed("localhost 127.0.0.1 ::1", address))
    dangers.push_back({exposure_asks, "system_change", "opens a cluster to everyone on the network of this machine"});
  if (call.is("lp lpr a2ps enscript")) printers(call, dangers);
  servers(call, dangers);
  served_folders(call, dangers);
}

}  // namespace interlock::gate::shell
