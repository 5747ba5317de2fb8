/// The cost of `observe` on a page of 5,000 nodes, compared with a pyatspi walk of the same page, alternating in one
/// run; the cost if the browser is stopped or adds nodes without end; and how it grows with the page.
#include <csignal>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "bench/rows.h"
#include "tests/e2e/e2e_world.h"

namespace {

using namespace interlock;
using namespace std::chrono_literals;

constexpr int rows_of_a_section = 25;  ///< Chromium's time grows with the square of the number of an element's children

/// About five nodes for each item.
std::string big_page(int things, const std::string& script = "") {
  std::ostringstream page;
  page << "<!doctype html><title>Big page</title><h1>Goods</h1>";
  for (int i = 0; i < things; ++i) {
    if (i % rows_of_a_section == 0) {
      page << (i == 0 ? "" : "</section>") << "<section><h2>Kind " << i / rows_of_a_section << "</h2>";
    }
    page << "<div>Thing " << i << " <button>Add thing " << i << "</button> <a href='#" << i << "'>About " << i
         << "</a></div>";
  }
  page << "</section>" << script;
  return page.str();
}

/// A look at the screen, in milliseconds. An answer without a tree, because the application does not respond, counts as
/// well.
double look(test::Agent& agent) {
  return bench::timed([&] { (void)agent.call("observe"); }) / 1000;
}

bench::Samples looks(test::Agent& agent, int count) {
  bench::Samples took;
  for (int i = 0; i < count; ++i) took.add(look(agent));
  return took;
}

/// A browser with one of our pages and the focus, once the daemon shows these words of it.
test::Process open_page(test::World& world, const std::string& html, const std::string& words) {
  const auto file = world.desktop().dir() + "/big.html";
  std::ofstream(file) << html;
  auto browser = test::start_chromium(world.desktop(), "file://" + file);
  test::focus_window(world.desktop(), test::window_titled(world.desktop(), "Big page"));
  auto agent = world.agent("waits");
  std::string text;
  const bool there = test::eventually(
      [&] {
        text = agent.call("observe").text("text");
        return text.find(words) != std::string::npos;
      },
      60s);
  if (!there) throw std::runtime_error("observe does not show '" + words + "': " + text);
  return browser;
}

struct Walk {
  double nodes = 0;
  double ms = 0;
};

Walk walk_with_pyatspi(test::World& world, std::int64_t pid) {
  Walk walk;
  std::istringstream said(
      world.desktop().output({"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/bench/pyatspi_walk.py", std::to_string(pid)}));
  if (!(said >> walk.nodes >> walk.ms))
    throw std::runtime_error("pyatspi does not find process " + std::to_string(pid));
  return walk;
}

std::int64_t active_process(test::Agent& agent) {
  const auto window = agent.act(test::key("Home"), {{"dry_run", true}});
  return window.reply.at("window").at("pid").to_number<std::int64_t>();
}

void beside_a_walk(bench::Rows& rows, test::World& world) {
  auto agent = world.agent("bench");
  rows.begin("observe", "what is visible of a page of 5,000 nodes");
  {
    auto browser = open_page(world, big_page(1000), "Add thing 3");
    const auto pid = active_process(agent);
    bench::Samples walk, observe;
    for (int i = 0; i < rows.rounds(3, 1); ++i) {
      walk.add(walk_with_pyatspi(world, pid).ms);
      for (int n = 0; n < rows.rounds(20, 3); ++n) observe.add(look(agent));
    }
    rows.figure("observe, through the socket", "ms", observe);
    rows.figure("a pyatspi walk of it", "ms", walk, bench::Whose::peers);
    browser.signal(SIGSTOP);
    const auto stopped = looks(agent, rows.rounds(5, 1));
    browser.signal(SIGCONT);
    rows.figure("observe, the browser is stopped", "ms", stopped);
    rows.goal("pyatspi walk / observe", walk.median() / observe.median(), bench::Bound::at_least, 50);
  }
  const auto browser = open_page(
      world,
      big_page(1000,
               "<script>setInterval(() => { for (let i = 0; i < 200; ++i) { const b = "
               "document.createElement('button'); b.textContent = 'More ' + i; document.body.prepend(b); } }, "
               "10)</script>"),
      "");
  rows.figure("observe, 20,000 nodes more a second", "ms", looks(agent, rows.rounds(10, 1)));
}

void with_the_page(bench::Rows& rows, test::World& world) {
  auto agent = world.agent("bench");
  bench::Growth growth;
  for (const int things : {250, 500, 1000, 2000}) {
    const auto browser = open_page(world, big_page(things), "Add thing 3");
    const auto nodes = walk_with_pyatspi(world, active_process(agent)).nodes;
    growth.emplace_back(nodes, looks(agent, rows.rounds(20, 3)));
  }
  rows.begin("growth.nodes", "with the nodes of a page");
  rows.growth("observe", "nodes", "ms", growth);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run(argc, argv, [](bench::Rows& rows) {
    if (!rows.wants("observe") && !rows.wants("growth.nodes")) return;
    test::World world({.desktop = {}, .policy = "preset: default\n"});
    rows.measure({"observe"}, [&] { beside_a_walk(rows, world); });
    rows.measure({"growth.nodes"}, [&] { with_the_page(rows, world); });
  });
}
