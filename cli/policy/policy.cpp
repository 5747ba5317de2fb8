// Signed policies: publishing one, and taking over a newer one.
#include <ctime>
#include <fstream>
#include <iostream>
#include <memory>

#include <unistd.h>

#include "cli/basics/commands.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"
#include "cli/basics/ssh_signature.h"
#include "cli/policy/https.h"
#include "cli/policy/policy_file.h"
#include "policy/bundle.h"
#include "policy/lint.h"

namespace interlock::cli {

namespace {

constexpr auto sign_help =
    R"(FILE needs a section 'bundle' with url, signers, version and expires. The signature is one of
'ssh-keygen -Y sign -n interlock-policy', as comments at the end of the policy.)";

constexpr auto fetch_help =
    R"(The policy in force says where newer ones are and who signs them, in its section 'bundle'. One that is not signed by them,
has no higher version, expired or has a mistake is not loaded, and the policy in force stays.

Exit code 0: there is nothing new, or a newer policy is in force; 1: anything else.)";

struct SignArguments {
  std::string file, key, out;
};

struct FetchArguments {
  std::string file;
  bool replace = false;
};

tl::expected<policy::Loaded, policy::Errors> load(const std::string& text, const std::string& name) {
  const auto base = policy::load_preset("default");
  return base ? policy::load_text(text, name, base->settings) : base;
}

/// Prints what is probably not intended; a mistake is reported by load().
void print_warnings(const Options& options, const std::string& text, const std::string& name) {
  const auto warnings = policy::lint_policy(text, name);
  if (!warnings) return;
  for (const auto& warning : *warnings) warn(options, warning.what);
}

void sign(const SignArguments& arguments, Options& options) {
  const auto read = policy::read_policy_file(arguments.file);
  if (!read) return fail(options, read.error());
  std::string text(policy::without_signature(*read));
  if (!text.ends_with('\n')) text += '\n';
  const auto loaded = load(text, arguments.file);
  if (!loaded) return fail(options, loaded.error());
  if (const auto why = policy::objection_to(loaded->settings.bundle, {}, std::time(nullptr), arguments.file))
    return fail(options, *why);
  print_warnings(options, text, arguments.file);
  const auto signature = ssh_signature(arguments.key, std::string(policy::bundle_purpose), text);
  if (!signature) return fail(options, signature.error());
  const std::string bundle = policy::with_signature(text, *signature);
  if (!policy::signer_of(bundle))
    return fail(options, Error{"a signature of this key does not count", arguments.key,
                               "use a key of ed25519, ecdsa-p256 or their sk- forms"});
  if (arguments.out.empty()) {
    std::cout << bundle;
    return;
  }
  std::ofstream out(arguments.out, std::ios::binary | std::ios::trunc);
  if (!(out << bundle).flush()) fail(options, Error{"cannot write the signed policy", arguments.out, {}});
}

/// The one that is given, or that interlockd reads. Root's file is not a user's to replace: theirs comes first.
std::string file_to_write(const std::string& in_force) {
  const bool roots = in_force.starts_with("/etc/") && ::geteuid() != 0;
  return roots ? policy::config_home() + "/interlock/policy.yaml" : in_force;
}

void print_result(const Options& options, const policy::BundleSettings& bundle, bool changed, bool reloaded) {
  if (options.json) {
    std::cout << ipc::json::serialize(ipc::json::object{{"changed", changed},
                                                        {"version", bundle.version},
                                                        {"expires", bundle.expires},
                                                        {"reloaded", reloaded}})
              << '\n';
    return;
  }
  const std::string which = "version " + std::to_string(bundle.version) + ", until " + plain(bundle.expires);
  if (!changed) {
    std::cout << "nothing newer: " << which << '\n';
  } else if (reloaded) {
    std::cout << "in force: " << which << '\n';
  } else {
    std::cout << "installed: " << which << "; interlockd does not run and will read it when it starts\n";
  }
}

