// Calls of other programs over D-Bus: those that start programs, type text into a terminal, or run code.
#include <algorithm>

#include "gate/shell/judges.h"
#include "gate/shell/verb_words.h"

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

/// org.freedesktop.login1.Manager.Reboot, StopUnit: the name of a method begins with its verb. "Close" and "Remove"
/// are what one does to one's own notifications and matches.
bool ends_something(std::string_view method) {
  const std::vector<std::string> parts = parts_of_name(last_name(method));
  if (parts.empty() || method.find('/') != std::string_view::npos) return false;
  const std::string_view verb = parts.front();
  const bool power = verb == "power" && parts.size() > 1 && parts[1] == "off";
  if (power || is_listed("reboot halt suspend hibernate hybrid shutdown logout stop kill terminate format", verb))
    return true;
  return deed_of_part(verb) == Deed::destroys;
}

}  // namespace

void judge_bus(const Call& call, Dangers& dangers) {
  if (!call.is("dbus-send gdbus busctl qdbus qdbus6 qdbus-qt5")) return;
  const bool runs = std::any_of(call.operands.begin(), call.operands.end(), [](const Operand& operand) {
    return is_listed(running_methods, last_name(operand.text())) || !is_known(operand.text());
  });
  if (call.has("introspect monitor list tree status")) return;
  if (runs)
    dangers.push_back({Decision::require_confirmation, "hidden_command", "has another program start or run something"});
  const bool calls = call.is("dbus-send gdbus qdbus qdbus6 qdbus-qt5") || call.has("call");
  if (!runs && calls && std::any_of(call.operands.begin(), call.operands.end(), [](const Operand& operand) {
        return ends_something(operand.text());
      }))
    dangers.push_back(
        {Decision::require_confirmation, "system_change", "has another program stop or destroy something"});
}

}  // namespace interlock::gate::shell
