#include "audit/verify.h"

#include <algorithm>
#include <boost/json.hpp>
#include <utility>

#include "audit/link.h"

namespace interlock::audit {
namespace {

namespace json = boost::json;

std::string text_at(const json::object& record, std::string_view key) {
  const auto* value = record.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

}  // namespace

void Verifier::begin_file(std::string file) {
  file_ = std::move(file);
  number_ = 0;
}

bool Verifier::fail(std::uint64_t line, std::string what) {
  flaw_ = Flaw{file_, line, std::move(what)};
  return false;
}

bool Verifier::line(std::string_view text) {
  if (flaw_) return false;
  ++number_;
  boost::system::error_code not_json;
  const auto value = json::parse(text, not_json);
  const auto* record = not_json ? nullptr : value.if_object();
  const std::string prev = record != nullptr ? text_at(*record, "prev") : std::string();
  if (prev.empty()) {
    if (unfinished_) {
      flaw_ = unfinished_;
      return false;
    }
    unfinished_ = Flaw{file_, number_, "is not a record: another program wrote it, or it was changed"};
    unfinished_digest_ = sha256(text);
    return true;
  }
  if (unfinished_) {
    // A line that is not a record is valid only if interlockd's note after it has its digest.
    if (text_at(*record, "what") != "torn_line" || text_at(*record, "torn") != unfinished_digest_) {
      flaw_ = unfinished_;
      return false;
    }
    unfinished_.reset();
  }
  const std::string expected = head_.empty() ? std::string(no_link) : head_;
  if (prev != expected) {
    if (head_.empty()) return fail(number_, "is not the first record: what came before it is missing");
    return fail(number_,
                "does not follow the line before it: that one was changed, or records between them are missing");
  }
  if (text_at(*record, "what") == "log_disturbed") {
    return fail(number_, "says that somebody else touched the log while interlockd ran: " + text_at(*record, "how"));
  }
  if (std::string why = note_signature(*record); !why.empty()) return fail(number_, std::move(why));
  head_ = link_of(text);
  links_.insert(head_);
  ++records_;
  note_pictures(*record);
  return true;
}

std::string Verifier::note_signature(const json::object& record) {
  if (text_at(record, "record") != "note") return {};
  const auto what = text_at(record, "what");
  if (what == "approvers") keys_ = known_keys(record);
  if (what != "signed_answer") return {};
  ++signed_answers_;
  return objection_to(record, keys_);
}

void Verifier::note_pictures(const json::object& record) {
  if (text_at(record, "record") != "note") return;
  const auto what = text_at(record, "what");
  if (what == "picture") {
    pictures_.push_back({text_at(record, "file"), text_at(record, "sha256"), file_ + ":" + std::to_string(number_)});
  } else if (what == "pictures_removed") {
    pictures_removed_ = std::max(pictures_removed_, text_at(record, "through"));
  }
}

void Verifier::finish() {
  if (!flaw_ && unfinished_) flaw_ = unfinished_;
}

bool Verifier::has(const std::string& link) const {
  return link == no_link || links_.contains(link);
}

}  // namespace interlock::audit
