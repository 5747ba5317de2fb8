// Which accessible frame stands for which window of a program.
#include "a11y/frame_match.h"

#include <gtest/gtest.h>

namespace interlock::a11y {
namespace {

const Toolkit a_gtk3 = toolkit_from("gtk", "3.24.38");
const Toolkit a_gtk4 = toolkit_from("GTK", "4.8.3");
const Toolkit a_chromium = toolkit_from("Chromium", "156");

ProgramWindow window(std::string title, Rect rect, bool active = false) {
  static std::uint64_t ids = 0;
  return {++ids, std::move(title), {rect}, active};
}
Frame frame(std::string name, Rect extents, const Toolkit& toolkit = a_gtk3, bool active = false) {
  return {toolkit, extents, std::move(name), active, true};
}
using Found = std::optional<std::size_t>;

TEST(FrameMatch, ADialogWithoutAFrameIsNotReadAsTheWindowBehindItWhateverTheirPlaces) {
  const Rect page{100, 60, 1100, 800};
  int misread = 0, lost = 0, geometries = 0;
  for (const Toolkit& toolkit : {a_gtk3, a_gtk4, a_chromium}) {
    for (const int by : {0, 1, 2, 5, 10, 26, 40, 63}) {
      for (const Rect& dialog :
           {Rect{page.x + by, page.y, page.width, page.height}, Rect{page.x, page.y + by, page.width, page.height - by},
            Rect{page.x + by, page.y + by, page.width - 2 * by, page.height - 2 * by},
            Rect{page.x - by, page.y - by, page.width + by, page.height + by}}) {
        ++geometries;
        const std::vector<Frame> frames = {frame("Shop - Chromium", page, toolkit)};
        const std::vector<ProgramWindow> windows = {window("Shop - Chromium", page), window("Open File", dialog)};
        if (frame_of(frames, windows, 1)) ++misread;
        if (frame_of(frames, windows, 0) != Found(0)) ++lost;
      }
    }
  }
  EXPECT_EQ(geometries, 96);
  EXPECT_EQ(misread, 0);
  EXPECT_EQ(lost, 0);
}

TEST(FrameMatch, EachOfTwoWindowsHasItsOwnFrameByTitle) {
  const Rect place{0, 20, 800, 600}, beside{10, 30, 790, 590};
  const std::vector<Frame> frames = {frame("Parent", {-1, 0, 802, 622}), frame("Child", {9, 10, 792, 612})};
  const std::vector<ProgramWindow> windows = {window("Parent", place), window("Child", beside)};
  EXPECT_EQ(frame_of(frames, windows, 0), Found(0));
  EXPECT_EQ(frame_of(frames, windows, 1), Found(1));
}

TEST(FrameMatch, ADecorationCountsByTheWindowManagersWord) {
  auto parent = window("", {0, 20, 800, 600});
  parent.places.push_back({-1, 0, 802, 621});
  EXPECT_EQ(frame_of({frame("", {-1, 0, 802, 621})}, {parent}, 0), Found(0));
  EXPECT_EQ(frame_of({frame("", {-1, 0, 802, 640})}, {parent}, 0), std::nullopt) << "another title, not exactly there";
}

TEST(FrameMatch, OneTitleAndPlaceForTwoWindowsNeedsTwoFramesAndGoesByWhichIsActive) {
  const Rect place{0, 0, 800, 600};
  const std::vector<ProgramWindow> windows = {window("New Tab", place, true), window("New Tab", place)};
  const std::vector<Frame> both = {frame("New Tab", place), frame("New Tab", place, a_gtk3, true)};
  EXPECT_EQ(frame_of(both, windows, 0), Found(1));
  EXPECT_EQ(frame_of(both, windows, 1), Found(0));
  EXPECT_EQ(frame_of({both[1]}, windows, 0), std::nullopt);
  EXPECT_EQ(frame_of({both[0]}, windows, 1), std::nullopt);
  const std::vector<Frame> none_active = {both[0], both[0]};
  EXPECT_EQ(frame_of(none_active, windows, 0), std::nullopt);
}

TEST(FrameMatch, ATitleOfADialogThatBeginsAsItsParentsIsNotEnough) {
  const Rect place{0, 0, 800, 600};
  const std::vector<ProgramWindow> windows = {window("Save", place), window("Save As", {4, 4, 792, 592})};
  EXPECT_EQ(frame_of({frame("Save", place)}, windows, 1), std::nullopt);
}

TEST(FrameMatch, QtAddsTheApplicationsNameToTheTitle) {
  EXPECT_EQ(frame_of({frame("Notes", {5, 5, 90, 90})}, {window("Notes — Editor", {0, 0, 100, 100})}, 0), Found(0));
}

TEST(FrameMatch, ATitleThatChangedAMomentAgoStaysWithItsWindow) {
  const Rect place{0, 0, 800, 600};
  const std::vector<ProgramWindow> windows = {window("Cart - Chromium", place), window("Mail - Chromium", place)};
  const std::vector<Frame> frames = {frame("Shop - Chromium", place), frame("Mail - Chromium", place)};
  EXPECT_EQ(frame_of(frames, windows, 0), Found(0));
  EXPECT_EQ(frame_of(frames, windows, 1), Found(1));
}

}  // namespace
}  // namespace interlock::a11y
