/// Text in a prompt's window: one family of fonts, and for a character that it lacks any font that has it.
/// Used by one thread.
#pragma once

#include "platform/x11/xlib.h"

#include <X11/Xft/Xft.h>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::platform::x11 {

class PromptText {
 public:
  /// `pattern` as fontconfig reads it: "sans:pixelsize=14".
  PromptText(Display* display, const std::string& pattern);
  ~PromptText();
  PromptText(const PromptText&) = delete;
  PromptText& operator=(const PromptText&) = delete;

  bool usable() const { return !fonts_.empty(); }
  int line_height() const;
  int width(std::string_view text);
  void draw(XftDraw* onto, const XftColor& colour, int x, int baseline, std::string_view text);
  int ascent() const;
  /// Broken at spaces, inside of a word only where it is wider than `width`; at most `most` lines, the last of them cut
  /// with "…".
  std::vector<std::string> lines(std::string_view text, int width, std::size_t most);

 private:
  XftFont* font_for(FcChar32 character);
  template <class Visit>
  void each_run(std::string_view text, Visit visit);

  Display* display_;
  std::string pattern_;
  std::vector<XftFont*> fonts_;  ///< the family's own first
};

}  // namespace interlock::platform::x11
