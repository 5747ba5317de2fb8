#include "tests/desktop/firefox.h"

#include <filesystem>
#include <fstream>

namespace interlock::test {

std::string firefox_profile(const std::string& folder) {
  std::filesystem::create_directories(folder);
  // Some seconds after its first start Firefox opens its privacy notice in front of the page, and after a password was
  // sent it asks there whether to keep it.
  std::ofstream(folder + "/user.js")
      << R"(user_pref("datareporting.policy.dataSubmissionPolicyBypassNotification", true);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("signon.rememberSignons", false);
)";
  return folder;
}

}  // namespace interlock::test
