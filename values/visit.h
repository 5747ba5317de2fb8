/// Visits of variants that name each alternative: a new alternative does not compile until each visit handles it.
#pragma once

#include <concepts>

namespace interlock {

/// One visitor made of lambdas, one for each alternative or group of alternatives.
template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;  // clang 14 does not deduce it by itself

/// Several alternatives that are handled alike: `[](const AnyOf<Move, Scroll> auto&) { ... }`.
template <class T, class... Alternatives>
concept AnyOf = (std::same_as<T, Alternatives> || ...);

/// A visitor for several alternatives that does nothing with them: `Ignore<Wait, Navigate>()`.
template <class... Alternatives>
struct Ignore {
  constexpr void operator()(const AnyOf<Alternatives...> auto&) const {}
};

}  // namespace interlock
