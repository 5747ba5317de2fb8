// Secrets that interlockd types and the agent never sees: from a real keyring into a real browser's page, refused
// wherever they do not belong, and in nothing that interlock writes or sends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include "tests/e2e/e2e_picture.h"
#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// More than one piece; characters that a URL and JSON write otherwise, and one that no layout of the test has.
const std::string password = "Kp-S3cret \"pass\" & w\xC3\xB6rd/42";
const std::string user = "ann.bell@shop.example";
const std::string totp =
    "otpauth://totp/Shop:ann?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Shop&digits=8&period=3600";

json::object type_secret(std::string_view name, std::string_view ref = "") {
  json::object action = {{"type", "type_secret"}, {"name", name}};
  if (!ref.empty()) action["ref"] = ref;
  return action;
}

/// The text forwards and backwards, in base64 (at each of three places in a triple of bytes), in hex, and as UTF-16.
std::vector<std::string> disguises(const std::string& text) {
  std::vector<std::string> all = {text, std::string(text.rbegin(), text.rend())};
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t skipped = 0; skipped < 3; ++skipped) {
    std::string encoded;
    for (std::size_t i = skipped; i + 3 <= text.size(); i += 3) {
      const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
      const unsigned bits = byte(i) << 16U | byte(i + 1) << 8U | byte(i + 2);
      for (unsigned shift : {18U, 12U, 6U, 0U}) encoded += digits[bits >> shift & 63U];
    }
    all.push_back(encoded);
  }
  std::string lower, upper, wide;
  for (const char c : text) {
    constexpr std::string_view low = "0123456789abcdef", high = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    lower += {low[byte >> 4U], low[byte & 15U]};
    upper += {high[byte >> 4U], high[byte & 15U]};
    wide += {c, '\0'};
  }
  all.insert(all.end(), {lower, upper, wide});
  return all;
}

