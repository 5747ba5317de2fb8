// interlock-sight whose library for PP-OCR starts threads, which it could not confine: it is started again without it,
// or ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

#include "sight/wire.h"

namespace interlock::sight {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

const fs::path reader = fs::path(INTERLOCK_BINARY_DIR) / "libexec/interlock/interlock-sight";

std::string contents(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string read_whole(int file) {
  std::string all;
  std::array<char, 4096> some{};
  for (ssize_t count = 0; (count = ::read(file, some.data(), some.size())) > 0;) {
    all.append(some.data(), static_cast<std::size_t>(count));
  }
  return all;
}

class SecondStart : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(reader)) GTEST_SKIP() << "tesseract was not found when this was built";
    if (std::system((reader.string() + " --check >/dev/null 2>&1").c_str()) != 0) {
      GTEST_SKIP() << "tesseract has no data for any language";
    }
    std::string made = fs::temp_directory_path() / "interlock-sight-XXXXXX";
    ASSERT_NE(::mkdtemp(made.data()), nullptr);
    folder = made;
    program = folder / "interlock-sight";  // a copy, which a test may spoil
    fs::copy_file(reader, program);
    fs::copy_file(INTERLOCK_THREADED_LIBRARY, folder / "libonnxruntime.so.1");
    std::ofstream(folder / "rec.onnx") << "a network";
    std::ofstream(folder / "keys.txt") << "a\n";
  }
  void TearDown() override {
    if (!folder.empty()) fs::remove_all(folder);
  }

  void start(bool again) {
    std::array<int, 2> in{}, out{}, log{};
    ASSERT_EQ(::pipe(in.data()) | ::pipe(out.data()) | ::pipe(log.data()), 0);
    pid = ::fork();
    if (pid == 0) {
      ::dup2(in[0], STDIN_FILENO);
      ::dup2(out[1], STDOUT_FILENO);
      ::dup2(log[1], STDERR_FILENO);
      for (const int file : {in[0], in[1], out[0], out[1], log[0], log[1]}) ::close(file);
      ::setenv("INTERLOCK_PPOCR", folder.c_str(), 1);
      ::setenv("OMP_THREAD_LIMIT", "1", 1);  // as the daemon starts it
      if (!again) ::setenv("INTERLOCK_NO_SECOND_START", "1", 1);
      ::execl(program.c_str(), "interlock-sight", "--chinese", nullptr);
      ::_exit(127);
    }
    for (const int file : {in[0], out[1], log[1]}) ::close(file);
    requests = in[1], replies = out[0], errors = log[0];
  }
  /// Its exit code, after its input has ended.
  int end() {
    ::close(requests);
    int status = 0;
    ::waitpid(pid, &status, 0);
    ::close(replies);
    ::close(errors);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  fs::path folder, program;
  pid_t pid = 0;
  int requests = -1, replies = -1, errors = -1;
};

TEST_F(SecondStart, WithThreadsThatAreNotConfinedItIsStartedAgainWithoutTheLibrary) {
  start(true);
  Request request;
  request.at = {20, 10};
  request.languages = "eng";
  request.picture = {40, 20, std::vector<std::uint32_t>(800, 0xFFFFFF)};
  const std::string frame = encode(request);
  ASSERT_EQ(::write(requests, frame.data(), frame.size()), static_cast<ssize_t>(frame.size()));
  std::string header(header_size, '\0');  // it answers when it is confined
  ASSERT_EQ(::read(replies, header.data(), header.size()), static_cast<ssize_t>(header.size()));
  const std::string process = "/proc/" + std::to_string(pid);
  EXPECT_THAT(contents(process + "/cmdline"), Not(HasSubstr("--chinese")));
  EXPECT_THAT(contents(process + "/maps"), Not(HasSubstr("libonnxruntime")));
  const std::string status = contents(process + "/status");
  EXPECT_THAT(status, HasSubstr("Threads:\t1\n"));
  EXPECT_THAT(status, HasSubstr("Seccomp:\t2\n"));
  EXPECT_EQ(end(), 0);
}

TEST_F(SecondStart, WhereItCannotBeStartedAgainItEnds) {
  start(false);
  ::close(std::exchange(requests, -1));  // one that serves all the same ends, too
  const std::string said = read_whole(errors);
  EXPECT_THAT(said, HasSubstr("it could not be started again without it: Permission denied"));
  EXPECT_EQ(end(), 1);
}

}  // namespace
}  // namespace interlock::sight
