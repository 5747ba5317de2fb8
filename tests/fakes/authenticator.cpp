#include "tests/fakes/authenticator.h"

#include <gcrypt.h>

#include <stdexcept>

#include "approval/digest.h"
#include "approval/wire_reader.h"
#include "ipc/base64.h"

namespace interlock::test {

using namespace std::string_literals;
using approval::ssh_text;

struct Authenticator::Secret {
  gcry_sexp_t key = nullptr;
};

namespace {

std::string bytes_at(gcry_sexp_t expression, const char* name) {
  gcry_sexp_t found = gcry_sexp_find_token(expression, name, 0);
  if (found == nullptr) throw std::runtime_error("no "s + name);
  std::size_t size = 0;
  const char* data = gcry_sexp_nth_data(found, 1, &size);
  std::string bytes(data, size);
  gcry_sexp_release(found);
  return bytes;
}

std::string padded(std::string number) {
  while (number.size() > 32 && number.front() == '\0') number.erase(0, 1);
  return std::string(32 - std::min<std::size_t>(32, number.size()), '\0') + number;
}

/// As SSH and DER write numbers: a zero before a first bit that is set, and no other.
std::string positive(std::string number) {
  while (number.size() > 1 && number.front() == '\0') number.erase(0, 1);
  return ((number.front() & 0x80) != 0 ? "\0"s : ""s) + number;
}

std::string der(const approval::RawSignature& raw) {
  std::string numbers;
  for (const std::string& n : {positive(raw.r), positive(raw.s)}) numbers += "\x02"s + static_cast<char>(n.size()) + n;
  return "\x30"s + static_cast<char>(numbers.size()) + numbers;
}

std::string four(std::uint32_t n) {
  return ssh_text(std::string(n & 0xFF, 'x')).substr(0, 4);  // tests count below 256
}

}  // namespace

Authenticator::Authenticator(Kind kind, std::string application)
    : kind_(kind), application_(std::move(application)), secret_(new Secret) {
  approval::sha256_bytes("");  // initialises the library
  gcry_control(GCRYCTL_ENABLE_QUICK_RANDOM, 0);
  gcry_sexp_t wanted = nullptr, made = nullptr;
  const char* form =
      kind == Kind::ed25519 ? "(genkey (ecc (curve Ed25519) (flags eddsa)))" : "(genkey (ecc (curve \"NIST P-256\")))";
  if (gcry_sexp_build(&wanted, nullptr, form) != 0 || gcry_pk_genkey(&made, wanted) != 0)
    throw std::runtime_error("no key");
  gcry_sexp_release(wanted);
  point_ = bytes_at(made, "q");
  secret_->key = made;
}

Authenticator::~Authenticator() {
  gcry_sexp_release(secret_->key);
  delete secret_;
}

approval::RawSignature Authenticator::sign(const std::string& message) const {
  gcry_sexp_t data = nullptr, made = nullptr;
  const std::string bytes = kind_ == Kind::ed25519 ? message : approval::sha256_bytes(message);
  const char* form =
      kind_ == Kind::ed25519 ? "(data (flags eddsa) (hash-algo sha512) (value %b))" : "(data (flags raw) (value %b))";
  if (gcry_sexp_build(&data, nullptr, form, static_cast<int>(bytes.size()), bytes.data()) != 0 ||
      gcry_pk_sign(&made, data, secret_->key) != 0)
    throw std::runtime_error("cannot sign");
  approval::RawSignature raw{padded(bytes_at(made, "r")), padded(bytes_at(made, "s"))};
  gcry_sexp_release(data);
  gcry_sexp_release(made);
  return raw;
}

std::string Authenticator::blob() const {
  const approval::PublicKey key{
      kind_ == Kind::ed25519 ? approval::PublicKey::Curve::ed25519 : approval::PublicKey::Curve::p256, point_,
      application_};
  std::string bytes = ssh_text(ssh_kind(key));
  if (kind_ == Kind::p256) bytes += ssh_text("nistp256");
  bytes += ssh_text(point_);
  if (!application_.empty()) bytes += ssh_text(application_);
  return bytes;
}

std::string Authenticator::ssh_line() const {
  const std::string bytes = blob();
  return ssh_kind(*approval::key_of_ssh(bytes)) + " " + ipc::base64_of(bytes);
}

std::string Authenticator::passkey_line(const std::string& origin) const {
  const std::string head =
      kind_ == Kind::p256
          ? "\x30\x59\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07\x03\x42\x00"s
          : "\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00"s;
  return "passkey " + origin + " " + approval::base64url_of(credential()) + " " + approval::base64url_of(head + point_);
}

approval::SshSignature Authenticator::ssh(const std::string& message, const SshOptions& options) const {
  const std::string inner = "SSHSIG" + ssh_text(options.purpose) + ssh_text("") + ssh_text("sha512") +
                            ssh_text(approval::sha512_bytes(message));
  const std::string device = static_cast<char>(options.flags) + four(options.counter);
  const bool security_key = !application_.empty();
  const auto raw =
      sign(security_key ? approval::sha256_bytes(application_) + device + approval::sha256_bytes(inner) : inner);
  const std::string numbers =
      kind_ == Kind::ed25519 ? raw.r + raw.s : ssh_text(positive(raw.r)) + ssh_text(positive(raw.s));
  const std::string kind = ssh_kind(*approval::key_of_ssh(blob()));
  const std::string all = "SSHSIG"s + "\0\0\0\1"s + ssh_text(blob()) + ssh_text(options.purpose) + ssh_text("") +
                          ssh_text("sha512") +
                          ssh_text(ssh_text(kind) + ssh_text(numbers) + (security_key ? device : ""));
  return {"-----BEGIN SSH SIGNATURE-----\n" + ipc::base64_of(all) + "\n-----END SSH SIGNATURE-----\n"};
}

approval::Assertion Authenticator::assertion(const std::string& statement, const PasskeyOptions& options) const {
  approval::Assertion made;
  made.credential = credential();
  made.client_data = R"({"type":")" + options.type + R"(","challenge":")" +
                     approval::base64url_of(approval::sha256_bytes(statement)) + R"(","origin":")" + options.origin +
                     '"' + options.more_client_data + "}";
  made.authenticator_data = approval::sha256_bytes(options.party) + static_cast<char>(options.flags) +
                            four(options.counter) + options.more_authenticator_data;
  const auto raw = sign(made.authenticator_data + approval::sha256_bytes(made.client_data));
  made.signature = kind_ == Kind::ed25519 ? raw.r + raw.s : der(raw);
  return made;
}

}  // namespace interlock::test
