// One step of the pipeline: what is there for an action, and where the names and paths lead that it would go to.
#include "daemon/pipeline.h"
#include "platform/file_lookup.h"
#include "platform/name_lookup.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

/// A name that no cache has takes a name server tens to hundreds of milliseconds.
constexpr auto lookup_limit = 2s;
/// A file system that takes longer is on the network; what is not known by then is asked about.
constexpr auto file_limit = 300ms;

}  // namespace

/// Keys are looked at as they are meant while modifiers are held: with Alt down, a letter is a mnemonic. What names
/// stand for is asked once for a step: it is what a person is told.
asio::awaitable<Observed> Pipeline::look(const Session& session, const Step& step) {
  Reach reach = reach_();
  const gate::Action meant = session.gate.meant(step.action);
  Observed seen =
      co_await focus_.observe(std::move(reach.eyes), std::move(reach.human), meant, settings_.observation_deadline);
  seen.observation.names = step.seen.observation.names;
  seen.observation.files = step.seen.observation.files;
  co_return seen;
}

asio::awaitable<void> Pipeline::look_up_names(const Session& session, Step& step) {
  auto names = session.gate.names_to_look_up(step.action, step.seen.observation);
  const auto service = reach_().eyes.names;
  if (names.empty() || !service) co_return;
  const auto deadline = std::chrono::steady_clock::now() + lookup_limit;
  step.seen.observation.names = co_await service->look_up(std::move(names), deadline);
}

asio::awaitable<void> Pipeline::look_up_files(const Session& session, Step& step, gate::Time now) {
  auto paths = session.gate.files_to_look_up(step.action, step.seen.observation, now);
  const auto service = reach_().eyes.files;
  if (paths.empty() || !service) co_return;
  const auto deadline = std::chrono::steady_clock::now() + file_limit;
  step.seen.observation.files = co_await service->look_up(std::move(paths), deadline);
}

}  // namespace interlock::daemon
