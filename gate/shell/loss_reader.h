/// The reader of losses at work on one line: it follows programs that run others, and collects what each one loses.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gate/shell/call.h"
#include "gate/shell/reading.h"
#include "values/loss.h"

namespace interlock::gate::shell {

class LossReader {
 public:
  static constexpr int max_depth = 8;  ///< sudo sh -c ... inside one another

  LossReader(std::string_view folder, std::string_view home) : folder_(folder), home_(home) {}

  void read(std::string_view text, Environment environment, int depth);
  Losses take() { return std::move(losses_); }

  // For the rules of the programs (loss_rules.cpp):
  /// The path that `word` names is lost. Unknown parts count as anything below the folders that the names come from.
  void lose(const Call& call, std::string_view path, Loss how = {});
  void unknown(std::string why);

 private:
  void command(const Reading& reading, const Command& command, int depth);
  void redirects(const Reading& reading, const Command& command);
  void words(const Reading& reading, std::span<const Word> all, Scene scene, int wrapped);
  void given(const Reading& reading, const Call& call, int wrapped);
  /// The folders below which the names lie that reach the command by its pipe; empty if that is not known.
  std::vector<std::string> piped_from(const Script& script, const Command& command) const;
  std::string whole(const Command& command, std::string_view path) const;

  std::string folder_;
  std::string home_;
  Losses losses_;
  std::vector<std::string> bases_;  ///< of names that are known only when the line runs
  std::size_t work_ = 0;
};

/// Adds what the program itself loses. False if it is not known, or if it runs another program that does.
bool add_losses(LossReader& reader, const Call& call);

/// Where `find` begins to search.
std::vector<std::string> starts_of_find(const Call& call);
/// The operands of a program whose options `letters` and `longs` (separated by spaces) take a value.
std::vector<const Word*> operands_of(const Call& call, std::string_view letters, std::string_view longs = {});

}  // namespace interlock::gate::shell
