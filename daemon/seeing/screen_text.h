/// What is written on the screen, as far as it has been read: the words, and the pixels that they were read from. What
/// shows the same pixels again is not read again. Neither leaves this class but for the words. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "daemon/seeing/regions.h"
#include "platform/screen.h"
#include "sight/wire.h"

namespace interlock::daemon {

class ScreenText {
 public:
  /// Pixels of a part of the screen.
  struct View {
    const platform::Image& image;
    Rect area;  ///< in root pixels, of the image's size, without negative coordinates
  };

  /// The parts of the view, in root pixels, that show something that has not been read yet, in portions for the reader.
  /// Words that have not changed are in none of them, as far as that is possible, and flat areas are not either: there
  /// is nothing to read. `readers` of them read at the same time.
  Rects unread(const View& view, std::size_t readers = 1);

  /// `words`, whose places are in root pixels, are all that is written in `part` of the view. What was known there is
  /// forgotten, and so are the rests of words that were only partly there.
  void learn(const View& view, const Rect& part, const std::vector<sight::Word>& words);

  /// The tiles of the view, in root pixels, that show something that has not been read. Empty as soon as all of it has.
  Rects unread_tiles(const View& view) const;

  /// All that is known to be written on the screen.
  const std::vector<sight::Word>& words() const { return words_; }
  void forget();

  static constexpr std::int32_t tile = 16;
  /// The reader gets up to so many pixels at a time, so that others wait for it only briefly.
  static constexpr std::int64_t portion = 64 * 1024;

 private:
  void make_room(const Rect& area);
  /// The smallest rectangle with all pixels of the part that are not as they were read; empty if all are. Root pixels.
  Rect changed(const View& view, const Rect& part) const;
  bool is_known(const View& view, const Rect& part) const;
  Rects places_in(const View& view) const;  ///< of the words, from the view's first pixel on
  void forget_changed(const View& view);    ///< the words of which a pixel has changed
  void forget(const Rect& part);

  std::int32_t width_ = 0;
  std::int32_t height_ = 0;
  std::vector<std::uint32_t> pixels_;  ///< as they were when they were read; `unknown`: never
  std::vector<sight::Word> words_;
};

}  // namespace interlock::daemon
