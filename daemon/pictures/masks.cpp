#include "daemon/pictures/masks.h"

#include <algorithm>
#include <cstdlib>

#include "daemon/pictures/redactions.h"
#include "daemon/secrets/typed_secrets.h"
#include "gate/readings/evaluation_context.h"
#include "gate/readings/hidden_tips.h"
#include "gate/screen/developer_tools.h"
#include "gate/screen/secret_field.h"
#include "values/unknown.h"

namespace interlock::daemon {

using a11y::VisibleNode;
using a11y::VisibleTree;

namespace {

bool same_place(const Rect& a, const Rect& b) {
  return std::abs(a.x - b.x) <= 1 && std::abs(a.y - b.y) <= 1 && std::abs(a.width - b.width) <= 2 &&
         std::abs(a.height - b.height) <= 2;
}

bool is_inside(const Rect& part, const Rect& whole) {
  return !part.empty() && overlap(part, whole) == part;
}

bool is_menu_entry(Role role) {
  return role == Role::menu_item || role == Role::check_menu_item || role == Role::radio_menu_item ||
         role == Role::tearoff_menu_item;
}

constexpr auto no_depth = static_cast<std::size_t>(-1);

/// Whether nodes of a tree, one after the other in its order, belong to something that began at a node.
class Inside {
 public:
  /// True for a node where it begins and for all that are deeper, up to the next that is not.
  template <class Begins>
  bool at(std::size_t depth, Begins begins) {
    if (depth <= from_) from_ = no_depth;
    if (from_ == no_depth && begins()) from_ = depth;
    return from_ != no_depth;
  }

 private:
  std::size_t from_ = no_depth;
};

/// A popup is a node in the tree with something in it, or (GTK 3's menus) has its entries somewhere in the window's.
/// What a page says counts for nothing: its own rows may lie beneath the popup, and the options of a list stand where
/// they would without scrolling.
bool describes(const VisibleTree& tree, const Rect& popup) {
  if (!tree.popups_placed) return false;
  Inside page;
  for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
    const Element& element = tree.nodes[i].element;
    if (page.at(tree.nodes[i].depth, [&] { return element.role == Role::document_web; })) continue;
    const bool holds = i + 1 < tree.nodes.size() && tree.nodes[i + 1].depth > tree.nodes[i].depth;
    if (holds && same_place(element.extents, popup)) return true;
    if (is_menu_entry(element.role) && is_inside(element.extents, popup)) return true;
  }
  return false;
}

/// A secret that interlock typed stands in it, in whatever kind of element.
bool shows_typed_secret(const Element& element) {
  const TypedSecrets& secrets = typed_secrets();
  const auto has = [&](const std::string& text) { return !text.empty() && secrets.appear_in(text); };
  return has(element.name) || has(element.text) || has(element.description) || (element.value && has(*element.value));
}

/// LibreOffice's places are off by up to the height of its menu bar, up or down.
Rect with_slack(const Window& window, Rect part) {
  constexpr int menu_bar = 26;
  if (!window.app.starts_with("soffice")) return part;
  return {part.x, part.y - menu_bar, part.width, part.height + 2 * menu_bar};
}

class Masking {
 public:
  Masking(const gate::Policy& policy, const gate::Blinders& blinders) : policy_(policy), blinders_(blinders) {}

  /// What of the tree is painted over, in its window and in its popups.
  struct Parts {
    Rects window;
    Rects popups;
  };
  Parts parts_of(const Window& window, const VisibleTree& tree, const Rects& popups) const {
    Parts parts;
    Inside page, popup, tools;
    const auto redacted = redacted_nodes(tree);
    const auto hidden = hidden_nodes(window, tree);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      const VisibleNode& node = tree.nodes[i];
      const bool in_page = page.at(node.depth, [&] { return node.element.role == Role::document_web; });
      const bool in_popup = popup.at(node.depth, [&] {
        return !in_page && std::any_of(popups.begin(), popups.end(),
                                       [&](const Rect& rect) { return same_place(rect, node.element.extents); });
      });
      bool begins = false;
      const bool tool = tools.at(node.depth, [&] { return begins = shows_tools(window, tree, node.element); });
      if (begins) add_tools(tree, node.element.extents, parts);
      if (tool) continue;
      const bool taken_out = std::binary_search(redacted.begin(), redacted.end(), i);
      if (!hidden[i] && !taken_out && !is_secret(node.element, tree) && !shows_typed_secret(node.element)) continue;
      if (node.element.extents.empty()) continue;
      const Rect part = with_slack(window, node.element.extents);
      if (!in_popup) parts.window.push_back(part);
      if (in_popup || is_menu_entry(node.element.role)) parts.popups.push_back(part);
    }
    return parts;
  }

