#include "gate/session/itinerary.h"

#include "values/hash.h"

namespace interlock::gate {
namespace {

std::string_view host_of(const url::Url& url) {
  return url.host ? std::string_view(url.host->text) : std::string_view();
}

std::uint64_t url_key(const url::Url& url) {
  Hash hash;
  hash.add(url.scheme).add(host_of(url));
  hash.add(url.port.value_or(0)).add(url.path).add(url.query ? std::string_view(*url.query) : std::string_view());
  return hash.value();
}

std::uint64_t host_key(const url::Url& url) {
  return Hash().add(host_of(url)).value();
}

}  // namespace

std::uint32_t Itinerary::urls_with(const url::Url& url) const {
  const auto known = static_cast<std::uint32_t>(urls.size());
  return urls.contains(url_key(url)) ? known : known + 1;
}

std::uint32_t Itinerary::visits_with(const url::Url& url) const {
  const auto found = domains.find(host_key(url));
  return (found == domains.end() ? 0 : found->second) + (is_here(url) ? 0 : 1);
}

bool Itinerary::is_here(const url::Url& url) const {
  return last == url_key(url);
}

bool Itinerary::has_agreed(const url::Url& url) const {
  return agreed.contains(host_of(url));
}

void Itinerary::visit(const url::Url& url) {
  const std::uint64_t key = url_key(url);
  if (key == last) return;
  last = key;
  if (urls.size() <= max_urls) urls.insert(key);
  const std::uint64_t host = host_key(url);
  if (domains.size() < max_hosts || domains.contains(host)) ++domains[host];
}

void Itinerary::agree(const url::Url& url) {
  if (agreed.size() < max_hosts) agreed.emplace(host_of(url));
}

}  // namespace interlock::gate
