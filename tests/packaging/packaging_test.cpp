// What is installed works from its place, and the Debian packages satisfy Debian's rules.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <regex>
#include <string>

#include <sys/wait.h>

#include "tests/temp_dir.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;

struct Ran {
  int code = -1;
  std::string output;  ///< stdout and stderr
};

Ran run(const std::string& command) {
  Ran ran;
  FILE* pipe = ::popen(("{ " + command + " ; } 2>&1 </dev/null").c_str(), "r");
  if (!pipe) return ran;
  std::array<char, 4096> part{};
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), pipe)) ran.output.append(part.data(), n);
  const int status = ::pclose(pipe);
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ran;
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

const std::string build = INTERLOCK_BINARY_DIR;

TEST(Prefix, EverythingWorksFromWhereItWasPut) {
  const TempDir temp;
  const fs::path prefix = fs::path(temp.path()) / "some prefix";
  const std::string quoted = "'" + prefix.string() + "'";
  const Ran installed = run("cmake --install " + build + " --prefix " + quoted);
  ASSERT_EQ(installed.code, 0) << installed.output;

  EXPECT_EQ(run(quoted + "/bin/interlockd --version").code, 0);
  const Ran judged =
      run("echo '{\"text\":\"http://127.1/\"}' | HOME=" + quoted + " " + quoted + "/bin/interlockctl parse-url");
  EXPECT_NE(judged.output.find("127.0.0.1"), std::string::npos) << judged.output;
  const Ran page = run("gzip -dc " + quoted + "/share/man/man1/interlockctl.1.gz");
  EXPECT_NE(page.output.find(".It Cm parse-url"), std::string::npos) << page.output;
  const Ran python = run("PYTHONPATH=$(echo " + quoted +
                         "/lib/python3*/dist-packages) PYTHONDONTWRITEBYTECODE=1 "
                         "python3 -c 'import interlock; print(interlock.__file__)'");
  EXPECT_EQ(python.output.find(prefix.string()), 0U) << python.output;
}

/// systemd splits a unit's command line at blanks, and expands "%".
class ServiceIn : public testing::TestWithParam<const char*> {};

TEST_P(ServiceIn, NamesTheDaemonThatWasInstalledWithIt) {
  const TempDir temp;
  const fs::path prefix = fs::path(temp.path()) / GetParam();
  const Ran installed = run("cmake --install " + build + " --prefix '" + prefix.string() + "'");
  ASSERT_EQ(installed.code, 0) << installed.output;
  // As a user manager reads them: the program and the documentation exist, nothing is misspelt.
  const Ran verified =
      run("cd '" + (prefix / "lib/systemd/user").string() + "' && env -i PATH=\"$PATH\" HOME=" + temp.path() +
          " XDG_RUNTIME_DIR=" + temp.path() +
          " systemd-analyze --user verify ./interlockd.service ./interlockd-agent.socket ./interlockd-control.socket "
          "./interlock-console.service ./interlock-bridge.service ./interlock-policy.service ./interlock-policy.timer");
  EXPECT_EQ(verified.output, "");
  EXPECT_EQ(verified.code, 0);
  // The drop-in that lends the socket starts the same program.
  static const std::regex start("\nExecStart=(\"[^\n]*\")");
  const std::string service = text_of(prefix / "lib/systemd/user/interlockd.service");
  std::smatch daemon;
  ASSERT_TRUE(std::regex_search(service, daemon, start)) << service;
  const std::string lend = text_of(prefix / "share/doc/interlock/own-user/interlock-lend.conf");
  EXPECT_NE(lend.find("\nExecStart=" + daemon[1].str() + " --lend-dir "), std::string::npos) << lend;
  fs::remove(prefix / "bin/interlockd");
  const Ran gone =
      run("cd '" + (prefix / "lib/systemd/user").string() + "' && env -i PATH=\"$PATH\" HOME=" + temp.path() +
          " XDG_RUNTIME_DIR=" + temp.path() + " systemd-analyze --user verify ./interlockd.service");
  EXPECT_NE(gone.output.find((prefix / "bin/interlockd").string()), std::string::npos)
      << "it is this program that was looked for: " << gone.output;
}

