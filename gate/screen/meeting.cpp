#include "gate/screen/meeting.h"

#include <algorithm>
#include <array>

#include "gate/url/url.h"
#include "values/ascii.h"

namespace interlock::gate {
namespace {

// Chosen by hand: programs for meetings that Debian or their makers package.
constexpr auto meeting_programs =
    std::to_array<std::string_view>({"bigbluebutton", "ciscocollabhost", "discord", "jitsi meet", "jitsi-meet",
                                     "mumble", "teams", "teams-for-linux", "webex", "zoom", "zoom-client"});

// Chosen by hand: a host, and what the path of a meeting begins with there.
struct MeetingPlace {
  std::string_view host;
  std::string_view path;
  Meeting meeting = Meeting::only;
};
constexpr auto meeting_pages = std::to_array<MeetingPlace>({
    {"meet.google.com", "/"},
    {"teams.microsoft.com", "/", Meeting::and_teams},
    {"teams.live.com", "/", Meeting::and_teams},
    {"teams.cloud.microsoft", "/", Meeting::and_teams},
    {"discord.com", "/channels/", Meeting::and_teams},
    {"app.zoom.us", "/wc/"},
    {"zoom.us", "/wc/"},
    {"zoom.us", "/j"},  // "/j/NUMBER", "/join"
    {"meet.jit.si", "/"},
    {"8x8.vc", "/"},
    {"whereby.com", "/"},
    {"web.webex.com", "/"},
});

bool is_program_of_meetings(std::string_view name) {
  return std::find(meeting_programs.begin(), meeting_programs.end(), lower(name)) != meeting_programs.end();
}

}  // namespace

Meeting meeting_in(const Window& window) {
  if (!is_program_of_meetings(window.wm_class) && !is_program_of_meetings(window.app)) return Meeting::none;
  constexpr auto with_teams = std::to_array<std::string_view>({"teams", "discord"});
  const bool keeps_teams = std::any_of(with_teams.begin(), with_teams.end(), [&](auto name) {
    return lower(window.wm_class).starts_with(name) || lower(window.app).starts_with(name);
  });
  return keeps_teams ? Meeting::and_teams : Meeting::only;
}

Meeting meeting_in(const Document& page) {
  const auto address = url::parse_url(page.url);
  if (!address || address->scheme != "https" || !address->host) return Meeting::none;
  const auto* const place = std::find_if(meeting_pages.begin(), meeting_pages.end(), [&](const MeetingPlace& each) {
    return address->host->text == each.host && address->path.starts_with(each.path);
  });
  return place == meeting_pages.end() ? Meeting::none : place->meeting;
}

}  // namespace interlock::gate
