// Software that is installed or run from an address or a file.
#include <algorithm>
#include <array>

#include "gate/shell/hosts.h"
#include "gate/shell/judges.h"

namespace interlock::gate::shell {
namespace {

constexpr auto install_asks = Decision::require_confirmation;

/// A package of the system as a file: ./tool.deb, x-1.0.noarch.rpm. Its scripts run as root, and no
/// repository's signature is checked.
bool is_package_file_given(const Call& call) {
  if (!call.is("dnf yum rpm apt apt-get dpkg zypper pacman") && !(call.is("apk") && call.has("--allow-untrusted")))
    return false;
  return std::any_of(call.operands.begin(), call.operands.end(), [](const Operand& operand) {
    const std::string_view text = operand.text();
    constexpr auto endings =
        std::to_array<std::string_view>({".deb", ".rpm", ".apk", ".pkg.tar.zst", ".pkg.tar.xz", ".pkg.tar.gz"});
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) { return text.ends_with(ending); });
  });
}

}  // namespace

void judge_installs(const Call& call, Dangers& dangers) {
  if (call.is("dnf yum rpm apt apt-get dpkg zypper pacman pip pip3 pipx npm gem") &&
      call.has("install add -i -U -Uvh -ivh i in localinstall")) {
    const bool root =
        call.scene.via.find("sudo") != std::string::npos || call.scene.via.find("doas") != std::string::npos;
    const bool address = std::any_of(call.operands.begin(), call.operands.end(), [](const Operand& o) {
      return !o.after_option &&
             (o.text().starts_with("http://") || o.text().starts_with("https://") || o.text().starts_with("ftp://"));
    });
    if (address) dangers.push_back({install_asks, "remote_code", "installs software from an address, unseen"});
    if (!call.scene.remote && is_package_file_given(call))
      dangers.push_back({install_asks, "remote_code", "installs software from a file, whose scripts run as root"});
    if (root && call.is("pip pip3 npm gem"))
      dangers.push_back({install_asks, "remote_code", "runs the installers of others as root"});
  }
  const std::string_view index = call.value("--index-url --extra-index-url -i --index --registry --find-links -f");
  if (call.is("pip pip3 pipx uv npm pnpm yarn") && index.starts_with("http://") && !is_near(host_of(index)))
    dangers.push_back({install_asks, "remote_code", "installs what anyone between here and the server may replace"});
  // go run MODULE@VERSION
  if (call.is("go") && call.has("run") && std::any_of(call.operands.begin(), call.operands.end(), [](const Operand& o) {
        return o.text().find('@') != std::string::npos && o.text().find('.') < o.text().find('/');
      }))
    dangers.push_back({install_asks, "remote_code", "runs software from the network, unseen"});
  const bool fetches = (call.is("cargo") && call.has("install") && call.has("--git")) ||
                       call.is("npx bunx pnpx deno") || call.is("pip pip3 pipx uv go npm");
  if (fetches && (!call.is("pip pip3 pipx uv go npm") || call.has("install run add i"))) {
    for (const Operand& operand : call.operands) {
      const std::string& text = operand.text();
      const bool address = text.find("://") != std::string::npos || text.starts_with("github:");
      if (!address || call.has("--index-url --extra-index-url -i --registry --find-links")) continue;
      dangers.push_back({install_asks, "remote_code", "runs or installs software from an address, unseen"});
      break;
    }
  }
}

}  // namespace interlock::gate::shell