  /// Whether parts_of would hide something, wherever it is.
  bool hides_in(const Window& window, const VisibleTree& tree) const {
    const auto hidden = hidden_nodes(window, tree);
    if (std::find(hidden.begin(), hidden.end(), true) != hidden.end() || !redacted_nodes(tree).empty()) return true;
    return std::any_of(tree.nodes.begin(), tree.nodes.end(), [&](const VisibleNode& node) {
      return is_secret(node.element, tree) || shows_typed_secret(node.element) ||
             shows_tools(window, tree, node.element);
    });
  }

  bool hides() const { return blinders_.hide_something(); }
  const gate::Policy& policy() const { return policy_; }

 private:
  bool shows_tools(const Window& window, const VisibleTree& tree, const Element& element) const {
    if (policy_.config().show_developer_tools) return false;
    return gate::is_in_developer_tools(window, element) || gate::is_tools_window(window, tree.document.has_value());
  }

  /// Chromium's tools lie beneath the page that they stand beside.
  static void add_tools(const VisibleTree& tree, const Rect& extents, Parts& parts) {
    Rects left = {extents};
    for (const VisibleNode& node : tree.nodes) {
      const bool page = node.element.role == Role::document_web && !gate::is_tools_document(node.element);
      const bool within = std::any_of(node.element.ancestors.begin(), node.element.ancestors.end(),
                                      [](const auto& around) { return around.role == Role::document_web; });
      if (!page || within || node.element.extents.empty()) continue;
      Rects beside;
      for (const Rect& part : left) subtract(part, node.element.extents, beside);
      left = std::move(beside);
    }
    parts.window.insert(parts.window.end(), left.begin(), left.end());
  }

  /// For each node whether the scope hides it: with all that is in it, and with its tip.
  std::vector<bool> hidden_nodes(const Window& window, const VisibleTree& tree) const {
    std::vector<bool> hidden(tree.nodes.size(), false);
    if (!hides()) return hidden;
    Observation seen;
    seen.window = window;
    seen.document = tree.document;
    gate::HiddenTips tips;
    Inside hiding;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      const VisibleNode& node = tree.nodes[i];
      seen.element = node.element;
      hidden[i] = hiding.at(node.depth, [&] { return node.unread_children || blinders_.is_hidden(seen); });
      if (hidden[i]) tips.add(node.element);
    }
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      if (tips.contains(tree.nodes[i].element)) hidden[i] = true;
    }
    return hidden;
  }

  bool is_secret(const Element& element, const VisibleTree& tree) const {
    const bool field = element.role == Role::password_text || takes_text(element.role);
    if (!field || gate::is_reading_matter(element, tree.document.get() != nullptr)) return false;
    return gate::secret_field(policy_, element).has_value();
  }

  const gate::Policy& policy_;
  const gate::Blinders& blinders_;
};

constexpr std::string_view cut_short = "cut_short";

std::string_view unread(const Known<VisibleTree>& tree) {
  if (!tree) return tree.is_none() ? std::string_view("no_window") : describe(tree.why()).code;
  return tree->cut == a11y::Cut::whole ? std::string_view() : cut_short;
}

/// What is known of a window that no tree could be matched to.
void mask_unmatched(const ReadWindow& read, const Masking& masking, WindowMask& mask) {
  if (read.unplaced.is_unknown() && read.unplaced.why() == Unknown::not_accessible) return;
  const auto* all = read.unplaced.get();
  // On X a tree is matched by places: what does not match may belong to another window, and tells nothing of this one
  // but that something must be hidden.
  if (!read.stacked.window.surface) {
    mask.whole = all != nullptr && masking.hides_in(read.stacked.window, *all);
    return;
  }
  if (all != nullptr && all->cut == a11y::Cut::whole && !masking.hides_in(read.stacked.window, *all)) {
    mask.why = {};  // there is nothing to hide
    return;
  }
  mask.whole = true;
}

