/// Subcommands that only show something, of programs that manage services, containers, clusters and repositories.
#pragma once

#include <string_view>

namespace interlock::gate::shell {

/// Whether `command`, one simple command without redirections and substitutions, is such a program with a subcommand
/// that only shows: `git log -3`, `kubectl get pods`, `aws ec2 describe-instances`, `docker compose ps`. Whether what
/// it shows is a secret is another question.
bool only_shows(std::string_view command);

}  // namespace interlock::gate::shell
