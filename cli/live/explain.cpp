#include <iostream>
#include <memory>

#include "cli/basics/commands.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"

namespace interlock::cli {

namespace {

using ipc::json::object;

void print_field(std::string_view name, const std::string& text) {
  if (!text.empty()) std::cout << padded(std::string(name), 11) << text << '\n';
}

void print_findings(const object& assessment) {
  const auto* findings = assessment.if_contains("findings");
  if (findings == nullptr || !findings->is_array() || findings->get_array().empty())
    return print_field("findings", "none");
  for (const auto& finding : findings->get_array()) {
    if (!finding.is_object()) continue;
    const auto& found = finding.get_object();
    print_field("found", text_at(found, "decision") + " by " + text_at(found, "rule") + " (" + text_at(found, "code") +
                             "): " + text_at(found, "reason"));
    print_field("", text_at(found, "evidence").empty() ? "" : "  seen: " + text_at(found, "evidence"));
  }
}

void print_record(const object& record) {
  const auto& assessment = object_at(record, "assessment");
  const auto& peer = object_at(record, "peer");
  const auto& window = object_at(record, "window");
  const auto& refusal = object_at(record, "refusal");
  print_field("action", text_at(record, "id") + "  " + text_at(record, "summary"));
  print_field("asked by", text_at(record, "agent") + ", " + text_at(peer, "program") + " (pid " +
                              std::to_string(static_cast<long>(number_at(peer, "pid"))) + "), session " +
                              text_at(record, "session") + ", " + text_at(record, "time"));
  print_field("profile", text_at(record, "profile"));
  print_field("intent", text_at(record, "intent"));
  print_field("on", text_at(record, "target"));
  print_field("picture", text_at(object_at(record, "picture"), "file"));
  const bool tool = record.contains("tool");
  print_field("with", text_at(object_at(record, "tool"), "args"));
  print_field("in", tool                         ? ""
                    : window.contains("unknown") ? "unknown: " + text_at(window, "meaning")
                                                 : text_at(window, "title") + " (" + text_at(window, "app") + ")");
  if (const auto& read = object_at(record, "read"); !read.empty()) {
    print_field("read", "\"" + text_at(read, "label") + "\", " +
                            std::to_string(static_cast<int>(number_at(read, "confidence"))) + " % sure" +
                            (truth_at(read, "whole") ? "" : ", perhaps not all of it"));
  }
  print_field("page", text_at(object_at(record, "document"), "url"));
  print_field("decision", text_at(assessment, "decision") + " by " + text_at(assessment, "rule") + ": " +
                              text_at(assessment, "reason"));
  print_findings(assessment);
  const auto& met = object_at(record, "met");
  if (!met.empty()) {
    const auto& judged = object_at(met, "assessment");
    print_field("then", "when the pointer came it was " + text_at(met, "target"));
    print_field("decision",
                text_at(judged, "decision") + " by " + text_at(judged, "rule") + ": " + text_at(judged, "reason"));
    print_findings(judged);
  }
  print_field("answer", text_at(record, "outcome").empty()
                            ? ""
                            : text_at(record, "outcome") + ": " + text_at(record, "outcome_reason"));
  if (const auto& kept = object_at(record, "undo"); kept.contains("entry")) {
    print_field("undo", "interlockctl undo " + text_at(kept, "entry"));
  } else if (kept.contains("unknown")) {
    print_field("undo", "not possible: " + text_at(kept, "unknown"));
  }
  print_field("refused", refusal.empty() ? "" : text_at(refusal, "code") + ": " + text_at(refusal, "reason"));
  if (tool) {
    if (record.contains("failed")) print_field("came to", truth_at(record, "failed") ? "a failure" : "a result");
    if (record.contains("may_call")) print_field("may be made", truth_at(record, "may_call") ? "yes" : "no");
  } else if (!record.contains("executed")) {
    print_field("done", "never completed");
  } else if (truth_at(record, "dry_run")) {
    print_field("done", "no, it was a dry run");
  } else {
    print_field("done", truth_at(record, "executed") ? "yes, " + text_at(record, "ended") : "no");
  }
}

}  // namespace

void add_explain(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("explain", "one action in full: what was asked, seen, found and done");
  auto id = std::make_shared<std::string>();
  command
      ->add_option("ID", *id,
                   "of the action, as replies, 'interlockctl watch --json' and the audit log have it, or of its prompt")
      ->required();
  command->callback([&options, id] {
    const auto answer = ask(options, "explain", {{"action", *id}});
    if (!answer) return;
    if (options.json || !answer->is_object()) {
      std::cout << ipc::json::serialize(*answer) << '\n';
    } else {
      print_record(answer->get_object());
    }
  });
}

}  // namespace interlock::cli
