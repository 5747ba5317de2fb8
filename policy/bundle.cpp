#include "policy/bundle.h"

#include <algorithm>
#include <chrono>

#include "approval/sshsig.h"
#include "policy/readers.h"

namespace interlock::policy {

namespace {

constexpr std::string_view signature_begin = "# -----BEGIN SSH SIGNATURE-----\n";

/// The armored signature of the comments at the end of a text; empty: there are none.
std::string signature_in(std::string_view text) {
  std::string armored;
  for (auto rest = text.substr(without_signature(text).size()); !rest.empty();) {
    const auto end = std::min(rest.find('\n'), rest.size());
    const auto line = rest.substr(0, end);
    if (!line.starts_with("# ")) return {};  // something was added after it
    armored.append(line.substr(2)).append("\n");
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return armored;
}

tl::expected<approval::PublicKey, std::string> valid_signer(std::string_view text) {
  const std::string armored = signature_in(text);
  if (armored.empty()) return tl::unexpected<std::string>("it is not signed");
  const auto signature = approval::parse_sshsig(armored, bundle_purpose);
  if (!signature) return tl::unexpected("its signature does not count: " + signature.error());
  if (!is_signed(*signature, without_signature(text)))
    return tl::unexpected<std::string>("its signature is of another text: it was changed after it was signed");
  return signature->key;
}

/// The number of exactly these digits, or -1.
int digits_at(std::string_view text, std::size_t at, std::size_t count) {
  int number = 0;
  for (const char c : text.substr(at, count)) {
    if (c < '0' || c > '9') return -1;
    number = number * 10 + (c - '0');
  }
  return number;
}

}  // namespace

std::optional<HttpsUrl> https_url_of(std::string_view text) {
  constexpr std::string_view scheme = "https://";
  const auto shown = [](unsigned char c) { return c > ' ' && c < 0x7F && c != '#'; };
  if (!text.starts_with(scheme) || !std::all_of(text.begin(), text.end(), shown)) return std::nullopt;
  const auto path_at = std::min(text.find('/', scheme.size()), text.size());
  const auto host = approval::host_of_origin(text.substr(0, path_at));
  if (host.empty()) return std::nullopt;
  const auto port_at = scheme.size() + host.size();
  HttpsUrl url{std::string(host), "443", path_at < text.size() ? std::string(text.substr(path_at)) : "/"};
  if (port_at < path_at) url.port = text.substr(port_at + 1, path_at - port_at - 1);
  return url;
}

std::optional<std::int64_t> seconds_of_date(std::string_view text) {
  namespace chrono = std::chrono;
  constexpr std::string_view midnight = "T00:00:00Z";
  const std::string whole = std::string(text) + std::string(text.size() == 10 ? midnight : "");
  constexpr std::string_view form = "dddd-dd-ddTdd:dd:ddZ";
  if (whole.size() != form.size()) return std::nullopt;
  for (std::size_t at = 0; at < form.size(); ++at) {
    if (form[at] != 'd' && whole[at] != form[at]) return std::nullopt;
  }
  const auto number = [&](std::size_t at, std::size_t count) { return digits_at(whole, at, count); };
  const int year = number(0, 4), month = number(5, 2), day = number(8, 2);
  const int hour = number(11, 2), minute = number(14, 2), second = number(17, 2);
  if (std::min({year, month, day, hour, minute, second}) < 0 || hour > 23 || minute > 59 || second > 59)
    return std::nullopt;
  const chrono::year_month_day date{chrono::year{year}, chrono::month{static_cast<unsigned>(month)},
                                    chrono::day{static_cast<unsigned>(day)}};
  if (!date.ok()) return std::nullopt;
  const std::int64_t days = chrono::sys_days{date}.time_since_epoch().count();
  return ((days * 24 + hour) * 60 + minute) * 60 + second;
}

void read_bundle_url(const Node& node, BundleSettings& into, Mistakes& mistakes) {
  const auto text = text_of(node, mistakes);
  if (!text) return;
  if (!https_url_of(*text))
    return mistakes.add(node.place, "not an address for bundles: " + in_single_quotes(*text),
                        "expected https://HOST/PATH or https://HOST:PORT/PATH");
  into.url = *text;
}

void read_bundle_ca(const Node& node, BundleSettings& into, Mistakes& mistakes) {
  const auto text = text_of(node, mistakes);
  if (!text) return;
  if (!text->starts_with('/'))
    return mistakes.add(node.place, "an absolute path expected, found " + in_single_quotes(*text));
  into.ca = *text;
}

void read_bundle_signers(const Node& node, BundleSettings& into, Mistakes& mistakes) {
  into.signers.clear();
  if (node.kind != Node::Kind::list || node.items.empty())
    return wrong_type(node, "a list of public keys of SSH", mistakes);
  if (node.items.size() > max_bundle_signers)
    return mistakes.add(node.items[max_bundle_signers].place,
                        "more than " + std::to_string(max_bundle_signers) + " signers");
  for (const Node& item : node.items) {
    const auto text = text_of(item, mistakes);
    if (!text) continue;
    auto key = approval::parse_key(*text);
    if (!key) {
      mistakes.add(item.place, key.error());
    } else if (key->is_passkey()) {
      mistakes.add(item.place, "a passkey cannot sign policies", "a line of an SSH .pub file");
    } else {
      into.signers.push_back(std::move(*key));
    }
  }
}

void read_bundle_expiry(const Node& node, BundleSettings& into, Mistakes& mistakes) {
  const auto text = text_of(node, mistakes);
  if (!text) return;
  const auto seconds = seconds_of_date(*text);
  if (!seconds)
    return mistakes.add(node.place, "not a date: " + in_single_quotes(*text),
                        "expected 2026-12-26 or 2026-12-26T10:00:00Z");
  into.expires = *text;
  into.expires_at = *seconds;
}

void check_bundle_section(const Node& root, const BundleSettings& settings, Mistakes& mistakes) {
  const Node* section = root.find("bundle");
  if (section == nullptr || section->kind != Node::Kind::map) return;
  if (settings.url.empty() && section->find("url") == nullptr)
    mistakes.add(section->place, "'bundle' has no 'url': where do newer policies come from?");
  if (settings.signers.empty() && section->find("signers") == nullptr)
    mistakes.add(section->place, "'bundle' has no 'signers': no newer policy could be accepted");
}

std::string_view without_signature(std::string_view text) {
  // The last one, at the beginning of a line.
  for (auto at = text.rfind(signature_begin); at != text.npos; at = text.rfind(signature_begin, at - 1)) {
    if (at == 0 || text[at - 1] == '\n') return text.substr(0, at);
  }
  return text;
}

std::string with_signature(std::string_view text, std::string_view armored) {
  std::string whole(text);
  while (!armored.empty()) {
    const auto end = std::min(armored.find('\n'), armored.size());
    whole.append("# ").append(armored.substr(0, end)).append("\n");
    armored.remove_prefix(std::min(end + 1, armored.size()));
  }
  return whole;
}

std::optional<approval::PublicKey> signer_of(std::string_view text) {
  auto key = valid_signer(text);
  return key ? std::optional(std::move(*key)) : std::nullopt;
}

tl::expected<std::string, Error> trusted_signer(std::string_view text, const BundleSettings& in_force,
                                                const std::string& name) {
  const auto key = valid_signer(text);
  if (!key) return tl::unexpected(Error{key.error(), name, "sign it: interlockctl policy sign --key FILE"});
  const auto found = std::find_if(in_force.signers.begin(), in_force.signers.end(),
                                  [&](const approval::ApproverKey& each) { return each.key == *key; });
  if (found == in_force.signers.end())
    return tl::unexpected(
        Error{"it is signed by a key that is none of 'bundle.signers' of the policy in force", name, {}});
  return found->line;
}

std::optional<Error> objection_to(const BundleSettings& offered, const BundleSettings& in_force, std::int64_t now,
                                  const std::string& name) {
  if (offered.url.empty() || offered.signers.empty())
    return Error{"it has no 'bundle' section with url and signers, so no newer one could follow it", name, {}};
  if (offered.version <= in_force.version)
    return Error{"its version is " + std::to_string(offered.version) + ", and the policy in force has version " +
                     std::to_string(in_force.version),
                 name, "versions must rise: 'bundle.version'"};
  if (offered.expires.empty()) return Error{"it does not say when it expires", name, "add 'bundle.expires'"};
  if (offered.expires_at <= now)
    return Error{"it expired at " + offered.expires, name, "publish a newer one, or check this machine's clock"};
  return std::nullopt;
}

}  // namespace interlock::policy
