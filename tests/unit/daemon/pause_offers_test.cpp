/// A pause from elsewhere: only an approver's signature of what was offered here, once, and not too late.
#include "daemon/asking/pause_offers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "approval/pause.h"
#include "approval/rows_json.h"
#include "tests/fakes/authenticator.h"

namespace interlock::daemon {
namespace {

using test::Authenticator;
using testing::HasSubstr;
using namespace std::chrono_literals;
using How = SignedReply::How;

class PauseOffered : public testing::Test {
 protected:
  PauseOffered() {
    signing.set_up("anna@desk :7", [this](const boost::json::object& note) -> tl::expected<void, Error> {
      if (!disk_works) return tl::make_unexpected(Error{"the disk is full", {}, {}});
      notes.push_back(note);
      return {};
    });
    policy('a', {{"anna", {approval::parse_key(key.ssh_line()).value()}, {"send"}}});
  }
  void policy(char digest, std::vector<approval::Approver> approvers) {
    signing.set_policy(std::make_shared<const approval::Approvers>(approval::Approvers{std::move(approvers), {}}),
                       std::string(64, digest));
  }
  std::string id_at(PauseOffers::Time now) { return std::string(offers.offer(now)->at("id").as_string()); }
  std::string statement_at(PauseOffers::Time now) {
    return std::string(offers.offer(now)->at("statement").as_string());
  }

  const Authenticator key{Authenticator::Kind::ed25519}, other{Authenticator::Kind::ed25519};
  const PauseOffers::Time start = std::chrono::steady_clock::now();
  bool disk_works = true;
  std::vector<boost::json::object> notes;
  Signing signing;
  PauseOffers offers{signing};
};

TEST_F(PauseOffered, ASignatureOfAnyApproverPausesOnce) {
  const std::string id = id_at(start), statement = statement_at(start);
  EXPECT_EQ(approval::rows_at(*offers.offer(start), "done"), approval::pause_done());
  EXPECT_TRUE(offers.is_open(id, start));
  const auto reply = offers.take(id, key.ssh(statement), start);
  EXPECT_EQ(reply.how, How::approved) << reply.why;
  EXPECT_EQ(reply.approver, "anna") << "who may approve little, and stop everything";
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].at("statement").as_string(), statement);
  EXPECT_EQ(offers.take(id, key.ssh(statement), start).how, How::no_such_question);
  EXPECT_FALSE(offers.is_open(id, start));
  EXPECT_NE(id_at(start), id);
}

TEST_F(PauseOffered, NothingElseDoes) {
  const std::string id = id_at(start), statement = statement_at(start);
  EXPECT_EQ(offers.take(id, other.ssh(statement), start).how, How::refused);
  EXPECT_EQ(offers.take(id, key.ssh(statement + " "), start).how, How::refused);
  EXPECT_EQ(offers.take(std::string(32, '0'), key.ssh(statement), start).how, How::no_such_question);
  Signing elsewhere;
  elsewhere.set_up("anna@desk :8", [](const auto&) { return tl::expected<void, Error>(); });
  elsewhere.set_policy(std::make_shared<const approval::Approvers>(signing.approvers()), std::string(64, 'a'));
  PauseOffers theirs{elsewhere};
  const auto offer = theirs.offer(start);
  const auto yes = key.ssh(std::string(offer->at("statement").as_string()));
  EXPECT_EQ(offers.take(std::string(offer->at("id").as_string()), yes, start).how, How::no_such_question);
  EXPECT_EQ(offers.take(id, yes, start).how, How::refused) << "another desktop's";
  disk_works = false;
  EXPECT_THAT(offers.take(id, key.ssh(statement), start).why, HasSubstr("cannot be recorded"));
  EXPECT_TRUE(notes.empty());
}

TEST_F(PauseOffered, ASignatureThatWasKeptBackIsVoidInTheEnd) {
  const std::string id = id_at(start), statement = statement_at(start);
  EXPECT_EQ(id_at(start + PauseOffers::lifetime / 2), id);
  const auto later = start + PauseOffers::lifetime / 2 + 1ms;
  EXPECT_NE(id_at(later), id) << "there is always one with half of its time left";
  EXPECT_TRUE(offers.is_open(id, start + PauseOffers::lifetime - 1ms)) << "somebody may be signing it";
  EXPECT_EQ(offers.take(id, key.ssh(statement), start + PauseOffers::lifetime).how, How::no_such_question);
  EXPECT_TRUE(notes.empty());
}

TEST_F(PauseOffered, AnotherPolicyVoidsWhatWasOffered) {
  const std::string id = id_at(start), statement = statement_at(start);
  policy('b', signing.approvers().list);
  EXPECT_FALSE(offers.is_open(id, start));
  EXPECT_EQ(offers.take(id, key.ssh(statement), start).how, How::no_such_question);
  EXPECT_NE(id_at(start), id);
  policy('c', {});
  EXPECT_FALSE(offers.offer(start)) << "nobody could sign it";
}

}  // namespace
}  // namespace interlock::daemon
