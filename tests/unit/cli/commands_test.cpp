// The commands with a control socket that answers as the daemon does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "audit/log.h"
#include "audit/pictures.h"
#include "cli/program.h"
#include "ipc/server.h"
#include "tests/temp_dir.h"

namespace interlock::cli {
namespace {

namespace json = ipc::json;
using testing::HasSubstr;
using testing::StartsWith;

/// A small daemon: one prompt waits under the id "p1".
class ModelDaemon {
 public:
  explicit ModelDaemon(const std::string& path) {
    auto server =
        ipc::serve(io_.get_executor(), {.path = path},
                   ipc::Handler<ipc::ControlCall>{
                       [this](auto connection, auto call) { return handle(connection, call); }, [](const auto&) {}});
    if (!server) throw std::runtime_error(server.error().text());
    server_ = std::move(*server);
    thread_ = std::thread([this] { io_.run(); });
  }
  ~ModelDaemon() {
    io_.stop();
    thread_.join();
  }

 private:
  using Call = ipc::ControlCall;
  static constexpr const char* whole_id = "5d41402abc4b2a76b9719d911017c592";
  boost::asio::awaitable<ipc::Answer> handle(std::shared_ptr<ipc::Connection> connection, Call call) {
    const json::object ok = {{"ok", true}};
    if (std::holds_alternative<ipc::ControlStatus>(call)) co_return status();
    if (std::holds_alternative<ipc::Pending>(call)) {
      co_return json::object{{"pending",
                              {{{"id", whole_id}},
                               {{"id", "aaaaaa4b2a76b9719d911017c5925d41"}},
                               {{"id", "aaaaaab9719d911017c5925d41402abc"}},
                               {{"id", "p1"},
                                {"agent", "shop\x1b[2J"},
                                {"headline", "Spend money"},
                                {"action", "click (1, 2)"},
                                {"target", "push button"},
                                {"label", "\"Pay\""},
                                {"window", "Shop"},
                                {"rule", "irreversible"},
                                {"reason", "it pays"},
                                {"why", "it pays"},
                                {"lifespans", {"once", "session", "10m"}},
                                {"expires_in_ms", 42'000}}}}};
    }
    if (const auto* reply = std::get_if<ipc::ReplyTo>(&call)) {
      if (reply->id != "p1" && reply->id != whole_id)
        co_return ipc::RpcError{ipc::error_code::no_such_pending, "nothing with id '" + reply->id + "'"};
      co_return json::object{{"ok", true}, {"approved", reply->approve}};
    }
    if (const auto* halt = std::get_if<ipc::Halt>(&call)) {
      co_return json::object{{"ok", true}, {"session", halt->session.value_or("all")}};
    }
    if (const auto* explain = std::get_if<ipc::Explain>(&call)) {
      if (explain->action != "a1")
        co_return ipc::RpcError{ipc::error_code::invalid_params, "no action '" + explain->action + "'"};
      co_return json::parse(
          R"json({"id":"a1","time":"T1","ended":"T2","session":"s1","agent":"shop","summary":"click (1, 2)",
        "peer":{"pid":42,"program":"python3"},"intent":"buy it","target":"push button 'Pay'",
        "window":{"title":"Shop","app":"firefox"},"document":{"url":"https://shop.example/"},
        "assessment":{"decision":"require_confirmation","rule":"irreversible","reason":"it pays","findings":[
          {"rule":"irreversible","code":"purchase","decision":"require_confirmation","reason":"it pays","evidence":"Pay"}]},
        "outcome":"approved","outcome_reason":"by a human","executed":true})json");
    }
    if (std::holds_alternative<ipc::Reload>(call))
      co_return ipc::RpcError{ipc::error_code::internal, "p.yaml:1:1: no\np.yaml:2:1: nor this"};
    if (std::holds_alternative<ipc::Watch>(call)) {
      connection->send_event("decision", json::object{{"agent", "shop"},
                                                      {"action", "click (1, 2)"},
                                                      {"target", "x"},
                                                      {"decision", "allow"},
                                                      {"executed", true}});
      connection->send_event("prompt", json::object{{"agent", "shop"}, {"action", "type"}, {"id", "p2"}});
      connection->send_event("state", json::object{{"state", "paused"}});
      // After the answer.
      boost::asio::post(io_, [connection] { connection->close(); });
    }
    co_return ok;
  }
  static json::object status() {
    const json::object works = {{"ok", true}, {"message", "ok"}};
    return {{"version", "9.9"},
            {"state", "paused"},
            {"mediation", "advisory"},
            {"policy", {{"source", "preset default"}}},
            {"display", works},
            {"accessibility", {{"ok", false}, {"message", "no bus"}}},
            {"human",
             {{"ok", true},
              {"message", "ok"},
              {"takeover", true},
              {"panic_key", {{"ok", true}, {"key", "shift+super+Escape"}, {"message", "ok"}}},
              {"foreign_input", {{"keys", 2}, {"buttons", 1}, {"motions", 0}}},
              {"screen", {{"locked", false}, {"away", false}, {"watched", "logind"}}}}},
            {"notifications", works},
            {"audit", {{"ok", true}, {"path", "/logs/audit.jsonl"}}},
            {"pending", 1},
            {"uptime_s", 61},
            {"sessions",
             {{{"id", "s1"},
               {"name", "shop"},
               {"peer", {{"pid", 42}, {"program", "python3"}}},
               {"mediation", "enforced"},
               {"actions", 7},
               {"halted", true}}}}};
  }

  boost::asio::io_context io_;
  std::unique_ptr<ipc::Server> server_;
  std::thread thread_;
};

struct Said {
  int code = -1;
  std::string out;
  std::string err;
};

class Commands : public testing::Test {
 protected:
  Said ctl(std::vector<const char*> words) {
    words.insert(words.begin(), {"interlockctl", "--socket", socket_.c_str()});
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = run(static_cast<int>(words.size()), words.data());
    return {code, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
  }

  const test::TempDir temp_;
  const std::string dir_ = temp_.path();
  const std::string socket_ = dir_ + "/control.sock";
};

TEST_F(Commands, ReportWhatToDoWithoutADaemon) {
  for (const auto* command : {"status", "pending", "pause", "resume", "halt", "reload", "watch"}) {
    const auto said = ctl({command});
    EXPECT_EQ(said.code, 1) << command;
    EXPECT_THAT(said.err, HasSubstr(socket_));
    EXPECT_THAT(said.err, HasSubstr("is interlockd running? start it with 'systemctl --user start interlockd'"));
    EXPECT_EQ(said.out, "");
  }
}

TEST_F(Commands, AnAuditFileThatCannotBeReadIsNoGoodOne) {
  std::filesystem::create_directory(dir_ + "/audit-00000000001.jsonl");
  const auto said = ctl({"audit", "verify", "--dir", dir_.c_str()});
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.err, HasSubstr("audit-00000000001.jsonl: cannot be read"));
}

TEST_F(Commands, VerifyLooksAtThePicturesToo) {
  std::string kept, removed;
  {
    auto log = audit::Log::open(dir_);
    ASSERT_TRUE(log) << log.error().text();
    audit::Pictures pictures(dir_, 20);
    for (std::string* name : {&removed, &kept}) {
      const auto id = (*log)->begin({{"session", "s1"}, {"assessment", {{"decision", "block"}}}});
      const auto picture = pictures.keep(*id, std::string(15, 'p'));
      ASSERT_TRUE(picture) << picture.error().text();
      *name = picture->name;
      (void)(*log)->note("picture", {{"of", *id}, {"session", "s1"}, {"file", *name}, {"sha256", picture->sha256}});
      if (!picture->removed.empty()) (void)(*log)->note("pictures_removed", {{"through", picture->removed}});
    }
  }
  const auto verify = [&] { return ctl({"audit", "verify", "--dir", dir_.c_str()}); };
  EXPECT_EQ(verify().code, 0) << verify().err;
  EXPECT_THAT(verify().out, HasSubstr("pictures: 1 unchanged, 1 removed to make room"));
  EXPECT_THAT(ctl({"audit", "verify", "--dir", dir_.c_str(), "--json"}).out,
              HasSubstr(R"("pictures":{"good":1,"removed":1})"));
  const auto log_file = dir_ + "/audit.jsonl";
  const auto report = [&] { return ctl({"report", "s1", "--file", log_file.c_str()}).out; };
  EXPECT_THAT(report(), testing::AllOf(HasSubstr("base64,cHBw"), HasSubstr("no longer kept: " + removed)));

  std::ofstream(audit::picture_dir(dir_) + "/" + kept) << "another";
  EXPECT_EQ(verify().code, 1);
  EXPECT_THAT(verify().err, HasSubstr("audit.jsonl:4: the picture of this record, " + kept + ", was changed"));
  EXPECT_THAT(report(), testing::AllOf(HasSubstr("was changed since: " + kept), testing::Not(HasSubstr("base64,"))));
  std::filesystem::remove(audit::picture_dir(dir_) + "/" + kept);
  EXPECT_EQ(verify().code, 1);
  EXPECT_THAT(verify().err, HasSubstr("is missing, and interlockd did not remove it"));
}

TEST_F(Commands, WrongUsageIsTwo) {
  EXPECT_EQ(ctl({}).code, 2);
  EXPECT_EQ(ctl({"approve"}).code, 2);
  EXPECT_EQ(ctl({"status", "--bogus"}).code, 2);
  EXPECT_EQ(ctl({"check", "--policy", "a", "--preset", "b"}).code, 2);
  const auto misspelt = ctl({"statu"});
  EXPECT_EQ(misspelt.code, 2);
  EXPECT_THAT(misspelt.err, HasSubstr("unknown command 'statu', did you mean 'status'?"));
  EXPECT_THAT(ctl({"aprove", "7"}).err, HasSubstr("unknown command 'aprove', did you mean 'approve'?"));
  EXPECT_THAT(ctl({"--json", "--socket", "/x", "aprove"}).err, HasSubstr("did you mean 'approve'?"));
  EXPECT_THAT(ctl({"xylophone"}).err, HasSubstr("unknown command 'xylophone'"));
  EXPECT_EQ(ctl({"--help"}).code, 0);
  EXPECT_THAT(ctl({"--version"}).out, StartsWith("interlockctl "));
}

TEST_F(Commands, Status) {
  const ModelDaemon daemon(socket_);
  const auto said = ctl({"status"});
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(said.out,
            "interlockd 9.9, paused, mediation advisory, up 1 min\n"
            "policy         preset default\n"
            "display        ok\n"
            "accessibility  NOT WORKING: no bus\n"
            "notifications  ok\n"
            "audit          ok\n"
            "devices        panic key shift+super+Escape; takeover on; injected by other programs: 2 key presses, 1 "
            "button press\n"
            "screen         not locked, by logind\n"
            "audit log      /logs/audit.jsonl\n"
            "pending        1\n"
            "sessions       s1 shop, python3 (pid 42), 7 actions, enforced, HALTED\n");
  EXPECT_THAT(ctl({"status", "--json"}).out, StartsWith(R"({"version":"9.9")"));
  EXPECT_THAT(ctl({"--json", "status"}).out, StartsWith(R"({"version":"9.9")"));
}

TEST_F(Commands, PendingAndReplies) {
  const ModelDaemon daemon(socket_);
  EXPECT_THAT(ctl({"pending"}).out,
              HasSubstr("p1  Spend money? shop\\u{1B}[2J wants: click (1, 2)\n    on       push button that says "
                        "\"Pay\"\n"));
  EXPECT_THAT(ctl({"pending"}).out, HasSubstr("a yes may last: interlockctl approve p1 --for session | 10m\n"));
  EXPECT_THAT(ctl({"pending", "--json"}).out, HasSubstr(R"("id":"p1")"));
  EXPECT_EQ(ctl({"approve", "p1"}).out, "approved p1\n");
  EXPECT_THAT(ctl({"approve", "p1", "--json"}).out, HasSubstr(R"("approved":true)"));
  EXPECT_EQ(ctl({"deny", "p1"}).out, "denied p1\n");
  EXPECT_THAT(ctl({"deny", "p1", "--json"}).out, HasSubstr(R"("approved":false)"));
  EXPECT_EQ(ctl({"approve", "5d4140"}).out, "approved 5d41402abc4b2a76b9719d911017c592\n");
  EXPECT_EQ(ctl({"deny", "5d41402abc"}).out, "denied 5d41402abc4b2a76b9719d911017c592\n");
  for (const char* none : {"5d414", "aaaaaa", "bbbbbb"})
    EXPECT_THAT(ctl({"approve", none}).err, HasSubstr("nothing with id '" + std::string(none) + "'"));
  const auto unknown = ctl({"approve", "p9"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("nothing with id 'p9'"));
  EXPECT_EQ(unknown.out, "");
}

TEST_F(Commands, Steering) {
  const ModelDaemon daemon(socket_);
  EXPECT_EQ(ctl({"pause"}).code, 0);
  EXPECT_EQ(ctl({"resume"}).out, "running\n");
  EXPECT_EQ(ctl({"halt"}).out, "all sessions halted\n");
  EXPECT_THAT(ctl({"halt", "s1", "--json"}).out, HasSubstr(R"("session":"s1")"));
  EXPECT_THAT(ctl({"halt", "--json"}).out, HasSubstr(R"("session":"all")"));
  const auto refused = ctl({"reload"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("p.yaml:1:1: no\np.yaml:2:1: nor this\n"));
}

TEST_F(Commands, WatchPrintsALineAnEventUntilTheDaemonGoes) {
  const ModelDaemon daemon(socket_);
  const auto said = ctl({"watch"});
  EXPECT_THAT(said.out, HasSubstr("   shop            allow  click (1, 2) on x; done\n"));
  EXPECT_THAT(said.out, HasSubstr("interlockctl approve p2"));
  EXPECT_THAT(said.out, HasSubstr("is paused\n"));
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.err, HasSubstr("closed the connection"));
  const auto in_json = ctl({"watch", "--json"});
  EXPECT_THAT(in_json.out, StartsWith(R"({"jsonrpc":"2.0","method":"decision")"));
  EXPECT_THAT(in_json.err, StartsWith(R"({"error":{"code":"no_answer","message":"interlockd closed the connection")"));
}

TEST_F(Commands, AuditReadsTheLogItIsGiven) {
  const std::string path = dir_ + "/audit.jsonl";
  std::ofstream(path) << R"({"record":"note","time":"T","what":"start"})"
                      << "\n"
                      << R"({"record":"beg)";
  const auto said = ctl({"audit", "--file", path.c_str()});
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(said.out, "T  interlockd       start\n(not a record) {\"record\":\"beg\n");
  EXPECT_EQ(ctl({"audit", "--file", path.c_str(), "--json"}).out,
            "{\"record\":\"note\",\"time\":\"T\",\"what\":\"start\"}\n{\"record\":\"beg\n");
  const auto none = ctl({"audit", "--file", "/nowhere/audit.jsonl"});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("/nowhere/audit.jsonl"));
}

TEST_F(Commands, AuditFollowsALogThatIsReplaced) {
  const std::string path = dir_ + "/audit.jsonl";
  const auto write = [&](const char* what) {
    std::ofstream(path, std::ios::app) << R"({"record":"note","time":"T","what":")" << what << "\"}\n";
  };
  write("first");
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(pipe_ends[1], STDOUT_FILENO);
    const char* words[] = {"interlockctl", "audit", "--file", path.c_str(), "--follow"};
    _exit(run(5, words));
  }
  close(pipe_ends[1]);
  std::string said;
  const auto wait_for = [&](const std::string& text) {
    char buffer[4096];
    while (said.find(text) == std::string::npos) {
      pollfd ready{pipe_ends[0], POLLIN, 0};
      if (poll(&ready, 1, 30'000) <= 0) return false;
      const auto got = read(pipe_ends[0], buffer, sizeof buffer);
      if (got <= 0) return false;
      said.append(buffer, static_cast<std::size_t>(got));
    }
    return true;
  };
  EXPECT_TRUE(wait_for("first")) << said;
  write("second");
  EXPECT_TRUE(wait_for("second")) << said;
  std::filesystem::rename(path, path + ".1");  // as log rotation does
  write("third");
  EXPECT_TRUE(wait_for("third")) << said;
  write("fourth");
  EXPECT_TRUE(wait_for("fourth")) << said;
  std::filesystem::resize_file(path, 0);
  write("fifth");
  EXPECT_TRUE(wait_for("fifth")) << said;
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  close(pipe_ends[0]);
}

TEST_F(Commands, ExplainShowsOneActionInFull) {
  const ModelDaemon daemon(socket_);
  const auto said = ctl({"explain", "a1"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(said.out,
            "action     a1  click (1, 2)\n"
            "asked by   shop, python3 (pid 42), session s1, T1\n"
            "intent     buy it\n"
            "on         push button 'Pay'\n"
            "in         Shop (firefox)\n"
            "page       https://shop.example/\n"
            "decision   require_confirmation by irreversible: it pays\n"
            "found      require_confirmation by irreversible (purchase): it pays\n"
            "             seen: Pay\n"
            "answer     approved: by a human\n"
            "done       yes, T2\n");
  EXPECT_THAT(ctl({"explain", "a1", "--json"}).out, StartsWith(R"({"id":"a1")"));
  const auto unknown = ctl({"explain", "a2"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("no action 'a2'"));
  EXPECT_EQ(ctl({"explain"}).code, 2);
}

TEST_F(Commands, CheckRefusesABadPolicy) {
  const std::string path = dir_ + "/p.yaml";
  std::ofstream(path) << "confidence_treshold: 1\n";
  const auto said = ctl({"check", "--policy", path.c_str()});
  EXPECT_EQ(said.code, 1);
  EXPECT_EQ(said.err, path + ":1:1: unknown key 'confidence_treshold', did you mean 'confidence_threshold'?\n");
  EXPECT_THAT(ctl({"check", "--preset", "openadpt"}).err, HasSubstr("did you mean 'openadapt'?"));
}

}  // namespace
}  // namespace interlock::cli
