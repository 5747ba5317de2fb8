#include "gate/url/host.h"

#include <algorithm>
#include <memory>

#include <unicode/bytestream.h>
#include <unicode/idna.h>

#include "gate/url/characters.h"

namespace interlock::gate::url {
namespace {

ParsedHost invalid() {
  return {};
}

const icu::IDNA* idna() {
  static const std::unique_ptr<const icu::IDNA> instance = [] {
    UErrorCode status = U_ZERO_ERROR;
    const std::uint32_t options =
        UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE;
    std::unique_ptr<const icu::IDNA> made(icu::IDNA::createUTS46Instance(options, status));
    return U_SUCCESS(status) ? std::move(made) : nullptr;
  }();
  return instance.get();
}

/// ICU checks these; the URL Standard (CheckHyphens and VerifyDnsLength false) does not.
constexpr std::uint32_t not_our_errors = UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN |
                                         UIDNA_ERROR_HYPHEN_3_4 | UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                         UIDNA_ERROR_DOMAIN_NAME_TOO_LONG;

bool is_plain_ascii(std::string_view domain) {
  return std::all_of(domain.begin(), domain.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// The capital sharp s maps to the small one since Unicode 15.1, and to "ss" in the older tables of ICU 72.
std::string with_small_sharp_s(std::string_view domain) {
  constexpr std::string_view capital = "\xE1\xBA\x9E";
  std::string result(domain);
  for (std::size_t at = 0; (at = result.find(capital, at)) != std::string::npos;) {
    result.replace(at, capital.size(), "\xC3\x9F");
  }
  return result;
}

/// Domain to ASCII, not strict. The standard does not validate an ASCII domain, since June 2026 not even its "xn--"
/// labels: browsers open hosts whose label is not valid Punycode, and look up the name as it is written.
std::optional<std::string> to_ascii(std::string_view domain) {
  if (is_plain_ascii(domain)) return lower(domain);
  if (idna() == nullptr) return std::nullopt;
  std::string ascii;
  icu::StringByteSink<std::string> sink(&ascii);
  icu::IDNAInfo info;
  UErrorCode status = U_ZERO_ERROR;
  idna()->nameToASCII_UTF8(with_small_sharp_s(domain), sink, info, status);
  if (U_FAILURE(status) || (info.getErrors() & ~not_our_errors) != 0) return std::nullopt;
  return ascii;
}

ParsedHost parse_bracketed(std::string_view text) {
  if (text.size() < 2 || text.back() != ']') return invalid();
  const auto address = parse_ipv6(text.substr(1, text.size() - 2));
  if (!address) return invalid();
  return {Host{"[" + to_text(*address) + "]", *address}};
}

}  // namespace

ParsedHost parse_host(std::string_view text) {
  if (text.starts_with('[')) return parse_bracketed(text);
  auto domain = text.find('%') == std::string_view::npos ? to_ascii(text) : to_ascii(percent_decoded(text));
  if (!domain || domain->empty()) return invalid();
  if (std::any_of(domain->begin(), domain->end(), is_forbidden_in_domain)) return invalid();
  if (!ends_in_number(*domain)) return {Host{std::move(*domain), {}}};
  const auto address = parse_ipv4(*domain);
  if (!address) return {{}, HostFault::no_number};
  return {Host{to_text(*address), *address}};
}

ParsedHost parse_opaque_host(std::string_view text) {
  if (text.starts_with('[')) return parse_bracketed(text);
  if (std::any_of(text.begin(), text.end(), is_forbidden_in_host)) return invalid();
  Host host;
  append_encoded(host.text, text, EncodeSet::c0_control);
  return {std::move(host)};
}

}  // namespace interlock::gate::url
