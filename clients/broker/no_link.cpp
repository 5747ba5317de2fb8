// In place of link.cpp where libmosquitto is missing.
#include "clients/broker/link.h"

namespace interlock::broker {

struct Link::Impl {};

tl::expected<std::unique_ptr<Link>, Error> Link::open(const Settings& settings, Options, LinkHandlers) {
  return tl::make_unexpected(Error{"this program was built without libmosquitto", settings.host, {}});
}

void Link::start() {}

Link::~Link() = default;

bool Link::is_connected() const {
  return false;
}

bool Link::publish(const Message&) {
  return false;
}

void Link::subscribe(const std::string&) {}

void Link::unsubscribe(const std::string&) {}

}  // namespace interlock::broker
