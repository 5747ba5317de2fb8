/// Atoms: numbers for names, as in every X server. Clients share them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::display {

using Atom = std::uint32_t;

// Predefined atoms (X protocol, appendix A) that this program uses.
namespace atom {
inline constexpr Atom none = 0, atom = 4, cardinal = 6, string = 31, window = 33, wm_icon_name = 37, wm_name = 39,
                      wm_class = 67;
}  // namespace atom

class Atoms {
 public:
  Atoms();
  /// 0 if the name is not known and `create` is false, or if there are too many atoms.
  Atom intern(std::string_view name, bool create = true);
  /// Nothing: no such atom.
  std::optional<std::string_view> name(Atom atom) const;

 private:
  static constexpr std::size_t most = 16384;
  std::vector<std::string> names_;
  std::map<std::string, Atom, std::less<>> atoms_;
};

}  // namespace interlock::display
