/// One GET over TLS.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "policy/bundle.h"
#include "values/error.h"

namespace interlock::cli {

struct HttpsAnswer {
  bool unchanged = false;  ///< 304: what `etag` named is still there
  std::string etag;        ///< empty: the server gave none
  std::string body;
};

/// Gets `url` within 30 s; follows no redirection. The server must have a certificate for its host by an authority in
/// the PEM file `ca`, or by one of the system's if that is empty. `etag`: of what we have; empty: nothing. An answer of
/// more than `most` bytes, or with another code than 200 and 304, is an error.
tl::expected<HttpsAnswer, Error> https_get(const policy::HttpsUrl& url, const std::string& ca, const std::string& etag,
                                           std::size_t most);

}  // namespace interlock::cli
