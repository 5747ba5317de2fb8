/// Pictures beside the log: complete, private, limited, and no other files are touched.
#include "audit/pictures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "audit/link.h"
#include "audit/record_id.h"
#include "tests/temp_dir.h"

namespace interlock::audit {
namespace {

namespace fs = std::filesystem;

class PicturesTest : public testing::Test {
 protected:
  std::string text(const std::string& name) const {
    std::ifstream file(dir() + "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(dir())) names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }
  std::string dir() const { return picture_dir(temp.path()); }
  static std::string id(std::uint64_t number) { return record_id(1'700'000'000'000'000ULL + number); }
  static std::string name(std::uint64_t number) { return id(number) + ".png"; }

  const test::TempDir temp;
};

TEST_F(PicturesTest, AreOnlyReadableForTheirOwner) {
  Pictures pictures(temp.path(), 1000);
  const auto kept = pictures.keep(id(1), "some bytes");
  ASSERT_TRUE(kept) << kept.error().text();
  EXPECT_EQ(kept->name, name(1));
  EXPECT_EQ(kept->sha256, sha256("some bytes"));
  EXPECT_EQ(kept->removed, "");
  EXPECT_EQ(text(name(1)), "some bytes");
  EXPECT_EQ(fs::status(dir()).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(dir() + "/" + name(1)).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(PicturesTest, TheOldestGoWhenThereAreTooManyBytes) {
  const std::string ten(10, 'x');
  {
    Pictures earlier(temp.path(), 100);
    for (std::uint64_t i = 1; i <= 5; ++i) ASSERT_TRUE(earlier.keep(id(i), ten));
  }
  std::ofstream(dir() + "/mine.txt") << std::string(1000, 'y');
  Pictures pictures(temp.path(), 100);
  for (std::uint64_t i = 6; i <= 10; ++i) EXPECT_EQ(pictures.keep(id(i), ten)->removed, "");
  EXPECT_EQ(pictures.keep(id(11), ten)->removed, name(3)) << "some more than is needed, those of an earlier run too";
  EXPECT_EQ(pictures.keep(id(12), ten)->removed, "");
  EXPECT_EQ(names().size(), 10U) << "nine pictures, and a file that is none";
  EXPECT_EQ(names().front(), name(4));
  EXPECT_EQ(pictures.keep(id(13), std::string(500, 'z'))->removed, name(12));
  EXPECT_EQ(text(name(13)).size(), 500U) << "the newest one stays";
}

TEST_F(PicturesTest, NoLinkLeadsThemElsewhere) {
  const auto elsewhere = temp.path() + "/elsewhere";
  fs::create_directory(elsewhere);
  fs::create_directory_symlink(elsewhere, dir());
  Pictures pictures(temp.path(), 1000);
  EXPECT_FALSE(pictures.keep(id(1), "x"));
  fs::remove(dir());
  fs::create_directory(dir());
  fs::permissions(dir(), fs::perms::all);
  EXPECT_FALSE(pictures.keep(id(1), "x")) << "others may write there";
  fs::permissions(dir(), fs::perms::owner_all);
  fs::create_symlink(elsewhere + "/x", dir() + "/" + name(1));
  ASSERT_TRUE(pictures.keep(id(1), "x")) << "it works again, without a restart";
  EXPECT_FALSE(fs::is_symlink(dir() + "/" + name(1)));
  EXPECT_TRUE(fs::is_empty(elsewhere));
}

TEST_F(PicturesTest, OnlyIdsAreNames) {
  Pictures pictures(temp.path(), 1000);
  for (const auto* bad : {"", "../../x", "a/b", "0abc.png"}) EXPECT_FALSE(pictures.keep(bad, "x")) << bad;
  EXPECT_TRUE(picture_id(name(1)));
  for (const auto* bad : {"x.png", "../0abcdefghjk.png", "0abcdefghjk", "0abcdefghjk.png.part"}) {
    EXPECT_FALSE(picture_id(bad)) << bad;
  }
}

}  // namespace
}  // namespace interlock::audit
