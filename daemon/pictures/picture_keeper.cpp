#include "daemon/pictures/picture_keeper.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "audit/files.h"
#include "daemon/pictures/picture.h"
#include "daemon/process/in_pool.h"
#include "daemon/process/log.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using policy::Pictures;

namespace {

constexpr std::size_t most_png = 512 * 1024;
/// Limit for pictures that no request waits for: an agent that is blocked again and again does not keep the desktop
/// busy with more.
constexpr int most_at_once = 2;

}  // namespace

void PictureKeeper::set_settings(const policy::DaemonSettings& settings) {
  wanted_ = settings.pictures;
  most_bytes_ = std::uint64_t{settings.pictures_mb} << 20;
  store_.reset();
}

bool PictureKeeper::wants(const Step& step) const {
  if (wanted_ == Pictures::none || step.dry_run) return false;
  if (step.assessment.decision < Decision::require_confirmation) return wanted_ == Pictures::all;
  return step.assessment.decision != Decision::require_confirmation;  // the question's picture will be kept
}

asio::awaitable<void> PictureKeeper::decided(const Session& session, const Step& step, Taker taker) {
  if (!taker) co_return;
  About about{step.id, session.id};
  if (step.assessment.decision < Decision::require_confirmation) {
    co_await take(std::move(about), std::move(taker));
  } else if (under_way_ < most_at_once) {
    asio::co_spawn(executor_, take(std::move(about), std::move(taker)), asio::detached);
  }
}

PictureKeeper::Taker PictureKeeper::keeping(const Session& session, const Step& step, Taker taker, Taker patient) {
  if (wanted_ == Pictures::none || !taker) return taker;
  return [this, about = About{step.id, session.id}, taker = std::move(taker), patient = std::move(patient)] {
    return take_to_show(about, taker, patient);
  };
}

asio::awaitable<PictureKeeper::Picture> PictureKeeper::take_to_show(About about, Taker taker, Taker patient) {
  Picture picture = co_await taker();
  // A separate coroutine: the prompt does not wait for the disk.
  if (picture) {
    asio::co_spawn(executor_, keep(std::move(about), picture), asio::detached);
  } else {
    asio::co_spawn(executor_, take(std::move(about), std::move(patient)), asio::detached);
  }
  co_return picture;
}

asio::awaitable<void> PictureKeeper::take(About about, Taker taker) {
  const struct UnderWay {
    int& count;
    explicit UnderWay(int& counted) : count(counted) { ++count; }
    ~UnderWay() { --count; }
  } one(under_way_);
  Picture picture = co_await taker();
  if (picture) co_await keep(std::move(about), std::move(picture));
}

asio::awaitable<void> PictureKeeper::keep(About about, Picture picture) {
  const auto work = [](Picture what) -> asio::awaitable<std::optional<std::string>> {
    co_return png_of(what->image, most_png);
  };
  const auto png = co_await in_pool(worker_, work(std::move(picture)));
  if (png) put_on_record(about, *png);
}

void PictureKeeper::put_on_record(const About& about, std::string_view png) {
  const auto log = audit_();
  if (!log) return;  // reported elsewhere; without a log nothing is done
  const auto dir = audit::folder_of((*log)->path());
  if (!store_ || store_->dir != dir) store_.emplace(Store{dir, audit::Pictures(dir, most_bytes_)});
  const auto kept = store_->pictures.keep(about.id, png);
  if (!kept) {
    if (const auto text = kept.error().text(); text != trouble_) {
      trouble_ = text;
      log_error(kept.error());
    }
    return;
  }
  trouble_.clear();
  auto noted = (*log)->note(
      "picture", {{"of", about.id}, {"session", about.session}, {"file", kept->name}, {"sha256", kept->sha256}});
  if (noted && !kept->removed.empty()) noted = (*log)->note("pictures_removed", {{"through", kept->removed}});
  if (!noted) log_error(noted.error());
}

}  // namespace interlock::daemon
