#include "daemon/secrets/typed_secrets.h"

#include <algorithm>
#include <random>
#include <set>

namespace interlock::daemon {

namespace json = boost::json;
using std::chrono::steady_clock;

namespace {

/// Fingerprints are polynomials modulo this Mersenne prime, with a random base: two texts of n bytes have the same one
/// with a probability of n / 2^61.
constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  const std::uint64_t sum = (static_cast<std::uint64_t>(product) & prime) + static_cast<std::uint64_t>(product >> 61);
  return sum >= prime ? sum - prime : sum;
}

std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum >= prime ? sum - prime : sum;
}

std::uint64_t byte_of(char c) {
  return static_cast<unsigned char>(c) + std::uint64_t{1};
}

/// What the percent signs of a text stand for, and where each byte comes from.
struct Decoded {
  std::string text;
  std::vector<std::size_t> from;  ///< one more than bytes: the end
};

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/// Address bars show some characters decoded and others not, so that no single encoded form would be found.
Decoded decoded(std::string_view text, bool plus_is_space) {
  Decoded result;
  for (std::size_t i = 0; i < text.size();) {
    const bool coded =
        text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0;
    result.from.push_back(i);
    if (coded) {
      result.text += static_cast<char>(hex_digit(text[i + 1]) << 4 | hex_digit(text[i + 2]));
    } else {
      result.text += plus_is_space && text[i] == '+' ? ' ' : text[i];
    }
    i += coded ? 3 : 1;
  }
  result.from.push_back(text.size());
  return result;
}

void wipe(std::string& text) {
  ::explicit_bzero(text.data(), text.size());
  text.clear();
}

}  // namespace

TypedSecrets::TypedSecrets() {
  std::random_device random;
  base_ = ((std::uint64_t{random()} << 32 | random()) % (prime - 1024)) + 512;
}

void TypedSecrets::remember(std::string_view value, std::optional<std::chrono::seconds> lasts) {
  std::optional<steady_clock::time_point> until;
  if (lasts) until = steady_clock::now() + *lasts;
  add(value, until);
  std::string quoted = json::serialize(json::string(value));
  const std::string_view escaped = std::string_view(quoted).substr(1, quoted.size() - 2);
  if (escaped != value) add(escaped, until);
  wipe(quoted);
}

void TypedSecrets::add(std::string_view form, std::optional<steady_clock::time_point> until) {
  if (form.empty()) return;
  const std::lock_guard lock(mutex_);
  Print print{form.size(), hash_of(form), {}, until};
  for (std::size_t size = shortest_inside; size < std::min(form.size(), longest_beginning); ++size) {
    print.beginnings.push_back(hash_of(form.substr(0, size)));
  }
  auto all = std::make_shared<Prints>(*prints_);
  std::erase_if(*all, [&](const Print& each) { return each.size == print.size && each.hash == print.hash; });
  if (all->size() == most) all->erase(all->begin());
  all->push_back(std::move(print));
  prints_ = std::move(all);
}

void TypedSecrets::forget_all() {
  const std::lock_guard lock(mutex_);
  prints_ = std::make_shared<Prints>();
}

std::uint64_t TypedSecrets::hash_of(std::string_view text) const {
  std::uint64_t hash = 0;
  for (char c : text) hash = plus(times(hash, base_), byte_of(c));
  return hash;
}

std::shared_ptr<const TypedSecrets::Prints> TypedSecrets::valid() const {
  const std::lock_guard lock(mutex_);
  const auto now = steady_clock::now();
  const auto is_over = [&](const Print& each) { return each.until && *each.until < now; };
  if (std::any_of(prints_->begin(), prints_->end(), is_over)) {
    auto left = std::make_shared<Prints>(*prints_);
    std::erase_if(*left, is_over);
    prints_ = std::move(left);
  }
  return prints_;
}

