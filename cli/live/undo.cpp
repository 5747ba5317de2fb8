// Brings back what an action deleted or overwrote.
#include <algorithm>
#include <iostream>
#include <memory>

#include "cli/basics/commands.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"

namespace interlock::cli {
namespace {

using ipc::json::array;
using ipc::json::object;

const array& array_at(const object& from, std::string_view key) {
  static const array nothing;
  const auto* found = from.if_contains(key);
  return found != nullptr && found->is_array() ? found->get_array() : nothing;
}

std::string words_of(const ipc::json::value& value) {
  return value.is_string() ? std::string(value.get_string()) : std::string();
}

void print_paths(const object& answer, std::string_view key, std::string_view title) {
  constexpr std::size_t most = 20;
  const array& paths = array_at(answer, key);
  if (paths.empty()) return;
  const auto count = static_cast<std::size_t>(number_at(object_at(answer, "counts"), key));
  std::cout << title << '\n';
  for (std::size_t i = 0; i < std::min(paths.size(), most); ++i) std::cout << "  " << words_of(paths[i]) << '\n';
  if (count > most) std::cout << "  ... and " << count - most << " more (--json has all)\n";
}

void print_texts(const object& answer) {
  for (const auto& each : array_at(answer, "texts")) {
    if (!each.is_object()) continue;
    std::cout << "text that was in " << text_at(each.get_object(), "field") << ", to be pasted there:\n"
              << text_at(each.get_object(), "text") << '\n';
  }
}

void print_list(const object& answer) {
  const array& entries = array_at(answer, "entries");
  if (entries.empty()) std::cout << "nothing is kept\n";
  for (const auto& each : entries) {
    if (!each.is_object()) continue;
    const object& entry = each.get_object();
    std::cout << text_at(entry, "id") << "  " << text_at(entry, "time").substr(0, 16) << "  "
              << static_cast<long>(number_at(entry, "files")) << " files, "
              << static_cast<long long>(number_at(entry, "bytes")) << " bytes  " << text_at(entry, "agent") << ": "
              << text_at(entry, "summary") << (truth_at(entry, "undone") ? "  (undone)" : "") << '\n';
    const array& paths = array_at(entry, "paths");
    for (std::size_t i = 0; i < std::min<std::size_t>(paths.size(), 3); ++i)
      std::cout << "    " << words_of(paths[i]) << '\n';
  }
}

void print_changes(const object& answer, bool show) {
  std::cout << text_at(answer, "agent") << ", " << text_at(answer, "time") << ": " << text_at(answer, "summary")
            << '\n';
  print_paths(answer, "back", show ? "would be brought back:" : "brought back:");
  print_paths(answer, "replaced",
              show ? "has another content now, would be put back:" : "had another content, put back:");
  print_paths(answer, "removed",
              show ? "was not there before, would be taken away:" : "was not there before, taken away:");
  print_paths(answer, "left", "left as it is (--exactly puts the folders back exactly):");
  print_paths(answer, "secrets", "not kept, since it holds secrets:");
  print_paths(answer, "problems", "problems:");
  print_texts(answer);
  if (const auto newer = text_at(answer, "replaced_entry"); !newer.empty())
    std::cout << "what was there until now is kept: interlockctl undo " << newer << '\n';
  const object& counts = object_at(answer, "counts");
  if (number_at(counts, "back") + number_at(counts, "replaced") + number_at(counts, "removed") == 0 &&
      array_at(answer, "texts").empty())
    std::cout << "nothing differs from what was kept\n";
}

struct Wish {
  std::string id;
  bool list = false;
  bool show = false;
  bool exactly = false;
};

void undo(Options& options, const Wish& wish) {
  if (!wish.list && wish.id.empty()) {
    return fail(options, Failure(Error{"no ID is given", {}, "see 'interlockctl undo --list'"}));
  }
  const auto answer = wish.list
                          ? ask(options, "undo.list")
                          : ask(options, "undo", {{"id", wish.id}, {"exactly", wish.exactly}, {"show", wish.show}});
  if (!answer) return;
  const object* reply = answer->if_object();
  if (reply != nullptr && !array_at(*reply, "problems").empty()) options.exit_code = 1;
  if (options.json || reply == nullptr) {
    std::cout << ipc::json::serialize(*answer) << '\n';
  } else if (wish.list) {
    print_list(*reply);
  } else {
    print_changes(*reply, wish.show);
  }
}

}  // namespace

void add_undo(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("undo", "bring back what an action deleted or overwrote");
  const auto wish = std::make_shared<Wish>();
  command->add_option("ID", wish->id, "of the action, as --list and the notification show it");
  command->add_flag("--list", wish->list, "list what is kept, the newest first");
  command->add_flag("--show", wish->show, "only show what would change");
  command->add_flag("--exactly", wish->exactly,
                    "put folders back exactly: also take away what was added to them (it is kept, too)");
  command->callback([&options, wish] { undo(options, *wish); });
}

}  // namespace interlock::cli
