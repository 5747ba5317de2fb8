/// Kinds of consequence that a control can have, each with a decision of its own in the policy (`consequences:`).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "values/assessment.h"
#include "values/decision.h"

namespace interlock::gate {

enum class Category : std::uint8_t {
  send,           ///< a message, a file, a report goes to others
  submit,         ///< a form is handed in
  publish,        ///< something becomes public
  share,          ///< others get to see or use something
  purchase,       ///< money is spent or promised: buy, pay, order, book, donate, subscribe
  transfer,       ///< money or property changes hands
  delete_,        ///< something is deleted, removed, emptied or overwritten
  wipe,           ///< data is erased permanently or a device formatted; settings are reset
  close_unsaved,  ///< unsaved work or changes are thrown away
  install,        ///< programs come or go
  download,       ///< a web page puts a file on this computer
  grant,          ///< access, trust or rights are given or taken
  sign,           ///< terms, an offer or a document are accepted
  account,        ///< an account, a membership, what others may do to or see of it
  stop,           ///< the computer, a session or a program ends
  confirm,        ///< says yes to something that is not seen
};
inline constexpr std::size_t category_count = 16;

struct CategoryRow {
  Category category;
  std::string_view name;  ///< in the policy and in the findings: "delete"
  std::string_view what;  ///< for a sentence: "deletes or overwrites something"
  Decision decision;      ///< unless the policy sets another
};

/// All rows, in the order of the enumeration.
std::span<const CategoryRow> category_table();
const CategoryRow& describe(Category category);
std::optional<Category> category_from_name(std::string_view name);

/// The kind of consequence that the check `irreversible` found; nothing for other findings, and for patterns of the
/// policy.
std::optional<Category> category_of(const Finding& finding);

}  // namespace interlock::gate
