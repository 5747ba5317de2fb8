// Pixels of the screen: by shared memory, or through the socket.
#include "platform/x11/capture.h"

#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <bit>
#include <cstring>

namespace interlock::platform::x11 {
namespace {

struct DestroyImage {
  void operator()(XImage* image) const { XDestroyImage(image); }
};
using OwnedImage = std::unique_ptr<XImage, DestroyImage>;

/// A segment that the server writes into; removed when both sides have detached it, even if this process is killed.
class SharedMemory {
 public:
  SharedMemory(Display* display, std::size_t bytes) : display_(display) {
    info_.shmid = shmget(IPC_PRIVATE, bytes, IPC_CREAT | 0600);
    if (info_.shmid < 0) return;
    void* at = shmat(info_.shmid, nullptr, 0);
    if (at == reinterpret_cast<void*>(-1)) {  // NOLINT: that is what it says on failure
      shmctl(info_.shmid, IPC_RMID, nullptr);
      return;
    }
    info_.shmaddr = static_cast<char*>(at);
    info_.readOnly = False;
    XShmAttach(display_, &info_);
    XSync(display_, False);  // the server has attached it, or never will: now the name can be removed
    shmctl(info_.shmid, IPC_RMID, nullptr);
  }
  ~SharedMemory() {
    if (info_.shmaddr == nullptr) return;
    XShmDetach(display_, &info_);
    shmdt(info_.shmaddr);
  }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  XShmSegmentInfo* info() { return &info_; }
  char* data() { return info_.shmaddr; }

 private:
  Display* display_;
  XShmSegmentInfo info_{};
};

unsigned scaled(unsigned long pixel, unsigned long mask) {
  if (mask == 0) return 0;
  const unsigned long most = mask >> std::countr_zero(mask);
  return static_cast<unsigned>(((pixel & mask) >> std::countr_zero(mask)) * 255 / most);
}

Image pixels_of(XImage& image) {
  Image copy{image.width, image.height, {}};
  const auto width = static_cast<std::size_t>(image.width);
  copy.pixels.resize(width * static_cast<std::size_t>(image.height));
  const bool plain = image.bits_per_pixel == 32 && image.byte_order == LSBFirst && image.red_mask == 0xFF0000 &&
                     image.green_mask == 0xFF00 && image.blue_mask == 0xFF;
  for (int y = 0; y < image.height; ++y) {
    std::uint32_t* row = copy.pixels.data() + static_cast<std::size_t>(y) * width;
    if (plain) {
      std::memcpy(row, image.data + static_cast<std::ptrdiff_t>(y) * image.bytes_per_line, width * 4);
      continue;
    }
    for (int x = 0; x < image.width; ++x) {
      const unsigned long pixel = XGetPixel(&image, x, y);
      row[x] =
          scaled(pixel, image.red_mask) << 16 | scaled(pixel, image.green_mask) << 8 | scaled(pixel, image.blue_mask);
    }
  }
  return copy;
}

std::optional<Image> by_shared_memory(const Connection& x, const Rect& area) {
  Display* display = x.display();
  if (!XShmQueryExtension(display)) return std::nullopt;
  const int screen = DefaultScreen(display);
  const auto width = static_cast<unsigned>(area.width), height = static_cast<unsigned>(area.height);
  const auto depth = static_cast<unsigned>(DefaultDepth(display, screen));
  XShmSegmentInfo none{};
  const OwnedImage image(
      XShmCreateImage(display, DefaultVisual(display, screen), depth, ZPixmap, nullptr, &none, width, height));
  if (!image) return std::nullopt;
  SharedMemory memory(display, static_cast<std::size_t>(image->bytes_per_line) * height);
  if (memory.data() == nullptr) return std::nullopt;
  image->data = memory.data();
  image->obdata = reinterpret_cast<char*>(memory.info());
  std::optional<Image> taken;
  // Fails if the server could not attach the segment: it is on another machine, or may not read our memory.
  if (XShmGetImage(display, x.root(), image.get(), area.x, area.y, AllPlanes)) taken = pixels_of(*image);
  image->data = nullptr;
  return taken;
}

std::optional<Image> by_socket(const Connection& x, const Rect& area) {
  const OwnedImage image(XGetImage(x.display(), x.root(), area.x, area.y, static_cast<unsigned>(area.width),
                                   static_cast<unsigned>(area.height), AllPlanes, ZPixmap));
  if (!image) return std::nullopt;
  return pixels_of(*image);
}

}  // namespace

std::optional<Image> grab_image(const Connection& x, Rect area, bool allow_shared) {
  if (x.lost()) return std::nullopt;
  auto taken = allow_shared ? by_shared_memory(x, area) : std::nullopt;
  if (!taken && !x.lost()) taken = by_socket(x, area);
  return taken;
}

}  // namespace interlock::platform::x11
