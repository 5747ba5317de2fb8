// What a picture shows: the whole screen except for what the session must not see, to the pixel and in the stated
// place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "tests/e2e/e2e_picture.h"
#include "tests/e2e/e2e_world.h"
#include "tests/e2e/e2e_x.h"

// Xlib last: its macros are common words.
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>

namespace interlock::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// A busy machine gets the time that it needs to read the trees.
const std::string screenshot_policy = "preset: default\ndaemon:\n  observation_deadline_ms: 5000\n";
constexpr std::uint32_t grey = 0x808080;
constexpr std::uint32_t magenta = 0xFF00FF;

::Window cover_with(Display* display, const Rect& rect) {
  XSetWindowAttributes attributes{};
  attributes.override_redirect = True;
  attributes.background_pixel = 0x66AA22;
  const ::Window window =
      XCreateWindow(display, DefaultRootWindow(display), rect.x, rect.y, static_cast<unsigned>(rect.width),
                    static_cast<unsigned>(rect.height), 0, CopyFromParent, InputOutput, CopyFromParent,
                    CWOverrideRedirect | CWBackPixel, &attributes);
  // A notification of another program: not a menu, whose entries would have to be known.
  const Atom type = XInternAtom(display, "_NET_WM_WINDOW_TYPE_DOCK", False);
  XChangeProperty(display, window, XInternAtom(display, "_NET_WM_WINDOW_TYPE", False), XA_ATOM, 32, PropModeReplace,
                  reinterpret_cast<const unsigned char*>(&type), 1);
  XClassHint hint{const_cast<char*>("xterm"), const_cast<char*>("XTerm")};
  XSetClassHint(display, window, &hint);
  XMapRaised(display, window);
  XSync(display, False);
  return window;
}

class Screenshot : public testing::Test {
 protected:
  static void SetUpTestSuite() { world = std::make_unique<World>(World::Options{.policy = screenshot_policy}); }
  static void TearDownTestSuite() { world.reset(); }

  static Agent agent_for(const json::value& scope) {
    Agent agent = world->agent();
    json::object params = {{"name", "looker"}};
    if (scope.is_string()) params["scope"] = scope;
    session = std::string(agent.call("session.open", params).reply.at("session").as_string());
    return agent;
  }
  static Verdict shoot(Agent& agent, json::object params = {}) {
    params["session"] = session;
    Verdict taken;
    // On a busy machine the screen may not be known in the given time; then it is repeated.
    eventually([&] {
      taken = agent.call("screenshot", params);
      return taken.error.find("not answer in time") == std::string::npos;
    });
    EXPECT_EQ(taken.error, "");
    return taken;
  }
  /// Until no window is painted over as a whole: the window was still moving, or it had no tree yet.
  static Verdict shoot_settled(Agent& agent, const json::object& params = {}) {
    Verdict taken;
    EXPECT_TRUE(eventually([&] {
      taken = shoot(agent, params);
      return taken.reply.at("painted_over").as_array().empty();
    })) << taken.reply.at("painted_over");
    return taken;
  }

  static inline std::unique_ptr<World> world;
  static inline std::string session;
};

