// soak_watch: reports directly from the X server, without interlock.
//   soak_watch DISPLAY FILE    writes each raw event of XTEST's devices (XInput 2) to FILE, until the server ends:
//                              KIND DETAIL MICROSECONDS-SINCE-1970, by the server's own clock (milliseconds)
//   soak_watch DISPLAY         prints what is held down, on XTEST's devices and in all
#include <X11/Xlib.h>
#include <X11/extensions/XInput.h>
#include <X11/extensions/XInput2.h>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <set>
#include <string>

namespace {

std::int64_t us(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
}

/// X servers stamp events with the milliseconds of the monotonic clock, cut to 32 bits.
std::int64_t wall_time(Time stamp) {
  const std::int64_t now = us(CLOCK_MONOTONIC);
  const auto ago =
      static_cast<std::int32_t>(static_cast<std::uint32_t>(now / 1000) - static_cast<std::uint32_t>(stamp));
  return us(CLOCK_REALTIME) - now % 1000 - std::int64_t{ago} * 1000;
}

int watch(Display* display, const char* path) {
  int opcode = 0, event = 0, error = 0, major = 2, minor = 2;
  if (!XQueryExtension(display, "XInputExtension", &opcode, &event, &error)) return 1;
  XIQueryVersion(display, &major, &minor);
  unsigned char bits[XIMaskLen(XI_LASTEVENT)] = {};
  for (const int type : {XI_RawKeyPress, XI_RawButtonPress, XI_RawMotion}) XISetMask(bits, type);
  XIEventMask mask{XIAllMasterDevices, sizeof bits, bits};
  XISelectEvents(display, DefaultRootWindow(display), &mask, 1);
  XSync(display, False);
  std::set<int> xtest;
  int count = 0;
  XIDeviceInfo* devices = XIQueryDevice(display, XIAllDevices, &count);
  for (int i = 0; i < count; ++i) {
    if (std::string(devices[i].name).find("XTEST") != std::string::npos) xtest.insert(devices[i].deviceid);
  }
  XIFreeDeviceInfo(devices);
  std::FILE* file = std::fopen(path, "a");
  std::setvbuf(file, nullptr, _IOLBF, 1 << 16);
  std::fprintf(file, "watching 0 %lld\n", static_cast<long long>(us(CLOCK_REALTIME)));
  while (true) {
    XEvent next;
    XNextEvent(display, &next);
    if (next.type != GenericEvent || next.xcookie.extension != opcode || !XGetEventData(display, &next.xcookie))
      continue;
    const auto& raw = *static_cast<const XIRawEvent*>(next.xcookie.data);
    const char* kind = raw.evtype == XI_RawKeyPress ? "key" : raw.evtype == XI_RawButtonPress ? "button" : "motion";
    if (xtest.contains(raw.sourceid)) {
      std::fprintf(file, "%s %d %lld\n", kind, raw.detail, static_cast<long long>(wall_time(raw.time)));
    }
    XFreeEventData(display, &next.xcookie);
  }
}

void print_bits(const char* of, const char* bits, int count) {
  for (int i = 0; i < count; ++i) {
    if (static_cast<unsigned char>(bits[i / 8]) & (1U << (static_cast<unsigned>(i) % 8))) std::printf("%s %d\n", of, i);
  }
}

int print_held(Display* display) {
  int count = 0;
  XDeviceInfo* devices = XListInputDevices(display, &count);
  for (int i = 0; i < count; ++i) {
    if (std::string(devices[i].name).find("XTEST") == std::string::npos) continue;
    XDevice* device = XOpenDevice(display, devices[i].id);
    XDeviceState* state = device ? XQueryDeviceState(display, device) : nullptr;
    const auto* input = state ? state->data : nullptr;
    for (int k = 0; state && k < state->num_classes; ++k) {
      if (input->c_class == KeyClass) {
        print_bits("XTEST key", reinterpret_cast<const XKeyState*>(input)->keys, 256);
      } else if (input->c_class == ButtonClass) {
        print_bits("XTEST button", reinterpret_cast<const XButtonState*>(input)->buttons, 256);
      }
      input = reinterpret_cast<const XInputClass*>(reinterpret_cast<const char*>(input) + input->length);
    }
    if (state) XFreeDeviceState(state);
    if (device) XCloseDevice(display, device);
  }
  XFreeDeviceList(devices);
  char keys[32];
  XQueryKeymap(display, keys);
  print_bits("key", keys, 256);
  ::Window root = 0, child = 0;
  int x = 0, y = 0, wx = 0, wy = 0;
  unsigned mask = 0;
  XQueryPointer(display, DefaultRootWindow(display), &root, &child, &x, &y, &wx, &wy, &mask);
  constexpr unsigned held = ShiftMask | ControlMask | Mod1Mask | Button1Mask | Button2Mask | Button3Mask;
  if (mask & held) std::printf("mask %#x\n", mask & held);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Display* display = argc > 1 ? XOpenDisplay(argv[1]) : nullptr;
  if (!display) return 1;
  return argc > 2 ? watch(display, argv[2]) : print_held(display);
}
