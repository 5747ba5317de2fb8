#include "a11y/decode.h"

#include <gtest/gtest.h>

#include <functional>

namespace interlock::a11y {
namespace {

/// A message with a body, as an application would send it.
class Body {
 public:
  Body() {
    sd_bus_new(&bus_);
    sd_bus_set_address(bus_, "unix:path=/dev/null");
    // A bus that was started and failed still makes messages, though it is never connected.
    (void)sd_bus_start(bus_);
    sd_bus_message* message = nullptr;
    EXPECT_GE(sd_bus_message_new(bus_, &message, SD_BUS_MESSAGE_METHOD_CALL), 0);
    message_ = dbus::Message(message);
  }
  ~Body() {
    message_ = {};
    sd_bus_unref(bus_);
  }
  template <class... Arguments>
  sd_bus_message* with(const char* types, Arguments... arguments) {
    EXPECT_GE(sd_bus_message_append(message_.get(), types, arguments...), 0);
    return sealed();
  }
  sd_bus_message* raw() { return message_.get(); }
  sd_bus_message* sealed() {
    EXPECT_GE(sd_bus_message_seal(message_.get(), 1, 0), 0);
    EXPECT_GE(sd_bus_message_rewind(message_.get(), 1), 0);
    return message_.get();
  }

 private:
  sd_bus* bus_ = nullptr;
  dbus::Message message_;
};

TEST(Decode, WhatTheProtocolSays) {
  EXPECT_EQ(decode::role(Body().with("u", 40)), Role::password_text);
  EXPECT_EQ(decode::string(Body().with("s", "Submit Order")), "Submit Order");
  EXPECT_EQ(decode::string_variant(Body().with("v", "s", "Name")), "Name");
  EXPECT_EQ(decode::number_variant(Body().with("v", "d", 2.5)), 2.5);
  EXPECT_EQ(decode::count_variant(Body().with("v", "i", 7)), 7);
  EXPECT_EQ(decode::count(Body().with("i", 7)), 7);
  EXPECT_EQ(decode::ref(Body().with("(so)", ":1.5", "/a")), Ref(":1.5", "/a"));
  EXPECT_EQ(decode::ref_variant(Body().with("v", "(so)", ":1.5", "/a")), Ref(":1.5", "/a"));
  EXPECT_EQ(decode::refs(Body().with("a(so)", 2, ":1.5", "/a", ":1.6", "/b"))->size(), 2u);
  EXPECT_EQ(decode::refs(Body().with("a(so)", 0))->size(), 0u);
  EXPECT_EQ(decode::rect(Body().with("(iiii)", -3, 4, 50, 60)), (Rect{-3, 4, 50, 60}));
  const auto attributes = decode::attributes(Body().with("a{ss}", 1, "text-input-type", "password"));
  EXPECT_EQ(*attributes, (Attributes{{"text-input-type", "password"}}));
}

TEST(Decode, FactsOfAnObjectInOneAnswer) {
  const auto all =
      decode::facts(Body().with("a{sv}", 6, "Name", "s", "Next", "Locale", "s", "C", "Description", "s", "goes on",
                                "Parent", "(so)", ":1.5", "/a", "ChildCount", "i", 0, "Later", "as", 1, "x"));
  ASSERT_TRUE(all);
  EXPECT_EQ(all->name, "Next");
  EXPECT_EQ(all->description, "goes on");
  EXPECT_EQ(all->parent, Ref(":1.5", "/a"));
  EXPECT_EQ(all->children, 0);

  const auto some = decode::facts(Body().with("a{sv}", 2, "Name", "s", "", "ChildCount", "i", -1));
  ASSERT_TRUE(some);
  EXPECT_EQ(some->name, "");
  EXPECT_EQ(some->description.error(), Unknown::malformed) << "missing is not empty";
  EXPECT_EQ(some->parent.error(), Unknown::malformed);
  EXPECT_EQ(some->children, -1) << "-1 is what cannot count";
  EXPECT_EQ(decode::facts(Body().with("a{sv}", 0))->children, -1);

  EXPECT_FALSE(decode::facts(Body().with("a{sv}", 1, "Name", "i", 1)));
  EXPECT_FALSE(decode::facts(Body().with("a{sv}", 1, "Parent", "s", "/a")));
  EXPECT_FALSE(decode::facts(Body().with("a{sv}", 1, "ChildCount", "u", 0)));
  EXPECT_FALSE(decode::facts(Body().with("a{ss}", 1, "Name", "Next")));
}

TEST(Decode, StatesOfBothWords) {
  const auto states = decode::states(Body().with("au", 2, 1u << 12, 1u << (43 - 32)));
  ASSERT_TRUE(states);
  EXPECT_TRUE(states->has(State::focused));
  EXPECT_TRUE(states->has(State::read_only));
  EXPECT_FALSE(states->has(State::showing));
  EXPECT_TRUE(decode::states(Body().with("au", 1, 1u << 1))->has(State::active));
  EXPECT_FALSE(decode::states(Body().with("au", 3, 1, 2, 3)));
}

TEST(Decode, ARoleWeDoNotKnowIsUnknown) {
  EXPECT_EQ(decode::role(Body().with("u", 5000)), Role::unknown);
  EXPECT_EQ(decode::role(Body().with("u", unsigned{role_count})), Role::unknown);
}

TEST(Decode, OneTypesRelationTargets) {
  const auto body = [](Body& b) {
    return b.with("a(ua(so))", 2, 1u, 1, ":1.5", "/labels", 2u, 2, ":1.5", "/label", ":1.5", "/other");
  };
  Body b;
  const auto targets = decode::relation(body(b), relation_labelled_by);
  ASSERT_TRUE(targets);
  ASSERT_EQ(targets->size(), 2u);
  EXPECT_EQ(targets->front(), Ref(":1.5", "/label"));
  Body c;
  EXPECT_TRUE(decode::relation(body(c), 9)->empty());
}

TEST(Decode, TheWrongTypeIsNothing) {
  const std::vector<std::function<bool(sd_bus_message*)>> decoders = {
      [](auto* m) { return decode::role(m).has_value(); },
      [](auto* m) { return decode::string_variant(m).has_value(); },
      [](auto* m) { return decode::number_variant(m).has_value(); },
      [](auto* m) { return decode::count_variant(m).has_value(); },
      [](auto* m) { return decode::ref(m).has_value(); },
      [](auto* m) { return decode::ref_variant(m).has_value(); },
      [](auto* m) { return decode::refs(m).has_value(); },
      [](auto* m) { return decode::states(m).has_value(); },
      [](auto* m) { return decode::attributes(m).has_value(); },
      [](auto* m) { return decode::rect(m).has_value(); },
      [](auto* m) { return decode::relation(m, 2).has_value(); },
  };
  for (const auto& decoder : decoders) {
    EXPECT_FALSE(decoder(Body().with("t", std::uint64_t{1})));
    EXPECT_FALSE(decoder(Body().sealed())) << "an empty body";
    EXPECT_FALSE(decoder(Body().with("v", "t", std::uint64_t{1})));
  }
  EXPECT_FALSE(decode::count_variant(Body().with("v", "i", -1)));
  EXPECT_FALSE(decode::count(Body().with("i", -1)));
  EXPECT_FALSE(decode::number_variant(Body().with("v", "d", 0.0 / 0.0)));
}

TEST(Decode, ListsAndStringsHaveBounds) {
  Body many;
  sd_bus_message_open_container(many.raw(), 'a', "(so)");
  for (std::size_t i = 0; i <= decode::max_refs; ++i) sd_bus_message_append(many.raw(), "(so)", ":1.5", "/a");
  sd_bus_message_close_container(many.raw());
  EXPECT_FALSE(decode::refs(many.sealed()));

  std::string longer(decode::max_string - 1, 'x');
  longer += "\xc3\xa9";  // across the edge
  Body body;
  EXPECT_EQ(decode::string(body.with("s", longer.c_str()))->size(), decode::max_string - 1);
}

}  // namespace
}  // namespace interlock::a11y
