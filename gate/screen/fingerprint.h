/// What identifies the target of an approval. After a yes the target is observed again, and must have the same
/// fingerprint.
#pragma once

#include <string>

#include "values/action.h"
#include "values/observation.h"

namespace interlock::gate {

struct Fingerprint {
  Known<std::uint64_t> window;
  Known<std::uint32_t> process;  ///< of that window: window ids are reused by another X server or program
  Known<Rect> window_rect;
  std::string window_title_and_app;  ///< without the title for keyboard input, which does not depend on it
  Known<std::string> element;        ///< path, role, name and extents of the target element
  std::string read;                  ///< the label that was surely read, if the element is not known
  std::string document;              ///< URL
  Known<std::string> pasted;         ///< what the action would paste
  Known<std::string> files;  ///< in a file manager or file chooser: the text of its fields, and the selected items
  bool operator==(const Fingerprint&) const = default;
};

Fingerprint fingerprint(const Action& action, const Observation& observation);
/// The target was not known, and now is; all else that was approved is the same. Then it is to be judged.
bool came_to_light(const Fingerprint& approved, const Fingerprint& now);
/// What differs, for people: "the button is now 'Delete'"; empty if nothing does.
std::string difference(const Fingerprint& approved, const Observation& then, const Fingerprint& now,
                       const Observation& present);

}  // namespace interlock::gate
