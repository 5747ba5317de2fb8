// What leaves the machine and what comes in: secrets shown or sent, uploads, deletions asked of a server, listeners and
// connections that hand out a shell.
#include <algorithm>
#include <array>

#include "gate/shell/hosts.h"
#include "gate/shell/judges.h"
#include "gate/shell/output.h"
#include "gate/shell/paths.h"
#include "gate/shell/rows.h"
#include "values/text.h"

namespace interlock::gate::shell {
namespace {

constexpr auto network_asks = Decision::require_confirmation;

constexpr std::string_view downloaders =
    "curl wget wget2 http https xh httpie fetch aria2c lynx links w3m axel nc ncat netcat socat ftp tftp lwp-request "
    "GET telnet scp sftp "
    "openssl-s_client gh-download ssh rsync aws gsutil gcloud dig nslookup host iwr irm Invoke-WebRequest smbclient";
constexpr std::string_view decoders =
    "base64 base32 basenc xxd openssl gpg gpg2 age uudecode gunzip zcat gzip bzcat bunzip2 xzcat unxz xz zstd zstdcat "
    "lz4 unzip tar "
    "bsdtar 7z ccrypt rot13";
/// What they print is not what stands in any file.
constexpr std::string_view filters =
    "rev tr cut sed gsed awk gawk mawk nawk head tail tac paste fold fmt grep egrep fgrep sort uniq nl join column "
    "expand unexpand shuf comm dd col colrm iconv envsubst m4 strings ed";
constexpr std::string_view file_readers =
    "cat bat batcat less more head tail strings base64 base32 xxd od hexdump hd nl tac rev cut sort uniq grep egrep "
    "fgrep rg ag awk gawk sed cp scp rsync "
    "tar zip 7z gzip xz zstd curl dd tee paste fold fmt column view vim vi nano emacs code open xdg-open xclip pbcopy "
    "xsel wl-copy diff cmp split ln "
    "jq yq python python3 mail mutt source . mapfile readarray bzip2 pr expand look";

bool names_secret(const Word& word) {
  std::string_view text = word.text;
  if (text.find("://") != std::string_view::npos && !text.starts_with("file://")) return false;
  // -F file=@PATH, -d @PATH, if=PATH, file://PATH, OPEN:PATH
  for (const std::string_view before : {"=@", "@", "=", "<", "OPEN:", "FILE:", "open:", "file:", "GOPEN:"}) {
    const std::size_t at = text.find(before);
    if (at == std::string_view::npos) continue;
    std::string_view path = text.substr(at + before.size());
    path = path.substr(0, path.find_first_of(",;"));
    if (!path.empty() && is_secret_file(path)) return true;
  }
  return !text.empty() && is_secret_file(text);
}

bool names_secret(const Call& call) {
  return std::any_of(call.words.begin() + 1, call.words.end(), [](const Word& w) { return names_secret(w); });
}

bool has_source(const Call& call, Origin origin) {
  return std::any_of(call.words.begin(), call.words.end(), [&](const Word& word) {
    return std::any_of(word.sources.begin(), word.sources.end(),
                       [&](Range r) { return origin_of(call.scene.script, r) <= origin && !r.empty(); });
  });
}

/// curl -d "$TOKEN": the secret itself. As one field of several ("key=$TOKEN") it is what a server asks for.
bool is_bare_secret(const Word& word) {
  std::string_view text = word.text;
  if (text.ends_with('\n')) text.remove_suffix(1);  // a here-string's
  return word.secret && text == unknown_text;
}

bool sends_secret_words(const Call& call) {
  return std::any_of(call.words.begin(), call.words.end(), [&](const Word& word) {
    return is_bare_secret(word) || std::any_of(word.sources.begin(), word.sources.end(),
                                               [&](Range r) { return reads_secrets(call.scene.script, r); });
  });
}

/// What goes into its standard input is read from files or secrets.
bool sends_files(const Call& call) {
  const Command& command = call.scene.command;
  for (const Redirect& redirect : command.redirects) {
    if (redirect.kind == Redirect::Kind::read && names_secret(redirect.target)) return true;
    if (redirect.kind == Redirect::Kind::text && is_bare_secret(redirect.target)) return true;
  }
  return !command.input.empty() && reads_secrets(call.scene.script, command.input);
}

constexpr std::string_view program_folders[] = {"/bin/",      "/sbin/",          "/usr/bin/",
                                                "/usr/sbin/", "/usr/local/bin/", "/usr/local/sbin/"};

/// curl -o /usr/local/bin/NAME: a program for all, as it comes.
bool writes_program(const Call& call) {
  for (const std::string_view option : {"-o --output", "-O --output-document"}) {
    const std::string_view path = call.value(option);
    for (const std::string_view folder : program_folders) {
      if (path.starts_with(folder)) return true;
    }
  }
  return false;
}

/// The output of hostname and uname is the name of this machine.
bool asks_for_own_name(const Call& call) {
  const Script& script = call.scene.script;
  for (const Word& word : call.words) {
    for (const Range& source : word.sources) {
      for (std::size_t i = source.begin; i < std::min(source.end, script.commands.size()); ++i) {
        const auto& words = script.commands[i].words;
        if (words.empty() || !is_listed("hostname uname dnsdomainname", base_name(words[0].text))) return false;
      }
    }
  }
  return true;
}

/// A file that holds more than the text of a request: an archive, a database, a document, or what lies at a fixed
/// place.
bool is_kept_file(std::string_view path) {
  if (is_at_fixed_place(path)) return true;
  const std::string_view name = base_name(path);
  const std::size_t dot = name.rfind('.');
  return dot != std::string_view::npos &&
         is_listed(
             "tar tgz gz bz2 xz zst zip 7z rar db sqlite sqlite3 sql dump bak odt ods docx xlsx pptx pdf jpg jpeg "
             "png pst mbox kdbx pem key p12 pfx img iso core pcap",
             name.substr(dot + 1));
}

/// A script of the network on the standard input of a program that may run it: its name is not that of a program that
/// shows, keeps or cuts text.
void hands_over_script(const Call& call, Dangers& dangers) {
  const Command& command = call.scene.command;
  if (command.input.empty() || origin_of(call.scene.script, command.input) != Origin::network) return;
  const bool input_only =
      std::all_of(call.operands.begin(), call.operands.end(), [](const Operand& o) { return o.text() == "-"; });
  if (!input_only || is_familiar(call.program) || is_listed(filters, call.program) ||
      is_listed(decoders, call.program) || is_listed(file_readers, call.program) ||
      is_listed("pygmentize highlight glow mdcat lolcat gron fx md5sum sha1sum sha256sum sha512sum b3sum cksum nc",
                call.program))
    return;
  for (std::size_t i = command.input.begin; i < std::min(command.input.end, call.scene.script.commands.size()); ++i) {
    for (const Word& word : call.scene.script.commands[i].words) {
      std::string_view url = word.text;
      if (url.find('/') == std::string_view::npos) continue;
      url = base_name(url.substr(0, url.find_first_of("?#")));
      const std::size_t dot = url.rfind('.');
      if (dot == std::string_view::npos ||
          !is_listed("sh bash zsh fish ksh py pl rb js mjs ts lua php tcl r R jl ps1 exs groovy awk",
                     url.substr(dot + 1)))
        continue;
      return dangers.push_back({network_asks, "remote_code", "is given a script of the network, unseen"});
    }
  }
}

/// A transfer to this machine.
bool stays_here(const Call& call) {
  return std::any_of(call.operands.begin(), call.operands.end(), [](const Operand& operand) {
    const std::string_view host = host_of(operand.text());
    return is_listed("localhost 127.0.0.1 ::1", host);
  });
}

/// A file itself, not a request's data. A transfer that stays on this machine gives nothing away.
bool sends_whole_file(const Call& call, bool uploads) {
  const bool whole_file = call.has("--upload-file --post-file") || (call.is("curl curlie") && call.has("-T")) ||
                          std::any_of(call.words.begin() + 1, call.words.end(),
                                      [](const Word& w) { return w.text.find("=@") != std::string::npos; });
  // NAME@FILE of httpie; an address has no folder.
  const bool field =
      call.is("http https xh httpie") && std::any_of(call.words.begin() + 1, call.words.end(), [](const Word& w) {
        const std::size_t at = w.text.find('@');
        return at != std::string::npos && at > 0 && w.text.find(':') == std::string::npos &&
               is_at_fixed_place(std::string_view(w.text).substr(at + 1));
      });
  // -d @backup.tgz, -d @/var/lib/x: no text that was written for this request.
  const bool kept_file = std::any_of(call.words.begin() + 1, call.words.end(), [](const Word& w) {
    return w.text.starts_with('@') && w.text.size() > 1 && is_kept_file(std::string_view(w.text).substr(1));
  });
  return (whole_file || field || (uploads && kept_file)) && !stays_here(call);
}

void http(const Call& call, Dangers& dangers) {
  const bool uploads = call.has(
      "-d --data --data-binary --data-raw --data-ascii --data-urlencode --json -F --form -T --upload-file --post-file "
      "--post-data --body-file --body-data");
  std::string_view method = call.value("-X --request --method");
  // httpie: the method is a word of its own.
  if (call.is("http https xh httpie") && !call.operands.empty() &&
      is_listed("PUT POST PATCH", call.operands[0].text())) {
    method = call.operands[0].text();
  }
  if (is_listed("DELETE delete", method) || ((call.is("http https xh httpie")) && call.has("DELETE"))) {
    dangers.push_back({network_asks, "cloud_destruction", "asks a server to delete something"});
  }
  if (is_listed("PURGE", method))
    dangers.push_back({network_asks, "cloud_destruction", "asks a server to delete something"});
  if (is_listed("PUT POST PATCH", method) || (uploads && method.empty())) {
    // Interfaces where these change how a whole service runs.
    for (const Operand& operand : call.operands) {
      for (const std::string_view part :
           {"/_cluster/", "/_delete_by_query", "/_close", "/_shutdown", "/_forcemerge", "/_flush",    "/_rollover",
            "/delete",    "/destroy",          "/admin/", "/shutdown",  "/kill",        "/terminate", "/purge",
            "/doDelete",  "/cancel",           "/void",   "/refund",    "/deactivate",  "/disable",   "/suspend",
            "/archive",   "/revoke",           "/drop",   "/truncate",  "/reset",       "/reboot",    "/remove",
            "/transfer"}) {
        if (operand.text().find(part) != std::string::npos) {
          return dangers.push_back(
              {network_asks, "cloud_destruction", "asks a server to change or delete what it keeps"});
        }
      }
    }
  }
  const bool secret = names_secret(call) && !call.has("--cacert --cert --key -E");
  if (secret || sends_secret_words(call))
    dangers.push_back({network_asks, "exfiltration", "sends keys, passwords or the environment away"});
  if (call.is("curl curlie wget wget2") && writes_program(call))
    dangers.push_back({network_asks, "remote_code", "puts a program of others where programs are started from"});
  if (sends_whole_file(call, uploads)) dangers.push_back({network_asks, "exfiltration", "sends a file away"});
  if (uploads && sends_files(call) && !stays_here(call))
    dangers.push_back({network_asks, "exfiltration", "sends away what it reads from files"});
  if (uploads && std::any_of(call.words.begin(), call.words.end(),
                             [](const Word& w) { return w.text.find("@/etc/") != std::string::npos; })) {
    dangers.push_back({network_asks, "exfiltration", "sends system files away"});
  }
  for (const Operand& operand : call.operands) {
    const std::string& url = operand.text();
    for (const std::string_view host :
         {"169.254.169.254", "metadata.google.internal", "100.100.100.200", "fd00:ec2::254", "169.254.170.2"}) {
      if (url.find(host) != std::string::npos)
        return dangers.push_back(
            {network_asks, "secret_exposure", "reads the credentials that a cloud gives its machines"});
    }
  }
}

void sockets(const Call& call, Dangers& dangers) {
  if (call.is("nc ncat netcat nc.traditional nc.openbsd")) {
    if (call.has("-e -c --exec --sh-exec --lua-exec"))
      return dangers.push_back({network_asks, "reverse_shell", "hands a shell to whoever is at the other end"});
    const auto& redirects = call.scene.command.redirects;
    const bool file = std::any_of(redirects.begin(), redirects.end(), [](const Redirect& r) {
      return r.kind == Redirect::Kind::read && r.target.text != "/dev/null";
    });
    if (file || sends_files(call))
      return dangers.push_back({network_asks, "exfiltration", "sends away what it reads from files"});
    // tcpdump -w - | nc HOST 80; echo GET / | nc HOST 80 says all that it sends.
    const Range input = call.scene.command.input;
    const bool near = std::any_of(call.operands.begin(), call.operands.end(), [](const Operand& operand) {
      const bool port = operand.text().find_first_not_of("0123456789") == std::string::npos;
      return !port && is_near(operand.text());
    });
    if (!input.empty() && !near && origin_of(call.scene.script, input) < Origin::none)
      return dangers.push_back({network_asks, "exfiltration", "sends away what other programs print"});
  }
  if (call.is("socat")) {
    for (const Operand& operand : call.operands) {
      const std::string_view text = operand.text();
      for (const std::string_view kind : {"EXEC:", "exec:", "SYSTEM:", "system:", "SHELL:", "shell:", "Exec:"}) {
        if (text.find(kind) != std::string_view::npos)
          return dangers.push_back({network_asks, "reverse_shell", "hands a program to whoever is at the other end"});
      }
      for (const std::string_view kind :
           {"OPEN:", "FILE:", "GOPEN:", "open:", "PIPE:", "CREAT:", "CREATE:", "RDONLY:"}) {
        if (text.find(kind) != std::string_view::npos)
          return dangers.push_back({network_asks, "exfiltration", "sends a file away or writes one from outside"});
      }
    }
    if (sends_files(call) || call.has("-u"))
      dangers.push_back({network_asks, "exfiltration", "sends away what it reads"});
  }
}

bool is_personal(const Operand& operand, const Call& call) {
  return !operand.value && !call.scene.remote && !is_remote(operand.text()) && is_at_fixed_place(operand.text());
}

/// Files of a person or of the system go to another machine or into a store of the network, under whatever name.
void copies_personal(const Call& call, bool to_remote, Dangers& dangers) {
  if (!dangers.empty() || call.operands.size() < 2 || call.has("-n --dry-run --dryrun", false)) return;
  const std::string& target = call.operands.back().text();
  const bool store = to_remote || target.find("://") != std::string::npos;
  if (!store || (to_remote && is_near(host_of(target)))) return;
  for (auto operand = call.operands.begin(); operand + 1 != call.operands.end(); ++operand) {
    const bool option = operand->after_option && call.is("scp rsync sftp") &&
                        is_listed(
                            "-i -e -F -o -S -J --rsh --exclude-from --files-from --exclude --include --log-file "
                            "--password-file --include-from --partial-dir --temp-dir -T",
                            std::prev(operand->word)->text);
    if (option || !is_personal(*operand, call)) continue;
    return dangers.push_back(
        {network_asks, "exfiltration", "sends " + in_quotes(operand->text(), 40) + " to another machine"});
  }
}

void copies(const Call& call, Dangers& dangers) {
  const bool to_remote = !call.operands.empty() && is_remote(call.operands.back().text());
  if (to_remote && call.is("scp rsync sftp")) {
    const std::string& target = call.operands.back().text();
    const std::string_view path = std::string_view(target).substr(target.find(':') + 1);
    if (const char* what = sensitive_file(path)) {
      dangers.push_back({network_asks, "persistence", "overwrites on another machine " + std::string(what)});
    }
    const auto holds_keys = [](const Operand& o) {
      for (std::string_view rest = o.text(); !rest.empty();) {
        const std::size_t end = std::min(rest.find('/'), rest.size());
        if (is_listed("certs keys private secrets .secrets credentials keyrings vault", rest.substr(0, end)))
          return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
      return false;
    };
    if (is_bare_address(target)) {
      dangers.push_back({network_asks, "exfiltration", "sends files to an address without a name"});
    } else if (std::any_of(call.operands.begin(), call.operands.end() - 1, holds_keys)) {
      dangers.push_back({network_asks, "exfiltration", "sends keys or certificates away"});
    }
  }
  const bool cloud = call.is("aws gsutil gcloud rclone az s3cmd mc") && call.has("cp sync copy put mv upload");
  if ((to_remote || cloud) && names_secret(call)) {
    dangers.push_back({network_asks, "exfiltration", "sends keys or passwords away"});
  }
  if (call.is("scp rsync") || cloud) copies_personal(call, to_remote, dangers);
  if (cloud && (call.value("--acl").starts_with("public") || call.value("-a").starts_with("public")))
    dangers.push_back({network_asks, "exfiltration", "lets everyone read what it stores"});
  // skopeo copy SOURCE docker://REGISTRY/IMAGE
  if (call.is("skopeo") && call.has("copy sync") && !call.operands.empty() &&
      call.operands.back().text().starts_with("docker://")) {
    dangers.push_back({network_asks, "container_destruction", "publishes an image"});
  }
  if (call.is("tar gtar bsdtar")) {
    // tar writes to another machine if the archive's name has a colon.
    const std::string_view archive = call.value("-f --file");
    if (is_remote(archive) && !call.has("--force-local"))
      dangers.push_back({network_asks, "exfiltration", "sends files to another machine"});
  }
}

}  // namespace

namespace {

Origin origin_of(const Command& command) {
  Origin here = Origin::none;
  for (const Word& word : command.words) {
    const std::string_view name = base_name(word.text);
    if (&word == &command.words[0] && is_listed("cat bat", name)) {
      here = std::min(here, command.words.size() > 1 ? Origin::file : Origin::none);
    } else if (is_listed(downloaders, name)) {
      here = Origin::network;
    } else if (&word == &command.words[0] && is_listed(decoders, name)) {
      here = std::min(here, Origin::decoded);
    } else if (&word == &command.words[0] && is_listed(filters, name)) {
      here = std::min(here, Origin::filtered);
    } else if (&word == &command.words[0] && !is_listed("echo printf : true tee cd sleep", name)) {
      here = std::min(here, Origin::unknown);
    }
    if (!is_known(word.text) && word.sources.empty()) here = std::min(here, Origin::unknown);
  }
  for (const Redirect& redirect : command.redirects) {
    if (redirect.target.text.starts_with("/dev/tcp/")) here = Origin::network;
  }
  return here;
}

bool reads_secrets(const Command& command) {
  for (const Redirect& redirect : command.redirects) {
    if (redirect.kind == Redirect::Kind::read && names_secret(redirect.target)) return true;
  }
  if (command.words.empty()) return false;
  const auto any = [&](auto is_one) { return std::any_of(command.words.begin(), command.words.end(), is_one); };
  const auto is_file = [](const Word& word) { return is_secret_file(word.text); };
  const std::string_view name = base_name(command.words[0].text);
  if (is_listed("env printenv set export history tar zip gtar bsdtar 7z mysqldump pg_dump mongodump ps last who "
                "getent gpg security pass secret-tool op hostname whoami id uname ifconfig cpio dump",
                name))
    return true;
  if (is_listed("echo printf curl jq date seq yes true wget ssh", name)) {
    const bool prints = is_listed("echo printf", name);
    return any([&](const Word& word) { return is_file(word) || (prints && is_bare_secret(word)); });
  }
  if (is_listed("aws az bw chamber doppler gcloud gopass infisical kubectl oc sops vault", name)) {
    return std::any_of(command.words.begin() + 1, command.words.end(), [](const Word& word) {
      return word.text.find("secret") != std::string::npos || is_listed("get read show decrypt export kv", word.text);
    });
  }
  if (command.words.size() < 2 || !is_listed(file_readers, name)) return false;
  const auto is_kept = [](const Word& word) { return is_secret_file(word.text) || is_at_fixed_place(word.text); };
  return !is_listed("grep egrep fgrep rg ag sed awk jq tee sort head tail", name) ||
         std::any_of(command.words.begin() + 1, command.words.end(), is_kept);
}

}  // namespace

void find_origins(Script& script) {
  for (std::size_t i = 0; i < script.commands.size(); ++i) {
    Command& command = script.commands[i];
    command.origin = command.worst_origin = origin_of(command);
    command.reads_secrets = reads_secrets(command);
    // What it reads stands before it, and is known already with all that reaches it.
    for (std::size_t before = command.input.empty() ? i : command.input.begin; before < i; ++before) {
      command.worst_origin = std::min(command.worst_origin, script.commands[before].worst_origin);
      command.reads_secrets = command.reads_secrets || script.commands[before].reads_secrets;
      ++script.looked_at;
    }
  }
}

Origin origin_of(const Script& script, Range commands) {
  Origin worst = Origin::none;
  for (std::size_t i = commands.begin; i < std::min(commands.end, script.commands.size()); ++i) {
    worst = std::min(worst, script.commands[i].worst_origin);
    ++script.looked_at;
  }
  return worst;
}

bool reads_secrets(const Script& script, Range commands) {
  for (std::size_t i = commands.begin; i < std::min(commands.end, script.commands.size()); ++i) {
    ++script.looked_at;
    if (script.commands[i].reads_secrets) return true;
  }
  return false;
}

namespace {

/// Containers that get the whole machine.
void containers(const Call& call, Dangers& dangers) {
  if (call.is("docker podman nerdctl") && call.has("run create")) {
    for (const Word& word : call.words) {
      std::string_view text = word.text;
      for (const std::string_view option : {"-v", "--volume=", "--mount=", "--mount"}) {
        if (text.starts_with(option)) text.remove_prefix(option.size());
      }
      const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
      const std::string_view source = text.substr(0, text.find_first_of(":,"));
      // A project's own .env is what its container is configured with.
      const bool keys = is_secret_file(source) && !base_name(source).starts_with(".env");
      if (text.find(':') != std::string_view::npos && keys) {
        dangers.push_back({network_asks, "secret_exposure", "gives a container a file or folder that holds keys"});
        break;
      }
      const bool root = has("source=/,") || has("src=/,") || text.ends_with("source=/") || text.ends_with("src=/");
      if (text.starts_with("/:") || root || has("docker.sock")) {
        dangers.push_back({network_asks, "container_destruction", "gives a container the whole machine"});
        break;
      }
    }
  }
  if (call.is("kubectl k oc") && call.has("run create")) {
    for (const Word& word : call.words) {
      for (const std::string_view right : {"hostPID", "hostNetwork", "hostPath", "privileged", "hostIPC"}) {
        if (word.text.find(right) == std::string::npos || word.text.find('{') == std::string::npos) continue;
        return dangers.push_back({network_asks, "container_destruction", "gives a container the whole machine"});
      }
    }
  }
}

void messages(const Call& call, Dangers& dangers) {
  const bool addressed = std::any_of(call.operands.begin(), call.operands.end(), [](const Operand& o) {
    const std::size_t at = o.text().find('@');
    return at != std::string::npos && at > 0 && o.text().find('.', at) != std::string::npos;
  });
  // The addresses stand in the message itself.
  if (call.is("sendmail msmtp") && call.has("-t")) dangers.push_back({network_asks, "sent_message", "sends a message"});
  if (dangers.empty() && addressed && call.is("mail mailx s-nail mutt neomutt sendmail msmtp swaks bsd-mailx")) {
    dangers.push_back({network_asks, "sent_message", "sends a message"});
  }
}

/// curl ADDRESS | sudo tee /usr/local/bin/NAME, curl ADDRESS > /usr/local/bin/NAME
void keeps_program(const Call& call, Dangers& dangers) {
  const auto is_program = [](std::string_view path) {
    return std::any_of(std::begin(program_folders), std::end(program_folders),
                       [&](std::string_view folder) { return path.starts_with(folder); });
  };
  const Command& command = call.scene.command;
  const auto index = static_cast<std::size_t>(&command - call.scene.script.commands.data());
  const auto& redirects = command.redirects;
  const bool written = std::any_of(redirects.begin(), redirects.end(), [&](const Redirect& redirect) {
    return redirect.kind == Redirect::Kind::write && is_program(redirect.target.text);
  });
  const bool copied =
      call.is("tee sponge") && std::any_of(call.operands.begin(), call.operands.end(),
                                           [&](const Operand& operand) { return is_program(operand.text()); });
  if ((written || copied) && origin_of(call.scene.script, {index, index + 1}) == Origin::network)
    dangers.push_back({network_asks, "remote_code", "puts a program of others where programs are started from"});
}

void from_containers_and_databases(const Call& call, Dangers& dangers) {
  // docker cp CONTAINER:/etc/shadow .
  if (call.is("docker podman nerdctl kubectl k oc") && call.has("cp")) {
    for (const Operand& operand : call.operands) {
      if (!is_secret_file(operand.text().substr(operand.text().find(':') + 1))) continue;
      dangers.push_back({network_asks, "secret_exposure", "copies a file that holds keys or passwords"});
      break;
    }
  }
  // pg_dump | psql -h ADDRESS
  if (is_database_client(call) && !call.scene.command.input.empty() && is_bare_address(call.value("-h --host")))
    dangers.push_back({network_asks, "exfiltration", "sends what it reads to an address without a name"});
}

/// The system's passwords, whatever program reads them.
bool reads_hashes(const Call& call) {
  if (call.is("ls stat test [ [[ chmod chown chgrp getfacl setfacl file find locate rm echo printf")) return false;
  return std::any_of(call.operands.begin(), call.operands.end(), [](const Operand& operand) {
    return is_listed("/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/master.passwd", operand.text());
  });
}

/// kubectl apply of an address.
void applies_unseen(const Call& call, Dangers& dangers) {
  if (!call.is("kubectl k oc") || !call.has("apply create replace")) return;
  for (const Word& word : call.words) {
    const auto has = [&](std::string_view part) { return word.text.find(part) != std::string::npos; };
    const bool kustomized = call.has("-k --kustomize") && (has("github.com/") || has("://") || has("git@"));
    if (!kustomized && !has("https://") && !has("http://")) continue;
    dangers.push_back({network_asks, "remote_code", "puts into a cluster what comes from the network, unseen"});
    return;
  }
}

}  // namespace

void judge_network(const Call& call, Dangers& dangers) {
  if (call.is("curl wget http https xh httpie wget2 curlie")) http(call, dangers);
  if (call.is("nc ncat netcat nc.traditional nc.openbsd socat")) sockets(call, dangers);
  if (dangers.empty()) {
    for (const Redirect& redirect : call.scene.command.redirects) {
      if (redirect.kind == Redirect::Kind::read && names_secret(redirect.target))
        dangers.push_back({network_asks, "secret_exposure", "shows or copies a file that holds keys or passwords"});
    }
  }
  if (call.is("scp rsync sftp rclone aws gsutil gcloud az s3cmd mc skopeo tar gtar bsdtar")) copies(call, dangers);
  applies_unseen(call, dangers);
  containers(call, dangers);
  hands_over_script(call, dangers);
  from_containers_and_databases(call, dangers);
  if (dangers.empty()) keeps_program(call, dangers);
  if (call.is("dig") && call.has("axfr AXFR"))
    dangers.push_back({network_asks, "exfiltration", "asks for all names of a domain"});
  if (call.is("dig nslookup host ping drill kdig")) {
    if (has_source(call, Origin::file) && !asks_for_own_name(call))
      dangers.push_back({network_asks, "exfiltration", "sends what it reads away in the name it looks up"});
  }
  if (call.is("mail mutt sendmail telnet ftp tftp mailx s-nail ssh finger whois logger openssl pastebinit") &&
      sends_files(call)) {
    dangers.push_back({network_asks, "exfiltration", "sends away what it reads from files"});
  }
  messages(call, dangers);
  if (call.is("ngrok localtunnel lt") && call.words.size() > 1 && !call.has("version help list update config")) {
    dangers.push_back({network_asks, "exfiltration", "opens this machine to the network"});
  }
  // git show REVISION:PATH
  if (call.is("git") && call.has("show cat-file")) {
    for (const Operand& operand : call.operands) {
      const std::size_t colon = operand.text().find(':');
      if (colon != std::string::npos && is_secret_file(operand.text().substr(colon + 1))) {
        dangers.push_back({network_asks, "secret_exposure", "shows a file that holds keys or passwords"});
        break;
      }
    }
  }
  if (dangers.empty() && call.program.ends_with("2john") && call.words.size() > 1)
    dangers.push_back({network_asks, "secret_exposure", "prepares a file for guessing its password"});
  if (dangers.empty() && reads_hashes(call))
    dangers.push_back({network_asks, "secret_exposure", "reads a file that holds keys or passwords"});
  if (dangers.empty() && is_listed(file_readers, call.program)) {
    // What a copy makes is not read: cp .env.example .env
    const bool copies = call.is("cp ln") && call.words.size() > 2;
    if (std::any_of(call.words.begin() + 1, call.words.end() - (copies ? 1 : 0),
                    [&](const Word& w) { return !w.text.starts_with('-') && is_secret_file(w.text); })) {
      dangers.push_back({network_asks, "secret_exposure", "shows or copies a file that holds keys or passwords"});
    }
  }
}

}  // namespace interlock::gate::shell
