#include "sight/buttons.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <string_view>

#include "sight/find_label.h"
#include "sight/ground.h"

namespace interlock::sight {

namespace {

/// Each has to be followed in the whole picture, which takes time.
constexpr std::size_t most_grounds = 24;

bool is_in_middle(const Rect& box, const Rect& text) {
  constexpr std::int32_t off_middle = 4;
  return std::abs((text.x - box.x) - (right(box) - right(text))) <= off_middle;
}

/// "Delete it?", "All files are lost." and "Delete:" say something to the person, "Delete" and "Save as..." do not.
bool is_sentence(std::string_view text) {
  constexpr auto ends =
      std::to_array<std::string_view>({"?", "!", ":", "\xEF\xBC\x9F", "\xEF\xBC\x81", "\xE3\x80\x82"});
  const bool point = text.ends_with('.') && !text.ends_with("..");
  return point || std::any_of(ends.begin(), ends.end(), [&](std::string_view end) { return text.ends_with(end); });
}

/// The words that stand on one background.
struct Group {
  Ground ground;
  std::vector<std::size_t> words;
};

std::vector<Group> groups_of(const Picture& picture, const std::vector<Word>& words) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Rect& place = words[i].place;
    const Point middle{place.x + place.width / 2, place.y + place.height / 2};
    const std::int32_t before = std::max(0, place.x - 2);
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& known) { return known.ground.has(picture, before, middle.y); });
    if (group == groups.end()) {
      if (groups.size() == most_grounds) return {};
      Ground ground = find_ground(picture, middle);
      if (!ground.found) continue;
      groups.push_back({std::move(ground), {}});
      group = groups.end() - 1;
    }
    group->words.push_back(i);
  }
  return groups;
}

bool is_button_like(const Ground& own, const Group& group, const std::vector<Word>& words) {
  constexpr std::int32_t same_height = 2;
  constexpr std::size_t most_words = 4;
  const Ground& ground = group.ground;
  if (!ground.closed || std::abs(ground.box.height - own.box.height) > same_height) return false;
  if (ground.box == own.box || ground.box.width > widest_control || group.words.size() > most_words) return false;
  if (group.words.empty() || distance(ground.colour, own.colour) > ground_tolerance) return false;
  Rect text = words[group.words.front()].place;
  for (const std::size_t word : group.words) text = united(text, words[word].place);
  return is_in_middle(ground.box, text) && !is_sentence(words[group.words.back()].text);
}

}  // namespace

void mark_other_buttons(const Picture& picture, Point at, std::vector<Word>& words) {
  const Ground own = find_ground(picture, at);
  const bool control = own.found && own.closed && own.box.height <= highest_control && own.box.width <= widest_control;
  if (!control) return;
  for (const Group& group : groups_of(picture, words)) {
    if (!is_button_like(own, group, words)) continue;
    for (const std::size_t word : group.words) words[word].button = true;
  }
}

}  // namespace interlock::sight
