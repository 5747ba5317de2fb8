/// Reads what is written at a point of a window that shows no accessibility tree.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>

#include "platform/screen.h"
#include "sight/reader.h"
#include "values/observation.h"

namespace interlock::daemon {

struct ReadPoint {
  Known<ReadLabel> label;  ///< `none`: no text is there; not_observed: it could not be read
  /// The pixels of the label, which must still be there when it is pressed.
  std::shared_ptr<const platform::ShownPart> shows;
};

/// The window's own pixels around a point: those of other windows above it are blanked.
struct OwnPixels {
  Rect area;                  ///< in root pixels
  sight::Picture picture;     ///< of that area
  std::vector<Rect> covered;  ///< parts of the area that other windows cover, in root pixels
};

/// The part of `wanted` that belongs to the window of `capture` that is hit at `at`; empty if that is neither `window`
/// nor the popup with the rectangle `popup`. Pure.
OwnPixels own_pixels(const platform::Capture& capture, const Window& window, const Known<Rect>& popup, Point at,
                     Rect wanted);

/// Sets the text around a label from all words of its window, whose first pixel is at `origin`; `label.place` is known.
/// Lines become lines; the confidence is the words' average. Neither the label itself is around it nor what stands on
/// other buttons: "Yes" would answer the dialog's question, and "Delete" would be one. A label with parts may be
/// several texts, so all of this stays around it. Pure.
void set_around(ReadLabel& label, const std::vector<sight::Word>& words, Point origin);

/// Reads the label at `at`, and the rest of the window if the label says little without it (gate::needs_dialog) or if
/// the window is a dialog; at most `most_window` pixels are read as a whole.
boost::asio::awaitable<ReadPoint> read_point(std::shared_ptr<platform::Screen> screen,
                                             std::shared_ptr<sight::Reader> reader, Window window, Known<Rect> popup,
                                             Point at, platform::Deadline deadline);

}  // namespace interlock::daemon