INSTANTIATE_TEST_SUITE_P(Prefixes, ServiceIn, testing::Values("prefix", "a prefix", "100% of it"));

/// What scripts/package packs, from this build; only the libraries' places differ.
class Tarball : public testing::Test {
 protected:
  void SetUp() override {
    const Ran staged =
        run(std::string(INTERLOCK_SOURCE_DIR) + "/packaging/tarball/stage " + build + " " + path("unpacked"));
    ASSERT_EQ(staged.code, 0) << staged.output;
  }
  std::string path(const std::string& name) const { return temp_.path() + "/" + name; }
  /// As a person without a user manager and with nothing in the home folder.
  Ran install(const std::string& options) const {
    return run("env -i PATH=\"$PATH\" HOME='" + path("a home 100%") + "' " + path("unpacked") + "/install " + options);
  }

  TempDir temp_;
};

TEST_F(Tarball, InstallsForOneUserAndSaysHowToStartIt) {
  fs::create_directory(path("a home 100%"));
  const Ran installed = install("");
  EXPECT_EQ(installed.code, 0) << installed.output;
  EXPECT_NE(installed.output.find("no systemd user manager"), std::string::npos) << installed.output;

  const fs::path local = fs::path(path("a home 100%")) / ".local";
  EXPECT_EQ(run("'" + (local / "bin/interlockd").string() + "' --version").code, 0);
  EXPECT_TRUE(fs::is_regular_file(local / "libexec/interlock/xdotool/xdotool"));
  EXPECT_TRUE(fs::is_regular_file(local / "share/man/man1/interlockctl.1.gz"));
  const fs::path units = local / "share/systemd/user";  // where a user manager looks
  const Ran verified = run("cd '" + units.string() + "' && env -i PATH=\"$PATH\" HOME=" + temp_.path() +
                           " XDG_RUNTIME_DIR=" + temp_.path() +
                           " systemd-analyze --user verify ./interlockd.service ./interlockd-agent.socket "
                           "./interlockd-control.socket ./interlock-console.service");
  EXPECT_EQ(verified.output, "");
  EXPECT_EQ(verified.code, 0);
  EXPECT_EQ(run("grep -rlI /interlock-prefix '" + local.string() + "'").output, "");
}

TEST_F(Tarball, ReplacesAnInstallationAndRemovesIt) {
  const fs::path home = path("a home 100%");
  fs::create_directory(home);
  const std::string prefix = "--prefix '" + (home / "apps").string() + "'";
  ASSERT_EQ(install(prefix + " --no-start").code, 0);
  const Ran again = install(prefix + " --no-start");
  EXPECT_EQ(again.code, 0) << again.output;
  std::ofstream(home / "apps/share/interlock/of the user") << "mine\n";

  const Ran removed = install("--remove " + prefix);
  EXPECT_EQ(removed.code, 0) << removed.output;
  EXPECT_EQ(run("find '" + home.string() + "' -type f").output, (home / "apps/share/interlock/of the user\n").string());
  EXPECT_NE(install("--remove " + prefix).code, 0) << "there is nothing left to remove";
}

TEST_F(Tarball, ChangesNothingWhereALibraryIsMissing) {
  fs::create_directory(path("a home 100%"));
  // A program that needs a library that no system has.
  ASSERT_EQ(run("sed -i s/libsystemd.so.0/libsystemd.so.x/ " + path("unpacked") + "/files/bin/interlockd").code, 0);
  const Ran installed = install("");
  EXPECT_EQ(installed.code, 1) << installed.output;
  EXPECT_NE(installed.output.find("libsystemd.so.x"), std::string::npos) << installed.output;
  EXPECT_TRUE(fs::is_empty(path("a home 100%")));
}

