#include "platform/x11/input_devices.h"

#include <X11/Xatom.h>
#include <string_view>

namespace interlock::platform::x11 {
namespace {

/// The server marks XTEST's devices by a property that no client can write (xf86Xinput, "XTEST Device").
std::optional<bool> is_xtest(Display* display, int device, Atom property) {
  Atom type = None;
  int format = 0;
  unsigned long items = 0, left = 0;
  unsigned char* data = nullptr;
  const int answer =
      XIGetProperty(display, device, property, 0, 1, False, XA_INTEGER, &type, &format, &items, &left, &data);
  if (answer != Success) return std::nullopt;
  const bool set = type == XA_INTEGER && format == 8 && items == 1 && data[0] != 0;
  if (data) XFree(data);
  return set;
}

}  // namespace

bool InputDevices::read(const Connection& x) {
  if (x.lost()) return false;
  const Atom property = XInternAtom(x.display(), "XTEST Device", False);
  int count = 0;
  XIDeviceInfo* list = XIQueryDevice(x.display(), XIAllDevices, &count);
  if (!list) return false;
  std::map<int, Device> found;
  for (int i = 0; i < count && !x.lost(); ++i) {
    const auto& info = list[i];
    if (info.use == XIMasterPointer || info.use == XIMasterKeyboard) continue;
    const auto synthetic = is_xtest(x.display(), info.deviceid, property);
    if (!synthetic) continue;  // the device is gone; its events, if any, count as an unknown device's
    // Xephyr calls its axes relative and sends positions.
    const bool positions = info.name && std::string_view(info.name).starts_with("Xephyr");
    Device device{.synthetic = *synthetic, .axes = {}};
    for (int c = 0; c < info.num_classes; ++c) {
      if (info.classes[c]->type != XIValuatorClass) continue;
      const auto& valuator = *reinterpret_cast<const XIValuatorClassInfo*>(info.classes[c]);
      device.axes[valuator.number] = {.absolute = positions || valuator.mode == XIModeAbsolute,
                                      .range = valuator.max > valuator.min ? valuator.max - valuator.min : 0,
                                      .last = {}};
    }
    found[info.deviceid] = std::move(device);
  }
  XIFreeDeviceInfo(list);
  devices_ = std::move(found);
  return !x.lost();
}

InputDevices::Source InputDevices::source(int device) const {
  const auto found = devices_.find(device);
  if (found == devices_.end()) return Source::unknown;
  return found->second.synthetic ? Source::synthetic : Source::real;
}

InputDevices::Motion InputDevices::motion(const Connection& x, const XIRawEvent& event) {
  auto& axes = devices_[event.sourceid].axes;
  Motion motion;
  const double* value = event.valuators.values;
  for (int number = 0; number < event.valuators.mask_len * 8; ++number) {
    if (!XIMaskIsSet(event.valuators.mask, number)) continue;
    const double now = *value++;
    if (number > 1) continue;  // the wheel, pressure, tilt
    auto& axis = axes[number];
    double moved = now;
    if (axis.absolute) {
      moved = axis.last ? now - *axis.last : 0;
      axis.last = now;
      const int screen = DefaultScreen(x.display());
      const int size = number == 0 ? DisplayWidth(x.display(), screen) : DisplayHeight(x.display(), screen);
      if (axis.range > 0) moved *= size / axis.range;
    }
    (number == 0 ? motion.dx : motion.dy) = moved;
  }
  return motion;
}

}  // namespace interlock::platform::x11
