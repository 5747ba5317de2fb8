#include "audit/collect.h"

#include <boost/json.hpp>
#include <optional>

#include "audit/link.h"

namespace interlock::audit {

namespace {

struct RecordLinks {
  std::string prev;
  std::string torn;  ///< of a note about a line that was cut short: its link
};

/// Nothing: the line is not a record.
std::optional<RecordLinks> links_in(std::string_view line) {
  boost::system::error_code not_json;
  const auto value = boost::json::parse(line, not_json);
  const auto* record = not_json ? nullptr : value.if_object();
  const auto text = [&](std::string_view key) {
    const auto* found = record == nullptr ? nullptr : record->if_contains(key);
    return found != nullptr && found->is_string() ? std::string(found->get_string()) : std::string();
  };
  RecordLinks links{text("prev"), text("what") == "torn_line" ? text("torn") : ""};
  return links.prev.empty() ? std::nullopt : std::optional(std::move(links));
}

}  // namespace

void Collector::has(std::string_view line) {
  std::string link = link_of(line);
  if (links_in(line)) head_ = link;
  links_.insert(std::move(link));
}

tl::expected<void, Error> Collector::receive(std::string_view line, const std::string& where) {
  const std::string link = link_of(line);
  if (links_.contains(link)) {
    ++repeats_;
    return {};
  }
  const auto links = links_in(line);
  const bool kept = links ? keep(records_, links->prev, line, where) : keep(others_, link, line, where);
  if (!kept) return {};
  return append_all_that_follow();
}

bool Collector::keep(std::unordered_map<std::string, Waiting>& in, const std::string& key, std::string_view line,
                     const std::string& where) {
  const auto there = in.find(key);
  if (there != in.end() && there->second.line == line) {
    ++repeats_;
    return false;
  }
  if (there != in.end() || waiting_bytes_ + line.size() > max_waiting_bytes) {
    if (refused_.lines++ == 0) refused_.first = where;
    return false;
  }
  waiting_bytes_ += line.size();
  in.emplace(key, Waiting{std::string(line), where});
  return true;
}

tl::expected<void, Error> Collector::append_all_that_follow() {
  while (true) {
    const auto next = records_.find(head_.empty() ? std::string(no_link) : head_);
    if (next == records_.end()) return {};
    const auto links = links_in(next->second.line);
    if (links && !links->torn.empty()) {  // the line that was cut short stands before the note about it
      const auto torn = others_.find(links->torn);
      if (torn == others_.end() && !links_.contains(links->torn)) return {};
      if (torn != others_.end()) {
        if (auto done = append(torn->second.line, torn->first); !done) return done;
        waiting_bytes_ -= torn->second.line.size();
        others_.erase(torn);
      }
    }
    const std::string link = link_of(next->second.line);
    if (auto done = append(next->second.line, link); !done) return done;
    waiting_bytes_ -= next->second.line.size();
    records_.erase(next);
    head_ = link;
  }
}

tl::expected<void, Error> Collector::append(std::string_view line, const std::string& link) {
  if (auto done = write_(line); !done) return done;
  links_.insert(link);
  ++written_;
  return {};
}

Collector::LeftOver Collector::left_over() const {
  LeftOver all = refused_;
  all.lines += records_.size() + others_.size();
  for (const auto* waiting : {&records_, &others_}) {
    if (all.first.empty() && !waiting->empty()) all.first = waiting->begin()->second.where;
  }
  return all;
}

}  // namespace interlock::audit
