#include "cli/basics/ssh_signature.h"

#include "cli/basics/run_through.h"

namespace interlock::cli {

tl::expected<std::string, Error> ssh_signature(const std::string& key, const std::string& purpose,
                                               const std::string& text) {
  const Scratch in(text), out;
  const int code = run_through({"ssh-keygen", "-q", "-Y", "sign", "-n", purpose, "-f", key}, in, out, nullptr);
  if (code == 127) return tl::unexpected(Error{"ssh-keygen cannot be started", {}, "install OpenSSH's client"});
  if (code != 0) return tl::unexpected(Error{"ssh-keygen did not sign", key, "is it a private key of SSH?"});
  return out.text();
}

}  // namespace interlock::cli
