#include "tests/e2e/e2e_xdotool.h"

#include <filesystem>

namespace interlock::test {
namespace {

const std::string folder = std::string(INTERLOCK_BINARY_DIR) + "/clients/xdotool";

std::string file(World& world, const char* name) {
  return world.desktop().dir() + "/log/xdotool." + name;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Ran& ran) {
  return out << "exit " << ran.code << "\n" << ran.out << (ran.err.empty() ? "" : "stderr: ") << ran.err;
}

Process Xdotool::start(Which which, const std::string& line, const Process::Environment& more) {
  auto environment = world_.desktop().environment();
  for (const auto& [name, value] : more) environment[name] = value;
  if (which == Which::guarded) environment["PATH"] = folder + ":" + environment["PATH"];
  const std::string wrapped = "{ " + line + "\n} >" + file(world_, "out") + " 2>" + file(world_, "err");
  return Process::start({"sh", "-c", wrapped}, environment);
}

Ran Xdotool::shell(Which which, const std::string& command, const Process::Environment& more) {
  Ran ran;
  ran.code = start(which, command, more).wait();
  ran.out = read_file(file(world_, "out"));
  ran.err = errors();
  return ran;
}

Ran Xdotool::run(Which which, const std::string& line, const Process::Environment& more) {
  return shell(which, "xdotool " + line, more);
}

std::string Xdotool::errors() const {
  return read_file(file(world_, "err"));
}

}  // namespace interlock::test
