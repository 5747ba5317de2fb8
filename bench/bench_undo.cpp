/// The cost of keeping a folder before an agent deletes it, and of bringing it back, beside `cp -a`.
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "bench/contest.h"
#include "bench/rows.h"
#include "gate/shell/losses.h"
#include "tests/temp_dir.h"
#include "undo/restore.h"

namespace {

using namespace interlock;
namespace fs = std::filesystem;

template <class T>
T need(undo::Or<T> result) {
  if (!result) throw std::runtime_error(result.error());
  return std::move(*result);
}

void folder(bench::Rows& rows) {
  const test::TempDir temp;
  const std::string work = fs::canonical(temp.path()).string();
  const int files = rows.rounds(1000, 20);
  for (int i = 0; i < files; ++i) {
    const std::string in = work + "/build/" + std::to_string(i % 20);
    fs::create_directories(in);
    std::ofstream(in + "/" + std::to_string(i)) << std::string(20'000, static_cast<char>('a' + i % 26));
  }
  undo::Store store(work + "/store");
  const undo::Care care{};
  const auto look = [&] {
    const Losses losses = gate::shell::losses_of("rm -rf build", work, work);
    auto places = need(undo::places_of(losses.found));
    need(undo::estimate(places, store.dir(), care));
    return places;
  };
  const auto keep = [&] { need(store.keep({.id = "act", .time = 1, .places = look()}, care)); };
  const auto took = bench::compete({{"keeping", keep, {}, bench::Whose::ours},
                                    {"cp -a",
                                     [&] {
                                       bench::run_process({"cp", "-a", work + "/build", work + "/copy"});
                                     },
                                     [&] { fs::remove_all(work + "/copy"); }, bench::Whose::peers},
                                    {"looking, before the question", [&] { look(); }, {}, bench::Whose::ours},
                                    {"bringing back", [&] { need(undo::restore(store, {.id = "act"}, care, 2)); },
                                     [&] {
                                       keep();
                                       fs::remove_all(work + "/build");
                                     },
                                     bench::Whose::ours}},
                                   rows.rounds(20, 2), rows.rounds(2, 1));
  rows.begin("undo", "keeping 1,000 files with 20 MB before they are deleted");
  rows.figure("looking, before the question", "ms", took[2].times(1e-3));
  rows.figure("keeping, after the answer", "ms", took[0].times(1e-3));
  rows.figure("bringing back", "ms", took[3].times(1e-3));
  rows.figure("cp -a", "ms", took[1].times(1e-3), bench::Whose::peers);
  rows.goal("keeping / cp -a", took[0].median() / took[1].median(), bench::Bound::at_most, 3);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run(argc, argv, [](bench::Rows& rows) {
    if (rows.wants("undo")) folder(rows);
  });
}
