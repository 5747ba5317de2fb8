#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gate/shell/judge.h"
#include "gate/shell/reading.h"

namespace interlock::gate::shell {
namespace {

using Lines = std::vector<std::vector<std::string>>;

/// The words of each command that `text` consists of.
Lines commands(std::string_view text) {
  const Reading reading = read_line(text);
  Lines all;
  for (const Command& command : reading.script.commands) {
    std::vector<std::string> words;
    for (const Word& word : command.words) words.push_back(word.text);
    all.push_back(std::move(words));
  }
  return all;
}

Problem problem(std::string_view text) {
  return read_line(text).script.problem;
}

TEST(ShellReader, QuotesAndEscapesJoinIntoWords) {
  EXPECT_EQ(commands(R"(r""m -r'f' \/ "a b" c\ d)"), (Lines{{"rm", "-rf", "/", "a b", "c d"}}));
  EXPECT_EQ(commands(R"($'\x72m' "\$x" '\$x')"), (Lines{{"rm", "$x", "\\$x"}}));
  EXPECT_EQ(commands("a\\\nb"), (Lines{{"ab"}}));
  EXPECT_EQ(commands("echo ''"), (Lines{{"echo", ""}}));
}

TEST(ShellReader, ListsPipesAndCommentsAreTakenApart) {
  EXPECT_EQ(commands("a; b && c || d & e # f"), (Lines{{"a"}, {"b"}, {"c"}, {"d"}, {"e"}}));
  EXPECT_EQ(commands("a | b |& c\nd"), (Lines{{"a"}, {"b"}, {"c"}, {"d"}}));
  EXPECT_EQ(commands("echo a#b"), (Lines{{"echo", "a#b"}}));
  const Reading piped = read_line("a | b");
  EXPECT_NE(piped.script.commands[0].writes, 0);
  EXPECT_EQ(piped.script.commands[0].writes, piped.script.commands[1].reads);
}

TEST(ShellReader, CompoundCommandsAreReadInside) {
  EXPECT_EQ(commands("if a; then b; else c; fi"), (Lines{{"a"}, {"b"}, {"c"}}));
  EXPECT_EQ(commands("while a; do b; done"), (Lines{{"a"}, {"b"}}));
  EXPECT_EQ(commands("{ a; }; (b)"), (Lines{{"a"}, {"b"}}));
  EXPECT_EQ(commands("f() { rm $1; }; f x").back(), (std::vector<std::string>{"rm", "x"}));
}

TEST(ShellReader, VariablesAreFollowed) {
  EXPECT_EQ(commands("a=rm; b='-r -f'; $a $b \"$b\"").back(), (std::vector<std::string>{"rm", "-r", "-f", "-r -f"}));
  EXPECT_EQ(commands("x=abc; echo ${x:1:1} ${x%c} ${y:-z}")[1], (std::vector<std::string>{"echo", "b", "ab", "z"}));
  EXPECT_FALSE(is_known(commands("echo $UNSET").back().back()));
}

// A command is read once for each value that a variable in it may have: their number must not grow each time.
TEST(ShellReader, AVariableHasNoMoreValuesForBeingReadAgain) {
  const Reading reading = read_line("a=b ($a");
  ASSERT_NE(reading.environment.find("a"), nullptr);
  EXPECT_LE(reading.environment.find("a")->size(), Environment::max_candidates + 1);
  EXPECT_EQ(judge("a=rm ($a -rf /)").decision, Decision::block);
}

// Each source was read again for each word that it is part of: 13 seconds for a line of 14,000 characters.
TEST(ShellReader, ASourceCountsOnce) {
  const Reading reading = read_line("a=$(foo)$(bar); a=$a$a$a; eval $a $a");
  EXPECT_EQ(reading.environment.find("a")->back().sources.size(), 2U);
  EXPECT_EQ(judge("a=$(curl x); a=$a$a; eval $a").code, judge("eval $(curl x)").code);
}

TEST(ShellReader, NoSourceIsHiddenBehindOthers) {
  std::string words, variable;
  for (int i = 0; i < 100; ++i) {
    words += " $(cat file" + std::to_string(i) + ")";
    variable += "$(cat file" + std::to_string(i) + ")";
  }
  const auto code = judge("eval $(curl x)").code;
  ASSERT_NE(code, judge("eval" + words).code);
  EXPECT_EQ(judge("eval" + words + " $(curl x)").code, code);
  EXPECT_EQ(judge("a=" + variable + "$(curl x); eval $a").code, code);
}

// A variable set in as many branches as are kept, and once more for one command, which a shell reads with the old
// value.
TEST(ShellReader, NoValueOfAVariableIsLostForTheOneOfACommand) {
  std::string line = "a='rm -rf /'; ";
  for (std::size_t i = 1; i < Environment::max_candidates; ++i) line += "if q; then a=" + std::to_string(i) + "; fi; ";
  EXPECT_EQ(judge(line + "$a").decision, Decision::block);
  EXPECT_EQ(judge(line + "a=x $a").decision, Decision::block);
}

TEST(ShellReader, AListIsReadFromItsFirstWord) {
  EXPECT_EQ(judge("for d in / tmp build dist out docs; do rm -rf $d; done").decision, Decision::block);
}

TEST(ShellReader, TheSameTextFromOtherCommandsIsOneValueOfAllTheirSources) {
  const Reading reading = read_line("if q; then a=$(foo); fi; if r; then a=$(curl x); fi; if s; then a=$(bar); fi");
  ASSERT_NE(reading.environment.find("a"), nullptr);
  ASSERT_EQ(reading.environment.find("a")->size(), 1U);
  EXPECT_EQ(reading.environment.find("a")->back().sources.size(), 3U);
}

// "set -- $@ $@", a line full of it, took 23 GB.
TEST(ShellReader, WordsTakeNoMoreMemoryThanTheyNeed) {
  std::string doubled;
  for (int i = 0; i < 10; ++i) doubled += "set -- $@ $@ x; ";
  const Reading few = read_line(doubled);
  ASSERT_FALSE(few.script.commands.empty());
  ASSERT_GT(few.script.commands.back().words.size(), 500U);
  for (const Word& word : few.script.commands.back().words) EXPECT_LE(word.text.capacity(), 64U);
  for (int i = 0; i < 10; ++i) doubled += "set -- $@ $@ x; ";
  const Reading many = read_line(doubled);
  EXPECT_EQ(many.script.problem, Problem::too_much);
  std::size_t words = 0;
  for (const Command& command : many.script.commands) words += command.words.size();
  EXPECT_LT(words, 100'000U);
}

TEST(ShellReader, SubstitutionsAreReadAndTheirTextIsKnownWhereItCanBe) {
  EXPECT_EQ(commands("$(echo rm) `echo -rf` /").back(), (std::vector<std::string>{"rm", "-rf", "/"}));
  EXPECT_FALSE(is_known(commands("echo $(date)").back().back()));
  EXPECT_EQ(commands("echo $(date)").front(), (std::vector<std::string>{"date"}));
}

TEST(ShellReader, PrintfTakesItsFormatAgainAsLongAsThatTakesArguments) {
  EXPECT_EQ(commands("$(printf '%s ' rm -rf /)").back(), (std::vector<std::string>{"rm", "-rf", "/"}));
  EXPECT_EQ(commands("echo $(printf '100%' x y)").back(), (std::vector<std::string>{"echo", "100%"}));
  EXPECT_EQ(commands("echo $(printf '%s%' x y)").back(), (std::vector<std::string>{"echo", "x%y%"}));
  EXPECT_EQ(commands("echo $(printf '%%' x)").back(), (std::vector<std::string>{"echo", "%"}));
}

TEST(ShellReader, ReadTakesTheTextOfItsInput) {
  EXPECT_EQ(commands("read a b <<< 'x y z'; echo $b $a").back(), (std::vector<std::string>{"echo", "y", "z", "x"}));
  EXPECT_EQ(commands("exec 3<<< hello; read -u 3 x; echo $x").back(), (std::vector<std::string>{"echo", "hello"}));
  EXPECT_FALSE(is_known(commands("read -u 3 x; echo $x").back().back()));
  EXPECT_FALSE(is_known(commands("read x; echo $x").back().back()));
}

TEST(ShellReader, RedirectionsAreNoWords) {
  const Reading reading = read_line("sort < in 2>/dev/null >> out <<< text");
  const Command& command = reading.script.commands.at(0);
  EXPECT_THAT(command.words, testing::SizeIs(1));
  ASSERT_THAT(command.redirects, testing::SizeIs(4));
  EXPECT_EQ(command.redirects[0].kind, Redirect::Kind::read);
  EXPECT_EQ(command.redirects[1].descriptor, "2");
  EXPECT_EQ(command.redirects[2].kind, Redirect::Kind::append);
  EXPECT_EQ(command.redirects[3].kind, Redirect::Kind::text);
  EXPECT_EQ(command.redirects[3].target.text, "text\n");
}

TEST(ShellReader, OperationsOnVariablesAreThoseOfBash) {
  EXPECT_EQ(commands("v=abab; x ${v/#a/X} ${v/%b/X} ${v/#b/X}").back(),
            (std::vector<std::string>{"x", "Xbab", "abaX", "abab"}));
  EXPECT_EQ(commands("v=; x ${v:-a} ${v-b} ${v:+c} ${v+d}").back(), (std::vector<std::string>{"x", "a", "d"}));
  EXPECT_EQ(commands("x \"${v:-'a'}\" ${v:-'a b'} \"${v:-\"c d\"}\" ${v:-e f}")[0],
            (std::vector<std::string>{"x", "'a'", "a b", "c d", "e", "f"}));
  for (const char* line :
       {"v=abc; x ${v~~}", "v=abc; x ${v@P}", "v=abc; x ${v/[a]/r}", "v=abc; x ${v#$w}", "x $[1 + 2]"}) {
    EXPECT_FALSE(is_known(commands(line).back().back())) << line;
  }
  EXPECT_EQ(commands("x $[1 + 2]").back().size(), 2U);
}

// The environment may set it: a word that means help or a dry run must not be assumed.
TEST(ShellReader, AWordThatDependsOnAVariableMayBeMissing) {
  EXPECT_THAT(commands("x ${v:+--help}"),
              testing::UnorderedElementsAre(std::vector<std::string>{"x"}, std::vector<std::string>{"x", "--help"}));
  EXPECT_EQ(judge("rm -rf / ${v:+--help}").decision, Decision::block);
}

TEST(ShellReader, ArraysAreTakenByMembers) {
  EXPECT_EQ(commands("a=(b c 'd e'); x \"${a[*]}\" \"${a[@]:1}\" \"${a[@]/c/X}\"").back(),
            (std::vector<std::string>{"x", "b c d e", "c", "d e", "b", "X", "d e"}));
  EXPECT_EQ(commands("IFS=:; set -- a b; x \"$*\"").back(), (std::vector<std::string>{"x", "a:b"}));
}

TEST(ShellReader, SequencesCountDownInStepsAndWithZeros) {
  EXPECT_EQ(
      commands("x {c..a} {01..03} {7..1..3} {-1..1} {a..e..2}").back(),
      (std::vector<std::string>{"x", "c", "b", "a", "01", "02", "03", "7", "4", "1", "-1", "0", "1", "a", "c", "e"}));
}

TEST(ShellReader, PrintfAndReadDoWhatTheirOptionsSay) {
  EXPECT_EQ(commands("$(printf %.2s rmx) $(printf %c%c rx mx)").back(), (std::vector<std::string>{"rm", "rm"}));
  EXPECT_FALSE(is_known(commands("x $(printf %x 10)").back().back()));
  EXPECT_EQ(commands("IFS=, read v w <<< 'rm,a b'; $v \"$w\"").back(), (std::vector<std::string>{"rm", "a b"}));
  EXPECT_EQ(commands("x \"`echo \\\"a b\\\"`\" $'\\cA'").front(), (std::vector<std::string>{"echo", "a b"}));
}

TEST(ShellReader, AnArrayGrows) {
  EXPECT_EQ(commands("a=(rm -r); a+=(-f x); \"${a[@]}\" ${a[2]}").back(),
            (std::vector<std::string>{"rm", "-r", "-f", "x", "-f"}));
  EXPECT_EQ(commands("a=rm; a+=(x); \"${a[@]}\"").back(), (std::vector<std::string>{"rm", "x"}));
}

// The line that defines an alias is read without it.
TEST(ShellReader, AnAliasAndTheWordItselfAreReported) {
  EXPECT_THAT(commands("alias rm=true; rm x"), testing::IsSupersetOf(Lines{{"rm", "x"}, {"true", "x"}}));
}

TEST(ShellReader, UnfinishedAndInvalidLinesAreReported) {
  EXPECT_EQ(problem("ls -la"), Problem::none);
  for (const char* open : {"echo \"a", "echo 'a", "echo $(a", "if a; then b", "(a", "rm \\\n", "rm a\\\n", "rm \\",
                           "cat <<END\ntext\n", "a |\n", "a &&\n"}) {
    EXPECT_EQ(problem(open), Problem::unfinished) << open;
  }
  for (const char* confused : {"a ) b", "a && && b"}) EXPECT_EQ(problem(confused), Problem::confused) << confused;
  std::string deep;
  for (int i = 0; i < 200; ++i) deep += "$(";
  EXPECT_NE(problem(deep), Problem::none);
  EXPECT_EQ(problem(std::string(2'000, ';')), Problem::confused);
}

}  // namespace
}  // namespace interlock::gate::shell
