#include "approval/rows_json.h"

namespace interlock::approval {

namespace json = boost::json;

json::array rows_json(const Rows& rows) {
  json::array all;
  for (const auto& [name, text] : rows) all.push_back(json::array{name, text});
  return all;
}

std::optional<Rows> rows_at(const json::object& object, std::string_view key) {
  const auto* list = object.if_contains(key);
  if (list == nullptr || !list->is_array()) return std::nullopt;
  Rows rows;
  for (const json::value& row : list->get_array()) {
    const auto* pair = row.if_array();
    if (pair == nullptr || pair->size() != 2 || !(*pair)[0].is_string() || !(*pair)[1].is_string()) return std::nullopt;
    rows.emplace_back((*pair)[0].get_string(), (*pair)[1].get_string());
  }
  return rows;
}

}  // namespace interlock::approval
