#include "daemon/sessions/refs.h"

#include <gtest/gtest.h>

namespace interlock::daemon {
namespace {

Element element(const std::string& path, const std::string& name = "Save", Role role = Role::push_button) {
  Element made{.role = role, .name = name};
  made.path = path;
  return made;
}

TEST(Refs, NameAnElementForAsLongAsItIsTheSame) {
  Refs refs;
  EXPECT_EQ(refs.name(1, element(":1.5/a")), "e1");
  EXPECT_EQ(refs.name(1, element(":1.5/b")), "e2");
  EXPECT_EQ(refs.name(1, element(":1.5/a")), "e1");
  EXPECT_EQ(refs.find("e1")->path, ":1.5/a");
  EXPECT_EQ(refs.name(1, element(":1.5/a", "Delete")), "e1") << "a button that is called otherwise is the same button";
  EXPECT_EQ(refs.find("e1")->name, "Delete");
}

TEST(Refs, AnotherRoleOrWindowIsAnotherElement) {
  Refs refs;
  EXPECT_EQ(refs.name(1, element(":1.5/a")), "e1");
  EXPECT_EQ(refs.name(1, element(":1.5/a", "Save", Role::link)), "e2");
  EXPECT_EQ(refs.find("e1"), nullptr) << "stale";
  EXPECT_EQ(refs.name(2, element(":1.5/a", "Save", Role::link)), "e3");
  EXPECT_EQ(refs.find("e2"), nullptr);
}

TEST(Refs, AreOnlyThoseThatWereGiven) {
  Refs refs;
  (void)refs.name(1, element(":1.5/a"));
  for (const char* wrong : {"", "e", "e0", "e01", "e2", "E1", "1", "e1 ", "e-1", "e99999999999999999999"}) {
    EXPECT_EQ(refs.find(wrong), nullptr) << wrong;
  }
}

TEST(Refs, ForgetTheOldest) {
  Refs refs;
  for (std::size_t i = 0; i <= Refs::most; ++i) (void)refs.name(1, element(":1.5/" + std::to_string(i)));
  EXPECT_EQ(refs.find("e1"), nullptr);
  EXPECT_NE(refs.find("e2"), nullptr);
  EXPECT_EQ(refs.name(1, element(":1.5/0")), "e" + std::to_string(Refs::most + 2)) << "never the old name again";
}

}  // namespace
}  // namespace interlock::daemon
