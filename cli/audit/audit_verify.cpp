#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <regex>

#include "audit/files.h"
#include "audit/link.h"
#include "audit/pictures.h"
#include "audit/verify.h"
#include "cli/audit/audit_file.h"
#include "cli/basics/commands.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"

namespace interlock::cli {

namespace {

struct VerifyArguments {
  std::string dir;
  std::string heads;
  bool pictures = true;
};

struct Reported {
  std::string link;
  std::string where;
};

/// The head that the running daemon reports; none without a daemon, or if it writes to another folder.
std::vector<Reported> reported_by_daemon(const Options& options, const std::string& dir) {
  auto client = ipc::Client::connect(options.socket);
  if (!client) return {};
  const auto status = client->call("status", {}, std::chrono::seconds{5});
  if (!status || !status->is_object()) return {};
  const auto& audit = object_at(status->get_object(), "audit");
  std::string head = text_at(audit, "head");
  if (head.empty() || audit::folder_of(text_at(audit, "path")) != dir) return {};
  return {{std::move(head), "interlockd"}};
}

/// Every "audit head LINK" in the lines of `in`, as interlockd writes it to the journal.
std::vector<Reported> reported_in(std::istream& in, const std::string& name) {
  static const std::regex form(R"(audit head ([0-9a-f]{64})\b)");
  std::vector<Reported> reported;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    std::smatch match;
    if (std::regex_search(line, match, form)) reported.push_back({match[1], name + ":" + std::to_string(number)});
  }
  return reported;
}

/// Reads the files into `verifier`, without the text after the last newline, which is still being written. Returns an
/// error message if a file cannot be read.
std::string read_all(const std::vector<std::string>& files, audit::Verifier& verifier) {
  for (const auto& path : files) {
    verifier.begin_file(path);
    std::ifstream file(path, std::ios::binary);
    if (!file) return path + ": cannot be read: " + std::strerror(errno);
    for (std::string line; std::getline(file, line) && !file.eof();) {
      if (!verifier.line(line)) return {};
    }
    if (file.bad()) return path + ": cannot be read to its end";
  }
  verifier.finish();
  return {};
}

struct Pictures {
  std::size_t good = 0;
  std::size_t removed = 0;  ///< removed to make room, according to the log
  std::string trouble;      ///< about the first picture that is neither
};

Pictures check_pictures(const std::string& dir, const audit::Verifier& verifier) {
  Pictures found;
  for (const auto& [name, sha256, where] : verifier.pictures()) {
    if (!audit::picture_id(name)) {
      found.trouble = where + ": this record names no picture: " + name;
      return found;
    }
    std::ifstream file(audit::picture_dir(dir) + "/" + name, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (file.is_open() && audit::sha256(bytes) == sha256) {
      ++found.good;
    } else if (!file.is_open() && name <= verifier.pictures_removed()) {
      ++found.removed;
    } else {
      found.trouble = where + ": the picture of this record, " + name + ", " +
                      (file.is_open() ? "was changed" : "is missing, and interlockd did not remove it");
      return found;
    }
  }
  return found;
}

void report(Options& options, const audit::Verifier& verifier, std::size_t files, const Pictures& pictures,
            const std::string& trouble) {
  if (options.json) {
    ipc::json::object answer = {{"ok", trouble.empty()},
                                {"records", verifier.records()},
                                {"files", files},
                                {"head", verifier.head()},
                                {"signed_answers", verifier.signed_answers()},
                                {"pictures", {{"good", pictures.good}, {"removed", pictures.removed}}}};
    if (const auto& flaw = verifier.flaw()) {
      answer["file"] = flaw->file;
      answer["line"] = flaw->line;
    }
    if (!trouble.empty()) answer["trouble"] = trouble;
    std::cout << ipc::json::serialize(answer) << '\n';
    if (!trouble.empty()) options.exit_code = 1;
    return;
  }
  if (!trouble.empty()) return fail(options, Error{trouble, {}, {}});
  std::cout << "the audit log is unchanged: " << verifier.records() << " records in " << files
            << (files == 1 ? " file" : " files") << ", head " << verifier.head() << '\n';
  if (verifier.signed_answers() > 0) std::cout << "signed answers: " << verifier.signed_answers() << ", all right\n";
  if (pictures.good + pictures.removed == 0) return;
  std::cout << "pictures: " << pictures.good << " unchanged, " << pictures.removed << " removed to make room\n";
}

void verify(const VerifyArguments& arguments, Options& options) {
  const std::string dir = arguments.dir.empty() ? audit::folder_of(find_audit_log(options)) : arguments.dir;
  // Asked before the files are read, so that they must contain this head.
  auto reported = reported_by_daemon(options, dir);
  if (arguments.heads == "-") {
    for (auto& head : reported_in(std::cin, "standard input")) reported.push_back(std::move(head));
  } else if (!arguments.heads.empty()) {
    std::ifstream file(arguments.heads);
    if (!file)
      return fail(options, Error{std::string("cannot read the heads: ") + std::strerror(errno), arguments.heads, {}});
    for (auto& head : reported_in(file, arguments.heads)) reported.push_back(std::move(head));
  }
  const auto files = audit::log_files(dir);
  if (files.empty()) return fail(options, no_log(dir, "--dir"));

  audit::Verifier verifier;
  std::string trouble = read_all(files, verifier);
  if (const auto& flaw = verifier.flaw()) {
    trouble = flaw->file + ":" + std::to_string(flaw->line) + ": this line " + flaw->what;
  } else if (trouble.empty()) {
    for (const auto& head : reported) {
      if (verifier.has(head.link)) continue;
      trouble = "the record that " + head.where + " knows as " + head.link +
                " is not in the log: it was cut or rewritten in the end";
      break;
    }
  }
  Pictures pictures;
  if (trouble.empty() && arguments.pictures) {
    pictures = check_pictures(dir, verifier);
    trouble = pictures.trouble;
  }
  report(options, verifier, files.size(), pictures, trouble);
}

}  // namespace

void add_audit_verify(CLI::App& audit, Options& options) {
  auto* command = audit.add_subcommand(
      "verify", "check that the log was not changed and its signatures are right; names the first bad record");
  auto arguments = std::make_shared<VerifyArguments>();
  command->add_option("--dir", arguments->dir, "a folder other than the daemon's")->type_name("DIR");
  command
      ->add_option(
          "--heads", arguments->heads,
          "a file with the heads that interlockd reported, as from journalctl --user -u interlockd (-: standard input)")
      ->type_name("FILE");
  command->add_flag("!--without-pictures", arguments->pictures, "of a copy that came without its pictures");
  command->callback([&options, arguments] { verify(*arguments, options); });
}

}  // namespace interlock::cli
