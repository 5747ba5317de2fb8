/// The daemon itself: the time from its start to its first decision; its memory and wakeups while idle, compared with
/// other programs of the same desktop; and the cost of a click among many windows and many sessions.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "bench/rows.h"
#include "tests/e2e/e2e_world.h"

// Included last: its macros are common words.
#include <X11/Xlib.h>
#include <X11/Xutil.h>

namespace {

using namespace interlock;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

const std::string policy =
    "preset: default\ndaemon:\n  observation_deadline_ms: 1000\nguardrails:\n  stuck_repeat_hint: 0\n  "
    "stuck_repeat_warn: 0\n  stuck_repeat_stop: 0\n";

/// The number after `key` in /proc/PID/status and similar files.
double number_in(const fs::path& file, const std::string& key) {
  std::istringstream lines(test::read_file(file));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(key)) return std::stod(line.substr(key.size()));
  }
  throw std::runtime_error(file.string() + " has no " + key);
}

/// How often one of its threads was scheduled.
double switches(pid_t pid) {
  double all = 0;
  for (const auto& thread : fs::directory_iterator("/proc/" + std::to_string(pid) + "/task")) {
    for (const char* key : {"voluntary_ctxt_switches:", "nonvoluntary_ctxt_switches:"})
      all += number_in(thread.path() / "status", key);
  }
  return all;
}

double resident_mib(pid_t pid) {
  return number_in("/proc/" + std::to_string(pid) + "/status", "VmRSS:") / 1024;
}

/// Context switches a second, over a time of rest.
double wakeups(pid_t pid, std::chrono::seconds time) {
  const double before = switches(pid);
  std::this_thread::sleep_for(time);  // the time of rest itself
  return (switches(pid) - before) / static_cast<double>(time.count());
}

void decide(test::Agent& agent, Point at) {
  const auto verdict = agent.act(test::click(at), {{"dry_run", true}});
  if (verdict.text("decision") != "allow" || verdict.element() != "Next")
    throw std::runtime_error("not allowed: " + boost::json::serialize(verdict.reply) + verdict.error);
}

void start(bench::Rows& rows) {
  test::World world({.policy = policy});
  const auto form = test::start_gtk3(world.desktop());
  const auto at = form.centre("Next");
  world.wait_until_seen(at, "Next");
  const std::string log = world.desktop().dir() + "/log/interlockd";
  bench::Samples serving, deciding;
  for (int i = 0; i < rows.rounds(20, 2); ++i) {
    world.daemon().signal(SIGTERM);
    world.daemon().wait();
    double served = 0;
    deciding.add(bench::timed([&] {
                   served = bench::timed([&] {
                     world.launch_daemon();
                     while (!ipc::Client::connect(world.socket()))
                       std::this_thread::sleep_for(200us);  // a fine step, as it is timed
                   });
                   auto agent = world.agent("first");
                   decide(agent, at);
                 }) /
                 1000);
    serving.add(served / 1000);
  }
  rows.begin("start", "from the start of interlockd");
  rows.figure("to the first decision about an element", "ms", deciding);
  rows.figure("... of which, until it serves", "ms", serving);
  rows.goal("start to first decision", deciding.median(), bench::Bound::at_most, 150, "ms");
}

void idle(bench::Rows& rows) {
  test::World world({.desktop = {.notifier = "xfce4-notifyd"}, .policy = policy});
  const auto form = test::start_gtk3(world.desktop());
  const auto at = form.centre("Next");
  world.wait_until_seen(at, "Next");
  auto agent = world.agent("bench");
  const auto pid = world.daemon().pid();
  const auto rest = rows.quick() ? 1s : 10s;
  std::this_thread::sleep_for(rows.quick() ? 1s : 3s);  // until the work that the start and the look caused has ended
  const double at_rest = wakeups(pid, rest), fresh = resident_mib(pid);
  for (int i = 0; i < rows.rounds(1000, 10); ++i) (void)agent.act(test::click(at));
  std::this_thread::sleep_for(1s);  // until the work that the clicks caused has ended
  const double after_work = wakeups(pid, rest), used = resident_mib(pid);
  rows.begin("idle", "while nobody asks, an agent being connected");
  rows.figure("interlockd, memory", "MiB", fresh);
  rows.figure("interlockd, memory after 1,000 clicks", "MiB", used);
  for (const std::string peer : {"openbox", "xfce4-notifyd", "at-spi2-registryd"}) {
    const auto found = world.desktop().processes(peer);
    if (!found.empty()) rows.figure(peer + ", memory", "MiB", resident_mib(found.front()), bench::Whose::peers);
  }
  rows.figure("interlockd, wakeups", "/s", at_rest);
  rows.figure("interlockd, wakeups after 1,000 clicks", "/s", after_work);
  rows.goal("wakeups", std::max(at_rest, after_work), bench::Bound::at_most, 0, "/s");
  rows.goal("resident memory", std::max(fresh, used), bench::Bound::at_most, 20, "MiB");
}

