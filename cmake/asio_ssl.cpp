// Asio's part for TLS, compiled once.
#include <boost/asio/ssl/impl/src.hpp>
