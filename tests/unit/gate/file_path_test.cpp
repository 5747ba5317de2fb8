#include "gate/screen/file_path.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gate/screen/file_words.h"

namespace interlock::gate {
namespace {

Config of(std::vector<std::string> own) {
  Config config;
  config.own_paths = std::move(own);
  return config;
}

TEST(FilePath, IsReadAsItIsMeant) {
  EXPECT_EQ(readable_path(" \"/a/./b//../c\" "), "/a/c");
  EXPECT_EQ(readable_path("file:///home/somebody/%2Ebashrc"), "/home/somebody/.bashrc");
  EXPECT_EQ(readable_path("$HOME/x"), "~/x");
  EXPECT_EQ(readable_path("  "), "");
  EXPECT_TRUE(is_whole_path("FILE:///x"));
  EXPECT_FALSE(is_whole_path("~other/x"));
  EXPECT_EQ(in_folder("/data/somebody", "../else/x"), "/data/else/x");
  EXPECT_EQ(in_folder("/home/somebody", "~/x"), "~/x");
  EXPECT_EQ(in_folder("", "x"), "x");
}

TEST(FilePath, OwnFilesAreKnownByNameByPlaceAndByTheLastPartOfTheirPath) {
  const Config config = of({"/data/run/record", "~/.config/interlock", "/home/somebody/.config/interlock"});
  for (const char* path :
       {"~/.config/interlock/policy.yaml", "/home/somebody/.config/interlock", "/data/run/record/a.jsonl",
        "run/record/a.jsonl", "somebody/.config/interlock/x", "/data/run/./x/../record"}) {
    EXPECT_EQ(own_path(config, path), OwnPath::yes) << path;
  }
  for (const char* path : {"interlock", "record", "src/interlock"}) {
    EXPECT_EQ(own_path(config, path), OwnPath::may_be) << path;
  }
  for (const char* path : {"/home/somebody/src/interlock", "/data/run/records", "run", "interlock-notes.txt", ""}) {
    EXPECT_EQ(own_path(config, path), OwnPath::no) << path;
  }
  for (const char* path : {"/data/run", "/data", "~/.config", "/home/somebody", "somebody/.config"}) {
    EXPECT_TRUE(holds_own_path(config, path)) << path;
  }
  EXPECT_FALSE(holds_own_path(config, "/home/somebody/Documents"));
}

TEST(FilePath, FilesThatStartProgramsAreRecognisedWithAndWithoutFolder) {
  for (const char* path : {"~/.bashrc", ".bashrc", "/home/somebody/.ssh/authorized_keys", "upd.desktop",
                           "/home/somebody/.config/autostart/x", "\uff0ebashrc"}) {
    EXPECT_FALSE(risk_of_file(path).empty()) << path;
  }
  for (const char* path : {"notes.txt", "/home/somebody/Documents/bashrc.txt", "", "config"}) {
    EXPECT_TRUE(risk_of_file(path).empty()) << path;
  }
  EXPECT_FALSE(risk_of_folder("autostart").empty());
  EXPECT_FALSE(risk_of_folder("/home/somebody/.ssh").empty());
  EXPECT_TRUE(risk_of_folder("Documents").empty());
  EXPECT_TRUE(risk_of_folder("").empty());
}

TEST(FilePath, TitlesNameFilesInManyWays) {
  const auto has = [](std::string_view title, std::string_view path) {
    const auto parts = paths_in_title(title);
    return std::find(parts.begin(), parts.end(), path) != parts.end();
  };
  EXPECT_TRUE(has("*~/.bashrc - Mousepad", "~/.bashrc"));
  EXPECT_TRUE(has("authorized_keys (~/.ssh) - gedit", "~/.ssh/authorized_keys"));
  EXPECT_TRUE(has(".profile \u2014 Kate", ".profile"));
  EXPECT_TRUE(has("Save changes to \u201c.profile\u201d?", ".profile"));
  EXPECT_FALSE(has("How to edit .bashrc - LibreOffice Writer", ".bashrc"));
  EXPECT_TRUE(paths_in_title("").empty());
}

TEST(FileWord, IsReadInManyLanguagesWithItsMnemonic) {
  EXPECT_EQ(file_word("mark _executable"), FileWord::runs);
  EXPECT_EQ(file_word("als ausf\u00fchrbar markieren"), FileWord::runs);
  EXPECT_EQ(file_word("_rename..."), FileWord::renames);
  EXPECT_EQ(file_word("paste"), FileWord::puts);
  EXPECT_EQ(file_word("ausschneiden"), FileWord::removes);
  EXPECT_EQ(file_word("copy"), FileWord::other);
  EXPECT_EQ(file_word("|"), FileWord::other);
  EXPECT_EQ(file_word(""), FileWord::other);
}

}  // namespace
}  // namespace interlock::gate