/// Windows of a separate program, beside the form.
class Windows {
 public:
  explicit Windows(const std::string& display) : display_(XOpenDisplay(display.c_str())) {
    if (!display_) throw std::runtime_error("no display");
  }
  ~Windows() { XCloseDisplay(display_); }
  Windows(const Windows&) = delete;
  Windows& operator=(const Windows&) = delete;

  void make_up_to(int wanted) {
    for (; count_ < wanted; ++count_) {
      const int x = 620 + count_ % 20 * 25, y = 40 + count_ / 20 * 60;
      const auto window = XCreateSimpleWindow(display_, DefaultRootWindow(display_), x, y, 120, 60, 0, 0, 0);
      XSizeHints hints{};
      hints.flags = USPosition | PPosition;
      XSetWMNormalHints(display_, window, &hints);
      XStoreName(display_, window, ("Window " + std::to_string(count_)).c_str());
      XMapWindow(display_, window);
    }
    XSync(display_, False);
  }

 private:
  Display* display_;
  int count_ = 0;
};

/// The time of a decision about a click, with the look at the screen and without the act.
bench::Samples decisions(bench::Rows& rows, test::Agent& agent, Point at) {
  return bench::compete({{"", [&] { decide(agent, at); }}}, rows.rounds(200, 5), rows.rounds(20, 2)).front();
}

void among_windows(bench::Rows& rows) {
  test::World world({.policy = policy});
  const auto form = test::start_gtk3(world.desktop());
  const auto at = form.centre("Next");
  world.wait_until_seen(at, "Next");
  auto agent = world.agent("bench");
  Windows windows(world.desktop().display());
  bench::Growth click, list;
  const auto listed = [&] {
    const auto reported = agent.call("windows", {{"depth", 1}, {"visible", true}});
    if (!reported.error.empty()) throw std::runtime_error(reported.error);
    return reported.reply.at("windows").as_array().size();
  };
  for (const int count : {10, 50, 100, 200}) {
    windows.make_up_to(count);
    if (!test::eventually([&] { return listed() >= static_cast<std::size_t>(count); }, 30s))
      throw std::runtime_error("the windows do not come up");
    click.emplace_back(count, decisions(rows, agent, at));
    list.emplace_back(count, bench::compete({{"", [&] { (void)listed(); }}}, rows.rounds(50, 3), 2).front());
  }
  rows.begin("growth.windows", "with the windows on the screen");
  rows.growth("decision about a click", "windows", "us", click);
  rows.growth("the list of windows", "windows", "us", list);
}

void among_sessions(bench::Rows& rows) {
  test::World world({.policy = policy});
  const auto form = test::start_gtk3(world.desktop());
  const auto at = form.centre("Next");
  world.wait_until_seen(at, "Next");
  auto agent = world.agent("bench");
  std::vector<std::unique_ptr<test::Agent>> others;
  constexpr int share = 16;  // sessions of one connection
  int sessions = 1;
  bench::Growth click, opening, memory;
  for (const int count : {1, 50, 100, 200}) {
    bench::Samples took;
    for (; sessions < count; ++sessions) {
      if ((sessions - 1) % share == 0) others.push_back(std::make_unique<test::Agent>(world.socket(), "other"));
      took.add(bench::timed([&] {
        const auto opened = others.back()->call("session.open", {{"name", "other " + std::to_string(sessions)}});
        if (!opened.error.empty()) throw std::runtime_error(opened.error);
      }));
    }
    click.emplace_back(count, decisions(rows, agent, at));
    if (took.count() > 0) opening.emplace_back(count, took);
    memory.emplace_back(count, bench::Samples({resident_mib(world.daemon().pid())}));
  }
  rows.begin("growth.sessions", "with the sessions of connected agents");
  rows.growth("decision about a click", "sessions", "us", click);
  rows.growth("opening a session", "sessions", "us", opening);
  rows.growth("memory", "sessions", "MiB", memory);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run(argc, argv, [](bench::Rows& rows) {
    rows.measure({"start"}, [&] { start(rows); });
    rows.measure({"idle"}, [&] { idle(rows); });
    rows.measure({"growth.windows"}, [&] { among_windows(rows); });
    rows.measure({"growth.sessions"}, [&] { among_sessions(rows); });
  });
}
