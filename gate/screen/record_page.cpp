#include "gate/screen/record_page.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "gate/screen/editor.h"
#include "values/ascii.h"
#include "values/utf8.h"

namespace interlock::gate {
namespace {

// Chosen by hand from the addresses of trackers, forums, wikis and code hosts: what stands before a record's name.
// Under these a page is always about a record that people wrote.
constexpr auto kinds = std::to_array<std::string_view>({"browse", "bugs", "commit", "discussions", "issue", "issues",
                                                        "merge_requests", "pull", "pulls", "questions", "t", "wiki"});
// These have other meanings, too (tickets are bought): a page is about a record if its title repeats the number.
constexpr auto loose_kinds = std::to_array<std::string_view>(
    {"article", "articles", "case", "cases", "story", "task", "tasks", "thread", "ticket", "tickets", "topic"});
// Web mail shows the subject of the message that is open.
constexpr auto mail_hosts =
    std::to_array<std::string_view>({"mail.google.com", "mail.proton.me", "mail.yahoo.com", "outlook.live.com",
                                     "outlook.office.com", "outlook.office365.com", "outlook.cloud.microsoft"});

// In these parts of a shop or site its owner works: an order there is a customer's.
constexpr auto managing_areas = std::to_array<std::string_view>({"admin", "administrator", "backend", "wp-admin"});

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_digit(std::string_view text) {
  return text.find_first_of("0123456789") != text.npos;
}

/// "remove-legacy-billing-page": a record's title in its address.
bool is_slug(std::string_view segment) {
  return std::count(segment.begin(), segment.end(), '-') > 1;
}

/// "[SHOP-12] Checkout fails", "SHOP-12: ...": the key of a tracker, which a record's title begins with.
bool begins_with_key(std::string_view title) {
  if (title.starts_with('[') || title.starts_with('(')) title.remove_prefix(1);
  const auto size_of = [&](auto test) {
    return static_cast<std::size_t>(std::find_if_not(title.begin(), title.end(), test) - title.begin());
  };
  const std::size_t letters = size_of([](char c) { return c >= 'A' && c <= 'Z'; });
  if (letters < 2 || !title.substr(letters).starts_with('-')) return false;
  title.remove_prefix(letters + 1);
  const std::size_t digits = size_of([](char c) { return c >= '0' && c <= '9'; });
  return digits > 0 && digits < title.size() && std::string_view("]): ").find(title[digits]) != title.npos;
}

/// "Fehler #812: Rechnung löschen schlägt fehl": what stands behind the number and colon is a record's title.
bool has_numbered_title(std::string_view title) {
  for (std::size_t at = title.find('#'); at != title.npos; at = title.find('#', at + 1)) {
    const std::size_t end = title.find_first_not_of("0123456789", at + 1);
    if (end != title.npos && end > at + 1 && title[end] == ':') return true;
  }
  return false;
}

/// Reads a path segment by segment and leaves out what names a record.
class PathReader {
 public:
  explicit PathReader(std::string_view title) : title_(title) {}

  void read(std::string_view path, PageText& into) {
    for (std::size_t from = 0; from <= path.size();) {
      const std::size_t to = std::min(path.find('/', from), path.size());
      const std::string_view segment = path.substr(from, to - from);
      from = to + 1;
      if (segment.empty()) continue;
      if (names_record(segment)) {
        into.tracked = true;
      } else {
        into.managed = into.managed || is_one_of(managing_areas, segment);
        into.path += '/';
        into.path += segment;
      }
      before_last_ = last_;
      last_ = segment;
    }
  }

 private:
  bool names_record(std::string_view segment) {
    if (in_record_) return is_slug(segment) || std::exchange(more_, false);
    const bool customer = before_last_ == "lightning" && (last_ == "r" || last_ == "o");  // Salesforce: kind, number
    const bool titled = last_ == "wiki" || (last_ == "t" && segment.find('-') != segment.npos);
    const bool numbered = has_digit(segment) || titled;
    const bool found = customer || (numbered && (is_one_of(kinds, last_) || (is_one_of(loose_kinds, last_) &&
                                                                             title_.find(segment) != title_.npos)));
    in_record_ = found;
    more_ = customer;
    return found;
  }

  std::string_view title_;
  std::string_view last_;
  std::string_view before_last_;
  bool in_record_ = false;
  bool more_ = false;
};

}  // namespace

PageText page_text(const Document& document) {
  std::string_view rest = document.url;
  std::string_view host;
  if (const std::size_t scheme = rest.find("://"); scheme != rest.npos) {
    const std::size_t end = std::min(rest.find('/', scheme + 3), rest.size());
    host = rest.substr(scheme + 3, end - scheme - 3);
    rest.remove_prefix(end);
  }
  constexpr std::size_t most = 160;  // the long values of trackers say nothing
  PageText text;
  PathReader(document.title).read(utf8_prefix(rest.substr(0, rest.find_first_of("?#")), most), text);
  const bool named = text.tracked || is_one_of(mail_hosts, host) || edits_document(document) ||
                     begins_with_key(document.title) || has_numbered_title(document.title);
  if (!named) text.title = document.title;
  return text;
}

}  // namespace interlock::gate
