// What is kept, what an undo does and refuses, and what is removed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <fcntl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "tests/temp_dir.h"
#include "tests/unit/undo/tree.h"
#include "undo/restore.h"

namespace interlock::undo {
namespace {

namespace fs = std::filesystem;
using test::state_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Kept : public testing::Test {
 protected:
  Kept() {
    fs::create_directories(work + "/docs");
    write("docs/a.txt", "old");
    write("docs/b.txt", "b");
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(work + "/" + name) << text; }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(work + "/" + name).rdbuf();
    return text.str();
  }
  Or<Header> keep(const std::string& path, const std::string& id = "act") {
    const auto places = places_of({{.path = work + "/" + path, .folder = work}});
    if (!places) return tl::make_unexpected(places.error());
    return store.keep({.id = id, .time = 100, .places = *places}, care);
  }

  test::TempDir dir;
  std::string work = fs::canonical(dir.path()).string() + "/work";
  Store store{dir.path() + "/store"};
  Care care{.limits = {}, .is_secret = [](std::string_view path) { return path.ends_with(".env"); }};
};

TEST_F(Kept, NewerContentIsReportedAndKeptBeforeItIsReplaced) {
  ASSERT_TRUE(keep("docs/a.txt"));
  write("docs/a.txt", "newer");
  const auto shown = changes_of(store, {.id = "act"}, care);
  ASSERT_TRUE(shown) << shown.error();
  EXPECT_THAT(shown->replaced, ElementsAre(work + "/docs/a.txt"));
  EXPECT_EQ(read("docs/a.txt"), "newer") << "showing changes nothing";
  const auto undone = restore(store, {.id = "act"}, care, 101);
  ASSERT_TRUE(undone) << undone.error();
  EXPECT_EQ(read("docs/a.txt"), "old");
  ASSERT_EQ(undone->replaced_entry, "act-undone");
  ASSERT_TRUE(restore(store, {.id = "act-undone"}, care, 102));
  EXPECT_EQ(read("docs/a.txt"), "newer");
}

TEST_F(Kept, NothingIsReplacedIfTheNewerContentCannotBeKept) {
  ASSERT_TRUE(keep("docs"));
  fs::remove_all(work + "/docs");
  fs::create_directories(work + "/docs");
  write("docs/a.txt", std::string(3 << 20, 'n'));
  care.limits.bytes = 1 << 20;
  const auto undone = restore(store, {.id = "act"}, care, 101);
  ASSERT_FALSE(undone);
  EXPECT_THAT(undone.error(), HasSubstr("nothing was changed"));
  EXPECT_FALSE(fs::exists(work + "/docs/b.txt"));
}

TEST_F(Kept, ALinkThatWasPlantedSinceIsNotFollowed) {
  ASSERT_TRUE(keep("docs/a.txt"));
  fs::create_directories(work + "/elsewhere");
  write("elsewhere/a.txt", "victim");
  fs::rename(work + "/docs", work + "/docs.moved");
  fs::create_directory_symlink(work + "/elsewhere", work + "/docs");
  const auto undone = restore(store, {.id = "act"}, care, 101);
  ASSERT_FALSE(undone);
  EXPECT_THAT(undone.error(), HasSubstr("is a link or no folder now"));
  EXPECT_EQ(read("elsewhere/a.txt"), "victim");
}

TEST_F(Kept, ALinkInPlaceOfAKeptFileIsReplacedAndItsTargetIsNotTouched) {
  ASSERT_TRUE(keep("docs/a.txt"));
  write("victim", "victim");
  fs::remove(work + "/docs/a.txt");
  fs::create_symlink(work + "/victim", work + "/docs/a.txt");
  ASSERT_TRUE(restore(store, {.id = "act"}, care, 101));
  EXPECT_EQ(read("docs/a.txt"), "old");
  EXPECT_FALSE(fs::is_symlink(work + "/docs/a.txt"));
  EXPECT_EQ(read("victim"), "victim");
}

TEST_F(Kept, ALinkInPlaceOfAKeptFolderIsReplacedToo) {
  const auto before = state_of(work);
  ASSERT_TRUE(keep("docs"));
  fs::create_directories(dir.path() + "/outside");
  fs::remove_all(work + "/docs");
  fs::create_directory_symlink(dir.path() + "/outside", work + "/docs");
  const auto undone = restore(store, {.id = "act"}, care, 101);
  ASSERT_TRUE(undone) << undone.error();
  EXPECT_THAT(undone->problems, IsEmpty());
  EXPECT_EQ(read("docs/a.txt"), "old");
  EXPECT_TRUE(fs::is_empty(dir.path() + "/outside"));
}

TEST_F(Kept, ExtendedAttributesAndAclsAreKept) {
  // Read and write for user 65534, as setfacl writes it: version 2; owner rw, user rw, group r, mask rw, others r.
  const auto entry = [](char tag, char permissions, std::uint32_t id) {
    std::string bytes = {tag, 0, permissions, 0};
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(id >> shift & 0xFF);
    return bytes;
  };
  constexpr auto nobody = 0xFFFFFFFFU;
  const std::string acl = std::string("\2\0\0\0", 4) + entry(1, 6, nobody) + entry(2, 6, 65534) + entry(4, 4, nobody) +
                          entry(16, 6, nobody) + entry(32, 4, nobody);
  const std::string a = work + "/docs/a.txt", docs = work + "/docs";
  const std::string origin("https://x.example/\0\xff", 20);
  if (::setxattr(a.c_str(), "user.origin", origin.data(), origin.size(), 0) != 0)
    GTEST_SKIP() << "the file system of the folder for temporary files has no extended attributes";
  ASSERT_EQ(::setxattr(docs.c_str(), "user.colour", "red", 3, 0), 0);
  const bool acls = ::setxattr(a.c_str(), "system.posix_acl_access", acl.data(), acl.size(), 0) == 0;
  const auto value = [](const std::string& path, const char* name) {
    std::string bytes(200, '\0');
    const auto size = ::getxattr(path.c_str(), name, bytes.data(), bytes.size());
    return size < 0 ? std::string("none") : bytes.substr(0, static_cast<std::size_t>(size));
  };
  const auto before = state_of(docs);
  ASSERT_TRUE(keep("docs"));
  fs::remove_all(docs);
  auto undone = restore(store, {.id = "act"}, care, 101);
  ASSERT_TRUE(undone) << undone.error();
  EXPECT_THAT(undone->problems, IsEmpty());
  EXPECT_EQ(value(a, "user.origin"), origin);
  EXPECT_EQ(value(docs, "user.colour"), "red");
  EXPECT_EQ(value(a, "system.posix_acl_access"), acls ? acl : "none");
  EXPECT_EQ(state_of(docs), before);

  // What came since goes, and what was changed is as it was.
  ASSERT_EQ(::setxattr(a.c_str(), "user.more", "x", 1, 0), 0);
  ASSERT_EQ(::setxattr(a.c_str(), "user.origin", "y", 1, 0), 0);
  undone = restore(store, {.id = "act"}, care, 102);
  ASSERT_TRUE(undone) << undone.error();
  EXPECT_EQ(value(a, "user.more"), "none");
  EXPECT_EQ(value(a, "user.origin"), origin);
}

/// Whether all blocks of the file belong to another file as well.
bool is_shared(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  constexpr std::uint32_t most = 64;
  std::vector<std::uint64_t> memory((sizeof(fiemap) + most * sizeof(fiemap_extent)) / sizeof(std::uint64_t) + 1);
  auto& map = *reinterpret_cast<fiemap*>(memory.data());
  map.fm_length = FIEMAP_MAX_OFFSET;
  map.fm_flags = FIEMAP_FLAG_SYNC;
  map.fm_extent_count = most;
  const bool read = ::ioctl(file, FS_IOC_FIEMAP, &map) == 0;
  ::close(file);
  const auto shared = [](const fiemap_extent& extent) { return (extent.fe_flags & FIEMAP_EXTENT_SHARED) != 0; };
  return read && map.fm_mapped_extents > 0 && map.fm_mapped_extents < most &&
         std::all_of(map.fm_extents, map.fm_extents + map.fm_mapped_extents, shared);
}

// On Btrfs and XFS; $TMPDIR names a folder there.
TEST_F(Kept, CopiesAreReflinksWhereTheFileSystemHasThem) {
  write("docs/large", std::string(8 << 20, 'x'));
  const std::string large = work + "/docs/large", clone = work + "/clone";
  const int from = ::open(large.c_str(), O_RDONLY | O_CLOEXEC);
  const int to = ::open(clone.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const bool reflinks = ::ioctl(to, FICLONE, from) == 0;
  ::close(from), ::close(to);
  fs::remove(clone);
  if (!reflinks) GTEST_SKIP() << "the file system of the folder for temporary files has no reflinks";
  ASSERT_TRUE(keep("docs/large"));
  EXPECT_TRUE(is_shared(store.dir() + "/act/1"));
  fs::remove(large);
  ASSERT_TRUE(restore(store, {.id = "act"}, care, 101));
  EXPECT_TRUE(is_shared(large)) << "what is brought back shares the blocks of its copy";
  EXPECT_EQ(read("docs/large").size(), 8U << 20);
}

TEST_F(Kept, SecretsAreLeftOutAndStayWhereTheyAre) {
  write("docs/.env", "TOKEN=1");
  const auto kept = keep("docs");
  ASSERT_TRUE(kept) << kept.error();
  EXPECT_THAT(kept->secrets, ElementsAre(work + "/docs/.env"));
  for (const auto& each : fs::recursive_directory_iterator(store.dir())) {
    if (!each.is_regular_file()) continue;
    std::ostringstream text;
    text << std::ifstream(each.path()).rdbuf();
    EXPECT_EQ(text.str().find("TOKEN"), std::string::npos) << each.path();
  }
  write("docs/other.env", "TOKEN=2");
  ASSERT_TRUE(restore(store, {.id = "act", .exactly = true}, care, 101));
  EXPECT_EQ(read("docs/.env"), "TOKEN=1");
  EXPECT_EQ(read("docs/other.env"), "TOKEN=2") << "a secret that cannot be kept is not taken away";
}

TEST_F(Kept, WhatIsTooLargeTooManyOrTooSlowIsNotKeptAtAll) {
  care.limits.bytes = 3;
  EXPECT_THAT(keep("docs").error(), HasSubstr("larger than 0 MB"));
  care.limits = {.files = 2};
  EXPECT_THAT(keep("docs").error(), HasSubstr("more than 2 files"));
  care.limits = {};
  care.deadline = std::chrono::steady_clock::time_point();
  EXPECT_THAT(keep("docs").error(), HasSubstr("takes too long"));
  EXPECT_THAT(store.list(), IsEmpty());
  EXPECT_TRUE(fs::is_empty(store.dir())) << "nothing is left of it";
}

TEST_F(Kept, IsForThisUserAloneAndBounded) {
  ASSERT_TRUE(keep("docs"));
  EXPECT_EQ(fs::status(store.dir()).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(store.dir() + "/act").permissions(), fs::perms::owner_all);
  store.tidy(100 + 3600, {.age = std::chrono::hours{2}});
  EXPECT_EQ(store.list().size(), 1U);
  store.tidy(100 + 3 * 3600, {.age = std::chrono::hours{2}});
  EXPECT_THAT(store.list(), IsEmpty());
  ASSERT_TRUE(keep("docs", "one"));
  ASSERT_TRUE(keep("docs", "two"));
  store.tidy(100, {.total_bytes = 5});
  ASSERT_EQ(store.list().size(), 1U) << "the oldest are removed";
  EXPECT_EQ(store.list()[0].id, "two");
}

TEST_F(Kept, APipeCannotBeKept) {
  ASSERT_EQ(::mkfifo((work + "/docs/pipe").c_str(), 0600), 0);
  EXPECT_THAT(keep("docs").error(), HasSubstr("a socket, a pipe or a device"));
}

TEST_F(Kept, AStoreInsideOfWhatIsKeptIsLeftOut) {
  store = Store(work + "/docs/store");
  ASSERT_TRUE(keep("docs", "first"));
  const auto second = keep("docs", "second");
  ASSERT_TRUE(second) << second.error();
  EXPECT_EQ(second->files, 3U);
}

TEST_F(Kept, PathsOfAnyBytesAreWrittenAndReadAgain) {
  const Node node{.path = "/a b/%\xff\n\"",
                  .mode = 0640,
                  .changed = -5,
                  .size = 7,
                  .attributes = {{"user.\xff", std::string("\0", 1)}},
                  .content = "12"};
  const auto again = read_node(node_line(node));
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(*again, node);
  const Header header{.id = "x-1",
                      .time = 5,
                      .summary = "ä",
                      .places = {{.path = "/\xff", .within = true, .skip = {".git"}}},
                      .texts = {{"field", "text\n"}}};
  const auto read = read_header(header_text(header));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(*read, header);
}

TEST_F(Kept, AListThatWasTamperedWithIsRefused) {
  ASSERT_TRUE(keep("docs/a.txt"));
  EXPECT_FALSE(read_node(
      R"({"kind":0,"path":"/x","mode":0,"owner":0,"group":0,"changed":0,"read":0,"size":0,"content":"../../etc/shadow"})"));
  std::ofstream(store.dir() + "/act/nodes", std::ios::app)
      << node_line({.path = work + "/docs/b.txt", .mode = 0600, .content = "1"});
  const auto undone = restore(store, {.id = "act"}, care, 101);
  ASSERT_FALSE(undone);
  EXPECT_THAT(undone.error(), HasSubstr("in none of its places"));
  EXPECT_FALSE(restore(store, {.id = "../act"}, care, 101));
}

}  // namespace
}  // namespace interlock::undo