class Secrets : public testing::Test {
 protected:
  void SetUp() override {
    world = std::make_unique<World>(World::Options{.policy = {}, .daemon = false});
    server = std::make_unique<App>(start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures"));
    port = std::to_string(server->events().front().at("port").to_number<int>());
    credentials = world->desktop().dir() + "/credentials";
    std::filesystem::create_directory(credentials);
  }
  void TearDown() override {
    browser.kill();
    keyring.kill();
    server.reset();
    world.reset();
  }

  void credential(const std::string& name, const std::string& value) {
    const std::string path = credentials + "/" + name;
    std::ofstream(path) << value << '\n';
    ::chmod(path.c_str(), 0600);
  }
  std::string policy(const std::string& host, const std::string& ask = "never") const {
    const std::string at = ", host: '" + host + "', ask: " + ask;
    return "preset: default\ndaemon: {prompt_timeout_s: 60, observation_deadline_ms: 5000, denial_memory_s: 0, "
           "credentials_dir: " +
           credentials + "}\nsecrets:\n  - {name: shop" + at + ", field: password, credential: shop}\n  - {name: user" +
           at + ", field: username, credential: user}\n  - {name: code" + at +
           ", field: code, credential: totp}\n  - {name: ring" + at +
           ", field: password, keyring: {service: shop, username: ann}}\n  - {name: missing" + at +
           ", field: password, keyring: {service: nowhere}}\n  - {name: kpx" + at +
           ", field: password, keyring: {Title: Shop}}\n  - {name: kpx-user" + at +
           ", field: username, keyring: {Title: Shop}, attribute: UserName}\n  - {name: kpx-code" + at +
           ", field: code, keyring: {Title: Shop}, attribute: otp}\n";
  }
  void with_credentials(const std::string& host, const std::string& ask = "never") {
    credential("shop", password);
    credential("user", user);
    credential("totp", totp);
    world->start_daemon(policy(host, ask));
  }
  std::string url(const std::string& host, const std::string& page = "sign_in.html") const {
    return "http://" + host + ":" + port + "/" + page;
  }
  /// Every name is this machine's for it.
  void open(const std::string& address, const std::string& title = "Sign in") {
    browser.kill();
    browser = start_chromium_with(world->desktop(), address,
                                  {"--host-resolver-rules=MAP * 127.0.0.1",
                                   "--disable-features=HttpsUpgrades,HttpsFirstModeV2", "--no-proxy-server"});
    focus_window(world->desktop(), window_titled(world->desktop(), title));
  }
  /// The ref of the field, as an agent finds it in the text of `observe`.
  static std::string ref(Agent& agent, const std::string& line) {
    std::string found;
    const bool there = eventually([&] {
      const std::string text = agent.observe({}).text("text");
      const auto at = text.find(line);
      if (at == std::string::npos) return false;
      const auto begin = text.rfind('\n', at) + 1;
      found = text.substr(begin, at - begin);
      found.erase(0, found.find_first_not_of(' '));
      found = found.substr(0, found.find(' '));
      return found.starts_with('e');
    });
    EXPECT_TRUE(there) << line << " in " << agent.observe({}).text("text");
    return found;
  }
  /// What is typed; `code` is of the refusal or the rule if it is not.
  static std::string outcome(const Verdict& verdict) {
    if (verdict.executed()) return "typed";
    const auto* refusal = verdict.reply.if_contains("refusal");
    return refusal != nullptr ? std::string(refusal->as_object().at("code").as_string()) : verdict.text("code");
  }
  bool page_got(const std::string& field, const std::string& value) const {
    return eventually([&] { return server->text(field) == value; });
  }
  bool page_got_nothing() const { return server->count("changed") == 0; }

  void start_gnome_keyring(bool unlocked) {
    keyring = world->desktop().start(
        {"sh", "-c",
         unlocked ? "printf master | exec gnome-keyring-daemon --foreground --unlock --components=secrets"
                  : "exec gnome-keyring-daemon --foreground --components=secrets"});
    ASSERT_TRUE(eventually([&] {
      return world->desktop().output(
                 {"sh", "-c", "busctl --user list | grep -c '^org.freedesktop.secrets .*gnome-key' || true"}) == "1\n";
    }));
  }
  void store_in_keyring(const std::string& value) {
    const std::string file = world->desktop().dir() + "/value";
    std::ofstream(file) << value;
    world->desktop().output({"sh", "-c", "secret-tool store --label=Shop service shop username ann <" + file});
    std::filesystem::remove(file);
  }
  /// A database with one entry, whose group is exposed, as KeePassXC's own settings would have it. It starts once for
  /// each TMPDIR.
  void start_keepassxc(bool confirms) {
    Desktop& desktop = world->desktop();
    const std::string dir = desktop.dir() + "/keepassxc";
    std::filesystem::create_directory(dir);
    const std::string import = "/usr/bin/python3 " INTERLOCK_SOURCE_DIR "/tests/fixtures/keepass.py >" + dir +
                               "/shop.xml && printf 'master\\nmaster\\n' | keepassxc-cli import -p " + dir +
                               "/shop.xml " + dir + "/shop.kdbx";
    desktop.output({"sh", "-c", import});
    std::ofstream(dir + "/keepassxc.ini") << "[General]\nConfigVersion=2\n[GUI]\nCheckForUpdates=false\n"
                                             "[FdoSecrets]\nEnabled=true\nShowNotification=false\nConfirmAccessItem="
                                          << (confirms ? "true" : "false") << "\n";
    keyring =
        desktop.start({"sh", "-c",
                       "echo master | TMPDIR=" + dir + " exec keepassxc --config " + dir +
                           "/keepassxc.ini --localconfig " + dir + "/local.ini --pw-stdin " + dir + "/shop.kdbx"});
    window_titled(desktop, "^shop - KeePassXC");  // unlocked: a search before that ends KeePassXC 2.7.4
    ASSERT_TRUE(eventually([&] {
      const std::string found =
          desktop.output({"sh", "-c",
                          "busctl --user --auto-start=no call org.freedesktop.secrets /org/freedesktop/secrets "
                          "org.freedesktop.Secret.Service SearchItems 'a{ss}' 1 Title Shop 2>/dev/null || true"});
      return found.find("/org/freedesktop/secrets/collection/") != std::string::npos;
    }));
  }

  std::unique_ptr<World> world;
  std::unique_ptr<App> server;
  std::string port, credentials;
  Process browser, keyring;
};

TEST_F(Secrets, AreTypedIntoTheirFieldsAndNowhereInWhatIsWrittenOrSent) {
  with_credentials("http://shop.example:" + port);
  auto watched = ipc::Client::connect(world->socket("control"));
  std::string sent;
  ASSERT_TRUE(watched->call("watch"));
  open(url("shop.example"));
  auto agent = world->agent();
  const auto keep = [&](const Verdict& verdict) {
    sent += json::serialize(verdict.reply) + verdict.error;
    return verdict;
  };

  const auto listed = keep(agent.call("list_secrets"));
  EXPECT_THAT(json::serialize(listed.reply),
              HasSubstr(R"({"name":"shop","field":"password","hosts":["http://shop.example:)"));
  EXPECT_THAT(json::serialize(listed.reply), Not(HasSubstr("credential")));

  EXPECT_EQ(outcome(keep(agent.act(type_secret("user", ref(agent, "entry \"User name\""))))), "typed");
  EXPECT_EQ(outcome(keep(agent.act(type_secret("shop", ref(agent, "password text \"Password\""))))), "typed");
  EXPECT_EQ(outcome(keep(agent.act(type_secret("code", ref(agent, "\"Code\""))))), "typed");
  EXPECT_TRUE(page_got("user", user)) << server->text("user");
  EXPECT_TRUE(page_got("answer", password)) << server->text("answer");
  ASSERT_TRUE(eventually([&] { return server->text("code").size() == 8; })) << server->text("code");
  const std::string code = server->text("code");

  // Everything that an agent may do to see them.
  keep(agent.observe({}));
  EXPECT_TRUE(keep(agent.act({{"type", "click"}, {"ref", ref(agent, "button \"Show\"")}})).executed());
  std::string words;
  EXPECT_TRUE(eventually([&] {
    words = words_in(agent.call("screenshot").reply, world->desktop().dir());
    EXPECT_THAT(words, testing::AllOf(Not(HasSubstr("Kp-S3cret")), Not(HasSubstr("ann.bell"))));
    return words.find("Show") != std::string::npos;  // until then the window is painted over as a whole
  })) << words;
  EXPECT_TRUE(
      keep(agent.act({{"type", "click"}, {"ref", ref(agent, "button \"Continue\"")}}, {{"settle", 2000}})).executed());
  EXPECT_TRUE(eventually([&] { return agent.observe({}).text("text").find("You are") != std::string::npos; }));
  const auto text = keep(agent.observe({}));
  EXPECT_THAT(text.text("text"), HasSubstr("You are [redacted: secret] with [redacted: secret]"))
      << "the page shows it";
  keep(agent.observe({{"format", "json"}}));
  keep(agent.act({{"type", "click"}, {"ref", ref(agent, "\"Password\"")}}));
  keep(agent.call("windows"));
  keep(agent.call("desktop"));
  words = words_in(agent.call("screenshot").reply, world->desktop().dir());
  EXPECT_THAT(words, testing::AllOf(Not(HasSubstr("Kp-S3cret")), Not(HasSubstr("ann.bell"))));
  keep(agent.act(type_secret("shop", ref(agent, "entry \"Search\""))));
  for (const char* what : {"status", "pending"}) {
    sent += json::serialize(watched->call(what).value_or(json::value()));
  }
  while (const auto event = watched->next_event(std::chrono::milliseconds{500})) sent += json::serialize(*event);
  sent += world->ctl({"audit", "--json"}).output + world->ctl({"audit"}).output;

  std::string written = world->daemon_log();
  const auto state = world->desktop().environment().at("XDG_STATE_HOME");
  const auto runtime = world->desktop().environment().at("XDG_RUNTIME_DIR") + "/interlock";
  for (const auto& dir : {state, runtime}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(dir)) {
      if (entry.is_regular_file()) written += read_file(entry.path()) + entry.path().string();
    }
  }
  EXPECT_THAT(written, HasSubstr("type the secret")) << "what was done is on record";
  EXPECT_THAT(sent, HasSubstr("type the secret"));
  const std::string in_url = "Kp-S3cret+%22pass%22+%26+w%C3%B6rd%2F42", in_json = R"(Kp-S3cret \"pass\" & w)";
  for (const std::string& secret : {password, user, code, std::string("GEZDGNBVGY3TQOJQ"), in_url, in_json}) {
    for (const std::string& form : disguises(secret)) {
      EXPECT_EQ(written.find(form), std::string::npos) << form << " is in what was written";
      EXPECT_EQ(sent.find(form), std::string::npos) << form << " is in what was sent";
    }
  }
}

TEST_F(Secrets, AreRefusedOnPagesThatOnlyLookLikeTheirs) {
  with_credentials("http://shop.example:" + port);
  for (const std::string& address :
       {url("shop.example.evil.test"), url("login.shop.example"), url("sh\xD0\xBEp.example"),
        "http://shop.example@evil.test:" + port + "/sign_in.html", url("shop-example.test")}) {
    open(address);
    auto agent = world->agent();
    const auto verdict = agent.act(type_secret("shop", ref(agent, "password text \"Password\"")));
    EXPECT_EQ(outcome(verdict), "wrong_host") << address << verdict;
  }
  EXPECT_TRUE(page_got_nothing());
}

TEST_F(Secrets, AreRefusedInFieldsOfAnotherKind) {
  with_credentials("http://shop.example:" + port);
  open(url("shop.example"));
  auto agent = world->agent();
  EXPECT_EQ(outcome(agent.act(type_secret("shop", ref(agent, "entry \"Search\"")))), "wrong_field");
  EXPECT_EQ(outcome(agent.act(type_secret("shop", ref(agent, "entry \"User name\"")))), "wrong_field");
  EXPECT_EQ(outcome(agent.act(type_secret("user", ref(agent, "password text \"Password\"")))), "wrong_field");
  EXPECT_EQ(outcome(agent.act(type_secret("code", ref(agent, "entry \"Search\"")))), "wrong_field");
  EXPECT_EQ(outcome(agent.act(key("ctrl+l"))), "typed");
  ASSERT_TRUE(eventually([&] {
    return agent.act(type("x"), {{"dry_run", true}}).element().find("ddress") != std::string::npos;
  }));
  EXPECT_EQ(outcome(agent.act(type_secret("shop"))), "unknown_frames") << "the address bar is in no page";
  EXPECT_TRUE(page_got_nothing());
}

TEST_F(Secrets, AreRefusedInFramesOfAnotherPageAndPagesInAnotherFrame) {
  with_credentials("http://shop.example:" + port);
  const auto in_frame = [&](const std::string& outer, const std::string& inner) {
    open(url(outer, "framed.html#" + url(inner)), "Framed");
    auto agent = world->agent();
    return outcome(agent.act(type_secret("shop", ref(agent, "password text \"Password\""))));
  };
  EXPECT_EQ(in_frame("shop.example", "evil.test"), "wrong_host");
  EXPECT_EQ(in_frame("evil.test", "shop.example"), "wrong_frame");
  EXPECT_TRUE(page_got_nothing());
  EXPECT_EQ(in_frame("shop.example", "shop.example"), "typed");
  EXPECT_TRUE(page_got("answer", password)) << server->text("answer");
}

TEST_F(Secrets, AreAskedAboutOnceAndNotTypedIntoAWindowThatCameInBetween) {
  with_credentials("http://shop.example:" + port, "session");
  open(url("shop.example"));
  auto agent = world->agent();
  const auto window = window_titled(world->desktop(), "Sign in");
  const std::string field = ref(agent, "password text \"Password\"");
  Terminal terminal(world->desktop());
  focus_window(world->desktop(), window);

  EXPECT_TRUE(agent.act({{"type", "focus"}, {"ref", field}}).text("decision") == "allow");
  auto asked = agent.act_later(type_secret("shop"));
  std::string id = world->pending_id();
  const std::string question = world->ctl({"pending", "--json"}).output;
  EXPECT_THAT(question, testing::AllOf(HasSubstr("the secret \\\"shop\\\""), HasSubstr("http://shop.example:" + port),
                                       HasSubstr("until the session ends")));
  raise_window(world->desktop(), terminal.window());
  focus_window(world->desktop(), terminal.window());
  EXPECT_EQ(world->ctl({"approve", id}).code, 0);
  const auto refused = asked.get();
  EXPECT_FALSE(refused.executed()) << refused;
  EXPECT_EQ(refused.text("code"), "target_changed") << refused;
  EXPECT_EQ(terminal.text(), "");
  EXPECT_TRUE(page_got_nothing());

  focus_window(world->desktop(), window);
  asked = agent.act_later(type_secret("shop", field));
  EXPECT_EQ(world->ctl({"approve", world->pending_id()}).code, 0);
  EXPECT_EQ(outcome(asked.get()), "typed");
  EXPECT_TRUE(page_got("answer", password)) << server->text("answer");
  EXPECT_EQ(outcome(agent.act(type_secret("shop", field))), "typed") << "asked once a session";
  EXPECT_TRUE(page_got("answer", password + password)) << server->text("answer");
  auto other = world->agent("another");
  auto again = other.act_later(type_secret("shop"));
  EXPECT_EQ(world->ctl({"deny", world->pending_id(), "use", "the", "guest", "account"}).code, 0);
  const auto denied = again.get();
  EXPECT_THAT(json::serialize(denied.reply.at("hints")), HasSubstr("The person says: \\\"use the guest account\\\""));
}

TEST_F(Secrets, ComeFromGnomeKeyring) {
  world->start_daemon(policy("http://shop.example:" + port));
  start_gnome_keyring(true);
  store_in_keyring(password);
  open(url("shop.example"));
  auto agent = world->agent();
  const std::string field = ref(agent, "password text \"Password\"");
  const auto missing = agent.act(type_secret("missing", field));
  EXPECT_EQ(outcome(missing), "no_secret");
  EXPECT_THAT(json::serialize(missing.reply), HasSubstr("no item has all attributes"));
  EXPECT_THAT(json::serialize(missing.reply), Not(HasSubstr("nowhere")))
      << "where it is kept is not the agent's to know";
  EXPECT_EQ(outcome(agent.act(type_secret("ring", field))), "typed");
  EXPECT_TRUE(page_got("answer", password)) << server->text("answer");

  world->desktop().output({"sh", "-c",
                           "busctl --user call org.freedesktop.secrets /org/freedesktop/secrets "
                           "org.freedesktop.Secret.Service Lock ao 1 /org/freedesktop/secrets/collection/login"});
  const auto locked = agent.act(type_secret("ring", field));
  EXPECT_EQ(outcome(locked), "no_secret");
  EXPECT_THAT(json::serialize(locked.reply), HasSubstr("is locked"));
  EXPECT_LT(locked.took, std::chrono::seconds{30}) << "no dialog is waited for";
  EXPECT_EQ(server->text("answer"), password) << "nothing more was typed";
}

TEST_F(Secrets, ComeFromKeePassXC) {
  world->start_daemon(policy("http://shop.example:" + port));
  start_keepassxc(false);
  open(url("shop.example"));
  auto agent = world->agent();
  EXPECT_EQ(outcome(agent.act(type_secret("kpx", ref(agent, "password text \"Password\"")))), "typed");
  EXPECT_TRUE(page_got("answer", "Kp-S3cret!pass")) << server->text("answer");
  EXPECT_EQ(outcome(agent.act(type_secret("kpx-user", ref(agent, "entry \"User name\"")))), "typed");
  EXPECT_TRUE(page_got("user", "ann@shop.example")) << server->text("user");
  EXPECT_EQ(outcome(agent.act(type_secret("kpx-code", ref(agent, "\"Code\"")))), "typed");
  EXPECT_TRUE(eventually([&] { return server->text("code").size() == 6; })) << server->text("code");
  const std::string audit = world->audit();
  for (const char* secret : {"Kp-S3cret!pass", "ann@shop.example", "GEZDGNBV"}) {
    EXPECT_EQ(audit.find(secret), std::string::npos) << secret;
  }
}

// KeePassXC's own dialog, answered there: no, not at all, yes.
TEST_F(Secrets, AreWaitedForIfKeePassXCAsksFirst) {
  world->start_daemon(policy("http://shop.example:" + port));
  start_keepassxc(true);
  open(url("shop.example"));
  auto agent = world->agent();
  // KeePassXC's window may come to the front when its dialog closes. Chromium 156 sometimes crashes then (SIGSEGV in
  // its own code).
  const std::string line = "password text \"Password\"";
  const auto field_in_front = [&] {
    EXPECT_TRUE(eventually([&] {
      if (!browser.running()) open(url("shop.example"));
      try {
        world->desktop().output(
            {"xdotool", "search", "--onlyvisible", "--name", "Sign in", "windowactivate", "--sync"});
      } catch (const std::exception&) {  // not yet, or it has just crashed
        return false;
      }
      return agent.observe({}).text("text").find(line) != std::string::npos;
    }));
    return ref(agent, line);
  };
  const auto answered_by = [&](std::future<Verdict>& asked, const std::string& key) {
    EXPECT_TRUE(eventually([&] {
      try {
        world->desktop().output(
            {"xdotool", "search", "--onlyvisible", "--name", "Access Request", "windowactivate", "--sync", "key", key});
      } catch (const std::exception&) {  // the dialog does not exist yet, or has just closed
      }
      return asked.wait_for(std::chrono::milliseconds{500}) == std::future_status::ready;
    }));
    return asked.get();
  };
  auto asked = agent.act_later(type_secret("kpx", field_in_front()));
  const auto denied = answered_by(asked, "Escape");
  EXPECT_EQ(outcome(denied), "no_secret") << denied;
  EXPECT_THAT(json::serialize(denied.reply), HasSubstr("answered with no"));
  EXPECT_TRUE(page_got_nothing());

  std::string impatient = policy("http://shop.example:" + port);
  impatient.replace(impatient.find("prompt_timeout_s: 60"), 20, "prompt_timeout_s: 1");
  world->start_daemon(impatient);
  agent = world->agent();
  const auto unanswered = agent.act(type_secret("kpx", field_in_front()));
  EXPECT_EQ(outcome(unanswered), "no_secret") << unanswered;
  EXPECT_THAT(json::serialize(unanswered.reply), HasSubstr("not answered in time"));
  EXPECT_TRUE(page_got_nothing());

  // KeePassXC 2.7.4 leaves its dialog on the screen, although it was told that nobody waits for it any more.
  EXPECT_TRUE(eventually([&] {
    return world->desktop().output({"sh", "-c",
                                    "xdotool search --onlyvisible --name 'Access Request' windowactivate --sync key "
                                    "Escape 2>/dev/null || echo gone"}) == "gone\n";
  }));
  world->start_daemon(policy("http://shop.example:" + port));
  agent = world->agent();
  auto waiting = agent.act_later(type_secret("kpx", field_in_front()));
  const auto typed = answered_by(waiting, "Return");
  EXPECT_EQ(outcome(typed), "typed") << typed;
  EXPECT_TRUE(page_got("answer", "Kp-S3cret!pass")) << server->text("answer");
}

TEST_F(Secrets, AreAnErrorWithoutAKeyring) {
  world->start_daemon(policy("http://shop.example:" + port));
  open(url("shop.example"));
  auto agent = world->agent();
  const auto none = agent.act(type_secret("ring", ref(agent, "password text \"Password\"")));
  EXPECT_EQ(outcome(none), "no_secret");
  EXPECT_THAT(json::serialize(none.reply), HasSubstr("no keyring runs"));
}

TEST_F(Secrets, AreTypedInFirefoxAndRefusedInItsFrames) {
  with_credentials("127.0.0.1:" + port);
  browser = start_firefox(world->desktop(), url("127.0.0.1"));
  focus_window(world->desktop(), window_titled(world->desktop(), "Sign in"));
  auto agent = world->agent();
  EXPECT_EQ(outcome(agent.act(type_secret("shop", ref(agent, "\"Password\"")))), "typed");
  EXPECT_TRUE(page_got("answer", password)) << server->text("answer");
  browser.kill();
  browser = start_firefox(world->desktop(), url("localhost", "framed.html#" + url("127.0.0.1")));
  focus_window(world->desktop(), window_titled(world->desktop(), "Framed"));
  std::string last;
  EXPECT_TRUE(eventually([&] {
    last = outcome(agent.act(type_secret("shop", ref(agent, "password text \"Password\""))));
    return last != "target_unknown";  // its tree is not complete at once
  }));
  EXPECT_EQ(last, "wrong_frame");
}

}  // namespace
}  // namespace interlock::test