TEST_F(Screenshot, TheWordsOfHiddenElementsAreNowhere) {
  const auto page = start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures");
  const auto browser = start_chromium(world->desktop(), page_url(page, "shop.html"));
  world->wait_until_seen(page.centre("purchase"), "Purchase instantly");

  auto free = agent_for(nullptr);
  const std::string seen = words_in(shoot_settled(free).reply, world->desktop().dir());
  EXPECT_THAT(seen, AllOf(HasSubstr("Purchase"), HasSubstr("instantly"), HasSubstr("wishlist"), HasSubstr("SPRINGTIME"),
                          HasSubstr("Darjeeling")))
      << "what a person sees; else the rest of this test says nothing";

  auto reader = agent_for("read");
  const auto taken = shoot_settled(reader);
  const std::string shown = words_in(taken.reply, world->desktop().dir());
  EXPECT_THAT(shown, AllOf(HasSubstr("Darjeeling"), HasSubstr("14 euros"), HasSubstr("three minutes")));
  json::object without_pixels = taken.reply;
  without_pixels.erase("data");
  std::string everything = shown + json::serialize(without_pixels);
  everything += json::serialize(reader.call("tools", {{"session", session}}).reply);
  for (const auto* what : {"purchase", "remove", "coupon", "pin"}) {
    const auto at = page.centre(what);
    for (const auto* type : {"click", "move", "scroll"}) {
      const json::object action = {{"type", type}, {"x", at.x}, {"y", at.y}};
      const auto done = reader.call(
          "act", {{"session", session}, {"action", action}, {"dry_run", true}, {"expect", {{"element", "Buy"}}}});
      everything += json::serialize(done.reply) + done.error;
    }
  }
  const auto observed = reader.observe({{"session", session}});
  everything += observed.error + json::serialize(observed.reply);
  for (const auto* word : {"urchase", "instantly", "wishlist", "SPRINGTIME", "Voucher", "xyzzy", "Passphrase"}) {
    EXPECT_THAT(everything, Not(HasSubstr(word)));
  }
  EXPECT_EQ(page.count("clicked", "purchase"), 0);
  EXPECT_THAT(world->audit(), AllOf(HasSubstr("\"screenshot\""), Not(HasSubstr("iVBOR"))))
      << "on record, without pixels";

  // The place of a scaled-down picture's element is as the reply says.
  for (const json::object& asked :
       {json::object{{"max_width", 500}}, json::object{{"scale", 0.37}, {"window", "active"}},
        json::object{{"max_height", 333}, {"region", {{"x", 31}, {"y", 47}, {"width", 600}, {"height", 480}}}}}) {
    auto looker = agent_for(nullptr);
    const auto small = shoot_settled(looker, asked);
    const auto found = picture_of(small.reply).middle_of(magenta);
    const auto& area = small.reply.at("area").as_object();
    const auto back = [&](int at, const char* axis) {
      return static_cast<int>(area.at(axis).as_int64() +
                              std::floor((at + 0.5) / small.reply.at("scale").at(axis).to_number<double>()));
    };
    const Point at{back(found.x, "x"), back(found.y, "y")};
    const auto middle = page.centre("next");  // the page knows its place on the screen only to a few pixels
    EXPECT_LE(std::abs(at.x - middle.x), 8) << small.reply.at("scale");
    EXPECT_LE(std::abs(at.y - middle.y), 8) << small.reply.at("scale");
    const int before = page.count("clicked", "next");
    EXPECT_TRUE(looker.act(click(at)).executed());
    EXPECT_TRUE(eventually([&] { return page.count("clicked", "next") == before + 1; }));
  }
}

