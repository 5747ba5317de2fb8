/// What `observe` costs on a page of 5,000 nodes, beside a pyatspi walk of the same page in the same run, turn by turn;
/// and what it costs when the browser is stopped, or adds nodes without end. Prints medians, the longest, and the
/// ratio.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/e2e/e2e_world.h"

namespace {

using namespace interlock;
using namespace std::chrono_literals;

constexpr int walks = 3;
constexpr int looks_each = 20;

/// `rows` to a section: Chromium takes time in the square of an element's children to give them one by one.
std::string big_page(const std::string& script, int rows = 25) {
  std::ostringstream page;
  page << "<!doctype html><title>Big page</title><h1>Goods</h1>";
  for (int i = 0; i < 1000; ++i) {
    if (i % rows == 0) page << (i == 0 ? "" : "</section>") << "<section><h2>Kind " << i / rows << "</h2>";
    page << "<div>Thing " << i << " <button>Add thing " << i << "</button> <a href='#" << i << "'>About " << i
         << "</a></div>";
  }
  page << "</section>";
  page << script;
  return page.str();
}

struct Times {
  std::vector<double> all;
  void add(double ms) { all.push_back(ms); }
  double median() {
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
  }
  double longest() { return *std::max_element(all.begin(), all.end()); }
};

test::Verdict look(test::Agent& agent, Times& times) {
  const auto start = std::chrono::steady_clock::now();
  auto seen = agent.call("observe");
  times.add(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  return seen;
}

void wait_for(test::Agent& agent, const std::string& words) {
  const bool there =
      test::eventually([&] { return agent.call("observe").text("text").find(words) != std::string::npos; }, 60s);
  if (!there) throw std::runtime_error("observe does not show " + words + ": " + agent.call("observe").text("text"));
}

/// A browser on a page of ours, with the focus.
test::Process open_page(test::World& world, const std::string& name, const std::string& html) {
  const auto file = world.desktop().dir() + "/" + name + ".html";
  std::ofstream(file) << html;
  auto browser = test::start_chromium(world.desktop(), "file://" + file);
  test::focus_window(world.desktop(), test::window_titled(world.desktop(), "Big page"));
  return browser;
}

}  // namespace

int main() try {
  test::World world({.desktop = {}, .policy = "preset: default\n"});
  auto agent = world.agent("bench");
  {
    auto browser = open_page(world, "big", big_page(""));
    wait_for(agent, "Add thing 3");
    const auto window = agent.act({{"type", "key"}, {"keys", "Home"}}, {{"dry_run", true}});
    const auto pid = window.reply.at("window").at("pid").to_number<std::int64_t>();
    Times walk, observe;
    long nodes = 0;
    for (int i = 0; i < walks; ++i) {
      std::istringstream said(world.desktop().output(
          {"/usr/bin/python3", std::string(INTERLOCK_SOURCE_DIR) + "/bench/pyatspi_walk.py", std::to_string(pid)}));
      double ms = 0;
      said >> nodes >> ms;
      walk.add(ms);
      for (int n = 0; n < looks_each; ++n) (void)look(agent, observe);
    }
    std::printf("pyatspi walk of %ld nodes     median %8.1f ms\n", nodes, walk.median());
    std::printf("observe, through the socket  median %8.1f ms   longest %8.1f ms   %.0f times faster\n",
                observe.median(), observe.longest(), walk.median() / observe.median());
    Times stopped;
    browser.signal(SIGSTOP);
    for (int i = 0; i < 5; ++i) (void)look(agent, stopped);
    browser.signal(SIGCONT);
    std::printf("observe, browser stopped     median %8.1f ms   longest %8.1f ms\n", stopped.median(),
                stopped.longest());
  }
  auto browser = open_page(world, "endless",
                           big_page("<script>setInterval(() => { for (let i = 0; i < 200; ++i) { const b = "
                                    "document.createElement('button'); b.textContent = 'More ' + i; "
                                    "document.body.prepend(b); } }, 10)</script>"));
  (void)test::eventually([&] { return agent.call("observe").text("text").find("More") != std::string::npos; }, 10s);
  Times endless;
  for (int i = 0; i < 10; ++i) (void)look(agent, endless);
  std::printf("observe, nodes without end   median %8.1f ms   longest %8.1f ms\n", endless.median(), endless.longest());
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "bench_observe: %s\n", e.what());
  return 1;
}
