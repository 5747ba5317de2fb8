#include "cli/live/watch_view.h"

#include <algorithm>
#include <utility>

#include "cli/basics/print.h"
#include "cli/live/watch_lines.h"
#include "ipc/limits.h"
#include "values/lifespan.h"
#include "values/utf8.h"

namespace interlock::cli {

namespace json = ipc::json;

namespace {

constexpr std::size_t most_lines = 1000;
/// Rows of one decision that was not simply allowed: the reason is at its end.
constexpr std::size_t most_rows = 5;

std::string_view colour_of(std::string_view decision) {
  if (decision == "warn") return "\033[33m";
  if (decision == "require_confirmation") return "\033[36m";
  if (decision == "block") return "\033[31m";
  if (decision == "halt") return "\033[35m";
  return "";
}

std::string painted(const std::string& text, std::string_view colour, bool may) {
  return may && !colour.empty() ? std::string(colour) + text + "\033[0m" : text;
}

/// The first `columns` characters; the terminal cuts lines with wide characters.
std::string cut(std::string_view text, int columns) {
  std::size_t end = 0;
  for (int count = 0; end < text.size(); ++end) {
    const bool starts = (static_cast<unsigned char>(text[end]) & 0xC0) != 0x80;
    if (starts && count++ == columns) break;
  }
  return std::string(text.substr(0, end));
}

std::vector<std::string> wrapped(std::string text, int columns, std::size_t most) {
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < most) {
    lines.push_back(cut(text, columns));
    text.erase(0, lines.back().size());
  }
  if (!text.empty() && !lines.empty()) lines.back() = cut(lines.back(), columns - 1) + "…";
  return lines;
}

/// A tool call needs no seat, so agents can act on the desktop while its prompt is open, and could type into this
/// terminal. It can only be approved by a command.
bool of_a_tool(const json::object& prompt) {
  const auto window = text_at(prompt, "window");
  return window.empty() || window == "no window";
}

}  // namespace

void WatchView::event(std::string_view name, const json::object& params, const std::string& clock) {
  if (name == "state") state_ = text_at(params, "state");
  lines_.push_back({event_line(name, params, clock), text_at(params, "decision")});
  if (lines_.size() > most_lines) lines_.pop_front();
}

void WatchView::pending(const json::array& prompts, Time now) {
  const std::string before = chosen() != nullptr ? text_at(chosen()->params, "id") : "";
  std::vector<Prompt> next;
  for (const auto& item : prompts) {
    if (!item.is_object()) continue;
    const auto& params = item.get_object();
    const auto known = std::find_if(prompts_.begin(), prompts_.end(), [&](const Prompt& prompt) {
      return text_at(prompt.params, "id") == text_at(params, "id");
    });
    const auto left = std::chrono::milliseconds(static_cast<long>(number_at(params, "expires_in_ms")));
    next.push_back({params, known == prompts_.end() ? now : known->shown, now + left});
  }
  prompts_ = std::move(next);
  const auto same = std::find_if(prompts_.begin(), prompts_.end(),
                                 [&](const Prompt& prompt) { return text_at(prompt.params, "id") == before; });
  if (same != prompts_.end()) {
    selected_ = static_cast<std::size_t>(same - prompts_.begin());
  } else {
    select(0, now);
  }
}

void WatchView::select(std::size_t index, Time now) {
  selected_ = index;
  chosen_at_ = now;
}

bool WatchView::armed(Time now) const {
  return chosen() != nullptr && now - chosen()->shown >= quiet && now - chosen_at_ >= quiet &&
         now - last_input_ >= quiet;
}

std::optional<WatchView::Reply> WatchView::input(std::string_view bytes, Time now) {
  if (writing_) return write_word(bytes);
  const bool counts = armed(now);
  last_input_ = now;
  said_.clear();
  if (bytes == "q" || bytes == "\x03") quit_ = true;
  if (prompts_.empty()) return std::nullopt;
  const auto count = prompts_.size();
  if (bytes == "j" || bytes == "\t" || bytes == "\033[B" || bytes == "\033OB") select((selected_ + 1) % count, now);
  if (bytes == "k" || bytes == "\033[A" || bytes == "\033OA") select((selected_ + count - 1) % count, now);
  const auto id = text_at(chosen()->params, "id");
  if (bytes == "d") return Reply{id, false, {}};
  if (bytes == "D") writing_ = Reply{id, false, {}};
  const auto lifespan = granted_by(bytes);
  if (lifespan.empty()) return std::nullopt;
  if (of_a_tool(chosen()->params)) {
    said_ = "a tool's call is approved by: interlockctl approve " + id;
  } else if (!counts) {
    said_ = "too soon after it appeared, or after another key: read it, then press " + std::string(bytes) + " again";
  } else {
    return Reply{id, true, lifespan};
  }
  return std::nullopt;
}

std::optional<WatchView::Reply> WatchView::write_word(std::string_view bytes) {
  std::string& word = writing_->word;
  if (bytes == "\033" || bytes == "\x03") {
    writing_.reset();
  } else if (bytes.starts_with("\033")) {
    return std::nullopt;  // an arrow or another key that is no character
  } else if (bytes == "\x7f" || bytes == "\b") {
    word = utf8_prefix(word, word.empty() ? 0 : word.size() - 1);
  } else {
    const auto end = bytes.find_first_of("\r\n");
    for (char c : bytes.substr(0, end)) {
      if (static_cast<unsigned char>(c) >= 0x20 && word.size() < ipc::limits::word_bytes) word += c;
    }
    if (end != bytes.npos) return std::exchange(writing_, std::nullopt);
  }
  return std::nullopt;
}

