#include "daemon/showing/quiet.h"

#include <algorithm>

#include "values/hash.h"

namespace interlock::daemon {
namespace {

void add(Hash& hash, const Element& element) {
  constexpr States focus{State::focused, State::active};
  hash.add(element.path).add(element.name).add(element.value ? std::string_view(*element.value) : "");
  hash.add(static_cast<std::uint64_t>(element.role)).add(element.states.bits() & ~focus.bits());
  hash.add(static_cast<std::uint32_t>(element.extents.x)).add(static_cast<std::uint32_t>(element.extents.y));
  hash.add(static_cast<std::uint32_t>(element.extents.width)).add(static_cast<std::uint32_t>(element.extents.height));
}

}  // namespace

Reading reading_of(const Window& window, const a11y::VisibleTree& tree) {
  Hash content;
  Hash around;
  Hash buttons;
  Reading reading;
  around.add(window.id).add(window.title);
  std::size_t page = tree.nodes.size();  // the document around the node, if there is one
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const auto& element = tree.nodes[i].element;
    if (page < i && tree.nodes[i].depth <= tree.nodes[page].depth) page = tree.nodes.size();
    if (page > i && element.role == Role::document_web) page = i;
    const bool in_page = page <= i || !tree.document;
    if (element.role == Role::document_web && element.states.has(State::busy)) reading.busy = true;
    add(in_page ? content : around, element);
    if (!in_page && element.role == Role::push_button) buttons.add(element.path).add(element.description);
  }
  if (tree.document) content.add(tree.document->url);
  reading.content = content.value();
  reading.around = around.value();
  reading.buttons = buttons.value();
  return reading;
}

void Quiet::saw(const Reading& now, Time time, std::chrono::steady_clock::duration took) {
  slowest_ = std::max(slowest_, took);
  const auto& earlier = last_ ? last_ : before_;
  const bool differs = earlier && (earlier->content != now.content || earlier->around != now.around);
  if (differs) {
    changed_ = time;
    has_changed_ = true;
  }
  if (!before_) before_ = now;
  last_ = now;
}

void Quiet::saw_nothing(Time time) {
  changed_ = time;
  has_changed_ = true;
  last_.reset();
}

bool Quiet::is_quiet(Time time) const {
  if (!last_ || last_->busy) return false;
  const bool page_pending = last_->content == before_->content && last_->buttons != before_->buttons;
  if (page_pending && time - start_ < page_expected) return false;
  const std::chrono::steady_clock::duration least = has_changed_ ? after_change : without_change;
  return time - changed_ >= std::max(least, answers * slowest_);
}

}  // namespace interlock::daemon
