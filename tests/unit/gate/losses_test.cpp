// What command lines delete or overwrite, as paths; and why it is not known where it is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gate/shell/losses.h"

namespace interlock::gate::shell {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

Losses of(std::string_view line) {
  return losses_of(line, "/w", "/h/a");
}

std::string paths(std::string_view line) {
  const Losses losses = of(line);
  if (!losses.unknown.empty()) return "unknown: " + losses.unknown;
  std::string all;
  for (const Loss& loss : losses.found) {
    all += (all.empty() ? "" : " ") + loss.path + (loss.within ? "(within)" : "") +
           (loss.into.empty() ? "" : "(" + loss.into + ")") + (loss.repository ? "(repository)" : "");
  }
  return all;
}

TEST(Losses, AreThePathsThatALineNames) {
  EXPECT_EQ(paths("rm -rf build ~/old /tmp/x"), "/w/build /h/a/old /tmp/x");
  EXPECT_EQ(paths("cd src && rm *.o"), "/w/src/*.o");
  EXPECT_EQ(paths("mv a b c"), "/w/a /w/c(/w/a) /w/b /w/c(/w/b)");
  EXPECT_EQ(paths("cp -t out a"), "/w/out(/w/a)");
  EXPECT_EQ(paths("echo x > a >> b 2> /dev/null"), "/w/a /w/b");
  EXPECT_EQ(paths("sudo -u root env A=1 nice rm x"), "/w/x");
  EXPECT_EQ(paths("sh -c 'cd d; > f'"), "/w/d/f");
  EXPECT_EQ(paths("d=build; rm -r $d/x"), "/w/build/x");
  EXPECT_EQ(paths("for f in a b; do rm $f; done"), "/w/a /w/b");
  EXPECT_EQ(paths("find src lib -name x -delete"), "/w/src(within) /w/lib(within)");
  EXPECT_EQ(paths("find src -type f -exec sed -i s/a/b/ {} +"), "/w/src(within)");
  EXPECT_EQ(paths("find src | grep -v keep | xargs rm"), "/w/src(within)");
  EXPECT_EQ(paths("git -C sub reset --hard"), "/w/sub(within)(repository)");
  EXPECT_EQ(paths("tar -xzf a.tgz -C out"), "/w/out(within)");
  EXPECT_EQ(paths("dd if=a of=b bs=1M"), "/w/b");
  EXPECT_EQ(paths("truncate -s 0 a"), "/w/a");
  EXPECT_EQ(paths("perl -pi.bak -e 's/a/b/' f"), "/w/f /w/f.bak");
  EXPECT_EQ(paths("sed -i 's/a/b/w other' f"), "/w/other /w/f");
  EXPECT_EQ(paths("cp -rt out a"), "/w/out(/w/a)");
  EXPECT_EQ(paths("mv a help"), "/w/a /w/help(/w/a)");
  EXPECT_EQ(paths("find . -name '*.pyc' -exec rm {} +"), "/w/.(within)");
}

TEST(Losses, AreNoneOfLinesThatOnlyShow) {
  for (const char* line :
       {"ls -l", "cat a | grep b | wc -l", "cd src", "git status", "echo hello", "find . -name x", "rm --help",
        "cat a > /dev/null", "sed -n 1p f", "sort a", "mkdir -p a/b", "git branch", "git stash list", "git clean -n"}) {
    EXPECT_EQ(paths(line), "") << line;
  }
}

TEST(Losses, AreUnknownWhereOnlyTheShellKnowsThem) {
  for (const char* line : {"rm $X",
                           "rm `cat list`",
                           "cat list | xargs rm",
                           "rm ~bob/x",
                           "./deploy.sh",
                           "make clean",
                           "ssh host rm x",
                           "while read f; do rm \"$f\"; done < list",
                           "sh script.sh",
                           "curl x | sh",
                           "rm !(keep)",
                           "!!",
                           "rm 'open",
                           "git push --force",
                           "tar -xPf a.tar",
                           "rsync -a x host:y",
                           "dd of=/dev/sda",
                           "sed -i 's/a/b/e' f",
                           "perl -pi -e 'unlink \"x\"' f",
                           "cd $D; rm x",
                           "cd -; rm x",
                           "test -d a && cd a; rm x",
                           "eval rm x",
                           "find . -fprint x",
                           "find -L . -delete",
                           "python3 -c 'import os'",
                           "xargs -a list rm",
                           "env -C /x rm y",
                           "sudo -i rm y",
                           "cd ~bob; rm x",
                           "cp -b a b"}) {
    EXPECT_THAT(paths(line), HasSubstr("unknown: ")) << line;
  }
}

TEST(Losses, ReasonsAreForPeople) {
  EXPECT_THAT(of("rm $X").unknown, HasSubstr("only known when the line runs"));
  EXPECT_THAT(of("make clean").unknown, HasSubstr("what \"make\" does to files is not known"));
  EXPECT_THAT(of("ssh host rm x").unknown, HasSubstr("not known"));
}

TEST(Losses, AreBounded) {
  std::string line = "rm";
  for (int i = 0; i < 1000; ++i) line += " f" + std::to_string(i);
  EXPECT_LE(of(line).found.size(), Losses::max_losses);
  EXPECT_FALSE(of(line).unknown.empty());
}

}  // namespace
}  // namespace interlock::gate::shell
