#include "platform/prompt/prompt_layout.h"

#include <algorithm>
#include <utility>

#include "platform/notify/text.h"

namespace interlock::platform::prompt {

namespace {

constexpr int margin = 24;
constexpr int gap = 12;
constexpr int label_width = 84;
constexpr int space = 4;  ///< between words
constexpr int button_height = 36;
constexpr int least_button_width = 110;
constexpr int title_size = 17;
constexpr std::size_t longest_text = 400;
constexpr int word_lines = 2;
constexpr int word_inset = 6;  ///< between the edge of the field and its text

constexpr std::uint32_t paper = 0xFFFFFF, ink = 0x1A1A1A, faint = 0x5A5A5A, button_paper = 0xE6E6E6,
                        approve_paper = 0xCFE8CF, field_edge = 0x9A9A9A, typing_edge = 0x1A5FB4;

constexpr std::string_view isolate = "\u2068", end_of_isolate = "\u2069";

bool is_yes(Answer answer) {
  return answer == Answer::approved || answer == Answer::approved_for_session;
}

void fill(Image& image, const Rect& rect, std::uint32_t colour) {
  for (int y = std::max(0, rect.y); y < std::min(image.height, rect.y + rect.height); ++y) {
    for (int x = std::max(0, rect.x); x < std::min(image.width, rect.x + rect.width); ++x)
      image.pixels[static_cast<std::size_t>(y * image.width + x)] = colour;
  }
}

/// `above`, premultiplied, over an opaque colour.
std::uint32_t over(std::uint32_t above, std::uint32_t below) {
  const std::uint32_t rest = 255 - (above >> 24);
  std::uint32_t mixed = 0;
  for (const int shift : {16, 8, 0}) {
    const std::uint32_t part = (above >> shift & 0xFF) + ((below >> shift & 0xFF) * rest + 127) / 255;
    mixed |= std::min(part, 0xFFU) << shift;
  }
  return mixed;
}

/// `opaque`: its pixels have no alpha. What is below `bottom` is left out.
void put(Image& image, const Image& part, Point at, bool opaque, int bottom) {
  for (int y = std::max(0, -at.y); y < std::min(part.height, bottom - at.y); ++y) {
    for (int x = std::max(0, -at.x); x < std::min(part.width, image.width - at.x); ++x) {
      auto& pixel = image.pixels[static_cast<std::size_t>((at.y + y) * image.width + at.x + x)];
      const auto above = part.pixels[static_cast<std::size_t>(y * part.width + x)];
      pixel = opaque ? above : over(above, pixel);
    }
  }
}

void put(Image& image, const Image& part, Point at, bool opaque) {
  put(image, part, at, opaque, image.height);
}

}  // namespace

std::string drawable(std::string_view text) {
  const std::string line = notify::visible_line(text, longest_text);
  std::string isolated;
  for (std::size_t at = 0; at < line.size();) {
    const auto open = line.find('"', at);
    const auto close = open == std::string::npos ? open : line.find('"', open + 1);
    if (close == std::string::npos) return isolated + line.substr(at);
    isolated += line.substr(at, open + 1 - at);
    isolated += isolate;
    isolated += line.substr(open + 1, close - open - 1);
    isolated += end_of_isolate;
    isolated += '"';
    at = close + 1;
  }
  return isolated;
}

/// Top to bottom: why the last answer did not count, what would be done, the target, who asks and where, the buttons.
PromptLayout::PromptLayout(Prompt prompt) : prompt_(std::move(prompt)) {
  constexpr int whole_width = window_width - 2 * margin;
  if (!prompt_.notice.empty())
    head_.push_back({.block = add_block(drawable(prompt_.notice + "."), ink, whole_width, 2)});
  head_.push_back({.block = add_block(drawable(prompt_.title), ink, whole_width, 4), .gap_after = true});
  blocks_.back().bold = true;
  blocks_.back().size = title_size;
  for (const auto& [key, value] : prompt_.rows) {
    if (value.empty()) continue;
    const auto label = add_block(drawable(key + ":"), faint, label_width, 1);
    rows_.push_back(
        {.block = add_block(drawable(value), ink, whole_width - label_width, 4), .label = label, .labelled = true});
  }
  if (prompt_.expires) add_countdown();
  if (!rows_.empty()) rows_.back().gap_after = true;
  if (!prompt_.can_approve) {
    const auto how = add_block(drawable("To approve: " + prompt_.approve_by + " " + prompt_.id), ink, whole_width, 2);
    rows_.push_back({.block = how});
  }
  if (prompt_.can_approve) add_word_field();
  add_button(Answer::denied, "Deny");
  if (prompt_.can_approve) add_button(Answer::approved, "Approve");
  if (prompt_.can_approve && prompt_.may_last) add_button(Answer::approved_for_session, prompt_.lasting);
}

std::size_t PromptLayout::add_block(std::string text, std::uint32_t colour, int width, int lines) {
  blocks_.push_back({.text = std::move(text), .colour = colour, .width = width, .lines = lines});
  return blocks_.size() - 1;
}

void PromptLayout::add_countdown() {
  const auto label = add_block("answer:", faint, label_width, 1);
  const auto text = add_block("denied automatically in", ink, window_width / 2, 1);
  rows_.push_back({.block = text, .label = label, .labelled = true});
  Countdown countdown{.digits = blocks_.size()};
  for (char digit = '0'; digit <= '9'; ++digit) add_block(std::string(1, digit), ink, window_width, 1);
  countdown.unit = add_block("s", ink, window_width, 1);
  countdown_ = countdown;
}

void PromptLayout::add_word_field() {
  WordField field{.label = add_block("say why:", faint, label_width, 1)};
  TextBlock hint = word_block("Click here to tell the agent why not; Return denies");
  hint.colour = faint;
  field.hint = blocks_.size();
  blocks_.push_back(std::move(hint));
  word_ = std::move(field);
}

TextBlock PromptLayout::word_block(std::string text) const {
  return {.text = std::move(text),
          .colour = ink,
          .width = window_width - 2 * margin - label_width - 2 * word_inset,
          .lines = word_lines};
}

void PromptLayout::show_word(std::optional<DrawnText> text, bool typing) {
  if (!word_) return;
  word_->text = std::move(text);
  word_->typing = typing;
}

void PromptLayout::add_button(Answer answer, const std::string& label) {
  constexpr int widest = window_width / 3;
  const auto ready = add_block(label, ink, widest, 1);
  labels_.push_back({answer, ready, is_yes(answer) ? add_block(label, faint, widest, 1) : ready});
}

void PromptLayout::place(std::vector<DrawnText> drawn, int most_height) {
  drawn_ = std::move(drawn);
  place_all(prompt_.picture != nullptr);
  if (with_picture_ && height_ > most_height) place_all(false);
}

void PromptLayout::place_all(bool with_picture) {
  texts_.clear();
  buttons_.clear();
  with_picture_ = with_picture;
  height_ = margin;
  for (const auto& row : head_) place_row(row);
  picture_at_ = {margin, height_};
  if (with_picture) height_ += prompt_.picture->image.height + gap;
  for (const auto& row : rows_) {
    place_row(row);
    if (!countdown_ || row.block + 1 != countdown_->digits) continue;
    const auto& [block, x, y] = texts_.back();
    countdown_->at = {x + drawn_[block].image.width + space, y + drawn_[block].baseline};
  }
  if (word_) place_word_field();
  height_ += gap;
  place_buttons();
}

void PromptLayout::place_row(const Row& row) {
  const auto& text = drawn_[row.block];
  int down = 0;
  if (row.labelled) {  // label and text share a baseline
    const auto& label = drawn_[row.label];
    down = std::max(0, label.baseline - text.baseline);
    texts_.push_back({row.label, margin, height_ + down + text.baseline - label.baseline});
  }
  texts_.push_back({row.block, margin + (row.labelled ? label_width : 0), height_ + down});
  height_ += down + text.image.height + (row.gap_after ? gap : 0);
}

void PromptLayout::place_word_field() {
  const int line = drawn_[word_->label].image.height;
  height_ += gap / 2;
  word_field_ = {margin + label_width, height_, window_width - 2 * margin - label_width,
                 word_lines * line + 2 * word_inset};
  texts_.push_back({word_->label, margin, height_ + word_inset});
  height_ += word_field_.height;
}

void PromptLayout::place_buttons() {
  int right = window_width - margin;
  for (const auto& label : labels_) {
    const int wide = std::max(least_button_width, drawn_[label.ready].image.width + 2 * margin);
    buttons_.push_back({label.answer, {right - wide, height_, wide, button_height}});
    right -= wide + gap;
  }
  height_ += button_height + margin;
}

void PromptLayout::paint_word_field(Image& image) const {
  const auto& [x, y, width, height] = word_field_;
  fill(image, word_field_, word_->typing ? typing_edge : field_edge);
  const int edge = word_->typing ? 2 : 1;
  const Rect within{x + edge, y + edge, width - 2 * edge, height - 2 * edge};
  fill(image, within, paper);
  const Image& text = word_->text ? word_->text->image : drawn_[word_->hint].image;
  put(image, text, {x + word_inset, y + word_inset}, false, y + height - edge);
}

void PromptLayout::paint_countdown(Image& image, std::int64_t seconds) const {
  Point at = countdown_->at;
  const auto next = [&](std::size_t block) {
    const auto& text = drawn_[block];
    put(image, text.image, {at.x, at.y - text.baseline}, false);
    at.x += text.image.width;
  };
  for (const char digit : std::to_string(std::max<std::int64_t>(seconds, 0))) {
    next(countdown_->digits + static_cast<std::size_t>(digit - '0'));
  }
  at.x += space;
  next(countdown_->unit);
}

Image PromptLayout::paint(bool ready, std::int64_t seconds) const {
  const auto count = static_cast<std::size_t>(window_width) * static_cast<std::size_t>(height_);
  Image image{window_width, height_, std::vector<std::uint32_t>(count, paper)};
  for (const auto& [block, x, y] : texts_) put(image, drawn_[block].image, {x, y}, false);
  if (countdown_) paint_countdown(image, seconds);
  if (word_) paint_word_field(image);
  if (with_picture_) put(image, prompt_.picture->image, picture_at_, true);
  for (std::size_t i = 0; i < buttons_.size(); ++i) {
    const auto& [answer, rect] = buttons_[i];
    const Image& text = drawn_[is_yes(answer) && !ready ? labels_[i].waiting : labels_[i].ready].image;
    fill(image, rect, is_yes(answer) && ready ? approve_paper : button_paper);
    put(image, text, {rect.x + (rect.width - text.width) / 2, rect.y + (rect.height - text.height) / 2}, false);
  }
  return image;
}

}  // namespace interlock::platform::prompt
