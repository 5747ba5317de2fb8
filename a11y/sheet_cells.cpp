#include "a11y/sheet_cells.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace interlock::a11y {
namespace {

struct CellNumber {
  std::int32_t row = 0;
  std::int32_t column = 0;
};

struct CellRange {
  CellNumber first;
  CellNumber last;
};

std::optional<CellNumber> number_of(const Seen<std::int32_t>& index, std::int32_t columns) {
  if (!index) return std::nullopt;
  return CellNumber{*index / columns, *index % columns};
}

/// The cells at two corners of what is shown.
Awaitable<Seen<std::optional<CellRange>>> shown_range(Look look, Ref sheet, Coordinates coordinates) {
  std::vector<Request> about{ask::extents(sheet, coordinates), ask::table_columns(sheet)};
  const auto known = co_await look.ask(std::move(about));
  const auto shown = answer::rect(known[0]);
  const auto columns = answer::count_property(known[1]);
  if (!shown) co_return tl::unexpected(shown.error());
  if (!columns) co_return tl::unexpected(columns.error());
  if (shown->width <= 2 || shown->height <= 2 || *columns <= 0) co_return std::optional<CellRange>();
  const Point begin{shown->x + 1, shown->y + 1};
  const Point end{shown->x + shown->width - 2, shown->y + shown->height - 2};
  std::vector<Request> hits{ask::at_point(sheet, begin, coordinates), ask::at_point(sheet, end, coordinates)};
  const auto corners = co_await look.ask(std::move(hits));
  const auto first = answer::ref(corners[0]);
  const auto last = answer::ref(corners[1]);
  if (!first) co_return tl::unexpected(first.error());
  if (!last) co_return tl::unexpected(last.error());
  if (first->is_null() || last->is_null()) co_return std::optional<CellRange>();
  std::vector<Request> indices{ask::index_in_parent(*first), ask::index_in_parent(*last)};
  const auto numbers = co_await look.ask(std::move(indices));
  const auto from = number_of(answer::count(numbers[0]), *columns);
  const auto to = number_of(answer::count(numbers[1]), *columns);
  if (!from || !to || to->row < from->row || to->column < from->column) co_return std::optional<CellRange>();
  co_return CellRange{*from, *to};
}

}  // namespace

Awaitable<Seen<std::vector<Ref>>> filled_cells(Look look, Ref sheet, Coordinates coordinates) {
  const auto range = co_await shown_range(look, sheet, coordinates);
  if (!range) co_return tl::unexpected(range.error());
  std::vector<Ref> cells;
  if (!*range) co_return cells;
  const auto& [first, last] = **range;
  std::vector<Request> requests;
  for (auto row = first.row; row <= last.row && requests.size() < most_sheet_cells; ++row) {
    for (auto column = first.column; column <= last.column; ++column)
      requests.push_back(ask::table_cell(sheet, row, column));
  }
  const auto replies = co_await look.ask(std::move(requests));
  std::vector<Request> counts;
  for (const auto& reply : replies) {
    auto cell = answer::ref(reply);
    if (!cell && is_fatal(cell.error())) co_return tl::unexpected(cell.error());
    if (!cell || cell->is_null()) continue;
    counts.push_back(ask::character_count(*cell));
    cells.push_back(std::move(*cell));
  }
  const auto lengths = co_await look.ask(std::move(counts));
  std::vector<Ref> filled;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto length = answer::count_property(lengths[i]);
    if (!length && is_fatal(length.error())) co_return tl::unexpected(length.error());
    if (length && *length > 0) filled.push_back(std::move(cells[i]));
  }
  co_return filled;
}

}  // namespace interlock::a11y
