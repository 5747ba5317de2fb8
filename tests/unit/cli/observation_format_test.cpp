#include "cli/offline/observation_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ipc/encode.h"

namespace interlock::cli {
namespace {

using testing::HasSubstr;

Observation read(std::string_view text) {
  const auto observation = decode_observation(ipc::json::parse(text), "observation");
  EXPECT_TRUE(observation) << observation.error().message;
  return observation.value_or(Observation{});
}

std::string mistake_in(std::string_view text) {
  const auto observation = decode_observation(ipc::json::parse(text), "observation");
  return observation ? "" : observation.error().message;
}

TEST(ObservationFormat, ReadsEveryKey) {
  const auto seen = read(R"({
    "window": {"app": "chromium", "class": "Chromium", "title": "Shop", "type": "normal", "pid": 42},
    "element": {"role": "push button", "name": "Pay", "description": "d", "value": "v", "states": ["enabled", "multi-line"],
                "attributes": {"tag": "button"}, "labelled_by": "l", "path": "/0/1",
                "ancestors": [{"role": "dialog", "name": "Sure?", "text": "Delete 3 files?"}]},
    "focus": {"role": "entry"}, "document": {"url": "https://a.example/", "title": "A"}, "clipboard": "c\u0001"})");
  ASSERT_TRUE(seen.window);
  EXPECT_EQ(seen.window->app, "chromium");
  EXPECT_EQ(seen.window->wm_class, "Chromium");
  EXPECT_EQ(seen.window->title, "Shop");
  EXPECT_EQ(seen.window->type, "normal");
  EXPECT_EQ(seen.window->pid, Known<std::uint32_t>(42));
  ASSERT_TRUE(seen.element);
  const auto& element = *seen.element;
  EXPECT_EQ(element.role, Role::push_button);
  EXPECT_EQ(element.name, "Pay");
  EXPECT_EQ(element.description, "d");
  EXPECT_EQ(*element.value, "v");
  EXPECT_TRUE(element.states.has(State::enabled) && element.states.has(State::multi_line));
  EXPECT_EQ(element.attribute("tag"), "button");
  EXPECT_EQ(element.labelled_by, "l");
  EXPECT_EQ(element.path, "/0/1");
  ASSERT_EQ(element.ancestors.size(), 1u);
  EXPECT_EQ(element.ancestors[0], (Ancestor{Role::dialog, "Sure?", "Delete 3 files?"}));
  EXPECT_EQ(seen.focus->role, Role::entry);
  EXPECT_EQ(*seen.document, (Document{"https://a.example/", "A"}));
  EXPECT_EQ(*seen.clipboard, "c\x01");
}

TEST(ObservationFormat, MissingIsUnknownAndNullIsNone) {
  const auto seen =
      read(R"({"element": null, "focus": {"unknown": "deadline"}, "window": {"pid": null}, "document": null})");
  EXPECT_TRUE(seen.element.is_none());
  EXPECT_EQ(seen.focus.why(), Unknown::deadline);
  EXPECT_TRUE(seen.focus.is_unknown());
  EXPECT_TRUE(seen.window->pid.is_none());
  EXPECT_TRUE(seen.document.is_none());
  EXPECT_TRUE(seen.clipboard.is_unknown());
  EXPECT_EQ(seen.clipboard.why(), Unknown::not_observed);
  EXPECT_TRUE(read(R"({"element": {}})").element->value.is_unknown());
}

TEST(ObservationFormat, ReadsWhatTheAuditLogWrites) {
  Window window;
  window.id = 0x1400003;
  window.app = "gedit";
  window.pid = 7u;
  window.rect = {-5, 10, 300, 200};
  window.override_redirect = true;
  Element element;
  element.role = Role::entry;
  element.value = std::string("text");
  element.states.add(State::focused);
  element.attributes = {{"a", "b"}};
  element.ancestors = {{Role::frame, "n", "t"}};
  element.extents = {1, 2, 3, 4};
  const ipc::json::object written = {{"window", ipc::to_json(Known<Window>(window))},
                                     {"element", ipc::to_json(Known<Element>(element))},
                                     {"focus", ipc::to_json(Known<Element>(Unknown::no_focus))}};
  const auto seen = read(ipc::json::serialize(written));
  EXPECT_EQ(*seen.window, window);
  EXPECT_EQ(*seen.element, element);
  EXPECT_EQ(seen.focus.why(), Unknown::no_focus);
}

TEST(ObservationFormat, NamesThePlaceOfAMistake) {
  EXPECT_THAT(mistake_in("[]"), HasSubstr("observation: expected an object"));
  EXPECT_THAT(mistake_in(R"({"elment": null})"), HasSubstr("did you mean 'element'"));
  EXPECT_THAT(mistake_in(R"({"element": {"rol": "entry"}})"), HasSubstr("observation.element: unknown key 'rol'"));
  EXPECT_THAT(mistake_in(R"({"element": {"role": "pushbutton"}})"), HasSubstr("observation.element.role"));
  EXPECT_THAT(mistake_in(R"({"element": {"states": ["focussed"]}})"), HasSubstr("observation.element.states"));
  EXPECT_THAT(mistake_in(R"({"element": {"states": "focused"}})"), HasSubstr("expected an array"));
  EXPECT_THAT(mistake_in(R"({"element": {"attributes": {"a": 1}}})"), HasSubstr("attributes.a"));
  EXPECT_THAT(mistake_in(R"({"element": {"ancestors": [{}, {"role": 3}]}})"), HasSubstr("element.ancestors[1].role"));
  EXPECT_THAT(mistake_in(R"({"window": {"pid": -1}})"), HasSubstr("window.pid"));
  EXPECT_THAT(mistake_in(R"({"window": "x"})"), HasSubstr("observation.window"));
  EXPECT_THAT(mistake_in(R"({"focus": {"unknown": "dunno"}})"), HasSubstr("focus.unknown"));
  EXPECT_THAT(mistake_in(R"({"clipboard": 3})"), HasSubstr("observation.clipboard"));
}

}  // namespace
}  // namespace interlock::cli
