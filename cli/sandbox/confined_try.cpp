#include "cli/sandbox/confined_try.h"

#include <filesystem>

#include "cli/basics/run_through.h"

namespace interlock::cli {

namespace json = ipc::json;

json::object to_json(const Attempt& attempt) {
  return {{"mediation", attempt.mediation}, {"tried", doctor::to_json(attempt.results)}};
}

tl::expected<Attempt, std::string> attempt_from_json(const std::string& text) try {
  const auto value = json::parse(text);
  const auto& object = value.as_object();
  auto results = doctor::results_from_json(object.at("tried"));
  if (!results) return tl::unexpected(results.error());
  return Attempt{std::move(*results), json::value_to<std::string>(object.at("mediation"))};
} catch (const std::exception&) {
  return tl::unexpected(std::string("the attempts inside the sandbox reported nothing: ") + text.substr(0, 200));
}

tl::expected<Attempt, std::string> try_confined(const doctor::Ways& ways, const Confined& as,
                                                const std::string& control_socket) {
  std::error_code failed;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", failed).string();
  if (failed) return tl::unexpected("this program's own file is not known: " + failed.message());
  std::vector<std::string> words = {self, "--socket", control_socket, "run", "--no-display", "--ro-bind", self};
  if (as.network) words.emplace_back("--allow-net");
  for (const auto& bind : as.binds) words.insert(words.end(), {"--bind", bind});
  for (const auto& read : as.reads) words.insert(words.end(), {"--ro-bind", read});
  words.insert(words.end(), {"--", self, "doctor", "--try", "-"});
  const Scratch in(json::serialize(doctor::to_json(ways)));
  const Scratch out;
  const Scratch errors;
  if (run_through(words, in, out, &errors) != 0) {
    auto why = errors.text();
    while (!why.empty() && why.back() == '\n') why.pop_back();
    return tl::unexpected(why.empty() ? "it ended without output" : why);
  }
  return attempt_from_json(out.text());
}

}  // namespace interlock::cli
