// The display's answers to the bytes of a client, in both byte orders.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clients/display/tests/loopback.h"

namespace interlock::display::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Answers : public testing::TestWithParam<Order> {
 protected:
  Order order() const { return GetParam(); }
  std::string request(std::uint8_t opcode, std::uint8_t data, std::string_view body) const {
    return Writer(order()).u8(opcode).u8(data).u16(1 + body.size() / 4).bytes(body).take();
  }
  Reader connected(std::string_view accepted) const { return Reader(accepted, order()); }
  std::string fake(std::uint8_t type, std::uint8_t detail, int x = 0, int y = 0) const {
    Writer body(order());
    body.u8(type).u8(detail).zeros(2 + 4 + 4 + 8).i16(x).i16(y).zeros(8);
    return request(132, 2, body.text());
  }
  static constexpr std::uint8_t sync = 106;  ///< GetPointerControl
  std::string wait() const { return request(sync, 0, ""); }
};
INSTANTIATE_TEST_SUITE_P(Orders, Answers, testing::Values(Order::little, Order::big));

TEST_P(Answers, TheSetupNamesTheScreen) {
  Loopback display;
  const auto accepted = display.send(setup_bytes(order()));
  ASSERT_GT(accepted.size(), 40U);
  Reader in(accepted, order());
  EXPECT_EQ(in.u8(), 1U);
  in.skip(1);
  EXPECT_EQ(in.u16(), 11U);
  in.skip(2);
  EXPECT_EQ(in.u16() * 4U + 8, accepted.size());
  in.skip(32 + 12 + 4 * 8);
  EXPECT_EQ(in.u32(), 1U) << "the root window";
  in.skip(16);
  EXPECT_EQ(in.u16(), 640U);
  EXPECT_EQ(in.u16(), 480U);
}

TEST_P(Answers, AWrongCookieIsRefusedWithAReason) {
  Loopback display;
  const auto answer = display.send(setup_bytes(order(), 'x'));
  EXPECT_EQ(answer.at(0), 0);
  EXPECT_THAT(answer, HasSubstr("cookie"));
  EXPECT_TRUE(display.ended());
}

TEST_P(Answers, AClickIsOneActionAndASyncIsAnswered) {
  Loopback display;
  (void)display.send(setup_bytes(order()));
  EXPECT_THAT(display.send(fake(6, 0, 30, 40)), IsEmpty());
  EXPECT_THAT(display.send(fake(4, 1)), IsEmpty());
  EXPECT_EQ(display.send(wait()).size(), 32U) << "is not held up by a press that waits";
  EXPECT_THAT(display.agent.acted, IsEmpty());
  EXPECT_THAT(display.send(fake(5, 1)), IsEmpty());
  EXPECT_THAT(display.agent.acted, ElementsAre(HasSubstr(R"("type":"click","x":30,"y":40)")));
}

TEST_P(Answers, ThePointerIsWhereAnActionUnderWayLeads) {
  Loopback display;
  display.agent.is_slow = true;
  (void)display.send(setup_bytes(order()) + fake(6, 0, 30, 40));
  while (display.agent.acted.empty()) (void)display.send("");  // the motion waits for a press, and then is done
  const auto answer = display.send(request(38, 0, Writer(order()).u32(1).take()));
  Reader in(answer, order());
  in.skip(16);
  EXPECT_EQ(in.i16(), 30);
  EXPECT_EQ(in.i16(), 40);
}

/// pyautogui.click() asks for the pointer five times.
TEST_P(Answers, QuestionsForThePointerInARowAreOneQuestionToTheDaemon) {
  Loopback display;
  (void)display.send(setup_bytes(order()));
  const std::string where = request(38, 0, Writer(order()).u32(1).take());
  int asked = 3;
  for (int tries = 0; asked > 1 && tries < 100; ++tries) {  // an answer is kept for a moment, which may be over
    const int before = display.agent.asked_for_desktop;
    EXPECT_EQ(display.send(where + where + where).size(), 3 * 32U);
    asked = display.agent.asked_for_desktop - before;
  }
  EXPECT_LE(asked, 1);
  const int before = display.agent.asked_for_desktop;
  (void)display.send(fake(6, 0, 30, 40) + fake(4, 1) + fake(5, 1) + where);
  EXPECT_EQ(display.agent.asked_for_desktop, before + 1) << "an action may move it";
}

