/// The layout of a prompt's window: the texts to be drawn, the places of their pictures, and the whole window as one
/// image. Pure: no display, no font.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/notifier.h"
#include "platform/prompt/text_wire.h"
#include "values/geometry.h"

namespace interlock::platform::prompt {

inline constexpr int window_width = 560;

/// One line of an application's words as they are drawn: without characters that hide or reorder text, and with each
/// quoted part isolated (U+2068, U+2069), so that right-to-left words in it reorder nothing around them.
std::string drawable(std::string_view text);

class PromptLayout {
 public:
  explicit PromptLayout(Prompt prompt);

  /// What draw-text must draw, in this order.
  const std::vector<TextBlock>& blocks() const { return blocks_; }
  /// Places everything; `drawn` are the pictures of `blocks`. Leaves out the prompt's picture if the window would be
  /// higher than `most_height` with it.
  void place(std::vector<DrawnText> drawn, int most_height);

  struct Button {
    Answer answer;
    Rect rect;
  };
  const Prompt& prompt() const { return prompt_; }
  int height() const { return height_; }
  const std::vector<Button>& buttons() const { return buttons_; }
  /// Where a person types a word for the agent; empty: a word would not count here.
  const Rect& word_field() const { return word_field_; }
  /// What draw-text must draw for this text in the field.
  TextBlock word_block(std::string text) const;
  /// The field's text and whether keys go to it. Null text: what the field is for is shown.
  void show_word(std::optional<DrawnText> text, bool typing);
  /// `ready`: a yes counts now, and the buttons show this. `seconds`: until the question is denied, which is shown if
  /// the prompt has `expires`.
  Image paint(bool ready, std::int64_t seconds = 0) const;

 private:
  struct Row {  ///< a text, and its label to the left of it
    std::size_t block = 0;
    std::size_t label = 0;
    bool labelled = false;
    bool gap_after = false;
  };
  /// Images of the ten digits and of the unit, for "denied automatically in 57 s". The text is drawn once; each second
  /// the image of the number is put together from them.
  struct Countdown {
    std::size_t digits = 0;  ///< the block of "0"; the other nine follow it
    std::size_t unit = 0;
    Point at;  ///< of the first digit, on the baseline
  };
  struct Label {  ///< of a button: its text while a yes counts, and its text before
    Answer answer;
    std::size_t ready = 0;
    std::size_t waiting = 0;
  };
  struct Placed {
    std::size_t block = 0;
    int x = 0, y = 0;
  };

  std::size_t add_block(std::string text, std::uint32_t colour, int width, int lines);
  void add_row(const std::string& text, int lines, bool gap_after);
  void add_countdown();
  void add_word_field();
  void place_word_field();
  void paint_word_field(Image& image) const;
  void add_button(Answer answer, const std::string& label);
  void place_all(bool with_picture);
  void place_row(const Row& row);
  void place_buttons();
  void paint_countdown(Image& image, std::int64_t seconds) const;

  Prompt prompt_;
  std::vector<TextBlock> blocks_;
  std::vector<Row> head_, rows_;        ///< above and below the picture
  std::optional<Countdown> countdown_;  ///< at the end of the last row
  std::vector<Label> labels_;
  struct WordField {
    std::size_t label = 0, hint = 0;
    std::optional<DrawnText> text;
    bool typing = false;
  };
  std::optional<WordField> word_;
  Rect word_field_;
  std::vector<DrawnText> drawn_;
  std::vector<Placed> texts_;
  std::vector<Button> buttons_;
  Point picture_at_;
  bool with_picture_ = false;
  int height_ = 0;
};

}  // namespace interlock::platform::prompt
