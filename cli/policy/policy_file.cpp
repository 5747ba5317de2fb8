#include "cli/policy/policy_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "approval/digest.h"
#include "ipc/fd.h"

namespace interlock::cli {

namespace {

tl::unexpected<Error> failure_at(const std::string& path) {
  return tl::unexpected(Error{std::string("cannot write the policy: ") + std::strerror(errno), path, {}});
}

/// Written and on the disk, so that a power cut leaves the old file or the new one.
tl::expected<void, Error> write_whole(const std::string& path, const std::string& text, mode_t mode) {
  const ipc::Fd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (fd.get() < 0) return failure_at(path);
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t written = ::write(fd.get(), rest.data(), rest.size());
    if (written < 0 && errno != EINTR) return failure_at(path);
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fchmod(fd.get(), mode) != 0 || ::fsync(fd.get()) != 0) return failure_at(path);
  return {};
}

std::string contents_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

tl::expected<void, Error> PolicyFile::replace(const std::string& text) const {
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path_).parent_path(), ignored);
  struct stat about {};
  const bool there = ::stat(path_.c_str(), &about) == 0;
  const std::string draft = path_ + ".new";
  if (auto written = write_whole(draft, text, there ? about.st_mode & 0755 : 0600); !written) return written;
  std::filesystem::remove(before(), ignored);
  if (there && ::link(path_.c_str(), before().c_str()) != 0) return failure_at(before());
  if (::rename(draft.c_str(), path_.c_str()) != 0) return failure_at(path_);
  return {};
}

void PolicyFile::put_back() const {
  std::error_code failed;
  std::filesystem::rename(before(), path_, failed);
  if (failed == std::errc::no_such_file_or_directory) std::filesystem::remove(path_, failed);  // there was none before
}

std::string PolicyFile::etag() const {
  std::istringstream kept(contents_of(path_ + ".etag"));
  std::string digest, etag;
  kept >> digest;
  std::getline(kept >> std::ws, etag);
  return digest == approval::sha256_hex(contents_of(path_)) ? etag : std::string();
}

void PolicyFile::set_etag(const std::string& etag) const {
  std::ofstream(path_ + ".etag", std::ios::trunc) << approval::sha256_hex(contents_of(path_)) << ' ' << etag << '\n';
}

}  // namespace interlock::cli
