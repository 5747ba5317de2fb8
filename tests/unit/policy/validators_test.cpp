// Validators in YAML: what is accepted, and where each mistake is reported.
#include "policy/validators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/loader.h"

namespace interlock::policy {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> validator_mistakes_in(std::string_view text) {
  const auto loaded = load_text(text, "p.yaml", load_preset("default")->settings);
  std::vector<std::string> reported;
  if (loaded) return reported;
  for (const auto& error : loaded.error()) reported.push_back(to_text(error));
  return reported;
}

TEST(Validators, AreReadWhole) {
  const auto loaded = load_text(R"(validators:
  - name: orders_1
    command: [/usr/bin/orders, --limit, "200"]
    when: {target.consequence: purchase}
    deadline_ms: 1500
    on_timeout: block
    on_failure: halt
  - name: live
)",
                                "p.yaml", load_preset("default")->settings);
  ASSERT_TRUE(loaded) << to_text(loaded.error());
  ASSERT_EQ(loaded->validators->size(), 2U);
  const auto& orders = loaded->validators->at(0).settings;
  EXPECT_EQ(orders.name, "orders_1");
  EXPECT_THAT(orders.command, ElementsAre("/usr/bin/orders", "--limit", "200"));
  EXPECT_EQ(orders.deadline, std::chrono::milliseconds{1500});
  EXPECT_EQ(orders.on_timeout, Decision::block);
  EXPECT_EQ(orders.on_failure, Decision::halt);
  const auto& live = loaded->validators->at(1).settings;
  EXPECT_TRUE(live.command.empty());
  EXPECT_FALSE(live.when);
  EXPECT_EQ(live.on_timeout, Decision::require_confirmation) << "silence is no agreement";
  EXPECT_EQ(live.on_failure, Decision::require_confirmation);
}

TEST(Validators, MistakesAreReportedWithTheirPlace) {
  EXPECT_THAT(validator_mistakes_in("validators: {name: x}"),
              ElementsAre(HasSubstr("p.yaml:1:13: a list of validators")));
  EXPECT_THAT(validator_mistakes_in("validators: [{command: [/bin/true]}]"),
              ElementsAre("p.yaml:1:14: the validator has no 'name'"));
  EXPECT_THAT(validator_mistakes_in("validators: [{name: a b}]"), ElementsAre(HasSubstr("1:21: 'a b' is not a name")));
  EXPECT_THAT(validator_mistakes_in("validators: [{name: a, command: [true.sh]}]"),
              ElementsAre(HasSubstr("1:34: an absolute path expected, found 'true.sh'")));
  EXPECT_THAT(validator_mistakes_in("validators: [{name: a, command: /bin/true}]"),
              ElementsAre(HasSubstr("1:33: a list")));
  EXPECT_THAT(validator_mistakes_in("validators: [{name: a, command: []}]"), ElementsAre(HasSubstr("a list")));
  EXPECT_THAT(validator_mistakes_in("validators: [{name: a, on_timout: block}]"),
              ElementsAre(HasSubstr("1:24: unknown key 'on_timout', did you mean 'on_timeout'?")));
  EXPECT_THAT(validator_mistakes_in("validators: [{name: a, on_failure: nope}]"),
              ElementsAre(HasSubstr("1:36: unknown decision")));
  EXPECT_THAT(validator_mistakes_in("validators: [{name: a, deadline_ms: 5}]"), ElementsAre(HasSubstr("out of range")));
  EXPECT_THAT(validator_mistakes_in("validators: [{name: a}, {name: a}]"),
              ElementsAre(HasSubstr("a second validator named 'a'")));
  EXPECT_THAT(validator_mistakes_in("validators: [{name: a, when: {window.ap: x}}]"),
              ElementsAre(HasSubstr("did you mean 'window.app'?")));
  EXPECT_THAT(validator_mistakes_in("validators: [{name: a, when: {window.title: {matches: '('}}}]"),
              ElementsAre(HasSubstr("not a pattern")));
  std::string many = "validators: [";
  for (std::size_t i = 0; i <= max_validators; ++i) many += "{name: v" + std::to_string(i) + "},";
  EXPECT_THAT(validator_mistakes_in(many + "]"), ElementsAre(HasSubstr("more than 16 validators")));
  EXPECT_THAT(validator_mistakes_in("profiles: [{name: p, policy: {validators: []}}]"),
              ElementsAre(HasSubstr("cannot differ from agent to agent")));
}

}  // namespace
}  // namespace interlock::policy
