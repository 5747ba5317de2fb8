/// What a node of the scene belongs to: the nearest ancestor with a tag says it.
#pragma once

#include <cstdint>

namespace interlock::compositor {

class Window;

/// A part of the decoration that the compositor draws.
enum class Part : std::uint8_t { none, title, close, maximize, minimize, edge };

/// node.data of a wlr_scene_node.
struct NodeTag {
  Window* window = nullptr;  ///< null: the prompt
  Part part = Part::none;    ///< none: the client's own surfaces
};

}  // namespace interlock::compositor
