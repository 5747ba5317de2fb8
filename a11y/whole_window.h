/// Requests about a window's tree as a whole, and about elements that are given by name instead of by a point, as
/// `TreeReader` promises. They use the same session as the looks at a point.
#pragma once

#include "a11y/bus_session.h"
#include "a11y/visible_tree.h"
#include "values/key_chord.h"

namespace interlock::a11y {

Awaitable<Known<VisibleTree>> visible_tree(std::shared_ptr<Link> link, Window window, std::vector<Rect> popups,
                                           Deadline deadline);
Awaitable<Known<std::vector<Element>>> bound_to(std::shared_ptr<Link> link, Window window, std::vector<KeyChord> keys,
                                                Deadline deadline);
Awaitable<Known<std::vector<Element>>> pressed_by_return(std::shared_ptr<Link> link, Window window, Element field,
                                                         Deadline deadline);
Awaitable<Known<Element>> named_element(std::shared_ptr<Link> link, Window window, std::vector<Rect> popups,
                                        std::string path, Deadline deadline);
Awaitable<Known<std::vector<Document>>> documents_around(std::shared_ptr<Link> link, Window window, std::string path,
                                                         Deadline deadline);
Awaitable<Known<std::vector<Element>>> options_of(std::shared_ptr<Link> link, Window window, std::string path,
                                                  Deadline deadline);
Awaitable<Known<bool>> scroll_into_view(std::shared_ptr<Link> link, Window window, std::string path, Deadline deadline);

}  // namespace interlock::a11y
