#include "bench/rows.h"

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <exception>
#include <iostream>

namespace interlock::bench {
namespace {

namespace json = boost::json;

/// What changes of the machine's speed may add to the last step of a linear growth.
constexpr double moods = 1.25;

void print_line(const json::object& line) {
  std::cout << line << std::endl;
}

}  // namespace

bool Rows::wants(std::string_view row) const {
  return only_.empty() || std::any_of(only_.begin(), only_.end(), [&](const std::string& wanted) {
           return row == wanted || row.starts_with(wanted + ".");
         });
}

void Rows::measure(std::initializer_list<std::string_view> of, const std::function<void()>& benchmark) {
  if (std::none_of(of.begin(), of.end(), [this](std::string_view row) { return wants(row); })) return;
  try {
    benchmark();
  } catch (const std::exception& error) {
    failed_ = true;
    std::cerr << *of.begin() << ": " << error.what() << '\n';
  }
}

void Rows::begin(std::string row, std::string title) {
  row_ = std::move(row);
  title_ = std::move(title);
  if (!json_) std::printf("\n%s: %s\n", row_.c_str(), title_.c_str());
}

void Rows::print(const std::string& name, const std::string& unit, const Samples& samples, Whose whose,
                 const std::optional<Size>& size) {
  const auto q = [&](double at) { return samples.quantile(at); };
  if (json_) {
    json::object line = {
        {"row", row_},          {"title", title_}, {"name", name},  {"unit", unit},  {"peer", whose == Whose::peers},
        {"n", samples.count()}, {"p10", q(0.1)},   {"p50", q(0.5)}, {"p90", q(0.9)}, {"p99", q(0.99)}};
    if (size) line["size"] = size->size;
    if (size) line["axis"] = size->axis;
    return print_line(line);
  }
  const std::string shown =
      size ? name + ", " + std::to_string(static_cast<long>(size->size)) + " " + size->axis : name;
  std::printf("  %-44s p10 %10.2f  p50 %10.2f  p90 %10.2f  p99 %10.2f %s\n", shown.c_str(), q(0.1), q(0.5), q(0.9),
              q(0.99), unit.c_str());
  std::fflush(stdout);  // into a file or a pipe, too: the next figure may take minutes
}

void Rows::figure(const std::string& name, const std::string& unit, const Samples& samples, Whose whose) {
  print(name, unit, samples, whose, {});
}

void Rows::figures(const std::vector<Contender>& contenders, const std::vector<Samples>& took,
                   const std::string& unit) {
  for (std::size_t i = 0; i < took.size(); ++i) {
    figure(contenders[i].name, unit, unit == "ms" ? took[i].times(1e-3) : took[i], contenders[i].whose);
  }
}

void Rows::goal(const std::string& what, double value, Bound bound, double limit, const std::string& unit) {
  const bool met = bound == Bound::at_most ? value <= limit : value >= limit;
  const char* sign = bound == Bound::at_most ? "<=" : ">=";
  if (json_) {
    return print_line({{"row", row_},
                       {"title", title_},
                       {"goal", what},
                       {"value", value},
                       {"bound", sign},
                       {"limit", limit},
                       {"unit", unit},
                       {"met", met}});
  }
  std::printf("  %-44s     %10.2f  goal %s %g %s: %s\n", what.c_str(), value, sign, limit, unit.c_str(),
              met ? "met" : "missed");
}

void Rows::growth(const std::string& name, const std::string& axis, const std::string& unit, const Growth& growth) {
  for (const auto& [size, samples] : growth) print(name, unit, samples, Whose::ours, Size{size, axis});
  const auto& [last, slow] = growth.back();
  const auto& [before, fast] = growth[growth.size() - 2];
  // By the fastest tenth: other load on the machine does not grow with the size.
  goal(name + ": growth / growth in size", slow.quantile(0.1) / fast.quantile(0.1) / (last / before), Bound::at_most,
       moods);
}

int run(int argc, char** argv, const std::function<void(Rows&)>& benchmark) try {
  bool as_json = false, quick = false;
  std::vector<std::string> only;
  for (const std::string_view word : std::vector<std::string_view>(argv + 1, argv + argc)) {
    if (word == "--json") {
      as_json = true;
    } else if (word == "--quick") {
      quick = true;
    } else {
      only.emplace_back(word);
    }
  }
  Rows rows(as_json, quick, std::move(only));
  benchmark(rows);
  return rows.failed() ? 1 : 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
  return 1;
}

}  // namespace interlock::bench
