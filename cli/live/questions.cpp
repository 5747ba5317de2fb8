#include "cli/live/questions.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <optional>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "approval/signed_yes.h"
#include "approval/statement.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"
#include "values/lifespan.h"

extern char** environ;

namespace interlock::cli {

namespace {

namespace json = ipc::json;

/// The questions socket beside the control socket.
Options of_questions(const Options& options) {
  Options other = options;
  other.socket = (std::filesystem::path(options.socket).parent_path() / "questions.sock").string();
  return other;
}

approval::Rows rows_at(const json::object& question, std::string_view key) {
  approval::Rows rows;
  const auto* list = question.if_contains(key);
  if (list == nullptr || !list->is_array()) return rows;
  for (const json::value& row : list->get_array()) {
    const auto* pair = row.if_array();
    if (pair != nullptr && pair->size() == 2 && (*pair)[0].is_string() && (*pair)[1].is_string())
      rows.emplace_back((*pair)[0].get_string(), (*pair)[1].get_string());
  }
  return rows;
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
  print_rows(rows_at(question, "shown"));
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

/// The open question with this id. It is there as soon as its picture was taken, so it gets a moment.
std::optional<json::object> find_question(Options& options, const std::string& id) {
  for (int attempt = 0; attempt < 50; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(std::chrono::milliseconds{100});
    const auto questions = open_questions(options);
    if (!questions) return std::nullopt;
    for (const json::value& each : *questions) {
      if (each.is_object() && text_at(each.get_object(), "id") == id) return each.get_object();
    }
  }
  fail(options, Error{"nothing with id '" + id + "' waits for an answer", {}, "see 'interlockctl questions'"});
  return std::nullopt;
}

/// The bytes to sign, made from what is shown here and not from what the daemon says about it.
std::optional<std::string> statement_of(const json::object& question, const std::string& lifespan) {
  const auto* bytes = question.if_contains("statement");  // text_at() is for people: it leaves newlines out
  if (bytes == nullptr || !bytes->is_string()) return std::nullopt;
  auto statement = approval::parse_statement(std::string(bytes->get_string()));
  if (!statement || statement->question != text_at(question, "id")) return std::nullopt;
  if (statement->shown != approval::digest_of(rows_at(question, "shown"))) return std::nullopt;
  if (statement->done != approval::digest_of(rows_at(question, "done"))) return std::nullopt;
  if (const auto known = lifespan_from_text(lifespan)) statement->lifespan = lifespan_word(*known);
  return serialize(*statement);
}

std::string read_all_of(int fd) {
  std::string all;
  std::array<char, 4096> part{};
  for (ssize_t got = 0; (got = ::read(fd, part.data(), part.size())) > 0;)
    all.append(part.data(), static_cast<std::size_t>(got));
  return all;
}

/// What `ssh-keygen -Y sign` writes about `text`; empty if it failed, and it said why.
std::string ssh_signature(const std::string& key, const std::string& text) {
  const int in = ::memfd_create("statement", MFD_CLOEXEC), out = ::memfd_create("signature", MFD_CLOEXEC);
  std::string signature;
  if (in >= 0 && out >= 0 && ::write(in, text.data(), text.size()) == static_cast<ssize_t>(text.size())) {
    ::lseek(in, 0, SEEK_SET);
    std::string name(approval::ssh_namespace), file = key;
    std::array<std::string, 8> words = {"ssh-keygen", "-q", "-Y", "sign", "-n", name, "-f", file};
    std::array<char*, 9> arguments{};
    for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    pid_t child = 0;
    int status = -1;
    if (::posix_spawnp(&child, "ssh-keygen", &actions, nullptr, arguments.data(), environ) == 0 &&
        ::waitpid(child, &status, 0) == child && status == 0) {
      ::lseek(out, 0, SEEK_SET);
      signature = read_all_of(out);
    }
    posix_spawn_file_actions_destroy(&actions);
  }
  if (in >= 0) ::close(in);
  if (out >= 0) ::close(out);
  return signature;
}

}  // namespace

void approve_signed(Options& options, const std::string& id, const std::string& key, const std::string& lifespan) {
  const auto found = find_question(options, id);
  if (!found) return;
  const json::object& question = *found;
  if (!options.json) print_question(question);
  const auto statement = statement_of(question, lifespan);
  if (!statement) return fail(options, Error{"the statement is not of what is shown: not signed", id, {}});
  const std::string signature = ssh_signature(key, *statement);
  if (signature.empty())
    return fail(options, Error{"ssh-keygen did not sign", key, "is it the private key of an approver?"});
  json::object answer = {{"id", id}, {"approve", true}, {"signature", json::object{{"ssh", signature}}}};
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
