// The audit log on a real file system: what is written, and what happens if the file cannot be written.

#include "audit/find.h"
#include "tests/unit/audit/log_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <set>
#include <string_view>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace interlock::audit {
namespace {

using testing::HasSubstr;

TEST_F(LogTest, BeginIsOnDiskWhenItReturnsAndEndFollows) {
  auto audit = open();
  const auto id = audit->begin({{"action", "click"}, {"n", 3}});
  ASSERT_TRUE(id);
  ASSERT_EQ(records().size(), 1U);
  EXPECT_EQ(records()[0].at("record"), "begin");
  EXPECT_EQ(records()[0].at("id").as_string(), *id);
  EXPECT_EQ(records()[0].at("action"), "click");
  EXPECT_TRUE(audit->end(*id, {{"executed", true}}));
  EXPECT_TRUE(audit->note("pause", {{"by", "human"}}));
  EXPECT_EQ(whats(), "begin end note:pause ");
  EXPECT_EQ(audit->path(), log_);
}

TEST_F(LogTest, FolderAndFileArePrivateWhateverTheUmask) {
  const mode_t old = umask(0);
  auto audit = open();
  umask(old);
  EXPECT_EQ(fs::status(dir_).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(log_).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(LogTest, AnOldLogReadableByOthersIsMadePrivate) {
  write_raw("");
  fs::permissions(log_, fs::perms(0644));
  open();
  EXPECT_EQ(fs::status(log_).permissions(), fs::perms(0600));
}

TEST_F(LogTest, FieldsCannotTakeTheRecordsOwnKeys) {
  auto audit = open();
  const auto id = audit->begin({{"record", "note"}, {"id", "forged"}, {"time", "never"}, {"x", 1}});
  EXPECT_EQ(records()[0].at("record"), "begin");
  EXPECT_EQ(records()[0].at("id").as_string(), *id);
  EXPECT_THAT(std::string(records()[0].at("time").as_string()), testing::MatchesRegex("[0-9-]+T[0-9:.]+Z"));
}

TEST_F(LogTest, AnyBytesInTitlesBecomeOneLineOfValidUtf8) {
  auto audit = open();
  const std::string hostile("a\xff\xfe\"\n\xc3\x28\xed\xa0\x80\x00z\xf0\x9f", 14);
  ASSERT_TRUE(audit->begin({{"title", hostile}, {hostile, 1}}));
  ASSERT_EQ(records().size(), 1U) << text();
  const std::string title(records()[0].at("title").as_string());
  EXPECT_THAT(title, testing::StartsWith("a\xef\xbf\xbd\xef\xbf\xbd\"\n\xef\xbf\xbd("));
  EXPECT_EQ(text().find('\n'), text().size() - 1);
}

TEST_F(LogTest, IdsRiseAndNeverRepeatAcrossRestarts) {
  std::vector<std::string> ids;
  for (int run = 0; run < 5; ++run) {
    auto audit = open();
    for (int i = 0; i < 200; ++i) ids.push_back(*audit->begin({}));
  }
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
}

TEST_F(LogTest, IdsGoOnRisingWhenTheClockWasSetBack) {
  std::string first;
  {
    auto audit = open();
    first = *audit->begin({});
  }
  // A day is 2^36.3 microseconds, and the fourth character counts units of 2^35: the next one, with carry.
  constexpr std::string_view digits = "0123456789abcdefghjkmnpqrstvwxyz";
  std::string tomorrow = first;
  for (std::size_t at = 3;; --at) {
    const std::size_t digit = digits.find(tomorrow[at]);
    tomorrow[at] = digits[(digit + 1) % digits.size()];
    if (digit + 1 < digits.size()) break;
  }
  ASSERT_GT(tomorrow, first);
  write_raw(R"({"record":"begin","id":")" + tomorrow + "\"}\n");
  EXPECT_GT(*open()->begin({}), tomorrow);
}

TEST_F(LogTest, AnAbsurdIdInTheLogDoesNotUseUpTheRange) {
  write_raw("{\"record\":\"begin\",\"id\":\"zzzzzzzzzzz\"}\n");
  EXPECT_LT(*open()->begin({}), "2");
}

TEST_F(LogTest, ATornLastLineIsClosedAndNoted) {
  write_raw("{\"record\":\"note\",\"what\":\"start\"}\n{\"record\":\"begin\",\"id\":\"1abc");
  auto audit = open();
  ASSERT_TRUE(audit->begin({}));
  EXPECT_EQ(whats(), "note:start note:torn_line begin ");
  EXPECT_THAT(text(), HasSubstr("\"id\":\"1abc\n{"));
}

TEST_F(LogTest, TwoDaemonsDoNotShareALog) {
  auto audit = open();
  EXPECT_THAT(open_error(), HasSubstr("in use"));
  audit.reset();
  EXPECT_EQ(open_error(), "opened");
}

TEST_F(LogTest, ASymbolicLinkIsRefused) {
  write_raw("");
  fs::rename(log_, root_ + "/elsewhere");
  fs::create_symlink(root_ + "/elsewhere", log_);
  EXPECT_THAT(open_error(), HasSubstr("symbolic link"));
  EXPECT_EQ(fs::file_size(root_ + "/elsewhere"), 0U);
}

TEST_F(LogTest, AFifoIsRefusedWithoutWaitingForItsReader) {
  write_raw("");
  fs::remove(log_);
  ASSERT_EQ(mkfifo(log_.c_str(), 0600), 0);
  EXPECT_THAT(open_error(), HasSubstr("not a regular file"));
}

TEST_F(LogTest, AFolderOthersMayWriteToIsRefused) {
  write_raw("");
  fs::permissions(dir_, fs::perms(0777));
  EXPECT_THAT(open_error(), HasSubstr("chmod 700"));
}

TEST_F(LogTest, NoFolderCanBeMadeUnderAFileOrInProc) {
  std::ofstream(root_ + "/state") << "a file";
  EXPECT_THAT(open_error(), AllOf(HasSubstr(root_ + "/state"), HasSubstr("not a folder"), HasSubstr("audit_dir")));
  dir_ = "/proc/interlock";
  EXPECT_THAT(open_error(), AllOf(HasSubstr("/proc/interlock"), HasSubstr("audit_dir")));
  dir_ = "relative";
  EXPECT_THAT(open_error(), HasSubstr("absolute"));
}

TEST_F(LogTest, AReadOnlyFolderIsRefused) {
  if (geteuid() == 0) GTEST_SKIP() << "root writes everywhere";
  write_raw("");
  fs::remove(log_);
  fs::permissions(dir_, fs::perms(0500));
  EXPECT_THAT(open_error(), AllOf(HasSubstr(log_), HasSubstr("writable")));
}

/// A limit on the file size acts like a full disk, also for root: part of a line, then nothing.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit old_{};
  void (*handler_)(int);
};

TEST_F(LogTest, AFullDiskIsAnErrorAndTheLogIsWholeAgainAfterwards) {
  auto audit = open();
  ASSERT_TRUE(audit->note("start", {}));
  {
    const FullDisk full(fs::file_size(log_) + 20);
    const auto shortened = audit->begin({{"action", "click"}});
    ASSERT_FALSE(shortened);
    EXPECT_THAT(shortened.error().text(), AllOf(HasSubstr("took 20 of"), HasSubstr(log_), HasSubstr("free disk")));
    const auto nothing = audit->begin({{"action", "click"}});
    ASSERT_FALSE(nothing);
    EXPECT_THAT(nothing.error().text(), AllOf(HasSubstr("cannot write"), HasSubstr("limit")));
    EXPECT_FALSE(audit->end("x", {}));
  }
  ASSERT_TRUE(audit->begin({{"action", "click"}}));
  EXPECT_EQ(whats(), "note:start note:torn_line begin ");
  EXPECT_EQ(flaw(), "none");
}

TEST_F(LogTest, ADeletedLogIsStartedAgainWithANote) {
  auto audit = open();
  ASSERT_TRUE(audit->begin({}));
  fs::remove(log_);
  const auto id = audit->begin({{"action", "click"}});
  ASSERT_TRUE(id);
  EXPECT_EQ(whats(), "note:log_disturbed begin ");
  EXPECT_THAT(text(), HasSubstr("moved or deleted"));
  EXPECT_TRUE(find_record(dir_, *id));
}

TEST_F(LogTest, ADeletedFolderIsMadeAgain) {
  auto audit = open();
  fs::remove_all(root_ + "/state");
  EXPECT_TRUE(audit->begin({}));
  EXPECT_EQ(whats(), "note:log_disturbed begin ");
}

TEST_F(LogTest, AReplacedLogIsTakenUpOrTheRecordFails) {
  auto audit = open();
  fs::rename(log_, dir_ + "/audit.jsonl.1");
  write_raw("");
  ASSERT_TRUE(audit->begin({}));
  EXPECT_EQ(whats(), "note:log_disturbed begin ");

  fs::remove(log_);
  fs::create_symlink(root_ + "/elsewhere", log_);
  const auto refused = audit->begin({});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text(), HasSubstr("symbolic link"));
  EXPECT_FALSE(fs::exists(root_ + "/elsewhere"));

