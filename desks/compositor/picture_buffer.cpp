#include "desks/compositor/picture_buffer.h"

#include <drm_fourcc.h>

#include <utility>

namespace interlock::compositor {
namespace {

struct PictureBuffer {
  wlr_buffer base = {};  // first, so that its address is the picture's
  std::vector<std::uint32_t> pixels;
};

PictureBuffer* picture_of(wlr_buffer* buffer) {
  return reinterpret_cast<PictureBuffer*>(buffer);
}

void destroy_picture(wlr_buffer* buffer) {
  delete picture_of(buffer);
}

bool begin_access(wlr_buffer* buffer, std::uint32_t flags, void** data, std::uint32_t* format, std::size_t* stride) {
  if (flags & WLR_BUFFER_DATA_PTR_ACCESS_WRITE) return false;
  *data = picture_of(buffer)->pixels.data();
  *format = DRM_FORMAT_ARGB8888;
  *stride = static_cast<std::size_t>(buffer->width) * 4;
  return true;
}

void end_access(wlr_buffer*) {}

const wlr_buffer_impl picture_impl = {
    .destroy = destroy_picture,
    .get_dmabuf = nullptr,
    .get_shm = nullptr,
    .begin_data_ptr_access = begin_access,
    .end_data_ptr_access = end_access,
};

}  // namespace

wlr_buffer* make_picture_buffer(int width, int height, std::vector<std::uint32_t> pixels) {
  auto* picture = new PictureBuffer;
  picture->pixels = std::move(pixels);
  picture->pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  wlr_buffer_init(&picture->base, &picture_impl, width, height);
  return &picture->base;
}

}  // namespace interlock::compositor
