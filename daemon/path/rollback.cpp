#include "daemon/path/rollback.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include "daemon/path/gate_now.h"
#include "daemon/process/in_thread.h"
#include "daemon/records/undo_care.h"
#include "gate/shell/losses.h"
#include "platform/terminal_shell.h"
#include "undo/files.h"
#include "values/utf8.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

/// For looking at what would be lost, before a person is asked: the question does not wait longer.
constexpr auto look_limit = 1500ms;

/// What a thread needs to know.
struct Look {
  gate::Anticipated anticipated;
  std::optional<std::uint32_t> terminal;  ///< the process of the terminal's window
  std::string store;
  policy::RollbackSettings settings;
  steady_clock::time_point deadline;
};

/// The places that the line loses, or why they are not known. `destroys` is set if it loses anything.
undo::Or<std::vector<undo::Place>> places_of_line(const Look& look, bool& destroys) {
  const auto shell = look.terminal ? platform::shell_of_terminal(static_cast<pid_t>(*look.terminal))
                                   : tl::make_unexpected(std::string("the terminal's process is not known"));
  const bool known = shell.has_value();
  const Losses losses =
      gate::shell::losses_of(look.anticipated.line, known ? shell->folder : "/", known ? shell->home : "/");
  destroys = !losses.found.empty() || !losses.unknown.empty();
  if (!destroys) return std::vector<undo::Place>();
  if (!look.anticipated.unknown.empty()) return tl::make_unexpected(look.anticipated.unknown);
  if (!losses.unknown.empty()) return tl::make_unexpected(losses.unknown);
  if (!known) return tl::make_unexpected(shell.error());
  return undo::places_of(losses.found);
}

Rollback look_at_losses(const Look& look, const std::shared_ptr<std::atomic<bool>>& abandoned) {
  Rollback result;
  std::vector<Loss> files;
  for (const std::string& path : look.anticipated.files) files.push_back({.path = path, .folder = {}});
  result.destroys = !files.empty() || !look.anticipated.unknown.empty();
  auto places = look.anticipated.line.empty() ? undo::places_of(files) : places_of_line(look, result.destroys);
  if (!places) {
    result.unknown = places.error();
    return result;
  }
  if (look.anticipated.line.empty()) result.unknown = look.anticipated.unknown;
  if (places->empty() || !result.unknown.empty() || !look.settings.keep) return result;
  auto size = undo::estimate(*places, look.store, care_of(look.settings, look.deadline, abandoned));
  if (!size) {
    result.unknown = size.error();
    return result;
  }
  result.size = std::move(*size);
  result.places = std::move(*places);
  return result;
}

bool same_places(const undo::Header& one, const undo::Header& other) {
  return std::equal(one.places.begin(), one.places.end(), other.places.begin(), other.places.end(),
                    [](const undo::Place& a, const undo::Place& b) { return a.path == b.path; });
}

/// An editor's document is kept once, not at each text that is typed into it: the entry of this session that has the
/// files as they are now.
std::optional<undo::Header> kept_already(const undo::Store& store, const undo::Header& header) {
  if (!header.texts.empty() || header.places.empty()) return std::nullopt;
  for (const undo::Header& before : store.list()) {
    if (before.session != header.session || !same_places(before, header) || !before.undone.empty()) continue;
    const auto nodes = store.nodes(before.id);
    if (!nodes || nodes->size() != header.places.size()) return std::nullopt;
    const bool same = std::all_of(nodes->begin(), nodes->end(), [](const undo::Node& node) {
      const auto found = undo::look_at(node.path);
      undo::Node now;
      return found && found->exists && undo::describe(node.path, found->facts, now) && now.kind == node.kind &&
             node.kind == undo::Node::Kind::file && now.size == node.size && now.changed == node.changed;
    });
    return same ? std::optional(before) : std::nullopt;
  }
  return std::nullopt;
}

undo::Or<undo::Header> keep_now(undo::Header header, const std::string& dir, const undo::Care& care) {
  undo::Store store(dir);
  if (auto before = kept_already(store, header)) return std::move(*before);
  store.tidy(header.time, care.limits);
  auto kept = store.keep(std::move(header), care);
  if (kept) store.tidy(kept->time, care.limits);
  return kept;
}

}  // namespace

asio::awaitable<void> anticipate(Shared& shared, const Session& session, Step& step) {
  step.rollback.reset();
  if (shared.undo_dir.empty()) co_return;
  const auto& observation = step.seen.observation;
  Look look{.anticipated = session.gate.anticipated(step.action, observation, gate_now()),
            .terminal = {},
            .store = shared.undo_dir,
            .settings = shared.settings.rollback,
            .deadline = steady_clock::now() + look_limit};
  if (observation.window && observation.window->pid) look.terminal = *observation.window->pid;
  const std::string application = look.anticipated.application;
  const std::string text = look.anticipated.text;
  if (look.anticipated.line.empty() && look.anticipated.files.empty()) {
    step.rollback = Rollback{.destroys = !look.anticipated.unknown.empty(), .unknown = look.anticipated.unknown};
  } else {
    const auto deadline = look.deadline;
    std::function<Rollback(const std::shared_ptr<std::atomic<bool>>&)> work = [look](const auto& abandoned) {
      return look_at_losses(look, abandoned);
    };
    auto found = co_await in_thread<Rollback>(std::move(work), undo_threads(), deadline);
    step.rollback = found ? std::move(*found)
                          : Rollback{.destroys = true, .unknown = "looking at what would be lost takes too long"};
  }
  step.rollback->application = application;
  if (!text.empty() && shared.settings.rollback.keep)
    step.rollback->texts.push_back({valid_utf8(target_text(step)), text});
}

asio::awaitable<void> keep(Shared& shared, const Session& session, Step& step) {
  if (!shared.settings.rollback.keep || !step.rollback || step.id.empty()) co_return;
  if (step.rollback->places.empty() && step.rollback->texts.empty()) co_return;
  undo::Header header{.id = step.id,
                      .time = seconds_now(),
                      .session = session.id,
                      .agent = session.name,
                      .summary = summarize(recorded(step)) + " in " + window_text(step.seen.observation.window),
                      .places = step.rollback->places,
                      .texts = step.rollback->texts};
  const auto deadline = steady_clock::now() + shared.settings.rollback.wait;
  const auto settings = shared.settings.rollback;
  const std::string dir = shared.undo_dir;
  using Kept = undo::Or<undo::Header>;
  std::function<Kept(const std::shared_ptr<std::atomic<bool>>&)> work = [=](const auto& abandoned) {
    return keep_now(header, dir, care_of(settings, deadline, abandoned));
  };
  auto kept = co_await in_thread<Kept>(std::move(work), undo_threads(), deadline + 100ms);
  if (kept && *kept) {
    step.rollback->entry = (*kept)->id;
    step.rollback->size = {(*kept)->files, (*kept)->bytes, (*kept)->secrets};
  } else {
    step.rollback->places.clear();
    step.rollback->unknown = kept ? kept->error() : "copying what would be lost takes too long";
  }
}

}  // namespace interlock::daemon
