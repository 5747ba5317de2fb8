/// Questions about a window's tree as a whole, and about elements that are named rather than pointed at. What
/// `TreeReader` promises; behind it, in the same session as the looks at a point.
#pragma once

#include "a11y/session.h"
#include "a11y/visible_tree.h"
#include "gate/key_chord.h"

namespace interlock::a11y {

Awaitable<gate::Known<VisibleTree>> visible_tree(std::shared_ptr<Link> link, gate::Window window,
                                                 std::vector<gate::Rect> popups, Deadline deadline);
Awaitable<gate::Known<std::vector<gate::Element>>> bound_to(std::shared_ptr<Link> link, gate::Window window,
                                                            std::vector<gate::KeyChord> keys, Deadline deadline);
Awaitable<gate::Known<std::vector<gate::Element>>> pressed_by_return(std::shared_ptr<Link> link, gate::Window window,
                                                                     gate::Element field, Deadline deadline);
Awaitable<gate::Known<gate::Element>> named_element(std::shared_ptr<Link> link, gate::Window window, std::string path,
                                                    Deadline deadline);
Awaitable<gate::Known<bool>> scroll_into_view(std::shared_ptr<Link> link, gate::Window window, std::string path,
                                              Deadline deadline);

}  // namespace interlock::a11y
