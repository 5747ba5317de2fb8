#include "approval/approvers.h"

#include <algorithm>

#include "approval/digest.h"
#include "ipc/base64.h"

namespace interlock::approval {

namespace {

/// The words of a line, up to `most`; what follows is a comment.
std::vector<std::string_view> words_of(std::string_view line, std::size_t most) {
  std::vector<std::string_view> words;
  while (words.size() < most) {
    const auto begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) break;
    const auto end = std::min(line.find_first_of(" \t", begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    line.remove_prefix(end);
  }
  return words;
}

tl::expected<ApproverKey, std::string> parse_passkey(std::string_view line) {
  const auto words = words_of(line, 4);
  if (words.size() < 4) return tl::unexpected<std::string>("not a passkey: expected \"passkey ORIGIN CREDENTIAL KEY\"");
  if (host_of_origin(words[1]).empty())
    return tl::unexpected<std::string>("not an origin: " + std::string(words[1]) +
                                       " (expected https://HOST or https://HOST:PORT)");
  const auto credential = bytes_of_base64url(words[2]);
  const auto spki = bytes_of_base64url(words[3]);
  const auto key = spki ? key_of_spki(*spki) : std::nullopt;
  if (!credential || credential->empty()) return tl::unexpected<std::string>("not a passkey: its id is not base64url");
  if (!key)
    return tl::unexpected<std::string>(
        "not a passkey: its key is neither P-256 nor Ed25519 as SubjectPublicKeyInfo in base64url");
  return ApproverKey{*key, std::string(words[1]), *credential,
                     "passkey " + std::string(words[1]) + " " + base64url_of(*credential) + " " + base64url_of(*spki)};
}

}  // namespace

std::string_view host_of_origin(std::string_view origin) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (!origin.starts_with(scheme)) continue;
    const auto rest = origin.substr(scheme.size());
    const auto host = rest.substr(0, rest.find(':'));
    const auto port = rest.substr(host.size());
    const bool named = host.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-") == std::string_view::npos;
    const bool numbered =
        port.empty() || (port.size() > 1 && port.find_first_not_of("0123456789", 1) == std::string_view::npos);
    return named && numbered ? host : std::string_view();
  }
  return {};
}

tl::expected<ApproverKey, std::string> parse_key(std::string_view line) {
  if (line.starts_with("passkey ")) return parse_passkey(line);
  const auto words = words_of(line, 2);
  const auto blob = words.size() == 2 ? ipc::bytes_of_base64(words[1]) : std::nullopt;
  const auto key = blob ? key_of_ssh(*blob) : std::nullopt;
  if (!key || ssh_kind(*key) != words[0]) {
    return tl::unexpected<std::string>(
        "not a key of an approver: expected a line of an SSH .pub file (ssh-ed25519, ecdsa-sha2-nistp256, "
        "sk-ssh-ed25519@openssh.com, sk-ecdsa-sha2-nistp256@openssh.com), or \"passkey ORIGIN CREDENTIAL KEY\"");
  }
  return ApproverKey{*key, {}, {}, std::string(words[0]) + " " + ipc::base64_of(*blob)};
}

bool may_approve(const Approver& approver, const Classes& classes) {
  if (approver.may.empty()) return true;
  return std::any_of(classes.begin(), classes.end(), [&](const std::string& each) {
    return std::find(approver.may.begin(), approver.may.end(), each) != approver.may.end();
  });
}

std::uint32_t quorum_of(const Approvers& approvers, const Classes& classes) {
  std::uint32_t most = 0;
  for (const std::string& each : classes) {
    const auto found = approvers.quorum.find(each);
    if (found != approvers.quorum.end()) most = std::max(most, found->second);
  }
  return most;
}

}  // namespace interlock::approval
