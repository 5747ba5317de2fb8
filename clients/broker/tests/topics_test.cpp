/// Names of topics, which come from anybody.
#include <gtest/gtest.h>

#include "clients/broker/topics.h"

namespace interlock::broker {
namespace {

const std::string topic_id(32, 'a');

TEST(Topics, HaveOneSpelling) {
  const Topic topics[] = {{"desk-7", Kind::state, {}},
                          {"anna@desk", Kind::question, topic_id},
                          {"d", Kind::picture, topic_id},
                          {"d", Kind::answer, {}},
                          {"d", Kind::result, {}}};
  for (const auto& topic : topics) EXPECT_EQ(parse_topic(text_of(topic)), topic) << text_of(topic);
  EXPECT_EQ(text_of(topics[1]), "interlock/1/anna@desk/question/" + topic_id);
}

TEST(Topics, OthersAreNone) {
  for (const std::string& text :
       {std::string(), std::string("interlock/1/"), std::string("interlock/1/d"), std::string("interlock/1/d/"),
        std::string("interlock/1/d/states"), std::string("interlock/1/d/state/"), std::string("interlock/1/d/state/x"),
        std::string("interlock/1//state"), std::string("interlock/1/d/question/"),
        "interlock/1/d/question/" + topic_id + "/", "interlock/1/d/question/" + std::string(32, 'A'),
        "interlock/1/d/e/question/" + topic_id, std::string("interlock/2/d/state"), std::string("interlock/1/+/state"),
        std::string("interlock/1/#/state"), "interlock/1/" + std::string(65, 'd') + "/state"})
    EXPECT_FALSE(parse_topic(text)) << text;
}

TEST(Topics, PatternsAreOfAllDesktopsOrOfOne) {
  EXPECT_EQ(pattern_of(Kind::question), "interlock/1/+/question/+");
  EXPECT_EQ(pattern_of(Kind::answer, "desk-7"), "interlock/1/desk-7/answer");
}

}  // namespace
}  // namespace interlock::broker
