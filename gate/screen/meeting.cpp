#include "gate/screen/meeting.h"

#include <algorithm>
#include <array>

#include "gate/url/url.h"
#include "values/ascii.h"

namespace interlock::gate {
namespace {

// Chosen by hand: programs for meetings that Debian or their makers package.
constexpr auto meeting_programs =
    std::to_array<std::string_view>({"bigbluebutton", "ciscocollabhost", "jitsi meet", "jitsi-meet", "mumble", "teams",
                                     "teams-for-linux", "webex", "zoom", "zoom-client"});

// Chosen by hand: a host, and what the path of a meeting begins with there.
struct MeetingPlace {
  std::string_view host;
  std::string_view path;
};
constexpr auto meeting_pages = std::to_array<MeetingPlace>({
    {"meet.google.com", "/"},
    {"teams.microsoft.com", "/"},
    {"teams.live.com", "/"},
    {"teams.cloud.microsoft", "/"},
    {"app.zoom.us", "/wc/"},
    {"zoom.us", "/wc/"},
    {"meet.jit.si", "/"},
    {"8x8.vc", "/"},
    {"whereby.com", "/"},
    {"web.webex.com", "/"},
});

bool is_program_of_meetings(std::string_view name) {
  return std::find(meeting_programs.begin(), meeting_programs.end(), lower(name)) != meeting_programs.end();
}

}  // namespace

bool holds_meeting(const Window& window) {
  return is_program_of_meetings(window.wm_class) || is_program_of_meetings(window.app);
}

bool holds_meeting(const Document& page) {
  const auto address = url::parse_url(page.url);
  if (!address || address->scheme != "https" || !address->host) return false;
  return std::any_of(meeting_pages.begin(), meeting_pages.end(), [&](const MeetingPlace& place) {
    return address->host->text == place.host && address->path.starts_with(place.path);
  });
}

}  // namespace interlock::gate
