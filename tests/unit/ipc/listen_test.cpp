// Making the socket: folders, modes, stale files, sockets of others, inherited descriptors.
#include "ipc/listen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ipc/address.h"
#include "tests/unit/ipc/served.h"

namespace interlock::ipc {
namespace {

using testing::HasSubstr;

mode_t mode_of(const std::string& path) {
  struct stat info {};
  EXPECT_EQ(::lstat(path.c_str(), &info), 0) << path;
  return info.st_mode & 07777;
}

class ListenTest : public testing::Test {
 protected:
  ~ListenTest() override {
    for (int fd : open_) ::close(fd);
  }
  Listening listening(const Listen& listen) {
    auto made = open_listening(listen);
    EXPECT_TRUE(made) << made.error().text();
    if (!made) return {};
    open_.push_back(made->fd);
    return *made;
  }
  static std::string refusal(const Listen& listen) {
    const auto made = open_listening(listen);
    return made ? "no error" : made.error().text();
  }

  test::TempDir dir_;
  const std::string path_ = dir_.path() + "/run/interlock/agent.sock";
  std::vector<int> open_;
};

TEST_F(ListenTest, MakesFoldersAndSocketOnlyForTheOwner) {
  const mode_t before = ::umask(0);
  listening({.path = path_});
  ::umask(before);
  EXPECT_EQ(mode_of(path_), 0600u);
  EXPECT_EQ(mode_of(dir_.path() + "/run/interlock"), 0700u);
  EXPECT_EQ(mode_of(dir_.path() + "/run"), 0700u);
}

TEST_F(ListenTest, GivesTheModeAskedForWhateverTheUmask) {
  const mode_t before = ::umask(0077);
  listening({.path = path_, .mode = 0660});
  ::umask(before);
  EXPECT_EQ(mode_of(path_), 0660u);
}

TEST_F(ListenTest, ReplacesTheSocketOfADeadDaemon) {
  const Listening dead = listening({.path = path_});
  ::close(dead.fd);
  open_.clear();
  ASSERT_EQ(::access(path_.c_str(), F_OK), 0);
  listening({.path = path_});
  EXPECT_TRUE(Client::connect(path_));
}

TEST_F(ListenTest, RefusesASocketInUse) {
  listening({.path = path_});
  EXPECT_THAT(refusal({.path = path_}), HasSubstr("another program listens there"));
  EXPECT_TRUE(Client::connect(path_));
}

TEST_F(ListenTest, RefusesASocketWhoseOwnerHangs) {
  const Listening hung = listening({.path = path_});
  ::listen(hung.fd, 0);
  std::vector<Client> waiting;  // fill the backlog: connecting would block now
  while (auto client = Client::connect(path_)) waiting.push_back(std::move(*client));
  EXPECT_THAT(refusal({.path = path_}), HasSubstr("in use"));
}

TEST_F(ListenTest, DoesNotTouchFilesThatAreNotSockets) {
  std::filesystem::create_directories(dir_.path() + "/run/interlock");
  std::ofstream(path_) << "precious";
  EXPECT_THAT(refusal({.path = path_}), HasSubstr("not a socket"));
  std::string content;
  std::ifstream(path_) >> content;
  EXPECT_EQ(content, "precious");
}

TEST_F(ListenTest, RefusesAFolderThatOthersCanWrite) {
  std::filesystem::create_directories(dir_.path() + "/run/interlock");
  ::chmod((dir_.path() + "/run/interlock").c_str(), 0777);
  EXPECT_THAT(refusal({.path = path_}), HasSubstr("others"));
}

TEST_F(ListenTest, RefusesPathsThatNoSocketCanHave) {
  EXPECT_THAT(refusal({.path = ""}), HasSubstr("0 bytes"));
  EXPECT_THAT(refusal({.path = dir_.path() + "/" + std::string(120, 'x')}), HasSubstr("at most 107"));
  std::string longest = dir_.path() + "/";
  longest += std::string(max_socket_path - longest.size(), 'x');
  listening({.path = longest});
  EXPECT_TRUE(Client::connect(longest));
}

TEST_F(ListenTest, SaysWhereAFolderIsInTheWay) {
  std::ofstream(dir_.path() + "/run") << "a file";
  EXPECT_THAT(refusal({.path = path_}), HasSubstr(dir_.path() + "/run"));
}

TEST_F(ListenTest, RemovesOnlyItsOwnSocketFile) {
  const Listening ours = listening({.path = path_});
  ::unlink(path_.c_str());
  const Listening theirs = listening({.path = path_});
  // A file system may reuse the number of a removed file; then the two cannot be distinguished.
  if (ours.inode != theirs.inode) {
    remove_socket_file(ours);
    EXPECT_EQ(::access(path_.c_str(), F_OK), 0);
  }
  remove_socket_file(theirs);
  EXPECT_NE(::access(path_.c_str(), F_OK), 0);
}

TEST_F(ListenTest, TakesAGivenSocketAndLeavesItsFile) {
  const Listening made = listening({.path = path_});
  ::fcntl(made.fd, F_SETFL, 0);
  ::fcntl(made.fd, F_SETFD, 0);
  const auto given = open_listening({.path = path_, .fd = made.fd});
  ASSERT_TRUE(given) << given.error().text();
  EXPECT_EQ(given->fd, made.fd);
  EXPECT_NE(::fcntl(made.fd, F_GETFL) & O_NONBLOCK, 0);
  EXPECT_NE(::fcntl(made.fd, F_GETFD) & FD_CLOEXEC, 0);
  remove_socket_file(*given);
  EXPECT_EQ(::access(path_.c_str(), F_OK), 0);
}

TEST_F(ListenTest, RefusesAGivenDescriptorThatDoesNotListen) {
  int pair[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  open_ = {pair[0], pair[1]};
  EXPECT_THAT(refusal({.path = "x", .fd = pair[0]}), HasSubstr("ListenStream"));
  EXPECT_THAT(refusal({.path = "x", .fd = 999}), HasSubstr("fd 999"));
}

}  // namespace
}  // namespace interlock::ipc