WindowMask mask_of(const ReadWindow& read, const Masking& masking) {
  const Window& window = read.stacked.window;
  WindowMask mask{.client = window.id, .rect = window.rect, .whole = false, .why = {}, .parts = {}};
  if (gate::is_for_people_alone(masking.policy(), window)) {
    mask.whole = true;
    mask.why = "protected";
  } else if (typed_secrets().appear_in(window.title)) {
    mask.whole = true;  // its frame shows the title
    mask.why = "secret";
  } else if (window.type == "tooltip") {
    mask.whole = masking.hides();  // it may name what is hidden
    if (mask.whole) mask.why = "scope";
  } else {
    mask.why = unread(read.tree);
    mask.whole = !mask.why.empty() && masking.hides() && !gate::is_terminal_window(masking.policy(), window);
    if (const auto* tree = read.tree.get()) mask.parts = masking.parts_of(window, *tree, {}).window;
    if (!read.unplaced.is_none() && !mask.whole) mask_unmatched(read, masking, mask);
  }
  return mask;
}

WindowMask mask_of_popup(const ReadWindow& popup, const std::vector<ReadWindow>& windows, const Masking& masking) {
  const Window& window = popup.stacked.window;
  WindowMask mask{.client = window.id, .rect = window.rect, .whole = false, .why = {}, .parts = {}};
  bool reported = false;
  bool elsewhere = false;  // something must be hidden, and perhaps is in this popup
  for (const ReadWindow& owner : windows) {
    const auto* tree = owner.tree.get();
    if (tree == nullptr || !window.pid || owner.stacked.window.pid != window.pid) continue;
    reported = reported || (describes(*tree, window.rect) && tree->cut == a11y::Cut::whole);
    const auto parts = masking.parts_of(owner.stacked.window, *tree, {window.rect}).popups;
    mask.parts.insert(mask.parts.end(), parts.begin(), parts.end());
    elsewhere = elsewhere || (!tree->popups_placed && masking.hides_in(owner.stacked.window, *tree));
  }
  if (!reported) mask.why = describe(Unknown::popup_unmatched).code;
  mask.whole = !reported && (masking.hides() || elsewhere);
  return mask;
}

const WindowMask* find(const std::vector<WindowMask>& masks, std::uint64_t client) {
  const auto found = std::find_if(masks.begin(), masks.end(), [&](const auto& mask) { return mask.client == client; });
  return found == masks.end() ? nullptr : &*found;
}

bool fits(const platform::Surface& surface, const std::vector<WindowMask>& masks) {
  const WindowMask* mask = find(masks, surface.client);
  return mask != nullptr && mask->rect == surface.client_rect;
}

}  // namespace

std::vector<WindowMask> masks_of(const std::vector<ReadWindow>& windows, const gate::Policy& policy,
                                 const gate::Blinders& blinders) {
  const Masking masking(policy, blinders);
  std::vector<WindowMask> masks;
  for (const ReadWindow& window : windows) {
    masks.push_back(window.stacked.popup ? mask_of_popup(window, windows, masking) : mask_of(window, masking));
  }
  return masks;
}

std::vector<WindowMask> settled_masks(const std::vector<WindowMask>& before, std::vector<WindowMask> now) {
  for (WindowMask& mask : now) {
    const WindowMask* earlier = find(before, mask.client);
    if (earlier != nullptr && *earlier == mask) continue;
    mask.whole = true;
    mask.why = describe(Unknown::unstable).code;
  }
  return now;
}

bool fits(const std::vector<platform::Surface>& stack, const Rect& area, const std::vector<WindowMask>& masks) {
  for (std::size_t level = 0; level < stack.size(); ++level) {
    if (!visible_parts(stack, level, {area}).empty() && !fits(stack[level], masks)) return false;
  }
  return true;
}

Rects parts_to_paint(const std::vector<platform::Surface>& stack, const Rect& area,
                     const std::vector<WindowMask>& masks) {
  Rects all;
  for (std::size_t level = 0; level < stack.size(); ++level) {
    const platform::Surface& surface = stack[level];
    const WindowMask* mask = find(masks, surface.client);
    const bool whole = mask == nullptr || mask->whole || !fits(surface, masks);
    const Rects seen = visible_parts(stack, level, whole ? Rects{surface.rect} : mask->parts);
    all.insert(all.end(), seen.begin(), seen.end());
  }
  std::erase_if(all, [&](const Rect& part) { return overlap(part, area).empty(); });
  return all;
}

std::vector<std::uint64_t> clients_shown(const std::vector<platform::Surface>& stack, const Rect& area) {
  std::vector<std::uint64_t> clients;
  for (std::size_t level = 0; level < stack.size(); ++level) {
    if (!visible_parts(stack, level, {area}).empty()) clients.push_back(stack[level].client);
  }
  return clients;
}

}  // namespace interlock::daemon
