#include "clients/endpoint.h"

#include <charconv>

namespace interlock {

std::optional<std::uint16_t> port_of(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (failed != std::errc() || end != text.data() + text.size() || port == 0) return std::nullopt;
  return port;
}

tl::expected<boost::asio::ip::tcp::endpoint, Error> endpoint_of(const std::string& text) {
  const auto colon = text.rfind(':');
  std::string host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(host, error);
  const auto port = colon == std::string::npos ? std::nullopt : port_of(std::string_view(text).substr(colon + 1));
  if (error || !port)
    return tl::make_unexpected(Error{"not an address and a port", text, "for example 127.0.0.1:8470"});
  return boost::asio::ip::tcp::endpoint(address, *port);
}

tl::expected<boost::asio::ip::tcp::acceptor, boost::system::error_code> listen_at(
    boost::asio::io_context& io, const boost::asio::ip::tcp::endpoint& endpoint) {
  boost::system::error_code error;
  boost::asio::ip::tcp::acceptor acceptor(io);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(boost::asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(boost::asio::socket_base::max_listen_connections, error);
  if (error) return tl::make_unexpected(error);
  return acceptor;
}

}  // namespace interlock
