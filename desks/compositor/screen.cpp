#include "desks/compositor/screen.h"

#include <drm_fourcc.h>

#include <cmath>
#include <stdexcept>

namespace interlock::compositor {
namespace {

constexpr float background_colour[4] = {0.20F, 0.25F, 0.30F, 1.0F};

int rounded(double value) {
  return static_cast<int>(std::lround(value));
}

wlr_output* open_output(wlr_backend* backend, const Options& options) {
  const auto width = static_cast<unsigned>(options.width), height = static_cast<unsigned>(options.height);
  if (wlr_backend_is_headless(backend)) return wlr_headless_add_output(backend, width, height);
  if (wlr_backend_is_wl(backend)) return wlr_wl_output_create(backend);
  return wlr_x11_output_create(backend);
}

// Without an output it hides nothing.
class HiddenCursors {
 public:
  explicit HiddenCursors(wlr_output* output) {
    if (!output) return;
    wlr_output_cursor* cursor = nullptr;
    wl_list_for_each(cursor, &output->cursors, link) {
      if (cursor->visible) hidden_.push_back(cursor);
      cursor->visible = false;
    }
  }
  ~HiddenCursors() {
    for (auto* cursor : hidden_) cursor->visible = true;
  }
  HiddenCursors(const HiddenCursors&) = delete;
  HiddenCursors& operator=(const HiddenCursors&) = delete;

 private:
  std::vector<wlr_output_cursor*> hidden_;
};

std::optional<Picture> read_buffer(wlr_renderer* renderer, wlr_buffer* buffer) {
  Picture picture{buffer->width, buffer->height, {}};
  picture.pixels.resize(static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height));
  wlr_texture* texture = wlr_texture_from_buffer(renderer, buffer);
  if (!texture) return std::nullopt;
  wlr_texture_read_pixels_options wanted = {};
  wanted.data = picture.pixels.data();
  wanted.format = DRM_FORMAT_XRGB8888;
  wanted.stride = static_cast<std::uint32_t>(picture.width) * 4;
  const bool read = wlr_texture_read_pixels(texture, &wanted);
  wlr_texture_destroy(texture);
  if (!read) return std::nullopt;
  for (auto& pixel : picture.pixels) pixel &= 0x00FFFFFFU;
  return picture;
}

}  // namespace

Screen::Screen(Core& core, const Options& options) : core_(core), options_(options) {
  scene_layout_ = wlr_scene_attach_output_layout(core.scene, core.layout);
  colour_ = wlr_scene_rect_create(core.background, options.width, options.height, background_colour);
  new_output_.connect(core.backend->events.new_output, with<wlr_output>([this](wlr_output* output) { add(output); }));
}

Screen::~Screen() = default;

void Screen::start() {
  if (!wlr_backend_start(core_.backend)) throw std::runtime_error("the backend did not start");
  if (!output_) open_output(core_.backend, options_);
  if (!output_) throw std::runtime_error("there is no screen");
}

void Screen::add(wlr_output* output) {
  if (output_) return;  // one screen
  output_ = output;
  wlr_output_init_render(output, core_.allocator, core_.renderer);
  wlr_output_state state;
  wlr_output_state_init(&state);
  wlr_output_state_set_enabled(&state, true);
  // The refresh rate of a window is that of the session around it.
  wlr_output_state_set_custom_mode(&state, options_.width, options_.height, options_.nested ? 0 : 60000);
  wlr_output_state_set_scale(&state, static_cast<float>(options_.scale));
  wlr_output_commit_state(output, &state);
  wlr_output_state_finish(&state);
  set_title(options_.title);

  frame_.connect(output->events.frame, [this](void*) {
    wlr_scene_output_commit(scene_output_, nullptr);
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    wlr_scene_output_send_frame_done(scene_output_, &now);
  });
  request_state_.connect(output->events.request_state,
                         with<wlr_output_event_request_state>([this](auto* event) { change(event); }));
  gone_.connect(output->events.destroy, [this](void*) {  // its window was closed
    frame_.disconnect();
    request_state_.disconnect();
    gone_.disconnect();
    output_ = nullptr;
    wl_display_terminate(core_.display);
  });
  auto* in_layout = wlr_output_layout_add_auto(core_.layout, output);
  scene_output_ = wlr_scene_output_create(core_.scene, output);
  wlr_scene_output_layout_add_output(scene_layout_, in_layout, scene_output_);
  cover_background();
}

void Screen::set_title(const std::string& title) {
  if (!output_) return;
  if (wlr_output_is_wl(output_)) wlr_wl_output_set_title(output_, title.c_str());
  if (wlr_output_is_x11(output_)) wlr_x11_output_set_title(output_, title.c_str());
}

void Screen::change(wlr_output_event_request_state* event) {
  wlr_output_commit_state(output_, event->state);
  cover_background();
  if (resized) resized();
}

void Screen::cover_background() {
  const auto all = area();
  wlr_scene_rect_set_size(colour_, all.width, all.height);
}

int Screen::width() const {
  return output_ ? output_->width : options_.width;
}

int Screen::height() const {
  return output_ ? output_->height : options_.height;
}

double Screen::scale() const {
  return output_ ? output_->scale : options_.scale;
}

wlr_box Screen::area() const {
  return {0, 0, static_cast<int>(std::ceil(width() / scale())), static_cast<int>(std::ceil(height() / scale()))};
}

Place Screen::place_of(Point pixel) const {
  const double centre = scale() == 1 ? 0 : 0.5;
  return {(pixel.x + centre) / scale(), (pixel.y + centre) / scale()};
}

Point Screen::pixel_of(Place place) const {
  return {static_cast<int>(std::floor(place.x * scale() + 1e-6)),
          static_cast<int>(std::floor(place.y * scale() + 1e-6))};
}

Rect Screen::pixels_of(const wlr_box& box) const {
  const int left = rounded(box.x * scale()), top = rounded(box.y * scale());
  return {left, top, rounded((box.x + box.width) * scale()) - left, rounded((box.y + box.height) * scale()) - top};
}

wlr_box Screen::box_of(const Rect& pixels) const {
  return {rounded(pixels.x / scale()), rounded(pixels.y / scale()), rounded(pixels.width / scale()),
          rounded(pixels.height / scale())};
}

bool Screen::contains(Point pixel) const {
  return pixel.x >= 0 && pixel.y >= 0 && pixel.x < width() && pixel.y < height();
}

std::optional<Picture> Screen::picture(bool cursor) {
  if (!output_) return std::nullopt;
  const HiddenCursors hidden(cursor ? nullptr : output_);
  wlr_output_state state;
  wlr_output_state_init(&state);
  wlr_damage_ring_add_whole(&scene_output_->damage_ring);
  std::optional<Picture> picture;
  if (wlr_scene_output_build_state(scene_output_, &state, nullptr) && state.buffer) {
    picture = read_buffer(core_.renderer, state.buffer);
    // The next frame is drawn as a whole: it does not know what this call drew.
    wlr_damage_ring_add_whole(&scene_output_->damage_ring);
    wlr_output_schedule_frame(output_);
  }
  wlr_output_state_finish(&state);
  return picture;
}

}  // namespace interlock::compositor
