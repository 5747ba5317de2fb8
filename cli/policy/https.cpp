#include "cli/policy/https.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <chrono>
#include <exception>
#include <optional>

namespace interlock::cli {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using namespace std::chrono_literals;

constexpr auto https_patience = 30s;

struct HttpsCall {
  policy::HttpsUrl url;
  std::string etag;
  std::size_t most;
};

std::string where_of(const policy::HttpsUrl& url) {
  return "https://" + url.host + (url.port == "443" ? "" : ":" + url.port) + url.path;
}

asio::awaitable<HttpsAnswer> exchange(HttpsCall call, asio::ssl::context& tls) {
  const auto executor = co_await asio::this_coro::executor;
  asio::ip::tcp::resolver resolver(executor);
  const auto found = co_await resolver.async_resolve(call.url.host, call.url.port, asio::use_awaitable);
  asio::ssl::stream<beast::tcp_stream> stream(executor, tls);
  auto& plain = beast::get_lowest_layer(stream);
  plain.expires_after(https_patience);
  co_await plain.async_connect(found, asio::use_awaitable);
  stream.set_verify_mode(asio::ssl::verify_peer);
  stream.set_verify_callback(asio::ssl::host_name_verification(call.url.host));
  SSL_set_tlsext_host_name(stream.native_handle(), call.url.host.c_str());
  co_await stream.async_handshake(asio::ssl::stream_base::client, asio::use_awaitable);

  http::request<http::empty_body> request(http::verb::get, call.url.path, 11);
  request.set(http::field::host, call.url.host + (call.url.port == "443" ? "" : ":" + call.url.port));
  request.set(http::field::user_agent, "interlockctl");
  request.set(http::field::connection, "close");
  if (!call.etag.empty()) request.set(http::field::if_none_match, call.etag);
  co_await http::async_write(stream, request, asio::use_awaitable);
  beast::flat_buffer buffer;
  http::response_parser<http::string_body> response;
  response.body_limit(call.most);
  co_await http::async_read(stream, buffer, response, asio::use_awaitable);
  const auto& got = response.get();
  if (got.result() != http::status::ok && got.result() != http::status::not_modified)
    throw std::runtime_error("the server answered " + std::to_string(got.result_int()));
  HttpsAnswer answer{.unchanged = got.result() == http::status::not_modified, .etag = {}, .body = got.body()};
  answer.etag = std::string(got[http::field::etag]);
  co_return answer;
}

}  // namespace

tl::expected<HttpsAnswer, Error> https_get(const policy::HttpsUrl& url, const std::string& ca, const std::string& etag,
                                           std::size_t most) {
  const auto failed = [&](const std::string& why) {
    return tl::unexpected(Error{"cannot get the policy: " + why, where_of(url), {}});
  };
  asio::ssl::context tls(asio::ssl::context::tls_client);
  boost::system::error_code wrong;
  if (ca.empty()) {
    tls.set_default_verify_paths(wrong);
  } else {
    tls.load_verify_file(ca, wrong);
  }
  if (wrong)
    return failed("the certificates of authorities cannot be read: " + (ca.empty() ? "" : ca + ": ") + wrong.message());
  asio::io_context io{1};
  std::optional<HttpsAnswer> answer;
  std::string why = "no answer within " + std::to_string(https_patience.count()) + " s";
  asio::co_spawn(io, exchange({url, etag, most}, tls), [&](std::exception_ptr thrown, HttpsAnswer got) {
    try {
      if (thrown) std::rethrow_exception(thrown);
      answer = std::move(got);
    } catch (const std::exception& error) {
      why = error.what();
    }
  });
  io.run_for(https_patience + 1s);  // a name server may take longer than the exchange may
  if (!answer) return failed(why);
  return std::move(*answer);
}

}  // namespace interlock::cli
