/// A compiled policy: immutable, shared by all sessions, replaced as a whole on reload.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "gate/policy/config.h"

namespace interlock::gate {

class Policy {
 public:
  using Result = std::variant<std::shared_ptr<const Policy>, std::vector<PatternError>>;
  /// Compiles every pattern of `config` into RE2 sets; the error names all invalid patterns.
  static Result compile(Config config);

  ~Policy();
  Policy(const Policy&) = delete;
  Policy& operator=(const Policy&) = delete;

  const Config& config() const;

  /// The compiled pattern sets, only for the checks (gate/policy/patterns.h).
  struct Patterns;
  const Patterns& patterns() const { return *patterns_; }

 private:
  Policy(Config config, std::unique_ptr<const Patterns> patterns);
  Config config_;
  std::unique_ptr<const Patterns> patterns_;
};

}  // namespace interlock::gate