TEST_P(Answers, ARefusalIsAnErrorOfTheRequestAndOfTheNextSync) {
  Loopback display;
  display.agent.refuses = true;
  (void)display.send(setup_bytes(order()) + fake(4, 1));
  const auto error = display.send(fake(5, 1));
  ASSERT_EQ(error.size(), 32U);
  EXPECT_EQ(error[0], 0);
  EXPECT_EQ(error[1], 10) << "BadAccess";
  EXPECT_THAT(display.reported, ElementsAre(HasSubstr("no (test)")));
  EXPECT_EQ(display.send(wait()).at(0), 0);
  EXPECT_EQ(display.send(wait()).at(0), 1) << "only once";
  EXPECT_FALSE(display.ended());
}

TEST_P(Answers, AStrictDisplayEndsTheConnectionOfARefusedClient) {
  Loopback display(true);
  display.agent.refuses = true;
  (void)display.send(setup_bytes(order()) + fake(4, 1) + fake(5, 1));
  EXPECT_TRUE(display.ended());
}

TEST_P(Answers, PropertiesComeFromTheWindows) {
  Loopback display;
  (void)display.send(setup_bytes(order()));
  Writer body(order());
  body.u32(7).u32(atom::wm_name).u32(0).u32(0).u32(100);
  const auto answer = display.send(request(20, 0, body.text()));
  EXPECT_THAT(answer, HasSubstr("Notes"));
  EXPECT_EQ(answer.at(1), 8) << "format";
}

TEST_P(Answers, BothPropertiesOfARoleRenameTheWindow) {
  Loopback display;
  (void)display.send(setup_bytes(order()));
  for (const std::string name : {"WM_WINDOW_ROLE", "_NET_WM_WINDOW_ROLE"}) {
    Writer wanted(order());
    wanted.u16(name.size()).zeros(2).bytes(name).pad();
    const auto known = display.send(request(16, 0, wanted.text()));
    Reader in(known, order());
    in.skip(8);
    Writer body(order());
    body.u32(7).u32(in.u32()).u32(atom::string).u8(8).zeros(3).u32(6).bytes("worker").pad();
    EXPECT_THAT(display.send(request(18, 0, body.text())), IsEmpty()) << name;
    ASSERT_FALSE(display.agent.acted.empty());
    EXPECT_THAT(display.agent.acted.back(), HasSubstr(R"("role":"worker")"));
    display.agent.acted.clear();
  }
}

TEST_P(Answers, ListenersWindowsAndSelectionsAreRefused) {
  Loopback display;
  (void)display.send(setup_bytes(order()));
  for (const std::uint8_t opcode : {1, 22, 24, 28, 33}) {
    const auto answer = display.send(request(opcode, 0, std::string(28, '\0')));
    ASSERT_EQ(answer.size(), 32U) << int{opcode};
    EXPECT_EQ(answer[1], 10) << int{opcode};
  }
  Writer name(order());
  name.u16(6).zeros(2).bytes("RECORD").pad();
  EXPECT_EQ(display.send(request(98, 0, name.text())).at(8), 0) << "RECORD is absent";
}

TEST_P(Answers, ALengthThatCannotBeEndsTheConnection) {
  Loopback display;
  (void)display.send(setup_bytes(order()));
  (void)display.send(Writer(order()).u8(127).u8(0).u16(0).take());
  EXPECT_TRUE(display.ended());
}

TEST_P(Answers, AnUnknownRequestIsAnErrorAndTheNextIsAnswered) {
  Loopback display;
  (void)display.send(setup_bytes(order()));
  const auto answers = display.send(request(250, 3, "") + wait());
  ASSERT_EQ(answers.size(), 64U);
  EXPECT_EQ(answers[1], 1) << "BadRequest";
  EXPECT_EQ(answers[32], 1);
}

}  // namespace
}  // namespace interlock::display::test
