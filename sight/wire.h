/// What interlockd and interlock-sight say to each other, over a stream: frames of a header and a body. Numbers are
/// little-endian. Both sides check every number of the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sight/picture.h"

namespace interlock::sight {

/// A frame's header: 4 bytes of a mark, 4 bytes of the body's length.
inline constexpr std::size_t header_size = 8;
inline constexpr std::size_t most_pixels = 16U << 20U;
inline constexpr std::size_t most_request = most_pixels * 4 + 256;
inline constexpr std::size_t most_reply = 4U << 20U;
inline constexpr std::size_t longest_text = 512;  ///< bytes of a label or word; the rest is cut
inline constexpr std::size_t most_words = 8192;
inline constexpr std::size_t most_parts = 4;

struct Request {
  enum class Kind : std::uint8_t {
    label = 1,  ///< the label of the control at `at`
    page = 2,   ///< all text of a picture whose lines run through, as a dialog's do
    screen = 3  ///< all text of a picture with text anywhere
  };
  Kind kind = Kind::label;
  Point at;               ///< in the picture
  std::string languages;  ///< tesseract's names, the most likely first, separated by "+": "deu+eng"; at most 64 bytes
  Picture picture;
};

/// The label at a point.
struct Label {
  std::string text;    ///< valid UTF-8, one line, not empty
  int confidence = 0;  ///< in its least certain word: 0 to 100
  bool cut = false;    ///< a part of it may be missing
  /// The texts between its wide blanks, if it has such: any run of them may be the whole label. Each like `text`.
  std::vector<std::string> parts;
  Rect place;    ///< its pixels, inside the picture
  Rect control;  ///< the control's box, or again its place; inside the picture
};

struct Word {
  std::string text;        ///< valid UTF-8, not empty
  int confidence = 0;      ///< 0 to 100
  std::uint32_t line = 0;  ///< equal numbers for words of one line; they do not decrease
  Rect place;              ///< inside the picture
  bool button = false;     ///< of a page: it is the label of another button than the one at the point
};

struct Reply {
  std::optional<Label> label;  ///< of a label: nothing if there is no text
  std::vector<Word> words;     ///< of a page or screen, in reading order
};

/// A whole frame.
std::string encode(const Request& request);
std::string encode(const Reply& reply);

/// The length of the body that follows `header`, which has header_size bytes; nothing if it is no header, or if the
/// body would be longer than `most`.
std::optional<std::size_t> body_size(std::string_view header, std::size_t most);

/// Of a body; nothing if it breaks any of the rules above.
std::optional<Request> decode_request(std::string_view body);
/// `picture`: the size of the picture that was sent; all places are inside it.
std::optional<Reply> decode_reply(std::string_view body, Rect picture);

}  // namespace interlock::sight
