#include "desks/compositor/window.h"

#include <algorithm>
#include <utility>

#include "desks/compositor/stack.h"

namespace interlock::compositor {
namespace {

constexpr int cascade_step = 28;
constexpr std::uint64_t cascade_length = 8;
constexpr int least_size = 40;  // of a window that a person resizes, in logical pixels

}  // namespace

pid_t process_of(wlr_surface* surface) {
  pid_t pid = 0;
  wl_client_get_credentials(wl_resource_get_client(surface->resource), &pid, nullptr, nullptr);
  return pid;
}

Window::Window(Stack& stack, Core& core, Screen& screen, wlr_xdg_toplevel* toplevel, std::uint64_t id)
    : stack_(stack), screen_(screen), toplevel_(toplevel), id_(id), tag_{this, Part::none} {
  frame_ = wlr_scene_tree_create(core.windows);
  frame_->node.data = &tag_;
  content_ = wlr_scene_xdg_surface_create(frame_, toplevel->base);
  toplevel->base->data = content_;
  connect();
}

Window::~Window() {
  toplevel_->base->data = nullptr;  // the client may go on using the surface
  decoration_.reset();
  wlr_scene_node_destroy(&frame_->node);
}

void Window::connect() {
  auto& surface = toplevel_->base->surface->events;
  auto& events = toplevel_->events;
  map_.connect(surface.map, [this](void*) { map(); });
  unmap_.connect(surface.unmap, [this](void*) { unmap(); });
  commit_.connect(surface.commit, [this](void*) { committed(); });
  destroy_.connect(events.destroy, [this](void*) { stack_.destroy(*this); });
  // Each request needs an answer, also if nothing changes.
  maximize_.connect(events.request_maximize, [this](void*) { set_maximized(toplevel_->requested.maximized); });
  fullscreen_request_.connect(events.request_fullscreen,
                              [this](void*) { set_fullscreen(toplevel_->requested.fullscreen); });
  minimize_.connect(events.request_minimize, [this](void*) { set_minimized(toplevel_->requested.minimized); });
  move_.connect(events.request_move, [this](void*) { stack_.drag(*this, 0); });
  resize_.connect(events.request_resize,
                  with<wlr_xdg_toplevel_resize_event>([this](auto* event) { stack_.drag(*this, event->edges); }));
  title_.connect(events.set_title, [this](void*) {
    title_changed();
    stack_.changed();
  });
}

Margins Window::margins() const {
  return decoration_ && !fullscreen_ ? Decoration::margins(maximized_) : Margins{};
}

wlr_box Window::client_box() const {
  wlr_box geometry = {};
  wlr_xdg_surface_get_geometry(toplevel_->base, &geometry);
  const auto around = margins();
  return {frame_->node.x + around.left, frame_->node.y + around.top, geometry.width, geometry.height};
}

wlr_box Window::frame_box() const {
  const auto client = client_box();
  const auto around = margins();
  return {frame_->node.x, frame_->node.y, around.left + client.width + around.right,
          around.top + client.height + around.bottom};
}

wlr_box Window::buffer_box() const {
  wlr_box geometry = {};
  wlr_xdg_surface_get_geometry(toplevel_->base, &geometry);
  const auto client = client_box();
  return {client.x - geometry.x, client.y - geometry.y, surface()->current.width, surface()->current.height};
}

void Window::configure_first() {
  wlr_xdg_toplevel_set_wm_capabilities(toplevel_, WLR_XDG_TOPLEVEL_WM_CAPABILITIES_MAXIMIZE |
                                                      WLR_XDG_TOPLEVEL_WM_CAPABILITIES_FULLSCREEN |
                                                      WLR_XDG_TOPLEVEL_WM_CAPABILITIES_MINIMIZE);
  const auto all = screen_.area();
  wlr_xdg_toplevel_set_bounds(toplevel_, all.width, all.height);
  maximized_ = toplevel_->requested.maximized;
  fullscreen_ = toplevel_->requested.fullscreen;
  wlr_xdg_toplevel_set_maximized(toplevel_, maximized_);
  wlr_xdg_toplevel_set_fullscreen(toplevel_, fullscreen_);
  decide_decoration();
  ask_for_size();
}

// Not below 0, which a frame can be that is wider than what it was asked to fit into. 0: as the client likes.
std::uint32_t Window::ask_for(int width, int height) {
  return wlr_xdg_toplevel_set_size(toplevel_, std::max(0, width), std::max(0, height));
}

void Window::ask_for_size() {
  if (!maximized_ && !fullscreen_) {
    ask_for(0, 0);
    return;
  }
  const auto all = screen_.area();
  const auto around = margins();
  ask_for(all.width - around.left - around.right, all.height - around.top - around.bottom);
  move_to(0, 0);
}

void Window::map() {
  mapped_ = true;
  if (!maximized_ && !fullscreen_) place();
  show_decoration();
  stack_.mapped(*this);
}

void Window::unmap() {
  mapped_ = false;
  minimized_ = false;
  wlr_scene_node_set_enabled(&frame_->node, true);
  stack_.unmapped(*this);
}

void Window::place() {
  const auto all = screen_.area();
  const auto frame = frame_box();
  int x = 0, y = 0;
  if (const auto* parent = stack_.of(toplevel_->parent)) {
    const auto around = parent->frame_box();
    x = around.x + (around.width - frame.width) / 2;
    y = around.y + (around.height - frame.height) / 2;
  } else {
    const auto step = static_cast<int>(id_ % cascade_length) * cascade_step;
    x = y = cascade_step + step;
  }
  move_to(std::clamp(x, 0, std::max(0, all.width - frame.width)),
          std::clamp(y, 0, std::max(0, all.height - frame.height)));
}

void Window::committed() {
  if (toplevel_->base->initial_commit) {
    configure_first();
    return;
  }
  if (!mapped_) return;
  if (resized_from_) {  // the edges that do not move stay where they are
    const auto frame = frame_box();
    const auto& from = *resized_from_;
    const int x = resize_edges_ & WLR_EDGE_LEFT ? from.x + from.width - frame.width : from.x;
    const int y = resize_edges_ & WLR_EDGE_TOP ? from.y + from.height - frame.height : from.y;
    move_to(x, y);
    const auto answered = static_cast<std::int32_t>(toplevel_->base->current.configure_serial - resize_serial_) >= 0;
    if (resize_ends_ && answered) resized_from_.reset();
  }
  show_decoration();
}

void Window::show_decoration() {
  const auto around = margins();
  wlr_scene_node_set_position(&content_->node, around.left, around.top);
  if (!decoration_) return;
  const auto client = client_box();
  decoration_->show(client.width, client.height, maximized_ || fullscreen_, active_);
  title_changed();  // it may take another width
}

void Window::set_active(bool active) {
  active_ = active;
  if (toplevel_->base->initialized) wlr_xdg_toplevel_set_activated(toplevel_, active);
  show_decoration();
}

void Window::set_minimized(bool minimized) {
  if (!mapped_ || minimized == minimized_) return;
  minimized_ = minimized;
  wlr_scene_node_set_enabled(&frame_->node, !minimized);
  if (toplevel_->base->initialized) wlr_xdg_toplevel_set_suspended(toplevel_, minimized);
  stack_.minimized(*this);
}

void Window::set_maximized(bool maximized) {
  if (!toplevel_->base->initialized) return;  // it is read at the first commit
  if (maximized && !maximized_ && !fullscreen_) before_ = frame_box();
  maximized_ = maximized;
  wlr_xdg_toplevel_set_maximized(toplevel_, maximized);
  fit();
}

void Window::set_fullscreen(bool fullscreen) {
  if (!toplevel_->base->initialized) return;
  if (fullscreen && !fullscreen_ && !maximized_) before_ = frame_box();
  fullscreen_ = fullscreen;
  wlr_xdg_toplevel_set_fullscreen(toplevel_, fullscreen);
  fit();
}

void Window::fit() {
  if (!toplevel_->base->initialized) return;
  resized_from_.reset();
  if (maximized_ || fullscreen_) {
    ask_for_size();
  } else if (before_) {
    const auto around = margins();
    ask_for(before_->width - around.left - around.right, before_->height - around.top - around.bottom);
    move_to(before_->x, before_->y);
    before_.reset();
  } else {
    wlr_xdg_surface_schedule_configure(toplevel_->base);
  }
  show_decoration();
  stack_.changed();
}

void Window::close() {
  wlr_xdg_toplevel_send_close(toplevel_);
}

void Window::move_to(int x, int y) {
  wlr_scene_node_set_position(&frame_->node, x, y);
}

void Window::resize_to(int width, int height, std::uint32_t edges) {
  const auto around = margins();
  const int least_width = std::max(least_size, toplevel_->current.min_width);
  const int least_height = std::max(least_size, toplevel_->current.min_height);
  const bool moves_origin = (edges & (WLR_EDGE_LEFT | WLR_EDGE_TOP)) != 0;
  if (!moves_origin) resized_from_.reset();
  if (moves_origin && !resized_from_) resized_from_ = frame_box();
  resize_edges_ = edges;
  resize_ends_ = false;
  resize_serial_ = ask_for(std::max(least_width, width - around.left - around.right),
                           std::max(least_height, height - around.top - around.bottom));
}

void Window::end_resize() {
  resize_ends_ = true;
}

void Window::set_decoration(wlr_xdg_toplevel_decoration_v1* decoration) {
  wish_ = decoration;
  wish_changed_.connect(decoration->events.request_mode, [this](void*) { decide_decoration(); });
  wish_gone_.connect(decoration->events.destroy, [this](void*) {
    wish_changed_.disconnect();
    wish_gone_.disconnect();
    wish_ = nullptr;
    decoration_.reset();
    show_decoration();
  });
  decide_decoration();
}

void Window::decide_decoration() {
  if (!wish_ || !toplevel_->base->initialized) return;
  const bool own = wish_->requested_mode == WLR_XDG_TOPLEVEL_DECORATION_V1_MODE_CLIENT_SIDE;
  wlr_xdg_toplevel_decoration_v1_set_mode(
      wish_, own ? WLR_XDG_TOPLEVEL_DECORATION_V1_MODE_CLIENT_SIDE : WLR_XDG_TOPLEVEL_DECORATION_V1_MODE_SERVER_SIDE);
  if (own) decoration_.reset();
  if (!own && !decoration_) {
    decoration_ = std::make_unique<Decoration>(frame_, this);
    title_width_ = 0;
  }
  show_decoration();
}

void Window::title_changed() {
  const std::string title = toplevel_->title ? toplevel_->title : "";
  const int width = decoration_ ? decoration_->title_width() : 0;
  if (!decoration_ || !mapped_ || (title == shown_title_ && width == title_width_)) return;
  shown_title_ = title;
  title_width_ = width;
  stack_.draw_title(*this, title, width, Decoration::title_height);
}

void Window::show_title(int width, int height, std::vector<std::uint32_t> pixels) {
  if (!decoration_) return;
  decoration_->set_title(width, height, screen_.scale(), std::move(pixels));
  show_decoration();
}

}  // namespace interlock::compositor
