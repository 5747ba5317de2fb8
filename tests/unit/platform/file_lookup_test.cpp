#include "platform/file_lookup.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/temp_dir.h"

namespace interlock::platform {
namespace {

namespace fs = std::filesystem;

TEST(FileFact, ReportsTheKindOfAPathAndWhereItsLinksLead) {
  const test::TempDir dir;
  const std::string home = fs::canonical(dir.path()).string() + "/ann";
  fs::create_directories(home + "/folder");
  std::ofstream(home + "/tool") << "#!/bin/sh\n";
  std::ofstream(home + "/photo") << "picture";
  for (const char* name : {"/tool", "/photo"}) fs::permissions(home + name, fs::perms::owner_all);
  std::ofstream(home + "/script") << "#!/bin/sh\n";
  fs::create_symlink(home + "/folder", home + "/link");

  EXPECT_EQ(file_fact(home + "/folder", home).kind, FileKind::folder);
  EXPECT_EQ(file_fact("~/tool", home).kind, FileKind::program);
  EXPECT_EQ(file_fact("~/photo", home).kind, FileKind::document) << "it may be executed, and is no program";
  EXPECT_EQ(file_fact("~/script", home).kind, FileKind::document);
  EXPECT_EQ(file_fact("~/none", home).kind, FileKind::missing);
  EXPECT_EQ(file_fact("~/link/new.txt", home).real, home + "/folder/new.txt");
  EXPECT_EQ(file_fact("ann/tool", home).real, home + "/tool") << "as a path bar shows it";
  EXPECT_EQ(file_fact("elsewhere/tool", home).real, "");
  EXPECT_EQ(file_fact("~/x", "").real, "");
}

}  // namespace
}  // namespace interlock::platform
