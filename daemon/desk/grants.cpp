#include "daemon/desk/grants.h"

#include <algorithm>
#include <chrono>
#include <string_view>

#include "daemon/asking/answer_times.h"
#include "daemon/process/pause.h"
#include "platform/human_input.h"
#include "platform/window_queries.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;
using platform::ProcessFacts;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

constexpr auto display_limit = 1s;

/// The owner of the terminal: the parent of the first process of the session. Null: it is not in the chain.
const ProcessFacts* holder_of_terminal(const std::vector<ProcessFacts>& chain) {
  const auto asks = chain.begin();
  if (asks == chain.end() || asks->terminal == 0) return nullptr;
  const auto other =
      std::find_if(asks, chain.end(), [&](const ProcessFacts& each) { return each.session != asks->session; });
  return other == chain.end() ? nullptr : &*other;
}

json::object describe(const ipc::Peer& peer, const GrantFacts& facts, const GrantVerdict& verdict) {
  json::array from;
  for (const ProcessFacts& each : facts.chain.value_or(std::vector<ProcessFacts>())) {
    from.push_back({{"pid", each.pid}, {"name", each.name}});
  }
  json::object who = {{"pid", peer.pid}, {"uid", peer.uid}, {"program", peer.program}, {"from", std::move(from)}};
  if (facts.chain && !facts.chain->empty()) {
    const std::string terminal = platform::terminal_name(facts.chain->front().terminal);
    if (!terminal.empty()) who["terminal"] = terminal;
  }
  if (!facts.remote_login.empty()) who["host"] = facts.remote_login;
  who[verdict.objection.empty() ? "accepted" : "refused"] = verdict.objection.empty() ? verdict.by : verdict.objection;
  return who;
}

}  // namespace

platform::SinceBoot since_boot_of(steady_clock::time_point at) {
  const auto ago = std::chrono::duration_cast<platform::SinceBoot>(steady_clock::now() - at);
  return platform::since_boot() - ago;
}

asio::awaitable<Grantor> Grants::judge(ipc::Peer peer) const {
  const auto until = steady_clock::now() + press_is_late;
  while (true) {
    const GrantFacts facts = co_await facts_of(peer);
    GrantVerdict verdict = judge_grant(facts, activity_);
    if (verdict.objection.empty() || steady_clock::now() >= until) {
      json::object who = describe(peer, facts, verdict);
      co_return Grantor{std::move(verdict), std::move(who)};
    }
    co_await pause_for(20ms);
  }
}

asio::awaitable<GrantFacts> Grants::facts_of(const ipc::Peer& peer) const {
  GrantFacts facts;
  facts.now = platform::since_boot();
  facts.chain = platform::ancestry_of(peer.pid);
  co_await look_at_display(facts);
  if (!facts.chain || facts.chain->empty()) co_return facts;
  facts.remote_login = platform::remote_login_of(peer.pid);
  if (const ProcessFacts* before = there_before(*facts.chain, activity_.first())) {
    facts.of_this_desktop = backend_->may_be_on_it(before->pid);
    facts.holds_terminal = platform::holds_terminal(before->pid, facts.chain->front().terminal);
  }
  if (const ProcessFacts* holder = holder_of_terminal(*facts.chain)) {
    facts.attached = platform::runs_below(holder->executable, activity_.programs());
  }
  co_return facts;
}

asio::awaitable<void> Grants::look_at_display(GrantFacts& facts) const {
  const Reach reach = reach_();
  look_at_devices(reach, facts);
  if (!reach.eyes.queries || !reach.eyes.windows) {
    facts.window_owners.emplace();
    co_return;
  }
  const auto deadline = steady_clock::now() + display_limit;
  const auto tree = co_await reach.eyes.queries->windows({.depth = 1, .visible = false}, deadline);
  const auto focused = co_await reach.eyes.windows->focused_window(deadline);
  if (tree && !tree->truncated) {
    facts.window_owners.emplace();
    for (const auto& top : tree->tops) {
      if (top.pid) facts.window_owners->insert(static_cast<pid_t>(*top.pid));
    }
  }
  if (focused.window && focused.window->pid) facts.focused = static_cast<pid_t>(*focused.window->pid);
}

void Grants::look_at_devices(const Reach& reach, GrantFacts& facts) const {
  if (!reach.human) {
    facts.devices_trouble = "the input devices of the display are not watched";
    return;
  }
  if (replies_ == policy::Replies::any_input) {
    if (const auto press = reach.human->last_press_of_others()) facts.key = since_boot_of(*press);
    return;
  }
  facts.devices_trouble = reach.human->trouble();
  const auto press = reach.human->last_real_press();
  if (press && press->kind == platform::InputKind::key) facts.key = since_boot_of(press->at);
}

}  // namespace interlock::daemon
