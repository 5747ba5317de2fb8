/// interlock-bridge: the command line.
#include <CLI/CLI.hpp>
#include <iostream>

#include <sysexits.h>

#include "clients/bridge/bridge.h"
#include "ipc/client.h"

int main(int argc, char** argv) try {
  using namespace interlock;
  bridge::Settings settings{.broker = {}, .questions = ipc::questions_socket(), .metrics = {}};
  std::string file;
  CLI::App app(
      "Carries the questions of this desktop to an MQTT broker, and signed answers back. It can approve nothing.");
  app.set_version_flag("--version", "interlock-bridge " INTERLOCK_VERSION);
  app.add_option("--broker", file, "file with the broker's address, our name there, and certificates")->required();
  app.add_option("--questions", settings.questions, "interlockd's questions socket")->capture_default_str();
  app.add_option("--metrics", settings.metrics, "loopback ADDRESS:PORT, or unix:PATH, where Prometheus finds metrics");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? EX_OK : EX_USAGE;
  }
  const auto read = broker::read_settings(file);
  if (!read) {
    std::cerr << "interlock-bridge: " << read.error().text() << '\n';
    return EX_CONFIG;
  }
  settings.broker = *read;
  if (const auto carried = bridge::carry(settings); !carried) {
    std::cerr << "interlock-bridge: " << carried.error().text() << '\n';
    return EX_UNAVAILABLE;
  }
  return EX_OK;
} catch (const std::exception& error) {
  std::cerr << "interlock-bridge ended because of an unexpected error: " << error.what() << '\n';
  return EX_SOFTWARE;
}
