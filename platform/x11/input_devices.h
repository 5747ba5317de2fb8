/// The input devices of a display: which are real and which are XTEST's, and how to read the axes of their pointers.
#pragma once

#include "platform/x11/xlib.h"

#include <X11/extensions/XInput2.h>
#include <map>
#include <optional>

#include "platform/x11/connection.h"

namespace interlock::platform::x11 {

class InputDevices {
 public:
  /// Reads the devices from the server. False: the server did not answer, and nothing is known.
  bool read(const Connection& x);

  enum class Source { real, synthetic, unknown };
  Source source(int device) const;

  struct Motion {
    double dx = 0;
    double dy = 0;
  };
  /// How far a raw motion moved a pointer, in pixels of the screen.
  Motion motion(const Connection& x, const XIRawEvent& event);

 private:
  struct Axis {
    bool absolute = false;
    double range = 0;  ///< of an absolute axis; 0: in pixels
    std::optional<double> last;
  };
  struct Device {
    bool synthetic = false;
    std::map<int, Axis> axes;
  };
  std::map<int, Device> devices_;
};

}  // namespace interlock::platform::x11
