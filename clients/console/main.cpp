/// interlock-console: the command line.
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdlib>
#include <iostream>

#include <sysexits.h>

#include "clients/console/server.h"
#include "ipc/client.h"

namespace {

/// $XDG_STATE_HOME/interlock/console.db or ~/.local/state/interlock/console.db, beside the audit log, where no agent
/// may change anything; empty: there is no home.
std::string history_file() {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  if (state != nullptr && state[0] == '/') return std::string(state) + "/interlock/console.db";
  if (home != nullptr && home[0] == '/') return std::string(home) + "/.local/state/interlock/console.db";
  return {};
}

}  // namespace

int main(int argc, char** argv) try {
  using namespace interlock;
  console::Settings settings{.origin = "http://localhost:8470",
                             .listen = "127.0.0.1:8470",
                             .questions = ipc::questions_socket(),
                             .history = history_file(),
                             .logins = ipc::socket_dir() + "/console.sock"};
  bool control = false, view = false;
  CLI::App app("A web page to see what agents ask and to answer it: denials at once, approvals by passkey.");
  app.set_version_flag("--version", "interlock-console " INTERLOCK_VERSION);
  app.add_option("--origin", settings.origin, "what people open, exactly, as https://console.example:8443")
      ->capture_default_str();
  app.add_option("--listen", settings.listen, "ADDRESS:PORT, or unix:PATH behind a proxy")->capture_default_str();
  auto* certificate = app.add_option("--certificate", settings.certificate, "PEM file with the certificate chain");
  auto* key = app.add_option("--private-key", settings.private_key, "PEM file with its private key");
  certificate->needs(key);
  key->needs(certificate);
  auto* questions =
      app.add_option("--questions", settings.questions, "interlockd's questions socket")->capture_default_str();
  auto* controls =
      app.add_flag("--control", control, "also sessions, pause, halt, history and the policy, by the control socket");
  auto* views = app.add_flag("--view", view, "also the screen, masked as for an agent, by the agent socket");
  app.add_option("--broker", settings.broker, "file of a broker: the questions of all desktops behind it")
      ->excludes(questions)
      ->excludes(controls)
      ->excludes(views);
  app.add_option("--metrics", settings.metrics, "loopback ADDRESS:PORT, or unix:PATH, where Prometheus finds metrics");
  app.add_option("--push", settings.push, "file with webhooks and ntfy topics that get a message when questions wait");
  auto* history =
      app.add_option("--history", settings.history,
                     "where the history is kept: postgresql://..., or a file (SQLite); an empty text: in memory alone")
          ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? EX_OK : EX_USAGE;
  }
  settings.history_is_default = history->count() == 0;
  if (control) settings.control = ipc::control_socket();
  if (view) settings.agent = ipc::agent_socket();
  if (!console::is_usable_origin(settings.origin)) {
    std::cerr << "interlock-console: passkeys do not work on " << settings.origin
              << ": use https://NAME or https://NAME:PORT, or http://localhost:PORT\n";
    return EX_USAGE;
  }
  std::signal(SIGPIPE, SIG_IGN);
  if (const auto served = console::serve(settings); !served) {
    std::cerr << "interlock-console: " << served.error().text() << '\n';
    return EX_UNAVAILABLE;
  }
  return EX_OK;
} catch (const std::exception& error) {
  std::cerr << "interlock-console ended because of an unexpected error: " << error.what() << '\n';
  return EX_SOFTWARE;
}
