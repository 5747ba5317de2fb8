#include "sight/program/engine.h"

#include <tesseract/baseapi.h>
#include <tesseract/resultiterator.h>
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "sight/buttons.h"
#include "sight/find_label.h"
#include "sight/prepare.h"
#include "sight/reading.h"
#include "sight/underline.h"
#include "values/utf8.h"

namespace interlock::sight {

namespace {

/// Pixels for an inch of a screen, which tesseract wants to know.
constexpr int screen_resolution = 70;
/// A language that is so sure of a label needs no other's opinion.
constexpr int sure = 88;
/// A reading in another alphabet than the language's that is not so sure must be surer than others by this.
constexpr int much_surer = 10;
/// Below this, a label is read at another size as well. Readings that are the same are as sure as this; else the other
/// one counts if it is sure.
constexpr int unsure = 80;
/// Icons are read as fewer letters.
constexpr std::size_t letters_of_no_icon = 6;
/// Letters of dialogs and pages are this many times as large for the reader.
constexpr double page_factor = 2;
/// Larger pictures are not enlarged: the time for them grows with the pixels.
constexpr std::size_t large_picture = 4U << 20U;

/// Tesseract is as sure of wrong characters of Chinese and Japanese as of right ones. No more for these.
constexpr int sure_of_wide = 89;
/// No more for a text whose first letter may be a part of one: a reader is sure of what that looks like.
constexpr int sure_of_first_letter = 89;

/// No more for a label of an application whose language nothing here reads: English data takes Vietnamese and Greek
/// letters for similar ones of its own, and is sure of that. The same for a label in another alphabet than the
/// language's, unless its reader is `sure`: "Buy" looks like Cyrillic, too. Too little for the label to free an action.
constexpr int sure_of_other_letters = unsure - 1;

bool is_chinese(std::string_view language) {
  return language.starts_with("chi_");
}

/// Languages that data for other languages does not read: they have letters of their own, or letters with two marks.
bool has_own_letters(std::string_view language) {
  constexpr auto list =
      std::to_array<std::string_view>({"ara", "ell", "fas", "heb", "hin", "jpn", "kor", "tha", "vie"});
  return is_chinese(language) || std::find(list.begin(), list.end(), language) != list.end();
}

/// Of the languages in daemon/seeing/languages.cpp.
bool is_cyrillic(std::string_view language) {
  constexpr auto list = std::to_array<std::string_view>({"bel", "bul", "rus", "srp", "ukr"});
  return std::find(list.begin(), list.end(), language) != list.end();
}

/// Languages in other letters, in whose texts names of programs and formats stand in Latin ones.
bool reads_beside_latin(std::string_view language) {
  return is_cyrillic(language) || language == "ell" || language == "jpn" || language == "kor";
}

bool in_other_alphabet(std::string_view text, std::string_view language) {
  return is_cyrillic(language) != has_cyrillic(text);
}

/// Of an application: the first of the languages that its labels may be in.
std::string_view own_language(std::string_view languages) {
  return languages.substr(0, languages.find('+'));
}

struct FreeText {
  void operator()(char* text) const { delete[] text; }  // NOLINT: tesseract's own contract
};
using OwnText = std::unique_ptr<char, FreeText>;

/// One line, without blanks at its ends and without control characters.
std::string one_line(const char* text) {
  std::string line;
  for (const char byte : valid_utf8(text == nullptr ? "" : text)) {
    const bool control = static_cast<unsigned char>(byte) <= 0x20 || byte == 0x7F;
    if (!control) {
      line += byte;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return std::string(utf8_prefix(line, longest_text));
}

/// What the reader has recognised, with the places of its words in the picture that it was shown.
std::vector<ReadWord> words_of(tesseract::TessBaseAPI& reader) {
  std::vector<ReadWord> words;
  const std::unique_ptr<tesseract::ResultIterator> word(reader.GetIterator());
  if (!word) return words;
  do {
    int left = 0, top = 0, right_end = 0, bottom_end = 0;
    if (word->Empty(tesseract::RIL_WORD)) continue;
    if (!word->BoundingBox(tesseract::RIL_WORD, &left, &top, &right_end, &bottom_end)) continue;
    std::string text = one_line(OwnText(word->GetUTF8Text(tesseract::RIL_WORD)).get());
    if (text.empty()) continue;
    const int sureness = static_cast<int>(std::clamp(word->Confidence(tesseract::RIL_WORD), 0.0F, 100.0F));
    words.push_back({std::move(text), sureness, left, right_end});
  } while (words.size() < most_words && word->Next(tesseract::RIL_WORD));
  return words;
}

void show(tesseract::TessBaseAPI& reader, const Grey& grey, tesseract::PageSegMode mode, double factor) {
  reader.SetPageSegMode(mode);
  reader.SetImage(grey.pixels.data(), grey.width, grey.height, 1, grey.width);
  reader.SetSourceResolution(std::max(screen_resolution, static_cast<int>(screen_resolution * factor)));
}

/// Of its least certain word.
int confidence_of(tesseract::TessBaseAPI& reader) {
  const std::unique_ptr<int[]> all(reader.AllWordConfidences());  // NOLINT: tesseract's own contract; -1 ends it
  int least = 100;
  bool any = false;
  for (const int* word = all.get(); word != nullptr && *word >= 0; ++word) {
    least = std::min(least, *word);
    any = true;
  }
  return any ? least : 0;
}

/// A place in the enlarged picture, in the original.
Rect original(int left, int top, int right_end, int bottom_end, double factor, const Picture& picture) {
  const auto scale = [&](int value, std::int32_t most) {
    return std::clamp(static_cast<std::int32_t>(value / factor), 0, most);
  };
  const std::int32_t x = scale(left, picture.width - 1);
  const std::int32_t y = scale(top, picture.height - 1);
  return {x, y, std::max(1, scale(right_end, picture.width) - x), std::max(1, scale(bottom_end, picture.height) - y)};
}

}  // namespace

Engine::Engine(const Languages& languages, const PpOcr* chinese) : installed_(languages), chinese_(chinese) {}
Engine::~Engine() = default;

std::vector<std::string> Engine::languages_for(const std::string& wanted) const {
  std::vector<std::string> found;
  for (std::size_t begin = 0; begin <= wanted.size();) {
    const std::size_t end = std::min(wanted.find('+', begin), wanted.size());
    std::string name = wanted.substr(begin, end - begin);
    const bool is_new = std::find(found.begin(), found.end(), name) == found.end();
    const bool readable = installed_.contains(name) || (chinese_ != nullptr && is_chinese(name));
    if (is_new && readable) found.push_back(std::move(name));
    begin = end + 1;
  }
  if (found.empty() && !installed_.empty()) {
    found.push_back(installed_.contains("eng") ? "eng" : installed_.begin()->first);
  }
  return found;
}

tesseract::TessBaseAPI* Engine::reader(const std::string& language) {
  auto& reader = readers_[language];
  if (!reader) {
    reader = std::make_unique<tesseract::TessBaseAPI>();
    const std::string_view data = installed_.find(language)->second;
    const int failed = reader->Init(data.data(), static_cast<int>(data.size()), language.c_str(),
                                    tesseract::OEM_LSTM_ONLY, nullptr, 0, nullptr, nullptr, false, nullptr);
    if (failed != 0) reader.reset();
  }
  return reader.get();
}

Engine::Line Engine::read_line(const Picture& picture, const FoundLabel& found, const TextLine& line,
                               const std::string& language, double height) {
  if (chinese_ != nullptr && is_chinese(language)) {
    // The second reading sees smaller characters.
    const std::int32_t around = usual_around(line) * (height > print_height ? 2 : 1);
    const Grey strip = prepare_strip(picture, line, found.ground, found.inside, PpOcr::height, around);
    const Decoded read = chinese_->read(strip);
    return {one_line(read.text.c_str()), read.confidence, {}};
  }
  auto* with = reader(language);
  if (with == nullptr) return {};
  const Grey grey = prepare_line(picture, line, found.ground, found.inside, height);
  show(*with, grey, tesseract::PSM_SINGLE_LINE, static_cast<double>(grey.height) / std::max(1, line.place.height));
  std::string text = one_line(OwnText(with->GetUTF8Text()).get());
  const int confidence = text.empty() ? 0 : confidence_of(*with);
  const int most = is_wide(text) ? sure_of_wide : 100;
  return {std::move(text), std::min(confidence, most), {}, {words_of(*with)}};
}

Engine::Line Engine::read_lines(const Picture& picture, const FoundLabel& found, const std::string& language,
                                double height) {
  Line whole{{}, 100, {}};
  for (const TextLine& line : found.lines) {
    const Line read = read_line(picture, found, line, language, height);
    whole.confidence = std::min(whole.confidence, read.confidence);
    whole.words.push_back(read.words.empty() ? std::vector<ReadWord>() : read.words.front());
    if (read.text.empty()) continue;
    if (!whole.text.empty()) whole.text += ' ';
    whole.text += read.text;
    if (found.apart) whole.parts.push_back(read.text);
  }
  whole.text = std::string(utf8_prefix(whole.text, longest_text));
  return whole;
}

Engine::Line Engine::with_latin_words(const Line& own, const Line& latin, bool apart) {
  if (own.words.size() != latin.words.size()) return {};
  Line line{{}, 100, {}};
  bool any = false;
  for (std::size_t i = 0; i < own.words.size(); ++i) {
    const auto joined = in_own_alphabets(own.words[i], latin.words[i], {.least = sure, .surer = much_surer});
    any = any || joined.has_value();
    std::string text;
    for (const ReadWord& word : joined ? *joined : own.words[i]) {
      if (!text.empty()) text += ' ';
      text += word.text;
      line.confidence = std::min(line.confidence, word.confidence);
    }
    if (text.empty()) continue;
    if (!line.text.empty()) line.text += ' ';
    line.text += text;
    if (apart) line.parts.push_back(std::move(text));
  }
  line.text = std::string(utf8_prefix(line.text, longest_text));
  return any ? line : Line();
}

Engine::Line Engine::surest_at(const Picture& picture, const FoundLabel& found, const std::string& languages,
                               double height) {
  Line best, own;
  const bool mixes = reads_beside_latin(own_language(languages));
  for (const std::string& language : languages_for(languages)) {
    Line line = read_lines(picture, found, language, height);
    if (mixes && language == own_language(languages)) own = line;
    Line mixed = mixes && language == "eng" ? with_latin_words(own, line, found.apart) : Line();
    if (mixed.confidence >= unsure && mixed.confidence > std::max(best.confidence, line.confidence)) {
      best = std::move(mixed);
      continue;
    }
    const bool doubtful = line.confidence < sure && in_other_alphabet(line.text, own_language(languages));
    const int least = best.confidence + (doubtful ? much_surer : 1);
    if (best.text.empty() || (!line.text.empty() && line.confidence >= least)) best = std::move(line);
    if (best.confidence >= sure) break;
  }
  return best;
}

Engine::Line Engine::surest(const Picture& picture, const FoundLabel& found, const std::string& languages) {
  Line best = surest_at(picture, found, languages, print_height);
  if (best.text.empty() || best.confidence >= unsure) return best;
  const Line again = surest_at(picture, found, languages, other_height);
  // Of Chinese and Japanese it makes the same error twice, and it sees strokes of icons as characters, or as a few
  // letters at both sizes.
  if (again.text == best.text && !is_wide(best.text) && count_letters(best.text) >= letters_of_no_icon)
    best.confidence = std::max({best.confidence, again.confidence, unsure});
  return again.confidence >= sure ? again : best;
}

bool Engine::begins_as_rows_do(const Request& request, const FoundLabel& found, std::string_view text) {
  constexpr int least_alone = 2;
  const int least_capitals = static_cast<int>(found.rows.size());  // one of them and the label may begin otherwise
  int capitals = 0, alone = 0;  // a row whose capital stands alone tells that the words are not all in capitals
  const auto take = [&](std::string_view row) {
    const FirstLetter first = first_letter(row);
    capitals += first == FirstLetter::of_rest ? 0 : 1;
    alone += first == FirstLetter::of_text ? 1 : 0;
  };
  take(text);
  if (capitals == 0) return false;
  for (const ListRow& row : found.rows) {
    const FoundLabel other{.lines = {row.line}, .ground = row.ground, .inside = row.inside};
    take(surest_at(request.picture, other, request.languages, print_height).text);
    if (capitals >= least_capitals && alone >= least_alone) return true;
  }
  return false;
}

std::optional<Label> Engine::label(const Request& request) {
  auto found = find_label(request.picture, request.at);
  if (!found) return std::nullopt;
  const std::string own(own_language(request.languages));
  Line best = surest(request.picture, *found, request.languages);
  bool cut = found->cut;
  const auto has_boxes = [](const TextLine& line) { return line.boxes; };
  if (std::any_of(found->lines.begin(), found->lines.end(), has_boxes) && !is_wide(best.text)) {
    // A square was read as a letter. In a language that has squares among its characters it may be one.
    const bool check_boxes = !has_own_letters(own) && leave_out_check_boxes(*found);
    if (check_boxes) best = surest(request.picture, *found, request.languages);
    cut = cut || !check_boxes || is_wide(best.text);
  }
  if (!found->underlines.empty()) {  // it swallows letters, and without it parts of them may be missing
    const Line with = std::exchange(
        best, surest(without_underlines(request.picture, found->underlines, found->ground), *found, request.languages));
    cut = cut || contradicts(best.text, with.text);
  }
  if (best.text.empty()) return std::nullopt;
  if (found->at_border) {
    cut = cut || !begins_as_rows_do(request, *found, best.text);
    best.confidence = std::min(best.confidence, sure_of_first_letter);
  }
  const bool unreadable = has_own_letters(own) && languages_for(own) != std::vector{own};
  if (unreadable || (best.confidence < sure && in_other_alphabet(best.text, own)))
    best.confidence = std::min(best.confidence, sure_of_other_letters);
  Rect place = found->lines.front().place;
  for (const TextLine& line : found->lines) place = united(place, line.place);
  return Label{std::move(best.text), best.confidence, cut, std::move(best.parts), place, found->control};
}

std::vector<Word> Engine::words(const Request& request) {
  std::vector<Word> words;
  const auto languages = languages_for(request.languages);
  const auto language = std::find_if(languages.begin(), languages.end(),
                                     [&](const std::string& name) { return installed_.contains(name); });
  auto* with = language == languages.end() ? nullptr : reader(*language);
  if (with == nullptr) return words;
  const double factor = request.picture.pixels.size() > large_picture ? 1 : page_factor;
  const Grey grey = prepare_page(request.picture, factor);
  show(*with, grey, request.kind == Request::Kind::page ? tesseract::PSM_SINGLE_BLOCK : tesseract::PSM_SPARSE_TEXT,
       factor);
  if (with->Recognize(nullptr) != 0) return words;
  const std::unique_ptr<tesseract::ResultIterator> word(with->GetIterator());
  if (!word) return words;
  std::uint32_t line = 0;
  do {
    int left = 0, top = 0, right_end = 0, bottom_end = 0;
    if (word->Empty(tesseract::RIL_WORD)) continue;
    if (!word->BoundingBox(tesseract::RIL_WORD, &left, &top, &right_end, &bottom_end)) continue;
    if (word->IsAtBeginningOf(tesseract::RIL_TEXTLINE) && !words.empty()) ++line;
    std::string text = one_line(OwnText(word->GetUTF8Text(tesseract::RIL_WORD)).get());
    if (text.empty()) continue;
    const int sureness = static_cast<int>(std::clamp(word->Confidence(tesseract::RIL_WORD), 0.0F, 100.0F));
    words.push_back(
        {std::move(text), sureness, line, original(left, top, right_end, bottom_end, factor, request.picture)});
  } while (words.size() < most_words && word->Next(tesseract::RIL_WORD));
  return words;
}

Reply Engine::answer(const Request& request) {
  Reply reply;
  if (request.kind == Request::Kind::label) {
    reply.label = label(request);
  } else {
    reply.words = words(request);
    if (request.kind == Request::Kind::page) mark_other_buttons(request.picture, request.at, reply.words);
  }
  return reply;
}

}  // namespace interlock::sight