void nothing_new(Options& options, const policy::Loaded& in_force) {
  const auto& bundle = in_force.settings.bundle;
  if (!bundle.expires.empty() && bundle.expires_at <= std::time(nullptr))
    return fail(options, Error{"the policy in force expired at " + bundle.expires + ", and there is no newer one",
                               in_force.source, "publish one; until then it stays in force"});
  print_result(options, bundle, false, false);
}

/// Writes the bundle, and has interlockd load it; if that refuses it, all is as before.
void install(Options& options, const PolicyFile& file, const policy::Loaded& offered, const HttpsAnswer& answer) {
  if (const auto written = file.replace(answer.body); !written) return fail(options, written.error());
  auto client = ipc::Client::connect(options.socket);
  if (client) {
    const auto reloaded = client->call("reload", {}, std::chrono::seconds{30});
    if (!reloaded) {
      file.put_back();
      return fail(options, reloaded.error());
    }
  }
  file.set_etag(answer.etag);
  print_result(options, offered.settings.bundle, true, client.has_value());
}

void fetch(const FetchArguments& arguments, Options& options) {
  const std::string source = arguments.file.empty() ? policy::find_policy_file() : arguments.file;
  if (source.empty())
    return fail(options, Error{"there is no policy file, so nothing says where policies come from",
                               {},
                               "write one with a section 'bundle' (url, signers)"});
  const auto in_force = policy::load_file(source);
  if (!in_force) return fail(options, in_force.error());
  const auto& bundle = in_force->settings.bundle;
  const auto url = policy::https_url_of(bundle.url);
  if (!url)
    return fail(options, Error{"the policy has no section 'bundle'", source, "add it: url, signers (docs/policy.md)"});
  if (bundle.version > 0 && !in_force->signed_by && !arguments.replace)
    return fail(options, Error{"the policy in force was changed after it was signed", source,
                               "'interlockctl policy fetch --replace' replaces it by the published one"});

  const PolicyFile file(file_to_write(source));
  const auto answer = https_get(*url, bundle.ca, in_force->signed_by ? file.etag() : "", policy::max_file_bytes);
  if (!answer) return fail(options, answer.error());
  const auto now = policy::read_policy_file(source);
  if (answer->unchanged || (now && *now == answer->body)) {
    if (!answer->unchanged) file.set_etag(answer->etag);
    return nothing_new(options, *in_force);
  }
  // The signature first: nothing else of a text of strangers is parsed.
  const auto signer = policy::trusted_signer(answer->body, bundle, bundle.url);
  if (!signer) return fail(options, {signer.error(), failure_code::policy});
  const auto offered = load(answer->body, bundle.url);
  if (!offered) return fail(options, offered.error());
  if (const auto why = policy::objection_to(offered->settings.bundle, bundle, std::time(nullptr), bundle.url))
    return fail(options, {*why, failure_code::policy});
  print_warnings(options, answer->body, bundle.url);
  install(options, file, *offered, *answer);
}

}  // namespace

void add_policy(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("policy", "signed policies: publish one, take over a newer one");
  command->require_subcommand(1);
  auto* signing = command->add_subcommand("sign", "sign a policy, so that desktops take it over");
  signing->footer(sign_help);
  auto to_sign = std::make_shared<SignArguments>();
  signing->add_option("FILE", to_sign->file, "the policy")->required()->type_name("FILE");
  signing->add_option("--key", to_sign->key, "the private key of SSH to sign with")->required()->type_name("FILE");
  signing->add_option("-o,--output", to_sign->out, "write it to this file")->type_name("FILE");
  signing->callback([&options, to_sign] { sign(*to_sign, options); });

  auto* fetching = command->add_subcommand("fetch", "get the newest signed policy, check it and put it in force");
  fetching->footer(fetch_help);
  auto to_fetch = std::make_shared<FetchArguments>();
  fetching->add_option("--policy", to_fetch->file, "the policy in force, if it is not in its usual place")
      ->type_name("FILE");
  fetching->add_flag("--replace", to_fetch->replace, "also if the policy in force was changed after it was signed");
  fetching->callback([&options, to_fetch] { fetch(*to_fetch, options); });
}

}  // namespace interlock::cli