std::string WatchView::granted_by(std::string_view key) const {
  if (key == "a") return "once";
  if (key != "s" && key != "t") return {};
  const auto* offered = chosen()->params.if_contains("lifespans");
  if (offered == nullptr || !offered->is_array()) return {};
  const auto wanted = key == "s" ? Lifespan::Kind::session : Lifespan::Kind::span;
  for (const auto& item : offered->get_array()) {
    const auto lifespan = item.is_string() ? lifespan_from_text(item.get_string()) : std::nullopt;
    if (lifespan && lifespan->kind == wanted) return std::string(item.get_string());
  }
  return {};
}

std::vector<std::string> WatchView::keys(Time now) const {
  if (writing_)
    return {"no to " + writing_->id + ", because: " + writing_->word + "_", "[Return] deny", "[Escape] back"};
  const auto& prompt = chosen()->params;
  std::vector<std::string> keys;
  if (of_a_tool(prompt)) {
    keys.push_back("interlockctl approve " + text_at(prompt, "id"));
  } else if (!armed(now)) {
    keys.emplace_back("[a] in a moment");
  } else {
    keys.emplace_back("[a] approve");
    for (const auto* key : {"s", "t"}) {
      if (const auto lifespan = lifespan_from_text(granted_by(key)))
        keys.push_back("[" + std::string(key) + "] " + lifespan_text(*lifespan));
    }
  }
  keys.emplace_back("[d] deny");
  keys.emplace_back("[D] deny, and say why");
  if (prompts_.size() > 1) keys.emplace_back("[j/k] another");
  keys.emplace_back("[q] leave");
  return keys;
}

std::vector<std::string> WatchView::prompt_lines(Size size, bool colour, Time now) const {
  if (prompts_.empty()) return {};
  const auto& prompt = chosen()->params;
  const auto left = std::max(0.0, std::chrono::duration<double>(chosen()->expires - now).count());
  const std::string head = " " + std::to_string(selected_ + 1) + " of " + std::to_string(prompts_.size()) +
                           " waits for you; no answer within " + duration(left) + " is a no ";
  std::vector<std::string> lines = {painted(cut(head, size.columns), "\033[7m", true)};
  const auto headline = text_at(prompt, "headline");
  const auto add = [&](const std::string& text, std::size_t most, std::string_view paint = "") {
    for (const auto& line : wrapped(text, size.columns, most)) lines.push_back(painted(line, paint, colour));
  };
  add(text_at(prompt, "agent") + " (" + text_at(prompt, "session") + ") asks: " + headline + "?", 2, "\033[1m");
  const auto window = text_at(prompt, "window"), label = text_at(prompt, "label"), request = text_at(prompt, "request");
  if (request.empty()) {
    add("what: " + text_at(prompt, "action") +
            (window.empty() ? "" : " on " + text_at(prompt, "target") + " in " + window),
        3);
    if (!label.empty()) add("says: " + label, 2);
  } else {
    add("what: " + request, 3);
  }
  add("why:  " + text_at(prompt, "why"), 4);
  if (const auto form = text_at(prompt, "form"); !form.empty()) add("form: " + form, 3);
  if (const auto intent = text_at(prompt, "intent"); !intent.empty()) add("said: " + intent, 2);
  // Lines are broken between keys, so that each key stays readable.
  std::string line = text_at(prompt, "id") + ":";
  for (const auto& key : keys(now)) {
    if (line.size() + 2 + key.size() > static_cast<std::size_t>(size.columns))
      add(std::exchange(line, ""), 1, "\033[1m");
    line += (line.ends_with(':') ? "  " : "   ") + key;
  }
  add(line, 1, "\033[1m");
  return lines;
}

std::deque<std::string> WatchView::newest_rows(int columns, std::size_t room, bool colour) const {
  std::deque<std::string> rows;
  for (auto line = lines_.rbegin(); line != lines_.rend() && rows.size() < room; ++line) {
    const bool explains = !line->decision.empty() && line->decision != "allow";
    const auto parts = wrapped(line->text, columns, explains ? most_rows : 1);
    for (auto part = parts.rbegin(); part != parts.rend() && rows.size() < room; ++part)
      rows.push_front(painted(*part, colour_of(line->decision), colour));
  }
  return rows;
}

std::string WatchView::frame(Size size, bool colour, Time now) const {
  auto below = prompt_lines(size, colour, now);
  if (!said_.empty()) below.push_back(painted(cut(said_, size.columns), "\033[33m", colour));
  const auto rows = static_cast<std::size_t>(std::max(2, size.rows));
  if (below.size() > rows - 1) below.resize(rows - 1);
  const std::size_t room = rows - 1 - below.size();

  std::string screen = "\033[H";
  const auto put = [&](const std::string& line, bool last = false) {
    screen += line + "\033[K" + (last ? "" : "\r\n");
  };
  put(painted(
          cut("interlock is " + state_ + (prompts_.empty() ? "; nothing waits for you; q quits" : ""), size.columns),
          "\033[1m", colour),
      rows == 1);
  const auto shown = newest_rows(size.columns, room, colour);
  for (std::size_t i = 0; i < room; ++i) {
    const bool last = i + 1 == room && below.empty();
    put(i < shown.size() ? shown[i] : "", last);
  }
  for (std::size_t i = 0; i < below.size(); ++i) put(below[i], i + 1 == below.size());
  return screen;
}

std::optional<WatchView::Time> WatchView::next_change(Time now) const {
  if (prompts_.empty()) return std::nullopt;
  if (armed(now)) return now + std::chrono::seconds{1};
  return std::max({chosen()->shown, chosen_at_, last_input_}) + quiet;
}

}  // namespace interlock::cli
