#include "platform/secrets/one_time_code.h"

#include <array>
#include <charconv>
#include <optional>
#include <string>

#include "platform/secrets/crypto.h"

namespace interlock::platform::secrets {

namespace {

constexpr std::size_t longest_text = 4096;
constexpr std::size_t longest_key = 1024;  ///< bytes
constexpr int least_digits = 6, most_digits = 8;
constexpr int longest_period = 3600;

using ReadKey = tl::expected<CodeKey, Error>;

ReadKey refuse(std::string what) {
  return tl::make_unexpected(Error{"the key of the one-time code cannot be read: " + std::move(what),
                                   {},
                                   "it must be an otpauth://totp/ URI, or a key in base32"});
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

/// The alphabet of RFC 4648, section 6.
int base32_digit(char c) {
  c = lower(c);
  if (c >= 'a' && c <= 'z') return c - 'a';
  if (c >= '2' && c <= '7') return c - '2' + 26;
  return -1;
}

std::optional<SecretText> base32(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());  // grows nowhere, so that no copy is left behind
  std::uint32_t bits = 0;
  int count = 0;
  bool padding = false;
  for (char c : text) {
    if (c == ' ' || c == '-') continue;
    padding = padding || c == '=';
    if (c == '=') continue;
    const int digit = base32_digit(c);
    if (digit < 0 || padding) return std::nullopt;
    bits = (bits << 5 | static_cast<std::uint32_t>(digit)) & 0xFFFU;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFFU);
  }
  SecretText key(bytes);
  wipe(bytes);
  if (key.empty() || key.view().size() > longest_key) return std::nullopt;
  return key;
}

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Of an otpauth URI, whose values are percent-encoded; the ones that are read here need no encoding but of "=" and "
/// ".
SecretText percent_decoded(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    const char* begin = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() && std::from_chars(begin, begin + 2, value, 16).ptr == begin + 2) {
      plain += static_cast<char>(value);
      i += 2;
    } else {
      plain += text[i] == '+' ? ' ' : text[i];
    }
  }
  SecretText result(plain);
  wipe(plain);
  return result;
}

/// Reads one parameter; what it does not know it ignores, as authenticators do. Returns what is wrong.
std::string read_parameter(CodeKey& into, std::string_view name, std::string_view value) {
  if (same(name, "secret")) {
    auto key = base32(value);
    if (!key) return "its secret is not in base32";
    into.key = std::move(*key);
  } else if (same(name, "algorithm")) {
    if (same(value, "sha1")) {
      into.hash = CodeHash::sha1;
    } else if (same(value, "sha256")) {
      into.hash = CodeHash::sha256;
    } else if (same(value, "sha512")) {
      into.hash = CodeHash::sha512;
    } else {
      return "its algorithm is none of SHA1, SHA256 and SHA512";
    }
  } else if (same(name, "digits")) {
    const auto digits = number(value);
    if (!digits || *digits < least_digits || *digits > most_digits) return "it wants neither 6, 7 nor 8 digits";
    into.digits = *digits;
  } else if (same(name, "period")) {
    const auto period = number(value);
    if (!period || *period < 1 || *period > longest_period) return "its period is not 1 to 3600 seconds";
    into.period = std::chrono::seconds{*period};
  }
  return {};
}

ReadKey read_uri(std::string_view text) {
  constexpr std::string_view by_time = "totp/";
  if (!same(text.substr(0, by_time.size()), by_time)) return refuse("it is not of a code by time (totp)");
  const std::size_t query = text.find('?');
  if (query == text.npos) return refuse("it has no secret");
  text = text.substr(query + 1, text.find('#', query) - query - 1);
  CodeKey key;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view one = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = std::min(one.find('='), one.size());
    const SecretText value = percent_decoded(one.substr(std::min(equals + 1, one.size())));
    if (auto wrong = read_parameter(key, one.substr(0, equals), value.view()); !wrong.empty()) return refuse(wrong);
  }
  if (key.key.empty()) return refuse("it has no secret");
  return key;
}

}  // namespace

ReadKey read_code_key(std::string_view text) {
  constexpr std::string_view scheme = "otpauth://";
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
  if (text.size() > longest_text) return refuse("it is too long");
  if (same(text.substr(0, scheme.size()), scheme)) return read_uri(text.substr(scheme.size()));
  auto key = base32(text);
  if (!key) return refuse("it is neither a URI nor base32");
  CodeKey result;
  result.key = std::move(*key);
  return result;
}

SecretText one_time_code(const CodeKey& key, std::chrono::seconds time) {
  const auto counter = static_cast<std::uint64_t>(time.count() / key.period.count());
  std::array<unsigned char, 8> message{};
  for (std::size_t i = 0; i < message.size(); ++i) message[i] = static_cast<unsigned char>(counter >> (56 - 8 * i));
  const std::string digest = hmac(key.hash, key.key.view(), {reinterpret_cast<const char*>(message.data()), 8});
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(digest.at(i))); };
  const std::size_t at = byte(digest.size() - 1) & 0xFU;
  const std::uint32_t cut = (byte(at) & 0x7FU) << 24 | byte(at + 1) << 16 | byte(at + 2) << 8 | byte(at + 3);
  std::uint32_t modulus = 1;
  for (int i = 0; i < key.digits; ++i) modulus *= 10;
  std::string code = std::to_string(cut % modulus);
  code.insert(0, static_cast<std::size_t>(key.digits) - std::min(code.size(), static_cast<std::size_t>(key.digits)),
              '0');
  SecretText result(code);
  wipe(code);
  return result;
}

}  // namespace interlock::platform::secrets
