#include "approval/public_key.h"

#include <memory>
#include <tuple>
#include <utility>

#include <gcrypt.h>

#include "approval/digest.h"
#include "approval/wire_reader.h"

namespace interlock::approval {

namespace {

constexpr std::size_t ed25519_bytes = 32, p256_bytes = 65;

struct Release {
  void operator()(gcry_sexp_t expression) const { gcry_sexp_release(expression); }
  void operator()(gcry_ctx_t context) const { gcry_ctx_release(context); }
  void operator()(gcry_mpi_point_t point) const { gcry_mpi_point_release(point); }
};
using Expression = std::unique_ptr<gcry_sexp, Release>;

template <class... Texts>
Expression expression(const char* form, const Texts&... texts) {
  gcry_sexp_t built = nullptr;
  const auto size = [](const std::string& text) { return static_cast<int>(text.size()); };
  // %b takes a length and a pointer for each text.
  const auto build = [&](auto&&... arguments) { return gcry_sexp_build(&built, nullptr, form, arguments...); };
  const auto failed = std::apply(build, std::tuple_cat(std::make_tuple(size(texts), texts.data())...));
  return Expression(failed == 0 ? built : nullptr);
}

/// libgcrypt does not check this when it verifies.
bool on_p256(const std::string& point) {
  const Expression key = expression("(public-key (ecc (curve \"NIST P-256\") (q %b)))", point);
  if (!key) return false;
  gcry_ctx_t context = nullptr;
  if (gcry_mpi_ec_new(&context, key.get(), nullptr) != 0) return false;
  const std::unique_ptr<gcry_context, Release> kept(context);
  const std::unique_ptr<gcry_mpi_point, Release> q(gcry_mpi_ec_get_point("q", context, 1));
  return q && gcry_mpi_ec_curve_point(q.get(), context) != 0;
}

std::optional<PublicKey> made(PublicKey::Curve curve, std::string_view point, std::string_view application) {
  sha256_bytes({});  // initialises the library
  PublicKey key{curve, std::string(point), std::string(application)};
  if (curve == PublicKey::Curve::ed25519) {
    return point.size() == ed25519_bytes ? std::optional(key) : std::nullopt;
  }
  const bool fits = point.size() == p256_bytes && point.front() == '\x04' && on_p256(key.point);
  return fits ? std::optional(key) : std::nullopt;
}

/// A positive number of at most 32 bytes in DER's shortest form.
std::optional<std::string> take_der_number(WireReader& in) {
  if (in.byte() != 0x02) return std::nullopt;
  const std::size_t size = in.byte();
  const auto bytes = in.take(size);
  if (in.failed() || bytes.empty() || size > 33 || (bytes.front() & 0x80) != 0) return std::nullopt;
  if (bytes.size() > 1 && bytes.front() == '\0' && (bytes[1] & 0x80) == 0) return std::nullopt;
  return std::string(bytes);
}

}  // namespace

std::optional<RawSignature> signature_of_der(std::string_view der) {
  WireReader in(der);
  if (in.byte() != 0x30) return std::nullopt;
  const std::size_t size = in.byte();  // two numbers of P-256 take less than 128 bytes
  if (in.failed() || size + 2 != der.size()) return std::nullopt;
  auto r = take_der_number(in);
  auto s = r ? take_der_number(in) : std::nullopt;
  if (!s || !in.ended()) return std::nullopt;
  return RawSignature{std::move(*r), std::move(*s)};
}

std::optional<PublicKey> key_of_ssh(std::string_view blob) {
  WireReader in(blob);
  const auto kind = in.text();
  const bool security_key = kind.starts_with("sk-");
  std::optional<PublicKey::Curve> curve;
  if (kind == "ssh-ed25519" || kind == "sk-ssh-ed25519@openssh.com") curve = PublicKey::Curve::ed25519;
  if (kind == "ecdsa-sha2-nistp256" || kind == "sk-ecdsa-sha2-nistp256@openssh.com") curve = PublicKey::Curve::p256;
  if (!curve || (curve == PublicKey::Curve::p256 && in.text() != "nistp256")) return std::nullopt;
  const auto point = in.text();
  const auto application = security_key ? in.text() : std::string_view();
  if (!in.ended() || (security_key && application.empty())) return std::nullopt;
  return made(*curve, point, application);
}

std::string ssh_kind(const PublicKey& key) {
  const bool ed25519 = key.curve == PublicKey::Curve::ed25519;
  if (key.application.empty()) return ed25519 ? "ssh-ed25519" : "ecdsa-sha2-nistp256";
  return ed25519 ? "sk-ssh-ed25519@openssh.com" : "sk-ecdsa-sha2-nistp256@openssh.com";
}

std::optional<PublicKey> key_of_spki(std::string_view der) {
  // Both kinds of key have a fixed size, and so has everything before the point.
  using namespace std::string_view_literals;
  constexpr auto p256_head =
      "\x30\x59\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07\x03\x42\x00"sv;
  constexpr auto ed25519_head = "\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00"sv;
  if (der.starts_with(p256_head)) return made(PublicKey::Curve::p256, der.substr(p256_head.size()), {});
  if (der.starts_with(ed25519_head)) return made(PublicKey::Curve::ed25519, der.substr(ed25519_head.size()), {});
  return std::nullopt;
}

bool is_signed(const PublicKey& key, std::string_view message, const RawSignature& signature) {
  Expression q, data, value;
  if (key.curve == PublicKey::Curve::ed25519) {
    q = expression("(public-key (ecc (curve Ed25519) (flags eddsa) (q %b)))", key.point);
    data = expression("(data (flags eddsa) (hash-algo sha512) (value %b))", std::string(message));
    value = expression("(sig-val (eddsa (r %b) (s %b)))", signature.r, signature.s);
  } else {
    q = expression("(public-key (ecc (curve \"NIST P-256\") (q %b)))", key.point);
    data = expression("(data (flags raw) (value %b))", sha256_bytes(message));
    value = expression("(sig-val (ecdsa (r %b) (s %b)))", signature.r, signature.s);
  }
  return q && data && value && gcry_pk_verify(value.get(), data.get(), q.get()) == 0;
}

}  // namespace interlock::approval
