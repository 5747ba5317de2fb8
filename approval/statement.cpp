#include "approval/statement.h"

#include <charconv>

#include "approval/digest.h"
#include "values/ascii.h"

namespace interlock::approval {

namespace {

constexpr std::string_view first_line = "interlock statement 1\n";
constexpr std::string_view no_picture = "none";

/// Printable ASCII except the percent sign stays, every other byte becomes %XX.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F && c != '%') {
      out += c;
    } else {
      out += {'%', upper_hex_digits[byte >> 4], upper_hex_digits[byte & 15]};
    }
  }
  return out;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto high = at + 2 < text.size() ? upper_hex_digits.find(text[at + 1]) : std::string_view::npos;
    const auto low = at + 2 < text.size() ? upper_hex_digits.find(text[at + 2]) : std::string_view::npos;
    const bool escape = text[at] == '%' && high != std::string_view::npos && low != std::string_view::npos;
    out += escape ? static_cast<char>(high << 4 | low) : text[at];
    if (escape) at += 2;
  }
  return out;
}

void add_line(std::string& out, std::string_view name, std::string_view value) {
  out += std::string(name) + ' ' + escaped(value) + '\n';
}

/// The value of the next line if it has this name.
std::optional<std::string> take_line(std::string_view& rest, std::string_view name) {
  const auto end = rest.find('\n');
  if (end == std::string_view::npos || !rest.starts_with(name) || rest.size() <= name.size()) return std::nullopt;
  if (rest[name.size()] != ' ' || end <= name.size()) return std::nullopt;
  std::string value = unescaped(rest.substr(name.size() + 1, end - name.size() - 1));
  rest.remove_prefix(end + 1);
  return value;
}

}  // namespace

std::string digest_of(const Rows& rows) {
  std::string all;
  const auto add = [&all](std::string_view text) {
    all += std::to_string(text.size()) + ':' + std::string(text) + ',';
  };
  for (const auto& [name, text] : rows) {
    add(name);
    add(text);
  }
  return sha256_hex(all);
}

std::string serialize(const Statement& statement) {
  std::string out(first_line);
  add_line(out, "question", statement.question);
  add_line(out, "desktop", statement.desktop);
  add_line(out, "start", statement.start);
  add_line(out, "shown", statement.shown);
  add_line(out, "done", statement.done);
  add_line(out, "policy", statement.policy);
  add_line(out, "picture", statement.picture.empty() ? no_picture : std::string_view(statement.picture));
  add_line(out, "lifespan", statement.lifespan);
  add_line(out, "deadline_ms", std::to_string(statement.deadline_ms));
  return out;
}

std::optional<Statement> parse_statement(std::string_view text) {
  if (!text.starts_with(first_line)) return std::nullopt;
  std::string_view rest = text.substr(first_line.size());
  Statement statement;
  std::string deadline;
  for (const auto& [name, into] :
       std::initializer_list<std::pair<std::string_view, std::string*>>{{"question", &statement.question},
                                                                        {"desktop", &statement.desktop},
                                                                        {"start", &statement.start},
                                                                        {"shown", &statement.shown},
                                                                        {"done", &statement.done},
                                                                        {"policy", &statement.policy},
                                                                        {"picture", &statement.picture},
                                                                        {"lifespan", &statement.lifespan},
                                                                        {"deadline_ms", &deadline}}) {
    auto value = take_line(rest, name);
    if (!value) return std::nullopt;
    *into = std::move(*value);
  }
  if (statement.picture == no_picture) statement.picture.clear();
  std::from_chars(deadline.data(), deadline.data() + deadline.size(), statement.deadline_ms);
  if (serialize(statement) != text) return std::nullopt;  // exactly one spelling counts
  return statement;
}

}  // namespace interlock::approval
