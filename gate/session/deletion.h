/// A dialog in which an application asks again about a deletion that a person has just approved: "Delete draft" opens
/// "Delete draft? This cannot be undone. [Delete]". Such a dialog tells the person nothing new, so the yes covers it,
/// once. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "values/assessment.h"
#include "values/observation.h"

namespace interlock::gate {

/// A question that asks for one reason: the control deletes something.
struct Deletion {
  std::uint32_t pid = 0;
  std::string app;
  std::string url;     ///< of the page; empty: there is none
  std::string title;   ///< of the window, normalised
  std::string label;   ///< of the control, normalised
  std::string dialog;  ///< what the dialog around the control says, normalised; empty: there is none
  std::vector<std::string>
      objects;                 ///< what it may be about, normalised: what its label names, is selected or in fields
  std::set<std::string> form;  ///< fields with their values, what is switched on, texts with figures
};

/// Of the objects only so many are shown to people, and count.
inline constexpr std::size_t most_shown = 3;

/// Nothing if the question has any other reason, or if something of this is not known.
std::optional<Deletion> deletion_of(const Observation& observation, const Assessment& assessment,
                                    const Known<std::vector<Element>>& form);

/// Whether `asked` is in a dialog of the same program and page, `approved` was in none, and the dialog, with what is
/// set in it, names nothing but one object of `approved`. Of its other words each must be one of a short list of
/// English words that name no object ("Are you sure ...? This cannot be undone."), so other dialogs ask.
bool asks_again(const Deletion& approved, const Deletion& asked);

/// What is selected, by name: rows, items of lists and trees, icons.
std::vector<std::string> selected_names(const std::vector<Element>& form);

}  // namespace interlock::gate
