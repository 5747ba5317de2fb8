// The secrets of a person: the keyring of the desktop, and a folder of credentials.
#include <cstdlib>

#include "platform/factory.h"
#include "platform/secrets/credentials.h"
#include "platform/secrets/keyring.h"
#include "platform/secrets/one_time_code.h"

namespace interlock::platform {

namespace asio = boost::asio;

namespace {

using Fetched = tl::expected<SecretText, Error>;
using GivenOrError = tl::expected<SecretStore::Given, Error>;

/// What can be typed into one field: no control character, so that no Return hands in a form and no Tab leaves it.
Fetched typable(SecretText value) {
  if (value.empty()) return tl::make_unexpected(Error{"the secret is empty", {}, {}});
  for (const char c : value.view()) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      return tl::make_unexpected(Error{
          "the secret has a line break or another control character", {}, "only a text of one line can be typed"});
    }
  }
  return value;
}

Fetched code_now(const SecretText& text) {
  const auto key = secrets::read_code_key(text.view());
  if (!key) return tl::make_unexpected(key.error());
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return secrets::one_time_code(*key, std::chrono::duration_cast<std::chrono::seconds>(now));
}

class DesktopSecrets final : public SecretStore {
 public:
  DesktopSecrets(asio::any_io_executor executor, std::function<std::string()> credentials_dir)
      : executor_(std::move(executor)), credentials_dir_(std::move(credentials_dir)) {}

  asio::awaitable<GivenOrError> fetch(SecretSource source, std::chrono::steady_clock::time_point deadline,
                                      std::chrono::milliseconds to_answer) override {
    const bool is_code = source.is_code;
    SecretStore::Given given;
    if (source.item.empty()) {
      auto value = secrets::read_credential(folder(), source.credential);
      if (!value) co_return tl::make_unexpected(value.error());
      given.text = std::move(*value);
    } else {
      auto value = co_await secrets::from_keyring(executor_, std::move(source), deadline, to_answer);
      if (!value) co_return tl::make_unexpected(value.error());
      given = std::move(*value);
    }
    Fetched text = is_code ? code_now(given.text) : typable(std::move(given.text));
    if (!text) co_return tl::make_unexpected(text.error());
    given.text = std::move(*text);
    co_return std::move(given);
  }

 private:
  std::string folder() const {
    std::string set = credentials_dir_();
    if (!set.empty()) return set;
    const char* unit = std::getenv("CREDENTIALS_DIRECTORY");
    return unit == nullptr ? std::string() : std::string(unit);
  }

  asio::any_io_executor executor_;
  std::function<std::string()> credentials_dir_;
};

}  // namespace

std::shared_ptr<SecretStore> desktop_secrets(asio::any_io_executor executor,
                                             std::function<std::string()> credentials_dir) {
  return std::make_shared<DesktopSecrets>(std::move(executor), std::move(credentials_dir));
}

}  // namespace interlock::platform