  fs::remove(log_);
  EXPECT_TRUE(audit->begin({})) << "the cause is gone, the log goes on";
}

TEST_F(LogTest, ACutOrForeignLineIsNoticedAndTheRecordIsOnItsOwnLine) {
  auto audit = open();
  ASSERT_TRUE(audit->note("start", {}));
  write_raw("half a line of somebody else");
  const auto first = audit->begin({});
  ASSERT_TRUE(first);
  EXPECT_THAT(text(), HasSubstr("somebody else wrote"));
  EXPECT_TRUE(find_record(dir_, *first));
  fs::resize_file(log_, 0);
  const auto second = audit->begin({});
  ASSERT_TRUE(second);
  EXPECT_THAT(text(), HasSubstr("it was cut"));
  EXPECT_TRUE(find_record(dir_, *second));
}

TEST_F(LogTest, AnotherDaemonOnTheReplacedLogStopsUs) {
  auto audit = open();
  fs::remove(log_);
  auto other = open();
  const auto refused = audit->begin({});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text(), HasSubstr("in use"));
}

TEST_F(LogTest, FindRecordMergesBeginAndEnd) {
  auto audit = open();
  const auto a = *audit->begin({{"action", "click"}, {"target", "OK"}});
  const auto b = *audit->begin({{"action", "type"}});
  ASSERT_TRUE(audit->end(a, {{"executed", true}}));
  write_raw("not json \"" + a + "\"\n[\"" + a + "\"]\n{\"note\":\"" + a + "\"}\n");
  const auto done = find_record(dir_, a);
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_EQ(done->at("action"), "click");
  EXPECT_EQ(done->at("executed"), true);
  EXPECT_TRUE(done->contains("ended"));
  EXPECT_FALSE(done->contains("record"));
  EXPECT_FALSE(find_record(dir_, b)->contains("ended")) << "interrupted";
  EXPECT_THAT(find_record(dir_, "nope").error().text(), HasSubstr("no action 'nope'"));
  EXPECT_THAT(find_record(root_ + "/none", a).error().text(), HasSubstr("cannot read"));
}

TEST(DefaultDir, FollowsTheBaseDirectorySpecification) {
  setenv("HOME", "/home/somebody", 1);
  setenv("XDG_STATE_HOME", "/state", 1);
  EXPECT_EQ(default_dir(), "/state/interlock");
  setenv("XDG_STATE_HOME", "relative/is/ignored", 1);
  EXPECT_EQ(default_dir(), "/home/somebody/.local/state/interlock");
  unsetenv("XDG_STATE_HOME");
  EXPECT_EQ(default_dir(), "/home/somebody/.local/state/interlock");
  unsetenv("HOME");
  EXPECT_THAT(default_dir(), testing::EndsWith("/.local/state/interlock"));
}

}  // namespace
}  // namespace interlock::audit
