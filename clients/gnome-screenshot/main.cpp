// gnome-screenshot, with interlock's masked picture in place of the screen: for agents that shell out to it. The
// original is a GTK program and needs windows and a session bus, which a confined agent does not have.
#include <getopt.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "ipc/base64.h"
#include "ipc/client.h"

namespace {

namespace json = boost::json;
using namespace interlock;

constexpr int failed = 1;
constexpr int no_daemon = 69;  ///< EX_UNAVAILABLE, as of the other clients
constexpr auto usage =
    "Usage: gnome-screenshot [-w] [-p] [-d SECONDS] [-f FILE]\n"
    "  -w, --window             the active window instead of the screen\n"
    "  -p, --include-pointer    with the pointer\n"
    "  -d, --delay=SECONDS      wait before\n"
    "  -f, --file=FILE          a PNG file; default: in ~/Pictures\n";

struct Wish {
  json::object params;
  std::string file;
  unsigned delay = 0;
};

int say(std::string_view what, int code = failed) {
  std::cerr << "gnome-screenshot: " << what << '\n';
  return code;
}

/// As the original names its files.
std::string default_file() {
  const char* home = std::getenv("HOME");
  std::string folder = home != nullptr ? home : ".";
  struct stat found {};
  if (::stat((folder + "/Pictures").c_str(), &found) == 0 && S_ISDIR(found.st_mode)) folder += "/Pictures";
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::localtime_r(&now, &parts);
  std::array<char, 64> name{};
  const auto size = std::strftime(name.data(), name.size(), "Screenshot from %Y-%m-%d %H-%M-%S.png", &parts);
  return folder + "/" + std::string(name.data(), size);
}

int no_person(int option) {
  return say(option == 'c' ? "the guarded clipboard takes no pictures; save a file with -f"
                           : "an agent cannot select interactively; leave out -a and -i");
}

/// The exit code, if there is nothing to be done.
std::optional<int> read_options(int argc, char** argv, Wish& wish) {
  constexpr int version = 256;
  static const std::array<option, 15> options = {{{"clipboard", no_argument, nullptr, 'c'},
                                                  {"window", no_argument, nullptr, 'w'},
                                                  {"area", no_argument, nullptr, 'a'},
                                                  {"include-border", no_argument, nullptr, 'b'},
                                                  {"remove-border", no_argument, nullptr, 'B'},
                                                  {"include-pointer", no_argument, nullptr, 'p'},
                                                  {"delay", required_argument, nullptr, 'd'},
                                                  {"border-effect", required_argument, nullptr, 'e'},
                                                  {"interactive", no_argument, nullptr, 'i'},
                                                  {"file", required_argument, nullptr, 'f'},
                                                  {"help", no_argument, nullptr, 'h'},
                                                  {"version", no_argument, nullptr, version},
                                                  {"display", required_argument, nullptr, 'e'},
                                                  {"filename", required_argument, nullptr, 'f'},
                                                  {nullptr, 0, nullptr, 0}}};
  int found = 0;
  while ((found = ::getopt_long(argc, argv, "cwabBpd:e:if:h", options.data(), nullptr)) != -1) {
    switch (found) {
      case 'w':
        wish.params["window"] = "active";
        break;
      case 'p':
        wish.params["cursor"] = true;
        break;
      case 'd':
        wish.delay = static_cast<unsigned>(std::strtoul(optarg, nullptr, 10));
        break;
      case 'f':
        wish.file = optarg;
        break;
      case 'b':
      case 'B':
      case 'e':
        break;  // no effect in the original either
      case 'a':
      case 'c':
      case 'i':
        return no_person(found);
      case 'h':
        std::cout << usage;
        return 0;
      case version:
        std::cout << "gnome-screenshot 41.0\n";
        return 0;
      default:
        std::cerr << usage;
        return failed;
    }
  }
  return std::nullopt;
}

int take(const Wish& wish) {
  auto client = ipc::Client::connect(ipc::agent_socket());
  if (!client) return say(client.error().text(), no_daemon);
  ::sleep(wish.delay);
  const auto answer = client->call("screenshot", wish.params);
  if (!answer)
    return say(answer.error().message, answer.error().code == ipc::error_code::no_answer ? no_daemon : failed);
  const json::value* data = answer->is_object() ? answer->get_object().if_contains("data") : nullptr;
  const auto png = data != nullptr && data->is_string() ? ipc::bytes_of_base64(data->get_string()) : std::nullopt;
  if (!png) return say("interlockd's answer has no picture");
  const std::string file = wish.file.empty() ? default_file() : wish.file;
  std::ofstream out(file, std::ios::binary);
  out << *png;
  out.close();
  return out ? 0 : say("cannot write " + file);
}

}  // namespace

int main(int argc, char** argv) {
  Wish wish;
  if (const auto code = read_options(argc, argv, wish)) return *code;
  return take(wish);
}
