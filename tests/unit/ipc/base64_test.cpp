#include "ipc/base64.h"

#include <gtest/gtest.h>

namespace interlock::ipc {
namespace {

TEST(Base64, IsPadded) {
  EXPECT_EQ(base64_of(""), "");
  EXPECT_EQ(base64_of("f"), "Zg==");
  EXPECT_EQ(base64_of("fo"), "Zm8=");
  EXPECT_EQ(base64_of("foo"), "Zm9v");
  EXPECT_EQ(base64_of("\xff\xfe\xfd\xfc"), "//79/A==");
}

}  // namespace
}  // namespace interlock::ipc
