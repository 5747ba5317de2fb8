// Calls of other programs over D-Bus: those that start programs, type text into a terminal, or run code.
#include <algorithm>

#include "gate/shell/judges.h"

namespace interlock::gate::shell {
namespace {

constexpr std::string_view running_methods =
    "StartTransientUnit StartUnit RestartUnit LinkUnitFiles EnableUnitFiles SetEnvironment Eval evaluateScript "
    "loadScript "
    "runCommand sendText Exec Execute ExecuteCommand RunCommand Run Spawn Launch LaunchUris Open OpenURI "
    "ActivateAction "
    "UpdateActivationEnvironment StartServiceByName";

std::string_view last_name(std::string_view method) {
  return method.substr(method.find_last_of(".:") + 1);
}

}  // namespace

void judge_bus(const Call& call, Dangers& dangers) {
  if (!call.is("dbus-send gdbus busctl qdbus qdbus6 qdbus-qt5")) return;
  const bool runs = std::any_of(call.operands.begin(), call.operands.end(), [](const Operand& operand) {
    return is_listed(running_methods, last_name(operand.text())) || !is_known(operand.text());
  });
  if (!runs || call.has("introspect monitor list tree status")) return;
  dangers.push_back({Decision::require_confirmation, "hidden_command", "has another program start or run something"});
}

}  // namespace interlock::gate::shell
