/// Secrets from the desktop's keyring by the Secret Service API (GNOME Keyring, KeePassXC, KWallet): encrypted on the
/// bus, nothing unlocked, and no dialog for a password.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <tl/expected.hpp>

#include "platform/dbus/connection.h"
#include "platform/secret_store.h"
#include "values/error.h"
#include "values/secret_source.h"

namespace interlock::platform::secrets {

/// The secret, or the attribute, of the one item that has all attributes of `source.item`. Opens a connection to the
/// session bus of its own, which closes with it. `deadline`, `to_answer`: as in SecretStore::fetch.
boost::asio::awaitable<tl::expected<SecretStore::Given, Error>> from_keyring(boost::asio::any_io_executor executor,
                                                                             SecretSource source,
                                                                             dbus::Deadline deadline,
                                                                             std::chrono::milliseconds to_answer);

}  // namespace interlock::platform::secrets
