#include "desks/compositor/prompt_layer.h"

#include <cmath>
#include <utility>

#include "desks/compositor/picture_buffer.h"
#include "desks/wire/pixel_files.h"

namespace interlock::compositor {
namespace {

constexpr int most_prompt_side = 8192;

}  // namespace

PromptLayer::PromptLayer(Core& core, Screen& screen)
    : screen_(screen), picture_(wlr_scene_buffer_create(core.prompts, nullptr)) {
  core.prompts->node.data = &tag_;
  wlr_scene_node_set_enabled(&picture_->node, false);
}

std::optional<desk::Failure> PromptLayer::show(const desk::PromptPicture& picture) {
  if (picture.width < 1 || picture.height < 1 || picture.width > most_prompt_side ||
      picture.height > most_prompt_side) {
    return desk::Failure{std::string(desk::code::invalid), "a prompt has 1 to 8192 pixels in each direction"};
  }
  const auto count = static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
  auto pixels = desk::read_pixels(picture.path, count);
  if (!pixels) {
    return desk::Failure{std::string(desk::code::failed),
                         picture.path + ": not a file of this user with the prompt's pixels"};
  }
  for (auto& pixel : *pixels) pixel |= 0xFF000000U;
  wlr_buffer* buffer = make_picture_buffer(picture.width, picture.height, std::move(*pixels));
  wlr_scene_buffer_set_buffer(picture_, buffer);
  wlr_buffer_drop(buffer);
  const auto box = screen_.box_of({picture.at.x, picture.at.y, picture.width, picture.height});
  wlr_scene_buffer_set_dest_size(picture_, box.width, box.height);
  wlr_scene_node_set_position(&picture_->node, box.x, box.y);
  wlr_scene_node_set_enabled(&picture_->node, true);
  if (shown_ != picture.prompt) has_keys_ = true;
  shown_ = picture.prompt;
  at_ = picture.at;
  return std::nullopt;
}

void PromptLayer::hide() {
  wlr_scene_node_set_enabled(&picture_->node, false);
  wlr_scene_buffer_set_buffer(picture_, nullptr);
  shown_ = 0;
  has_keys_ = false;
}

Point PromptLayer::on_picture(Place place) const {
  const auto pixel = screen_.pixel_of(place);
  return {pixel.x - at_.x, pixel.y - at_.y};
}

}  // namespace interlock::compositor
