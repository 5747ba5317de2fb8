#include "desks/compositor/stack.h"

#include <algorithm>

#include "desks/compositor/popup.h"

namespace interlock::compositor {

struct Stack::KnownClient {
  wl_listener gone = {};  // first, so that its address is the client's
  Stack* stack = nullptr;
  wl_client* client = nullptr;
};

Stack::Stack(Core& core, Screen& screen, Titles& titles) : core_(core), screen_(screen), titles_(titles) {
  titles.drawn = [this](std::uint64_t id, int width, int height, std::vector<std::uint32_t> pixels) {
    if (auto* window = find(id)) window->show_title(width, height, std::move(pixels));
  };
  constexpr std::uint32_t xdg_shell_version = 6;
  auto* shell = wlr_xdg_shell_create(core.display, xdg_shell_version);
  new_toplevel_.connect(shell->events.new_toplevel, with<wlr_xdg_toplevel>([this](auto* toplevel) { add(toplevel); }));
  new_popup_.connect(shell->events.new_popup, with<wlr_xdg_popup>([this](auto* popup) { add_popup(popup); }));
  auto* decorations = wlr_xdg_decoration_manager_v1_create(core.display);
  new_decoration_.connect(decorations->events.new_toplevel_decoration,
                          with<wlr_xdg_toplevel_decoration_v1>([this](auto* decoration) {
                            if (auto* window = of(decoration->toplevel)) window->set_decoration(decoration);
                          }));
  auto* activation = wlr_xdg_activation_v1_create(core.display);
  activate_.connect(activation->events.request_activate, with<wlr_xdg_activation_v1_request_activate_event>(
                                                             [this](auto* event) { asked_to_activate(event); }));
}

Stack::~Stack() = default;

void Stack::add(wlr_xdg_toplevel* toplevel) {
  windows_.push_back(std::make_unique<Window>(*this, core_, screen_, toplevel, ++last_id_));
}

void Stack::add_popup(wlr_xdg_popup* popup) {
  show_popup(popup, screen_);
  auto& added = popups_.emplace_back(std::make_unique<Popup>());
  added->id = ++last_id_;
  added->popup = popup;
  added->destroy.connect(popup->events.destroy, [this, popup](void*) {
    std::erase_if(popups_, [popup](const auto& each) { return each->popup == popup; });
  });
}

Window* Stack::find(std::uint64_t id) const {
  const auto at = std::find_if(order_.begin(), order_.end(), [&](const auto* window) { return window->id() == id; });
  return at == order_.end() ? nullptr : *at;
}

Window* Stack::of(const wlr_xdg_toplevel* toplevel) const {
  const auto at = std::find_if(windows_.begin(), windows_.end(),
                               [&](const auto& window) { return window->toplevel() == toplevel; });
  return toplevel && at != windows_.end() ? at->get() : nullptr;
}

Window* Stack::of(wlr_surface* surface) const {
  while (surface) {
    surface = wlr_surface_get_root_surface(surface);
    if (auto* popup = wlr_xdg_popup_try_from_wlr_surface(surface)) {
      surface = popup->parent;
    } else {
      return of(wlr_xdg_toplevel_try_from_wlr_surface(surface));
    }
  }
  return nullptr;
}

void Stack::raise(Window& window) {
  wlr_scene_node_raise_to_top(&window.node());
  const auto at = std::find(order_.begin(), order_.end(), &window);
  if (at != order_.end()) std::rotate(at, at + 1, order_.end());
  const auto others = order_;
  for (auto* other : others) {
    if (other != &window && of(other->toplevel()->parent) == &window) raise(*other);
  }
}

void Stack::activate(Window& window) {
  if (!window.mapped()) return;
  window.set_minimized(false);
  raise(window);
  if (active_ != &window) {
    auto* before = active_;
    active_ = &window;
    if (before) before->set_active(false);
    window.set_active(true);
  }
  give_keyboard(window.surface());
  changed();
}

bool Stack::is_new(wl_client* client) {
  auto& known = clients_[client];
  if (known) return false;
  known = std::make_unique<KnownClient>();
  known->stack = this;
  known->client = client;
  known->gone.notify = [](wl_listener* raw, void*) {
    const auto* gone = reinterpret_cast<KnownClient*>(raw);
    gone->stack->clients_.erase(gone->client);
  };
  wl_client_add_destroy_listener(client, &known->gone);
  return true;
}

// A program that is started, a further window of the program that a person is using, and a window that such a program
// asked for. Not a program in the background: its window appears below the active one.
bool Stack::may_take_focus(const Window& window) {
  const auto invited = std::find(invited_.begin(), invited_.end(), window.id());
  const bool is_invited = invited != invited_.end();
  if (is_invited) invited_.erase(invited);
  const bool first = is_new(window.client());
  return is_invited || first || !active_ || active_->client() == window.client();
}

void Stack::mapped(Window& window) {
  order_.push_back(&window);
  if (may_take_focus(window)) {
    activate(window);
    return;
  }
  order_.pop_back();
  order_.insert(std::find(order_.begin(), order_.end(), active_), &window);
  wlr_scene_node_place_below(&window.node(), &active_->node());
  changed();
}

void Stack::activate_top(const Window* but) {
  for (auto at = order_.rbegin(); at != order_.rend(); ++at) {
    if (*at == but || !(*at)->shown()) continue;
    activate(**at);
    return;
  }
  give_keyboard(nullptr);
}

void Stack::unmapped(Window& window) {
  std::erase(order_, &window);
  if (forget) forget(window);
  if (active_ == &window) {
    active_ = nullptr;
    window.set_active(false);
    activate_top(&window);
  }
  changed();
}

void Stack::minimized(Window& window) {
  if (window.minimized() && active_ == &window) {
    active_ = nullptr;
    window.set_active(false);
    activate_top(&window);
  }
  changed();
}

void Stack::destroy(Window& window) {
  if (window.mapped()) unmapped(window);
  std::erase(invited_, window.id());
  std::erase_if(windows_, [&](const auto& other) { return other.get() == &window; });
}

void Stack::changed() {
  if (on_change) on_change();
}

void Stack::drag(Window& window, std::uint32_t edges) {
  if (begin_drag && window.mapped()) begin_drag(window, edges);
}

// wlroots gives a token a seat only if its maker had the keyboard or pointer and names a person's or agent's event.
void Stack::asked_to_activate(wlr_xdg_activation_v1_request_activate_event* event) {
  auto* window = of(event->surface);
  if (!window || !event->token->seat) return;
  if (window->mapped()) {
    activate(*window);
  } else {
    invited_.push_back(window->id());
  }
}

void Stack::draw_title(Window& window, const std::string& title, int width, int height) {
  const auto pixels = screen_.pixels_of({0, 0, width, height});
  titles_.draw(window.id(), title, pixels.width, pixels.height);
}

}  // namespace interlock::compositor
