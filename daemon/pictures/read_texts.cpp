#include "daemon/pictures/read_texts.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "daemon/pictures/masked_capture.h"
#include "daemon/seeing/languages.h"
#include "daemon/seeing/read_screen.h"
#include "daemon/seeing/text_runs.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;

namespace {

constexpr std::string_view path_begin = "read/";

/// The level in the stack of the window, or of its popup with that rectangle; nothing if it is not shown.
std::optional<std::size_t> level_of(const std::vector<platform::Surface>& stack, const Window& window,
                                    const std::optional<Rect>& popup) {
  for (std::size_t level = stack.size(); level-- > 0;) {
    if (popup ? stack[level].rect == *popup : stack[level].client == window.id) return level;
  }
  return std::nullopt;
}

/// What covers a part of the surface, and what is painted over in pictures for the session.
Rects hidden_parts(const MaskedCapture& taken, std::size_t level) {
  const auto& stack = taken.capture.surfaces;
  Rects hidden = parts_to_paint(stack, taken.capture.area, taken.masks);
  for (std::size_t above = level + 1; above < stack.size(); ++above) hidden.push_back(stack[above].rect);
  for (const Rects* more : {&taken.private_text.parts, &taken.private_text.unread}) {
    hidden.insert(hidden.end(), more->begin(), more->end());
  }
  return hidden;
}

a11y::VisibleNode node_of(const TextRun& run, const Window& window, const std::string& name) {
  a11y::VisibleNode node{.depth = 1, .element = {}};
  Element& element = node.element;
  element.role = Role::static_;
  element.name = run.text;
  element.value = none;
  element.states = {State::visible, State::enabled};
  element.extents = run.place;
  element.path = std::string(path_begin) + std::to_string(window.id) + '/' + name;
  node.confidence = run.confidence;
  return node;
}

std::chrono::milliseconds left_until(platform::Deadline end) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(end - steady_clock::now());
}

struct Texts {
  std::vector<TextRun> runs;
  bool complete = true;
};

/// Adds the texts of the window, or of its popup; false if it could not be read.
asio::awaitable<bool> add_texts(Eyes eyes, std::shared_ptr<const Session> session, const Window& window,
                                std::optional<Rect> popup, platform::Deadline end, Texts& texts) {
  const CaptureOrder order{.area = popup.value_or(window.rect)};
  const auto taken = co_await capture_masked(eyes, session, order);
  if (!taken) co_return false;
  const platform::Capture& capture = taken->capture;
  const auto level = level_of(capture.surfaces, window, popup);
  if (!level) co_return false;
  const auto kept = eyes.window_text;
  const ScreenText::View view{capture.image, capture.area};
  ReadingOrder reading{.kind = sight::Request::Kind::screen, .languages = kept->languages, .limit = left_until(end)};
  Readers readers{eyes.reader};
  const bool read = co_await read_unknown(std::move(readers), kept->text, view, std::move(reading));
  if (!read) co_return false;
  if (!kept->text.unread_tiles(view).empty() || !taken->private_text.unread.empty()) texts.complete = false;
  const Rects hidden = hidden_parts(*taken, *level);
  std::vector<sight::Word> words = kept->text.words();
  std::erase_if(words, [&](const sight::Word& word) {
    const auto hides = [&](const Rect& part) { return !overlap(part, word.place).empty(); };
    return overlap(capture.area, word.place) != word.place || std::any_of(hidden.begin(), hidden.end(), hides);
  });
  for (TextRun& run : text_runs(std::move(words))) texts.runs.push_back(std::move(run));
  co_return true;
}

void add_nodes(const Texts& texts, const Window& window, TextNames& names, a11y::VisibleTree& tree) {
  std::vector<TextRun> in_window = texts.runs;
  for (TextRun& run : in_window) {
    run.place.x -= window.rect.x;
    run.place.y -= window.rect.y;
  }
  const auto named = names.of(window.id, in_window, texts.complete);
  for (std::size_t i = 0; i < named.size(); ++i) tree.nodes.push_back(node_of(texts.runs[i], window, named[i]));
  if (!texts.complete) tree.cut = a11y::Cut::unread;
}

}  // namespace

bool is_read_text(std::string_view path) {
  return path.starts_with(path_begin);
}

bool may_be_read(Unknown why) {
  return why == Unknown::not_accessible || why == Unknown::accessibility_off;
}

asio::awaitable<Known<a11y::VisibleTree>> read_texts(Eyes eyes, std::shared_ptr<const Session> session, Window window,
                                                     std::vector<Rect> popups, Unknown unread, platform::Deadline end) {
  if (!may_be_read(unread) || !eyes.reader || !eyes.screen || !eyes.window_text) co_return unread;
  eyes.window_text->use(languages_of_locale(window.pid ? locale_of_process(*window.pid) : std::string()));
  a11y::VisibleTree tree;
  a11y::VisibleNode frame{.depth = 0, .element = {}};
  frame.element.role = Role::frame;
  frame.element.name = window.title;
  frame.element.extents = window.rect;
  frame.element.path = std::string(path_begin) + std::to_string(window.id);
  tree.nodes.push_back(std::move(frame));
  if (steady_clock::now() >= end) {
    tree.cut = a11y::Cut::unread;
    co_return tree;
  }
  Texts texts;
  const bool read = co_await add_texts(eyes, session, window, std::nullopt, end, texts);
  if (!read) co_return unread;
  for (const Rect& popup : popups) {
    const bool popup_read = co_await add_texts(eyes, session, window, popup, end, texts);
    if (!popup_read) texts.complete = false;
  }
  add_nodes(texts, window, eyes.window_text->names, tree);
  co_return tree;
}

}  // namespace interlock::daemon
