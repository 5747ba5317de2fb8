#include "daemon/seeing/read_point.h"

#include <algorithm>
#include <utility>

#include "daemon/seeing/languages.h"
#include "daemon/seeing/regions.h"
#include "gate/readings/read_label.h"
#include "sight/find_label.h"

namespace interlock::daemon {

namespace asio = boost::asio;

namespace {

/// Windows up to this size are read as a whole: dialogs. In larger ones texts do not belong together.
constexpr std::int64_t most_window = 720LL * 480;
/// The label may be hidden behind a window this near to it, in heights of its text.
constexpr std::int32_t near_in_heights = 2;
/// Pixels around the label that must not change either.
constexpr std::int32_t shown_margin = 2;

bool is_hit(const platform::Surface& surface, Point at) {
  if (surface.covers.empty()) return surface.rect.contains(at);
  return std::any_of(surface.covers.begin(), surface.covers.end(), [&](const Rect& part) { return part.contains(at); });
}

/// `area` lies inside the capture's.
platform::Image part_of(const platform::Capture& capture, const Rect& area) {
  platform::Image part{area.width, area.height, {}};
  for (std::int32_t y = area.y; y < area.y + area.height; ++y) {
    const auto row = capture.image.pixels.begin() + static_cast<std::ptrdiff_t>(pixel_index(
                                                        capture.image, area.x - capture.area.x, y - capture.area.y));
    part.pixels.insert(part.pixels.end(), row, row + area.width);
  }
  return part;
}

void blank(platform::Image& image, const Rect& area) {
  constexpr std::uint32_t colour = 0x00808080;
  for (std::int32_t y = area.y; y < area.y + area.height; ++y) {
    const auto row = image.pixels.begin() + static_cast<std::ptrdiff_t>(pixel_index(image, area.x, y));
    std::fill(row, row + area.width, colour);
  }
}

/// Nothing of the label can be behind a window above, or beyond the edge of its own.
bool is_whole(const sight::Label& label, const OwnPixels& own) {
  const std::int32_t near = near_in_heights * label.place.height;
  const Rect around{own.area.x + label.place.x - near, own.area.y + label.place.y - label.place.height / 2,
                    label.place.width + 2 * near, label.place.height * 2};
  return !label.cut && std::none_of(own.covered.begin(), own.covered.end(),
                                    [&](const Rect& covered) { return !overlap(covered, around).empty(); });
}

sight::Request request_for(sight::Request::Kind kind, OwnPixels own, Point at, std::string languages) {
  return {kind, {at.x - own.area.x, at.y - own.area.y}, std::move(languages), std::move(own.picture)};
}

bool is_middle_in(const Rect& place, const Rect& word) {
  return place.contains({word.x + word.width / 2, word.y + word.height / 2});
}

}  // namespace

void set_around(ReadLabel& label, const std::vector<sight::Word>& words, Point origin) {
  const Rect own{label.place.x - origin.x, label.place.y - origin.y, label.place.width, label.place.height};
  int sum = 0, count = 0;
  std::uint32_t line = 0;
  for (const sight::Word& word : words) {
    sum += word.confidence;
    ++count;
    if (label.parts.empty() && (word.button || is_middle_in(own, word.place))) continue;
    if (!label.around.empty()) label.around += word.line == line ? ' ' : '\n';
    label.around += word.text;
    line = word.line;
  }
  if (count > 0) label.around_confidence = sum / count;
}

OwnPixels own_pixels(const platform::Capture& capture, const Window& window, const Known<Rect>& popup, Point at,
                     Rect wanted) {
  OwnPixels own;
  const auto& all = capture.surfaces;
  const auto hit = std::find_if(all.rbegin(), all.rend(), [&](const auto& surface) { return is_hit(surface, at); });
  if (hit == all.rend()) return own;
  const bool is_popup = popup && hit->rect == *popup;
  if (hit->client != window.id && !is_popup) return own;
  own.area = overlap(overlap(wanted, is_popup ? hit->rect : hit->client_rect), capture.area);
  if (own.area.empty() || !own.area.contains(at)) return {};
  platform::Image image = part_of(capture, own.area);
  for (auto above = all.rbegin(); above != hit; ++above) {
    const Rect covered = overlap(above->rect, own.area);
    if (covered.empty()) continue;
    own.covered.push_back(covered);
    blank(image, {covered.x - own.area.x, covered.y - own.area.y, covered.width, covered.height});
  }
  own.picture = {image.width, image.height, std::move(image.pixels)};
  return own;
}

namespace {

/// The text of the whole window, if that is small and nothing covers it.
asio::awaitable<void> read_around(std::shared_ptr<platform::Screen> screen, std::shared_ptr<sight::Reader> reader,
                                  Window window, Point at, std::string languages, platform::Deadline deadline,
                                  ReadLabel& label) {
  const Rect& rect = window.rect;
  if (std::int64_t{rect.width} * rect.height > most_window) co_return;
  const auto capture = co_await screen->capture(rect, false, deadline);
  if (!capture) co_return;
  OwnPixels own = own_pixels(*capture, window, none, at, rect);
  if (own.area != rect || !own.covered.empty()) co_return;
  auto request = request_for(sight::Request::Kind::page, std::move(own), at, std::move(languages));
  const auto reply = co_await reader->read(std::move(request), deadline);
  if (reply) set_around(label, reply->words, {rect.x, rect.y});
}

}  // namespace

asio::awaitable<ReadPoint> read_point(std::shared_ptr<platform::Screen> screen, std::shared_ptr<sight::Reader> reader,
                                      Window window, Known<Rect> popup, Point at, platform::Deadline deadline) {
  ReadPoint read;
  const Rect wanted{at.x - sight::label_reach_x, at.y - sight::label_reach_y, 2 * sight::label_reach_x,
                    sight::label_reach_y + sight::scroll_bar_reach};
  const auto capture = co_await screen->capture(wanted, false, deadline);
  if (!capture) co_return read;
  OwnPixels own = own_pixels(*capture, window, popup, at, wanted);
  if (own.area.empty()) co_return read;
  const OwnPixels kept{own.area, {}, own.covered};
  const std::string locale = window.pid ? locale_of_process(*window.pid) : std::string();
  const std::string languages = languages_of_locale(locale);
  auto request = request_for(sight::Request::Kind::label, std::move(own), at, languages);
  const auto reply = co_await reader->read(std::move(request), deadline);
  if (!reply) co_return read;
  read.label = none;
  if (!reply->label) co_return read;
  const sight::Label& found = *reply->label;
  ReadLabel label{
      .text = found.text, .parts = found.parts, .confidence = found.confidence, .whole = is_whole(found, kept)};
  label.languages = word_lists_of_locale(locale);
  label.place = {kept.area.x + found.place.x, kept.area.y + found.place.y, found.place.width, found.place.height};
  const Rect shown = overlap({label.place.x - shown_margin, label.place.y - shown_margin,
                              label.place.width + 2 * shown_margin, label.place.height + 2 * shown_margin},
                             kept.area);
  read.shows = std::make_shared<const platform::ShownPart>(platform::ShownPart{shown, part_of(*capture, shown)});
  const bool unclear =
      gate::needs_dialog(label.text) || std::any_of(label.parts.begin(), label.parts.end(), gate::needs_dialog);
  if (!popup && (window.type == "dialog" || unclear)) {
    co_await read_around(std::move(screen), std::move(reader), std::move(window), at, languages, deadline, label);
  }
  read.label = std::move(label);
  co_return read;
}

}  // namespace interlock::daemon
