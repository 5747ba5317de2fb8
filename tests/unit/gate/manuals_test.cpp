#include "gate/shell/manuals.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gate/shell/judge.h"
#include "gate/shell/manual_table.h"
#include "gate/shell/screen_keys.h"

namespace interlock::gate::shell {
namespace {

bool asks(std::string_view line) {
  return judge(line).decision >= Decision::require_confirmation;
}

TEST(Manuals, AreSortedByProgramAndWellFormed) {
  const auto lines = manual_lines();
  ASSERT_GT(lines.size(), 300U);
  EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end(),
                             [](const ManualLine& a, const ManualLine& b) { return a.program < b.program; }));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) {
      EXPECT_NE(lines[i - 1].program, lines[i].program);
    }
    EXPECT_FALSE(lines[i].program.ends_with('='));
    for (std::string_view kinds = lines[i].kinds; !kinds.empty();) {
      const std::size_t end = std::min(kinds.find(' '), kinds.size());
      EXPECT_GT(end, 2U) << lines[i].program;
      EXPECT_NE(std::string_view("dorksapnl").find(kinds[0]), std::string_view::npos) << lines[i].program;
      EXPECT_EQ(kinds[1], ':') << lines[i].program;
      kinds.remove_prefix(std::min(end + 1, kinds.size()));
    }
  }
}

TEST(Manuals, SayWhatOptionsDo) {
  // Letters and names of programs that say nothing by themselves.
  for (const char* line : {"gphoto2 -D", "fetchmail -K", "ifplugd -k", "ifplugd -vk", "gsmsmsstore --delete 3",
                           "gsmsmsstore -x 3", "sudo e2rm boot.img:/boot/grub/x", "faxrm 12"})
    EXPECT_TRUE(asks(line)) << line;
  for (const char* line : {"gphoto2 -L", "fetchmail -v", "ifplugd -i eth0", "gsmsmsstore -l", "faxrm --help", "faxrm"})
    EXPECT_FALSE(asks(line)) << line;
}

TEST(Manuals, SayWhichOptionsOnlyShow) {
  // "Do not actually list the job, but only take any actions ..."
  EXPECT_TRUE(asks("uustat -Q -K"));
  EXPECT_TRUE(asks("tmpreaper 7d /srv"));
  EXPECT_FALSE(asks("tmpreaper --test 7d /srv"));
  EXPECT_FALSE(asks("tmpreaper -t 7d /srv"));
  EXPECT_TRUE(asks("sendfile letter.txt bob@example.org"));
  EXPECT_FALSE(asks("sendfile -l"));
}

TEST(Manuals, DoNotCountForProgramsThatRulesKnow) {
  for (const ManualLine& line : manual_lines()) {
    EXPECT_NE(line.program, "rm");
    EXPECT_NE(line.program, "git");
    EXPECT_NE(line.program, "docker");
  }
}

TEST(Manuals, AreNotNeededForWhatRulesKnow) {
  EXPECT_TRUE(asks("dvc gc -w"));
  EXPECT_FALSE(asks("dvc gc -w --dry"));
  EXPECT_TRUE(asks("sieve-filter -e sort.sieve INBOX"));
  EXPECT_FALSE(asks("sieve-filter sort.sieve INBOX"));
  EXPECT_TRUE(done_by_text("mutt", "", "$"));
  EXPECT_FALSE(done_by_text("mutt", "", "bob@example.org"));
}

TEST(VerbWords, LongOptionsAreReadAtBothEnds) {
  for (const char* line : {"zqtool --delete-after", "zqtool --deletesms 3", "zqtool --ftp-purge",
                           "zqtool --security-erase x", "zqtool deletealias bob", "zqtool removelocale de",
                           "zqtool portdelete x", "zqtool useradd bob", "zqtool set-org-role bob admin"})
    EXPECT_TRUE(asks(line)) << line;
  for (const char* line : {"zqtool --no-delete", "zqtool --max-delete 3", "zqtool --git-dont-purge", "zqtool --deleted",
                           "zqtool undelete x", "zqtool --cache-purge"})
    EXPECT_FALSE(asks(line)) << line;
}

}  // namespace
}  // namespace interlock::gate::shell
