#include "gate/words/category.h"

#include <algorithm>
#include <array>

#include "values/table_order.h"

namespace interlock::gate {
namespace {

constexpr Decision ask = Decision::require_confirmation;

constexpr std::array<CategoryRow, category_count> category_rows = {{
    {Category::send, "send", "sends something to others", ask},
    {Category::submit, "submit", "submits something", ask},
    {Category::publish, "publish", "makes something public", ask},
    {Category::share, "share", "shares something with others", ask},
    {Category::purchase, "purchase", "spends money or promises it", ask},
    {Category::transfer, "transfer", "moves money or property", ask},
    {Category::delete_, "delete", "deletes or overwrites something", ask},
    {Category::wipe, "wipe", "erases or resets something", ask},
    {Category::close_unsaved, "close_unsaved", "throws data or changes away", ask},
    {Category::install, "install", "changes what is installed", ask},
    {Category::download, "download", "downloads a file", ask},
    {Category::grant, "grant", "gives or takes access", ask},
    {Category::sign, "sign", "accepts or signs something", ask},
    {Category::account, "account", "changes an account, a membership or its security", ask},
    {Category::stop, "stop", "stops something that runs", ask},
    {Category::confirm, "confirm", "confirms something", ask},
}};

static_assert(in_order(category_rows, &CategoryRow::category), "the table is in the order of the enumeration");

}  // namespace

std::span<const CategoryRow> category_table() {
  return category_rows;
}

const CategoryRow& describe(Category category) {
  return category_rows[static_cast<std::size_t>(category) % category_rows.size()];
}

std::optional<Category> category_from_name(std::string_view name) {
  const auto row =
      std::find_if(category_rows.begin(), category_rows.end(), [&](const CategoryRow& r) { return r.name == name; });
  return row == category_rows.end() ? std::nullopt : std::optional(row->category);
}

std::optional<Category> category_of(const Finding& finding) {
  if (finding.rule != "irreversible") return std::nullopt;
  const std::string_view evidence = finding.evidence;
  const auto colon = evidence.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  return category_from_name(evidence.substr(0, colon));
}

}  // namespace interlock::gate
