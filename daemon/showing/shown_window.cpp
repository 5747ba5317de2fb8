#include "daemon/showing/shown_window.h"

#include <algorithm>

#include "gate/readings/blinders.h"

namespace interlock::daemon {
namespace {

std::string cut_text(a11y::Cut cut, const TreeView& view) {
  switch (cut) {
    case a11y::Cut::deadline:
      return "the application did not answer in time; what it did not report is missing";
    case a11y::Cut::disconnected:
      return "the application went away while it was asked";
    case a11y::Cut::unread:
      return "not all of the window's pixels have been read yet; observe it again";
    case a11y::Cut::unpublished:
      return "the application has not published its elements yet, as when it has just started: these texts are read "
             "from its pixels; observe it again";
    case a11y::Cut::nodes:
      return "the window shows more elements than are read";
    case a11y::Cut::whole:
      break;
  }
  if (view.late) return "there was no time to list more; ask for a part with 'within', or again";
  return view.cut ? "more elements are visible than are listed; ask for a part with 'within'" : "";
}

}  // namespace

bool is_only_for_people(const Session& session, const Window& window) {
  const auto& gate = session.gate;
  return gate::is_for_people_alone(gate.policy(), window) ||
         (gate.profile() != nullptr && gate::is_for_people_alone(*gate.profile(), window));
}

ShownWindow named_window(const Window& window, ShownText& text) {
  ShownWindow shown{.id = window.id, .rect = window.rect};
  shown.app = text.of(window.app);
  shown.title = text.of(window.title);
  return shown;
}

ShownWindow shown_window(Session& session, const WantedWindow& wanted, const Known<a11y::VisibleTree>& tree,
                         std::string within, platform::Deadline end, ShownText& text) {
  auto shown = named_window(wanted.window, text);
  shown.active = wanted.active;
  if (!tree) {
    shown.view = tree.is_unknown() ? tree.why() : Unknown::not_accessible;
    return shown;
  }
  if (tree->document) {
    shown.document = Document{.url = text.of(tree->document->url), .title = text.of(tree->document->title)};
    const auto page = std::find_if(tree->nodes.begin(), tree->nodes.end(), [](const a11y::VisibleNode& node) {
      return node.element.role == Role::document_web;
    });
    if (page != tree->nodes.end()) shown.page = page->element.path;
  }
  const auto enough = [end] { return std::chrono::steady_clock::now() >= end; };
  const ViewOptions options{.within = std::move(within), .enough = enough, .above = wanted.above};
  auto view =
      view_of(*tree, wanted.window, session.gate.blinders(), session.gate.policy(), options, session.refs, text);
  shown.cut = cut_text(tree->cut, view);
  shown.view = std::move(view);
  return shown;
}

}  // namespace interlock::daemon
