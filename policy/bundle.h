/// Bundles: policies that are published signed. A bundle is a policy file with `bundle:` in it (version, expiry, and
/// who signs the next one), and with a signature of `ssh-keygen -Y sign -n interlock-policy` over everything before it,
/// as comments at its end:
///
///     # -----BEGIN SSH SIGNATURE-----
///     # U1NIU0lHAAAAAQ...
///     # -----END SSH SIGNATURE-----
///
/// Signatures are checked before anything of a bundle is parsed. Pure: the time is an argument.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "approval/public_key.h"
#include "policy/mistakes.h"
#include "policy/settings.h"
#include "policy/tree.h"
#include "values/error.h"

namespace interlock::policy {

inline constexpr std::string_view bundle_purpose = "interlock-policy";
inline constexpr std::size_t max_bundle_signers = 16;

struct HttpsUrl {
  std::string host, port, path;  ///< the path begins with "/"
};
/// Nothing: not "https://HOST[:PORT][/PATH]" in printable ASCII, without user and fragment.
std::optional<HttpsUrl> https_url_of(std::string_view text);

/// Seconds since 1970 of "2026-12-26" (its beginning, UTC) or "2026-12-26T10:00:00Z"; nothing: another form, or no
/// date.
std::optional<std::int64_t> seconds_of_date(std::string_view text);

void read_bundle_url(const Node& node, BundleSettings& into, Mistakes& mistakes);
void read_bundle_ca(const Node& node, BundleSettings& into, Mistakes& mistakes);
void read_bundle_signers(const Node& node, BundleSettings& into, Mistakes& mistakes);
void read_bundle_expiry(const Node& node, BundleSettings& into, Mistakes& mistakes);
/// What only shows when the whole section was read.
void check_bundle_section(const Node& root, const BundleSettings& settings, Mistakes& mistakes);

/// The text up to its signature, which is what the signature is of.
std::string_view without_signature(std::string_view text);
/// A text without signature, and after it an armored one as comments.
std::string with_signature(std::string_view text, std::string_view armored);
/// The key that signed exactly this text; nothing: there is no signature, or it is not of this text.
std::optional<approval::PublicKey> signer_of(std::string_view text);

/// The line of the signer of a policy in force who signed this text; or why there is none. `name`: of the text, for
/// errors.
tl::expected<std::string, Error> trusted_signer(std::string_view text, const BundleSettings& in_force,
                                                const std::string& name);
/// Why a bundle that is signed and loads must not follow the policy in force: its version is not higher, it expired
/// before `now` (seconds since 1970) or does not say when, or nothing could follow it.
std::optional<Error> objection_to(const BundleSettings& offered, const BundleSettings& in_force, std::int64_t now,
                                  const std::string& name);

}  // namespace interlock::policy
