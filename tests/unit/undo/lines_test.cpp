// Destructive command lines, run for real by bash in a folder of their own, and undone: what was there is there again,
// with its bytes, modes and times.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <ctime>
#include <ostream>
#include <string>
#include <vector>

#include "gate/shell/losses.h"
#include "gate/shell/paths.h"
#include "tests/temp_dir.h"
#include "tests/unit/undo/tree.h"
#include "undo/restore.h"

namespace interlock::test {
namespace {

struct Line {
  const char* text;
  bool adds = false;  ///< files beside what it loses, which an undo leaves unless it is to be exact
};

/// As a part of the test's name: without the characters that mean something to CMake.
void PrintTo(const Line& line, std::ostream* out) {
  for (const char c : std::string(line.text)) *out << (std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_');
}

// A project: a work tree of git with changes, a build, archives, links, odd names and modes.
constexpr const char* project = R"sh(
set -e
mkdir -p "$1/project/build/obj/deep" "$1/project/src" "$1/project/other" "$1/project/stage/src"
cd "$1/project"
git init -q . && git config user.email a@example && git config user.name a && git config core.hooksPath /dev/null
printf 'one\ntwo\nthree\n' > notes.txt
printf 'int main() { return 0; }\n' > src/main.c
printf 'int f();\n' > src/f.h
printf '*.o\nbuild/\n' > .gitignore
git add notes.txt src .gitignore && git commit -qm first
printf 'one\nTWO\nthree\n' > src/second.txt
git add src/second.txt && git commit -qm second
printf 'changed, not committed\n' >> notes.txt
printf 'untracked\n' > draft.md
head -c 100000 /dev/urandom > build/app
head -c 5000 /dev/urandom > build/obj/a.o
head -c 5000 /dev/urandom > build/obj/deep/b.o
printf 'x' > 'build/odd name
with newline'
printf '\377\376' > $'build/caf\351.bin'
ln -s ../src/main.c build/main.c
ln -s nowhere build/dangling
chmod 750 build/obj; chmod 4755 build/app; chmod 600 draft.md
printf 'old\n' > other/notes.txt; printf 'o2\n' > other/extra.txt
printf 'staged\n' > stage/src/main.c; printf 'new\n' > stage/src/new.c
tar -C stage -cf stage.tar src
(cd stage && zip -qr ../stage.zip src)
printf -- '--- notes.txt\n+++ notes.txt\n@@ -1,3 +1,3 @@\n-one\n+ONE\n two\n three\n' > fix.diff
printf 'draft.md\nnotes.txt\n' > list
: > empty
find . -path ./.git -prune -o -exec touch -h -d '2021-03-04 05:06:07.123456789' {} +
)sh";

const std::vector<Line> lines = {
    {"rm notes.txt"},
    {"rm -rf build"},
    {"rm -r build/obj src"},
    {"rm -rf build/*"},
    {"cd build && rm -rf -- *"},
    {"d=build; rm -rf \"$d\"/obj"},
    {"for f in notes.txt draft.md; do rm \"$f\"; done"},
    {"env LANG=C unlink draft.md"},
    {"mv draft.md notes.txt"},
    {"mv notes.txt draft.md other"},
    {"mv build old-build"},
    {"cp draft.md notes.txt"},
    {"cp -r stage/src ."},
    {"cp stage/src/* src/"},
    {"echo gone > notes.txt"},
    {"> draft.md"},
    {"echo more >> notes.txt"},
    {"ls -l > listing.txt 2> notes.txt"},
    {"sed -i 's/one/1/' notes.txt src/second.txt"},
    {"sed -i.bak -e 's/one/1/' notes.txt"},
    {"perl -pi -e 's/two/2/' notes.txt"},
    {"git clean -fdxq"},
    {"git checkout -- notes.txt"},
    {"git checkout -q ."},
    {"git restore notes.txt"},
    {"git reset -q --hard HEAD~1"},
    {"git stash -q"},
    {"find . -name '*.o' -delete"},
    {"find build -type f -exec rm {} +"},
    {"find src -name '*.c' | xargs rm -f"},
    {"tar -xf stage.tar", true},
    {"tar -cf stage.tar notes.txt"},
    {"unzip -qo stage.zip", true},
    {"rsync -a --delete stage/src/ src/", true},
    {"truncate -s 0 notes.txt"},
    {"dd if=/dev/zero of=build/app bs=1k count=2 status=none"},
    {"shred -u draft.md"},
    {"ln -sf draft.md notes.txt"},
    {"install -m 644 draft.md notes.txt"},
    {"echo x | tee notes.txt draft.md > /dev/null"},
    {"patch -s notes.txt < fix.diff"},
    {"chmod -R 700 build && touch notes.txt"},
    {"ls *.md notes.txt | xargs rm"},
    {"gzip notes.txt"},
    {"bash -c 'rm -rf build; mv draft.md other/notes.txt'"},
    {"sort -o notes.txt notes.txt"},
    {"echo a > build/main.c"},
};

class DestructiveLine : public testing::TestWithParam<Line> {
 protected:
  void SetUp() override {
    work = dir.path() + "/project";
    write_file(dir.path() + "/project.sh", project);
    ASSERT_EQ(std::system(("bash " + dir.path() + "/project.sh " + dir.path()).c_str()), 0)
        << "needs git, tar, zip and the like";
  }
  static void write_file(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

  undo::Care care{.limits = {}, .is_secret = gate::shell::is_secret_file};
  TempDir dir;
  std::string work;
  undo::Store store{dir.path() + "/kept"};
};

TEST_P(DestructiveLine, IsUndone) {
  const auto& [line, adds] = GetParam();
  const auto before = state_of(work);
  const Losses losses = gate::shell::losses_of(line, work, "/nonexistent");
  ASSERT_EQ(losses.unknown, "");
  const auto places = undo::places_of(losses.found);
  ASSERT_TRUE(places) << places.error();
  const auto kept = store.keep({.id = "act-1", .time = std::time(nullptr), .summary = line, .places = *places}, care);
  ASSERT_TRUE(kept) << kept.error();

  write_file(dir.path() + "/line.sh", line);
  const std::string run = "cd " + work + " && bash " + dir.path() + "/line.sh";
  ASSERT_EQ(std::system(run.c_str()), 0);
  ASSERT_NE(state_of(work), before) << "the line destroys nothing";

  auto undone = undo::restore(store, {.id = "act-1"}, care, 2);
  ASSERT_TRUE(undone) << undone.error();
  EXPECT_THAT(undone->problems, testing::IsEmpty());
  auto after = state_of(work);
  for (const auto& [path, state] : before) EXPECT_EQ(after[path], state) << path;
  EXPECT_EQ(after.size() > before.size(), adds);
  if (!adds) return;
  EXPECT_THAT(undone->changes.left, testing::Not(testing::IsEmpty()));
  undone = undo::restore(store, {.id = "act-1", .exactly = true}, care, 3);
  ASSERT_TRUE(undone) << undone.error();
  EXPECT_EQ(state_of(work), before);
}

INSTANTIATE_TEST_SUITE_P(Undo, DestructiveLine, testing::ValuesIn(lines));

}  // namespace
}  // namespace interlock::test