void TypedSecrets::find_sized(std::string_view text, std::size_t size, const Prints& prints,
                              std::vector<Span>& found) const {
  std::uint64_t leaving = 1;  // base^size, by which the byte in front of the window counts
  for (std::size_t i = 0; i < size; ++i) leaving = times(leaving, base_);
  const auto is_one = [&](std::uint64_t hash) {
    return std::any_of(prints.begin(), prints.end(), [&](const Print& p) { return p.size == size && p.hash == hash; });
  };
  std::uint64_t hash = hash_of(text.substr(0, size));
  for (std::size_t end = size;; ++end) {
    if (is_one(hash)) found.push_back({end - size, end});
    if (end == text.size()) return;
    const std::uint64_t gone = times(byte_of(text[end - size]), leaving);
    hash = plus(plus(times(hash, base_), byte_of(text[end])), prime - gone);
  }
}

/// A beginning of a secret that ends at `end`.
void TypedSecrets::find_cut(std::string_view text, std::size_t end, const Prints& prints,
                            std::vector<Span>& found) const {
  std::uint64_t hash = 0, power = 1;
  for (std::size_t size = 1; size <= std::min(end, longest_beginning); ++size) {
    hash = plus(hash, times(byte_of(text[end - size]), power));
    power = times(power, base_);
    const auto is_one = [&](const Print& print) {
      const std::size_t at = size - shortest_inside;
      return at < print.beginnings.size() && print.beginnings[at] == hash;
    };
    if (size >= shortest_inside && std::any_of(prints.begin(), prints.end(), is_one))
      found.push_back({end - size, end});
  }
}

void TypedSecrets::find_plain(std::string_view text, const Prints& prints, std::vector<Span>& found) const {
  constexpr std::string_view cut = "…";
  std::set<std::size_t> sizes;
  for (const Print& print : prints) {
    if (print.size == text.size() || (print.size >= shortest_inside && print.size < text.size()))
      sizes.insert(print.size);
  }
  for (const std::size_t size : sizes) find_sized(text, size, prints, found);
  for (auto at = text.find(cut); at != text.npos; at = text.find(cut, at + 1)) find_cut(text, at, prints, found);
  find_cut(text, text.size(), prints, found);
}

std::vector<TypedSecrets::Span> TypedSecrets::find(std::string_view text) const {
  std::vector<Span> found;
  const auto snapshot = valid();
  const Prints& prints = *snapshot;
  if (prints.empty()) return found;
  find_plain(text, prints, found);
  for (const bool plus_is_space : {true, false}) {
    if (text.find_first_of(plus_is_space ? "%+" : "%") == text.npos) continue;
    const Decoded plain = decoded(text, plus_is_space);
    std::vector<Span> in_plain;
    find_plain(plain.text, prints, in_plain);
    for (const Span& span : in_plain) found.push_back({plain.from[span.begin], plain.from[span.end]});
  }
  std::sort(found.begin(), found.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
  return found;
}

bool TypedSecrets::appear_in(std::string_view text) const {
  return !find(text).empty();
}

std::string TypedSecrets::without(std::string_view text) const {
  std::string result;
  std::size_t done = 0;
  for (const Span& span : find(text)) {
    if (span.begin >= done) {
      result += text.substr(done, span.begin - done);
      result += in_its_place;
    }
    done = std::max(done, span.end);
  }
  result += text.substr(done);
  return result;
}

void TypedSecrets::take_out(json::value& value) const {
  if (auto* text = value.if_string()) {
    if (appear_in(*text)) *text = without(*text);
  } else if (auto* array = value.if_array()) {
    for (json::value& each : *array) take_out(each);
  } else if (auto* object = value.if_object()) {
    take_out(*object);
  }
}

void TypedSecrets::take_out(json::object& object) const {
  if (valid()->empty()) return;
  for (auto& [key, value] : object) take_out(value);
}

TypedSecrets& typed_secrets() {
  static TypedSecrets all;
  return all;
}

}  // namespace interlock::daemon