TEST_F(Screenshot, IsTheScreenToThePixelExceptForHiddenElements) {
  const auto form = start_gtk3(world->desktop(), "Order form", "100,100");
  const auto button = form.place("Submit Order");
  world->wait_until_seen(middle(button), "Submit Order");
  const X x(world->desktop().display());
  const Rect covered{button.x + 200, button.y - 30, 120, 60};
  const auto cover = cover_with(x.display(), covered);
  const auto hidden = {form.place("note"), form.place("answer"), button, form.place("Delete account")};

  auto reader = agent_for("read");
  std::size_t wrong = 1, painted = 0;
  // A window may still be drawing itself: the screen must be the same before and after.
  EXPECT_TRUE(eventually([&] {
    const auto before = screen_of(world->desktop().display());
    const auto taken = shoot_settled(reader);
    if (screen_of(world->desktop().display()).pixels != before.pixels) return false;
    const auto picture = picture_of(taken.reply);
    wrong = painted = 0;
    for (int y = 0; y < picture.height; ++y) {
      for (int x = 0; x < picture.width; ++x) {
        const bool mask = !covered.contains({x, y}) && std::any_of(hidden.begin(), hidden.end(), [&](const auto& rect) {
          return rect.contains({x, y});
        });
        painted += mask;
        wrong += picture.at(x, y) != (mask ? grey : before.at(x, y));
      }
    }
    return wrong == 0;
  })) << wrong
      << " pixels";
  EXPECT_GT(painted, 10'000u);
  XDestroyWindow(x.display(), cover);
}

TEST_F(Screenshot, ShowsNothingOfAWindowThatItCannotReadWhereSomethingIsHidden) {
  const auto form = start_gtk3(world->desktop(), "Frozen form", "100,400");
  const auto at = form.place("Next");
  world->wait_until_seen(middle(at), "Next");
  raise_window(world->desktop(), window_titled(world->desktop(), "Frozen form"));
  auto reader = agent_for("read");
  world->write_policy("preset: default\ndaemon:\n  observation_deadline_ms: 300\n");
  ASSERT_EQ(world->ctl({"reload"}).code, 0);
  const_cast<App&>(form).process().signal(SIGSTOP);
  Verdict taken;
  EXPECT_TRUE(eventually([&] {  // "unstable" while it was being raised
    taken = shoot(reader);
    const auto& painted = taken.reply.at("painted_over").as_array();
    return !painted.empty() && painted.at(0).at("why") == "deadline";
  })) << taken.reply.at("painted_over");
  const auto picture = picture_of(taken.reply);
  EXPECT_EQ(picture.at(middle(at).x, middle(at).y), grey);
  auto free = agent_for(nullptr);
  const auto open = shoot(free);
  EXPECT_NE(picture_of(open.reply).at(middle(at).x, middle(at).y), grey);
  EXPECT_FALSE(open.reply.at("not_read").as_array().empty()) << "and it says that nobody looked";
  const_cast<App&>(form).process().signal(SIGCONT);
  world->write_policy(screenshot_policy);
  ASSERT_EQ(world->ctl({"reload"}).code, 0);
}

TEST_F(Screenshot, RefusesMissingWindowsAndRegions) {
  auto agent = agent_for(nullptr);
  const auto ask = [&](json::object params) {
    params["session"] = session;
    return agent.call("screenshot", params).error;
  };
  EXPECT_THAT(ask({{"window", 4711}}), HasSubstr("no window 4711"));
  EXPECT_THAT(ask({{"region", {{"x", 60'000}, {"y", 0}, {"width", 9}, {"height", 9}}}}),
              HasSubstr("no part of the screen"));
  const auto edge = shoot(agent, {{"region", {{"x", 1270}, {"y", 890}, {"width", 900}, {"height", 900}}}});
  EXPECT_EQ(edge.reply.at("width"), 10);
  EXPECT_EQ(edge.reply.at("height"), 10);
}

TEST_F(Screenshot, AndNothingElseIsSeenWhilePaused) {
  auto agent = agent_for(nullptr);
  const auto refusal = [&](std::string_view method) { return agent.call(method, {{"session", session}}).error; };
  const auto looks = {"screenshot", "observe", "windows", "desktop"};
  for (const char* look : looks) EXPECT_EQ(refusal(look), "") << look;
  ASSERT_EQ(world->ctl({"pause"}).code, 0);
  for (const char* look : looks) EXPECT_THAT(refusal(look), HasSubstr("interlockctl resume")) << look;
  ASSERT_EQ(world->ctl({"resume"}).code, 0);
}

// A picture takes a second or more where text is to be read, and the others wait for their turn.
TEST_F(Screenshot, OfAnAgentThatHasLeftIsNotTaken) {
  const auto count = [] {
    std::size_t taken = 0;
    const auto audit = world->audit();
    for (auto at = audit.find("\"what\":\"screenshot\""); at != std::string::npos;
         at = audit.find("\"what\":\"screenshot\"", at + 1))
      ++taken;
    return taken;
  };
  const auto before = count();
  world->daemon().signal(SIGSTOP);  // so that requests and ends of connections arrive together
  for (int i = 0; i < 12; ++i) {
    auto client = ipc::Client::connect(world->socket());
    ASSERT_TRUE(client) << client.error().text();
    (void)client->call("screenshot", {}, std::chrono::milliseconds(1));
  }
  world->daemon().signal(SIGCONT);
  auto agent = world->agent();
  EXPECT_EQ(agent.call("screenshot").error, "");
  EXPECT_GE(count(), before + 1);
  // The first one has its turn at once; if all waited for theirs, there would be 13.
  EXPECT_LT(count(), before + 7);
}

// Read from the pixels, in a terminal: no tree says where they are.
TEST(PrivateScreenshot, PersonalDataIsPaintedOver) {
  if (!std::filesystem::exists(INTERLOCK_BINARY_DIR "/libexec/interlock/interlock-sight"))
    GTEST_SKIP() << "interlock-sight is not built";
  World world(
      {.policy = screenshot_policy + "screenshot: {private: {card: mask, iban: mask, phone: mask, email: mask}}\n"});
  const std::string file = world.desktop().dir() + "/letter";
  std::ofstream(file) << "Dear customer, your order has been sent.\n\nCard 4111 1111 1111 1111\n"
                         "IBAN DE89 3704 0044 0532 0130 00\nCall +49 30 1234567\nWrite to ann.bell@shop.example\n\n"
                         "Order 2026-11-25, total 1,234.50 EUR\n";
  const auto terminal = world.desktop().start({"xterm", "-fa", "DejaVu Sans Mono", "-fs", "14", "-bg", "white", "-fg",
                                               "black", "-T", "letter", "-geometry", "70x16+50+50", "-e", "sh", "-c",
                                               "cat '" + file + "'; exec sleep 1000"});
  focus_window(world.desktop(), window_titled(world.desktop(), "letter"));
  auto agent = world.agent();
  std::string shown;
  Verdict taken;
  EXPECT_TRUE(eventually([&] {
    taken = agent.call("screenshot", {{"window", "active"}});
    if (!taken.error.empty()) return false;
    shown = words_in(taken.reply, world.desktop().dir());
    return shown.find("customer") != std::string::npos && shown.find("total") != std::string::npos;
  })) << taken.error
      << shown;
  EXPECT_THAT(shown, AllOf(HasSubstr("Card"), HasSubstr("2026-11-25"), HasSubstr("1,234.50")));
  for (const auto* hidden : {"4111", "1111", "DE89", "3704", "0532", "+49", "1234567", "ann", "bell", "example"})
    EXPECT_THAT(shown, Not(HasSubstr(hidden)));
  EXPECT_GE(taken.reply.at("private").to_number<int>(), 4 + 6 + 3 + 1) << taken.reply.at("private");
  // What is painted over in the picture is not in the texts that are read for `observe`, either.
  std::string listed;
  EXPECT_TRUE(eventually([&] {
    listed = agent.observe({{"title", "letter"}}).text("text");
    return listed.find("customer") != std::string::npos && listed.find("total") != std::string::npos;
  })) << listed;
  const std::string texts = listed.substr(listed.find('\n'));  // after the marker, which may have the same digits
  for (const auto* hidden : {"\"4111", "1111 ", "DE89", "3704", "+49", "1234567", "ann", "bell", "example"})
    EXPECT_THAT(texts, Not(HasSubstr(hidden)));
}

// A picture of half of a number is searched together with what is around it.
TEST(PrivateScreenshot, APartOfANumberIsPaintedOverAsWell) {
  if (!std::filesystem::exists(INTERLOCK_BINARY_DIR "/libexec/interlock/interlock-sight"))
    GTEST_SKIP() << "interlock-sight is not built";
  World world({.policy = screenshot_policy + "screenshot: {private: mask}\n"});
  const auto terminal = world.desktop().start({"xterm", "-fa", "DejaVu Sans Mono", "-fs", "14", "-bg", "white", "-fg",
                                               "black", "-T", "letter", "-geometry", "40x5+50+50", "-e", "sh", "-c",
                                               "echo; echo '  4111 1111 1111 1111'; exec sleep 1000"});
  focus_window(world.desktop(), window_titled(world.desktop(), "letter"));
  auto agent = world.agent();
  const auto words = [&](json::value region) {
    const auto taken = agent.call("screenshot", {{"region", std::move(region)}});
    return taken.error.empty() ? words_in(taken.reply, world.desktop().dir()) : taken.error;
  };
  const Rect letter = window_rect(world.desktop(), window_titled(world.desktop(), "letter"));
  // The number begins at the third of 40 columns. Nothing of it has been read before.
  const int half = letter.x + letter.width * 5 / 40;
  ASSERT_TRUE(eventually([&] {
    const json::value right{{"x", half}, {"y", letter.y}, {"width", letter.width / 2}, {"height", letter.height}};
    const auto taken = agent.call("screenshot", {{"region", right}});
    return taken.error.empty() && taken.reply.contains("private") && taken.reply.at("private") != 0;
  }));
  for (const int column : {5, 8, 11, 14}) {
    const int cut = letter.x + letter.width * column / 40, end = letter.x + letter.width;
    for (const auto& [from, to] : {std::pair{letter.x, cut}, {cut, end}}) {
      EXPECT_THAT(words({{"x", from}, {"y", letter.y}, {"width", to - from}, {"height", letter.height}}),
                  AllOf(Not(HasSubstr("11")), Not(HasSubstr("4"))))
          << column;
    }
  }
}

// However long reading takes, and wherever it stops, no picture shows a number that has not been read.
TEST(PrivateScreenshot, NothingIsShownBeforeItIsRead) {
  if (!std::filesystem::exists(INTERLOCK_BINARY_DIR "/libexec/interlock/interlock-sight"))
    GTEST_SKIP() << "interlock-sight is not built";
  World world({.policy = screenshot_policy + "screenshot: {private: mask}\n"});
  const auto terminal = world.desktop().start(
      {"xterm", "-fa", "DejaVu Sans Mono", "-fs", "11", "-bg", "white", "-fg", "black", "-T", "letter", "-geometry",
       "90x38+0+0", "-e", "sh", "-c",
       "for i in $(seq 36); do echo \"line $i: 4111 1111 1111 1111 and 5555 5555 5555 4444\"; done; exec sleep 1000"});
  focus_window(world.desktop(), window_titled(world.desktop(), "letter"));
  auto agent = world.agent();
  int pictures = 0;
  EXPECT_TRUE(eventually([&] {
    const auto taken = agent.call("screenshot", {{"window", "active"}});
    if (!taken.error.empty()) return false;
    ++pictures;
    const std::string shown = words_in(taken.reply, world.desktop().dir());
    EXPECT_THAT(shown, AllOf(Not(HasSubstr("4111 1111")), Not(HasSubstr("5555 5555")))) << pictures;
    return !taken.reply.contains("private_unread") && shown.find("line") != std::string::npos;
  }));
  EXPECT_GE(pictures, 1);
}

}  // namespace
}  // namespace interlock::test