class Packages : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    temp_ = std::make_unique<TempDir>();
    made_ = run("cd " + build + " && cpack -G DEB -B " + temp_->path());
    for (const auto& entry : fs::directory_iterator(temp_->path())) {
      if (entry.path().extension() == ".deb")
        debs_[entry.path().filename().string().starts_with("interlock_") ? 0 : 1] = entry.path();
    }
  }
  static void TearDownTestSuite() { temp_.reset(); }
  void SetUp() override { ASSERT_TRUE(made_.code == 0 && !debs_[0].empty() && !debs_[1].empty()) << made_.output; }

  static std::string deb(int which) { return debs_[static_cast<std::size_t>(which)]; }

 private:
  static inline std::unique_ptr<TempDir> temp_;
  static inline Ran made_;
  static inline std::array<std::string, 2> debs_;
};

TEST_F(Packages, LintianFindsNoErrors) {
  if (run("command -v lintian").code != 0) GTEST_SKIP() << "lintian is not installed";
  const Ran lint = run("lintian --allow-root --fail-on error " + deb(0) + " " + deb(1));
  EXPECT_EQ(lint.code, 0) << lint.output;
}

TEST_F(Packages, TheUnitsAreInstalledAndNotEnabled) {
  const TempDir root;
  ASSERT_EQ(run("dpkg-deb -x " + deb(0) + " " + root.path()).code, 0);
  const fs::path units = fs::path(root.path()) / "usr/lib/systemd/user";
  for (const char* unit : {"interlockd.service", "interlockd-agent.socket", "interlockd-control.socket"}) {
    EXPECT_TRUE(fs::is_regular_file(units / unit)) << unit;
  }
  EXPECT_NE(text_of(units / "interlockd.service").find("\nExecStart=\"/usr/bin/interlockd\"\n"), std::string::npos);
  // A unit is enabled by a link in a *.wants folder or by a maintainer's script that makes one.
  for (const auto& entry : fs::recursive_directory_iterator(root.path()))
    EXPECT_NE(entry.path().extension(), ".wants") << entry.path();
  const Ran control = run("dpkg-deb -I " + deb(0));
  for (const char* script : {"preinst", "postinst", "prerm", "postrm"})
    EXPECT_EQ(control.output.find(script), std::string::npos) << control.output;
}

TEST_F(Packages, NameTheirDependencies) {
  const Ran needs = run("dpkg-deb -f " + deb(0) + " Depends");
  for (const char* library : {"libc6", "libre2", "libxdo3", "libxtst6"})
    EXPECT_NE(needs.output.find(library), std::string::npos) << needs.output;
}

TEST_F(Packages, ShareNoFileAndTakeNoneFromOtherPackages) {
  const Ran shared = run("for d in " + deb(0) + " " + deb(1) +
                         "; do dpkg-deb -c $d | awk '$1 !~ /^d/ {print $6}'; done | sort | uniq -d");
  EXPECT_EQ(shared.output, "");
  // The guarded xdotool is beside the real one and does not replace it.
  EXPECT_NE(run("dpkg-deb -c " + deb(1) + " | grep -q 'usr/bin/xdotool$'").code, 0);
}

TEST(DesktopEntry, IsValidAndItsIconIsThere) {
  const TempDir temp;
  ASSERT_EQ(run("cmake --install " + build + " --prefix " + temp.path()).code, 0);
  const fs::path share = fs::path(temp.path()) / "share";
  // Prompts name this file (desktop-entry: interlock); a notification server takes name and icon from it.
  const Ran valid = run("desktop-file-validate " + (share / "applications/interlock.desktop").string());
  EXPECT_EQ(valid.code, 0) << valid.output;
  const fs::path picture = fs::path(temp.path()) / "icon.png";
  const Ran drawn = run("rsvg-convert -w 48 -o " + picture.string() + " " +
                        (share / "icons/hicolor/scalable/apps/interlock.svg").string());
  EXPECT_EQ(drawn.code, 0) << drawn.output;
  EXPECT_GT(fs::file_size(picture), 500U);
}

}  // namespace
}  // namespace interlock::test
