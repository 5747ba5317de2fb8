#include "cli/report/report_page.h"

#include <algorithm>
#include <map>
#include <set>

#include "audit/record_id.h"
#include "cli/basics/print.h"
#include "cli/report/html.h"
#include "cli/report/report_parts.h"
#include "cli/report/report_sketch.h"
#include "ipc/base64.h"

namespace interlock::cli {

namespace json = ipc::json;

namespace {

/// SessionReader guarantees that every run has an action.
bool is_note(const json::object& record) {
  return !record.contains("id");
}

std::string decision_of(const json::object& record) {
  return is_note(record) ? "note" : text_at(object_at(record, "assessment"), "decision");
}

/// A class of the style sheet; unknown words are mapped, because anybody may have written the log.
std::string class_of(const std::string& decision) {
  static const std::set<std::string> known = {"allow", "warn", "require_confirmation", "block", "halt"};
  return known.contains(decision) ? "d-" + decision : "d-note";
}

std::string shown(const std::string& decision) {
  return decision == "require_confirmation" ? "ask" : decision;
}

/// "19:14:55" of a record's time.
std::string clock_of(const std::string& time) {
  return time.size() >= 19 ? time.substr(11, 8) : time;
}

/// "done", or why it was not.
std::string what_came_of_it(const json::object& record) {
  if (is_note(record)) return "";
  const auto outcome = text_at(record, "outcome");
  const std::string answer = outcome.empty() ? "" : outcome + ", ";
  if (record.contains("failed")) return truth_at(record, "failed") ? "failed" : "made";
  if (record.contains("may_call")) return answer + (truth_at(record, "may_call") ? "may be made" : "not made");
  if (!record.contains("ended")) return "never completed";
  if (truth_at(record, "dry_run")) return "dry run";
  return answer + (truth_at(record, "executed") ? "done" : "not done");
}

std::string rules_of(const json::object& record) {
  std::string rules;
  const auto* triggered = object_at(record, "assessment").if_contains("triggered_rules");
  if (triggered == nullptr || !triggered->is_array()) return rules;
  for (const auto& rule : triggered->get_array()) {
    if (rule.is_string()) rules += (rules.empty() ? "" : " ") + std::string(rule.get_string());
  }
  return rules;
}

void entry(std::string& page, std::string_view name, const std::string& text) {
  if (!text.empty()) page += "<dt>" + std::string(name) + "</dt><dd>" + html(text) + "</dd>";
}

std::string window_of(const json::object& record) {
  const auto& window = object_at(record, "window");
  if (window.contains("unknown")) return "unknown: " + text_at(window, "meaning");
  if (window.empty()) return "";
  return text_at(window, "title") + " (" + text_at(window, "app") + ")";
}

/// The picture of the target if one was taken, else a sketch from the record.
std::string target_picture(const json::object& record, const PictureSource& pictures) {
  if (!pictures || !record.contains("picture")) return sketch(record);
  const KeptPicture kept = pictures(object_at(record, "picture"));
  if (kept.png.empty()) return sketch(record) + "<p class=\"gone\">" + html(kept.trouble) + "</p>";
  return "<img class=\"photo\" alt=\"the target, outlined, as it was\" src=\"data:image/png;base64," +
         ipc::base64_of(kept.png) + "\">";
}

void details(std::string& page, const json::object& record, const PictureSource& pictures) {
  const auto& assessment = object_at(record, "assessment");
  page += "<div class=\"more\"><dl>";
  entry(page, "because", text_at(record, "intent"));
  entry(page, "on", text_at(record, "target"));
  entry(page, "in", window_of(record));
  entry(page, "page", text_at(object_at(record, "document"), "url"));
  entry(page, "arguments", text_at(object_at(record, "tool"), "args"));
  entry(page, "decided by", text_at(assessment, "rule") + " (" + text_at(assessment, "code") + ")");
  entry(page, "reason", text_at(assessment, "reason"));
  if (const auto* findings = assessment.if_contains("findings"); findings != nullptr && findings->is_array()) {
    for (const auto& finding : findings->get_array()) {
      if (!finding.is_object()) continue;
      const auto& found = finding.get_object();
      const auto evidence = text_at(found, "evidence");
      entry(page, "found",
            shown(text_at(found, "decision")) + " by " + text_at(found, "rule") + " (" + text_at(found, "code") +
                "): " + text_at(found, "reason") + (evidence.empty() ? "" : "; seen: " + evidence));
    }
  }
  const auto outcome = text_at(record, "outcome");
  entry(page, "the answer", outcome.empty() ? "" : outcome + ": " + text_at(record, "outcome_reason"));
  const auto& undo = object_at(record, "undo");
  entry(page, "to undo it",
        undo.contains("entry")     ? "interlockctl undo " + text_at(undo, "entry")
        : undo.contains("unknown") ? "not possible: " + text_at(undo, "unknown")
                                   : "");
  const auto& refusal = object_at(record, "refusal");
  entry(page, "not done", refusal.empty() ? "" : text_at(refusal, "code") + ": " + text_at(refusal, "reason"));
  entry(page, "id", text_at(record, "id"));
  page += "</dl><div>" + target_picture(record, pictures) + "</div>";
  page += "<details><summary>the record</summary><pre>" + html(json::serialize(record)) + "</pre></details></div>";
}

std::string note_text(const json::object& record) {
  std::string text = "interlockd: " + text_at(record, "what");
  const auto& by = object_at(record, "by");
  if (!by.empty()) text += ", by " + text_at(by, "program");
  return text;
}

void row(std::string& page, const json::object& record, const PictureSource& pictures) {
  const std::string decision = decision_of(record);
  const auto& assessment = object_at(record, "assessment");
  page += "<details class=\"row " + class_of(decision) + "\" data-decision=\"" + html(decision) + "\" data-rules=\"" +
          html(rules_of(record)) + "\"><summary><span class=\"time\">" + html(clock_of(text_at(record, "time"))) +
          "</span><span class=\"badge\">" + html(shown(decision)) + "</span><span class=\"what\">";
  if (is_note(record)) {
    page += html(note_text(record)) + "</span><span></span></summary><div class=\"more\"><pre>" +
            html(json::serialize(record)) + "</pre></div>";
  } else {
    const auto target = text_at(record, "target");
    page += html(text_at(record, "summary"));
    if (!target.empty()) page += " <span class=\"on\">on " + html(target) + "</span>";
    if (decision != "allow") page += "<span class=\"why\">" + html(text_at(assessment, "reason")) + "</span>";
    page += "</span><span class=\"came\">" + html(what_came_of_it(record)) + "</span></summary>";
    details(page, record, pictures);
  }
  page += "</details>\n";
}

/// A mark for each record, where it stands between the first and the last.
std::string time_line(const std::vector<json::object>& records) {
  std::vector<double> times;
  double last = 0;
  for (const auto& record : records) {
    // Ids are times; notes have none and get the position of the record before them.
    if (const auto value = audit::record_id_value(text_at(record, "id"))) last = double(*value);
    times.push_back(last);
  }
  const auto known = std::find_if(times.begin(), times.end(), [](double time) { return time > 0; });
  const double first = known == times.end() ? 0 : *known;
  const double span = std::max(1.0, last - first);
  std::string line = "<svg class=\"line\" viewBox=\"0 0 1000 46\" preserveAspectRatio=\"none\" aria-hidden=\"true\">";
  for (std::size_t i = 0; i < records.size(); ++i) {
    const double x = 6 + std::max(0.0, times[i] - first) / span * 984;
    const auto decision = decision_of(records[i]);
    const bool quiet = decision == "allow" || decision == "note";
    line += "<rect class=\"" + class_of(decision) + "\" x=\"" + std::to_string(x) + "\" y=\"" + (quiet ? "16" : "6") +
            "\" width=\"4\" height=\"" + (quiet ? "14" : "34") + "\"/>";
  }
  return line + "</svg>";
}

void options(std::string& page, std::string_view id, std::string_view name, const std::set<std::string>& values) {
  page += "<label>" + std::string(name) + " <select id=\"" + std::string(id) + "\"><option value=\"\">all</option>";
  for (const auto& value : values) {
    page += "<option value=\"" + html(value) + "\">" + html(shown(value)) + "</option>";
  }
  page += "</select></label>";
}

}  // namespace

std::string report_page(const std::string& session, const SessionRecords& found, const std::string& nonce,
                        const PictureSource& pictures) {
  const auto& records = found.records;
  const json::object& first = *std::find_if(records.begin(), records.end(), [](const auto& r) { return !is_note(r); });
  const auto agent = text_at(first, "agent");
  const auto& peer = object_at(first, "peer");
  std::map<std::string, int> counts;
  std::set<std::string> decisions, rules;
  int acts = 0, done = 0, asked = 0;
  for (const auto& record : records) {
    const auto decision = decision_of(record);
    decisions.insert(decision);
    std::string all = rules_of(record) + " ";
    for (std::size_t at = 0, end; (end = all.find(' ', at)) != std::string::npos; at = end + 1) {
      if (end > at) rules.insert(all.substr(at, end - at));
    }
    if (is_note(record)) continue;
    ++acts;
    ++counts[decision];
    done += truth_at(record, "executed") ? 1 : 0;
    asked += record.contains("outcome") ? 1 : 0;
  }

  const std::string title = "interlock report: " + html(agent) + ", session " + html(session);
  const std::string key = " nonce=\"" + html(nonce) + "\"";
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; form-action 'none'; "
      "img-src data:; "
      "style-src 'nonce-" +
      html(nonce) + "'; script-src 'nonce-" + html(nonce) +
      "'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>" + title + "</title>\n<style" + key +
      ">" + std::string(report_style) + "</style></head>\n<body><h1>" + title + "</h1>\n<p class=\"about\">" +
      html(text_at(peer, "program")) + " (pid " + std::to_string(static_cast<long>(number_at(peer, "pid"))) + "), " +
      html(text_at(first, "time")) + " to " + html(text_at(records.back(), "time")) +
      (found.run.empty() ? "" : "; interlockd started " + html(found.run)) + "</p>\n<ul class=\"counts\">";
  const auto tile = [&](int count, const std::string& name, const std::string& kind) {
    page += "<li class=\"" + kind + "\"><b>" + std::to_string(count) + "</b>" + html(name) + "</li>";
  };
  tile(acts, "asked for", "d-note");
  for (const auto& [decision, count] : counts) tile(count, shown(decision), class_of(decision));
  tile(done, "done", "d-note");
  tile(asked, "asked about", "d-note");
  page += "</ul>\n" + time_line(records) + "<div class=\"ends\"><span>" + html(text_at(records.front(), "time")) +
          "</span><span>" + html(text_at(records.back(), "time")) + "</span></div>\n<div class=\"filters\" hidden>";
  options(page, "decision", "decision", decisions);
  options(page, "rule", "rule", rules);
  page +=
      "<label>text <input id=\"text\" type=\"search\"></label><span id=\"shown\" "
      "role=\"status\"></span></div>\n<main>\n";
  for (const auto& record : records) row(page, record, pictures);
  page +=
      "</main>\n<footer>From the audit log, which `interlockctl audit verify` checks. Times are UTC. Pictures "
      "show what was at the target when it was decided; what the agent must not see is grey in them. Where there is "
      "none, a sketch is drawn from what is on record.</footer>\n<script" +
      key + ">" + std::string(report_script) + "</script></body></html>\n";
  return page;
}

}  // namespace interlock::cli
