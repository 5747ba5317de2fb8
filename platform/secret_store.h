/// Port: where the person keeps secrets.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>

#include <tl/expected.hpp>

#include "platform/secret_text.h"
#include "values/error.h"
#include "values/secret_source.h"

namespace interlock::platform {

class SecretStore {
 public:
  struct Given {
    SecretText text;
    bool asked = false;  ///< the keyring asked the person before it gave the secret, in a dialog of its own
  };

  virtual ~SecretStore() = default;
  /// The value of a secret, or the code of the moment if it is a one-time code. An error says what is missing, and
  /// never quotes a value: no keyring, a locked one, no item or several, no file, no text that can be typed. Answers by
  /// `deadline` at the latest; never throws, never blocks the loop, and never opens a dialog for a password. Only where
  /// an open keyring asks before it gives one item away (KeePassXC), the person gets `to_answer` for that, and
  /// `deadline` counts from the answer.
  virtual boost::asio::awaitable<tl::expected<Given, Error>> fetch(SecretSource source,
                                                                   std::chrono::steady_clock::time_point deadline,
                                                                   std::chrono::milliseconds to_answer) = 0;
};

}  // namespace interlock::platform
