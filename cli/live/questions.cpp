#include "cli/live/questions.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <optional>
#include <thread>

#include "approval/rows_json.h"
#include "approval/signed_yes.h"
#include "approval/statement.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"
#include "cli/basics/ssh_signature.h"
#include "cli/live/open_id.h"
#include "values/lifespan.h"

namespace interlock::cli {

namespace {

namespace json = ipc::json;

/// The questions socket beside the control socket.
Options of_questions(const Options& options) {
  Options other = options;
  other.socket = (std::filesystem::path(options.socket).parent_path() / "questions.sock").string();
  return other;
}

/// A text of several lines stays in its column, so that none of them looks like a row of its own.
void print_rows(const approval::Rows& rows) {
  for (const auto& [name, text] : rows) {
    std::size_t begin = 0;
    do {
      const auto end = std::min(text.find('\n', begin), text.size());
      std::cout << "    " << padded(begin == 0 ? name : "", 24) << "| " << plain(text.substr(begin, end - begin))
                << '\n';
      begin = end + 1;
    } while (begin <= text.size());
  }
}

void print_question(const json::object& question) {
  std::cout << text_at(question, "id") << '\n';
  print_rows(approval::rows_at(question, "shown").value_or(approval::Rows()));
  std::cout << "    " << padded("signatures", 24) << "| " << number_at(question, "needed")
            << " needed\n    no answer within " << duration(number_at(question, "expires_in_ms") / 1000)
            << " is a no\n";
}

std::optional<json::array> open_questions(Options& options) {
  Options other = of_questions(options);
  const auto answer = ask(other, "questions");
  options.exit_code = other.exit_code;
  if (!answer || !answer->is_object()) return std::nullopt;
  const auto* list = answer->get_object().if_contains("questions");
  return list != nullptr && list->is_array() ? std::optional(list->get_array()) : std::nullopt;
}

/// Approvers get a question as soon as its picture was taken, which `pending` does not wait for.
constexpr int most_looks = 50;
constexpr std::chrono::milliseconds between_looks{100};

/// The open question whose id is, or begins with, `text`.
std::optional<json::object> find_question(Options& options, const std::string& text) {
  for (int look = 0; look < most_looks; ++look) {
    if (look > 0) std::this_thread::sleep_for(between_looks);
    const auto questions = open_questions(options);
    if (!questions) return std::nullopt;
    const auto id = id_that_begins(*questions, text);
    for (const json::value& each : *questions) {
      if (id && each.is_object() && text_at(each.get_object(), "id") == *id) return each.get_object();
    }
  }
  fail(options, Error{"nothing with id '" + text + "' waits for an answer", {}, "see 'interlockctl questions'"});
  return std::nullopt;
}

/// The bytes to sign, made from what is shown here and not from what the daemon says about it.
std::optional<std::string> statement_of(const json::object& question, const std::string& lifespan) {
  const auto* bytes = question.if_contains("statement");  // text_at() is for people: it leaves newlines out
  if (bytes == nullptr || !bytes->is_string()) return std::nullopt;
  auto statement = approval::parse_statement(std::string(bytes->get_string()));
  if (!statement || statement->question != text_at(question, "id")) return std::nullopt;
  const auto shown = approval::rows_at(question, "shown"), done = approval::rows_at(question, "done");
  if (!shown || statement->shown != approval::digest_of(*shown)) return std::nullopt;
  if (!done || statement->done != approval::digest_of(*done)) return std::nullopt;
  if (const auto known = lifespan_from_text(lifespan)) statement->lifespan = lifespan_word(*known);
  return serialize(*statement);
}

}  // namespace

void approve_signed(Options& options, const std::string& text, const std::string& key, const std::string& lifespan) {
  const auto found = find_question(options, text);
  if (!found) return;
  const json::object& question = *found;
  const std::string id = text_at(question, "id");
  if (!options.json) print_question(question);
  const auto statement = statement_of(question, lifespan);
  if (!statement) return fail(options, Error{"the statement is not of what is shown: not signed", id, {}});
  const auto signature = ssh_signature(key, std::string(approval::ssh_namespace), *statement);
  if (!signature) return fail(options, signature.error());
  json::object answer = {{"id", id}, {"approve", true}, {"signature", json::object{{"ssh", *signature}}}};
  if (!lifespan.empty()) answer["lifespan"] = lifespan;
  Options other = of_questions(options);
  do_and_say(other, "answer", std::move(answer), "signed " + id);
  options.exit_code = other.exit_code;
}

void add_questions(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("questions", "the open questions, whole, as approvers sign them");
  command->callback([&options] {
    const auto questions = open_questions(options);
    if (!questions) return;
    if (options.json) {
      std::cout << json::serialize(json::object{{"questions", *questions}}) << '\n';
      return;
    }
    if (questions->empty()) std::cout << "nothing waits for an answer\n";
    for (const json::value& each : *questions) {
      if (each.is_object()) print_question(each.get_object());
    }
  });
}

}  // namespace interlock::cli
