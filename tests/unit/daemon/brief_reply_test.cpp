// What a model is not told: fields that say nothing.
#include "daemon/api/brief_reply.h"

#include <gtest/gtest.h>

namespace interlock::daemon {
namespace {

namespace json = boost::json;

json::object act(const char* text) {
  auto reply = json::parse(text).as_object();
  shorten_act(reply);
  return reply;
}

json::object parsed(const char* text) {
  return json::parse(text).as_object();
}

TEST(BriefReply, AnActThatWasSimplyDoneSaysWhatCameOfIt) {
  EXPECT_EQ(act(R"({"id":"1k0","decision":"allow","rule":"default","code":"no_objection","reason":"no rule objects",
                    "triggered_rules":[],"hints":[],"confidence":0.94,"typed":4,"executed":true,"ms":3.5,
                    "fields":[{"ref":"e1","done":true,"value":"Ann"}],
                    "after":{"what":"changed","quiet":true,"listing":"changes","redacted":{"count":0,"categories":{}},
                             "marker":"feed","text":"...","look":4,"ms":212.4}})"),
            parsed(R"({"decision":"allow","executed":true,"after":{"what":"changed","text":"...","look":4}})"));
}

TEST(BriefReply, WhatIsOutOfTheOrdinaryStays) {
  EXPECT_EQ(act(R"({"decision":"allow","executed":false,"id":"1k0","rule":"default","code":"no_objection",
                    "reason":"each act on a field is judged by itself","triggered_rules":[],"hints":[],
                    "confidence":1,"typed":2,"refusal":{"code":"not_reached","reason":"..."},"arrived":false,
                    "fields":[{"ref":"e1","done":true},{"ref":"e2","done":false,"problem":"..."},
                              {"ref":"e3","done":true,"problem":"..."}],
                    "after":{"what":"new page","quiet":false,"listing":"whole",
                             "redacted":{"count":1,"categories":{"override":1}},"text":"...","look":4}})"),
            parsed(R"({"decision":"allow","executed":false,"id":"1k0","rule":"default","code":"no_objection",
                       "reason":"each act on a field is judged by itself","confidence":1,"typed":2,
                       "refusal":{"code":"not_reached","reason":"..."},"arrived":false,
                       "fields":[{"ref":"e2","done":false,"problem":"..."},{"ref":"e3","done":true,"problem":"..."}],
                       "after":{"what":"new page","quiet":false,"listing":"whole",
                                "redacted":{"count":1,"categories":{"override":1}},"text":"...","look":4}})"));
}

TEST(BriefReply, ARefusalKeepsItsReasonAndWhatWasThereByItsNames) {
  EXPECT_EQ(act(R"({"decision":"block","executed":false,"id":"1k0","rule":"scope","code":"x","reason":"why","ms":1,
                    "triggered_rules":["scope","loop"],"hints":["stop"],"confidence":1,
                    "window":{"id":7,"app":"shop","class":"Shop","title":"T","type":"normal","pid":4,"rect":{}},
                    "element":{"role":"link","name":"Buy","description":"","value":null,"states":[],"path":"/1"},
                    "document":null})"),
            parsed(R"({"decision":"block","executed":false,"id":"1k0","rule":"scope","code":"x","reason":"why",
                       "triggered_rules":["scope","loop"],"hints":["stop"],"confidence":1,
                       "window":{"id":7,"title":"T","app":"shop"},"element":{"role":"link","name":"Buy"},
                       "document":null})"));
  EXPECT_EQ(act(R"({"decision":"block","executed":false,"element":{"unknown":"hidden","meaning":"..."}})"),
            parsed(R"({"decision":"block","executed":false,"element":{"unknown":"hidden","meaning":"..."}})"));
}

TEST(BriefReply, AQuestionAndAWarningStay) {
  EXPECT_EQ(act(R"({"decision":"require_confirmation","executed":true,"id":"1k0","rule":"irreversible","code":"x",
                    "reason":"why","triggered_rules":["irreversible"],"hints":[],"outcome":"approved",
                    "outcome_reason":"approved by ..."})"),
            parsed(R"({"decision":"require_confirmation","executed":true,"id":"1k0","rule":"irreversible","code":"x",
                       "reason":"why","outcome":"approved"})"));
  EXPECT_EQ(act(R"({"decision":"require_confirmation","executed":false,"outcome":"denied","outcome_reason":"no"})"),
            parsed(R"({"decision":"require_confirmation","executed":false,"outcome":"denied","outcome_reason":"no"})"));
  EXPECT_EQ(act(R"({"decision":"warn","executed":true,"rule":"loop","reason":"again","hints":["again"]})"),
            parsed(R"({"decision":"warn","executed":true,"rule":"loop","hints":["again"]})"));
}

TEST(BriefReply, StepsAreShortToo) {
  EXPECT_EQ(act(R"({"decision":"block","executed":false,"rule":"a","steps":[
                      {"decision":"allow","executed":true,"id":"1","rule":"default","reason":"r","ms":1},
                      {"decision":"block","executed":false,"id":"2","rule":"a","reason":"r","ms":1}]})"),
            parsed(R"({"decision":"block","executed":false,"rule":"a","steps":[
                         {"decision":"allow","executed":true},
                         {"decision":"block","executed":false,"id":"2","rule":"a","reason":"r"}]})"));
}

TEST(BriefReply, ALook) {
  auto look = parsed(R"({"format":"text","redacted":{"count":0,"categories":{}},"marker":"feed","text":"...","look":3,
                         "ms":14.2})");
  shorten_look(look);
  EXPECT_EQ(look, parsed(R"({"text":"...","look":3})"));
}

}  // namespace
}  // namespace interlock::daemon
