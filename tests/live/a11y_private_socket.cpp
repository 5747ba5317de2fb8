// Requests sent directly to the application by its own socket: the same answers as over the bus, and the bus if that
// fails.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <atomic>
#include <set>
#include <thread>

#include "a11y/bus_session.h"
#include "a11y/facts.h"
#include "tests/desktop/firefox.h"
#include "tests/live/a11y_desk.h"
#include "tests/temp_dir.h"

namespace interlock::test {
namespace {

class PrivateSocket : public Desk {
 protected:
  void SetUp() override {
    Desk::SetUp();
    reader_.reset();  // these tests use the parts, so that the route is known
    link_ = std::make_shared<a11y::Link>(loop_.get_executor(), windows_of(), nullptr);
    session_ = *await(link_->session(in(look_time)));
  }
  static a11y::Deadline in(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

  std::vector<a11y::dbus::Reply> ask(std::vector<a11y::Request> requests, std::chrono::milliseconds limit = look_time) {
    return await(session_->routes->ask(std::move(requests), in(limit)));
  }
  a11y::Seen<Role> root_role(const std::string& bus, std::chrono::milliseconds limit = look_time) {
    return a11y::answer::role(ask(a11y::just(a11y::ask::role({bus, a11y::root_path})), limit).front());
  }
  /// The bus name of the application whose window has this title, once it exists.
  a11y::Application application(const std::string& title) {
    const auto window = this->window(title);
    pid_ = *window.pid;
    a11y::Seen<std::vector<a11y::Application>> found;
    EXPECT_TRUE(eventually([&] {
      const a11y::Look look(session_->routes, in(look_time));
      found = await(session_->directory->of_process(look, pid_));
      return found.has_value();
    }));
    return found.value().front();
  }
  bool shortened(const std::string& bus, std::chrono::milliseconds limit = patience) {
    session_->routes->shorten(bus, pid_);
    return eventually(
        [&] {
          loop_.restart();
          loop_.run_for(20ms);
          return session_->routes->is_short(bus);
        },
        limit);
  }

  struct Reported {
    a11y::Ref ref;
    std::string text;
    bool operator==(const Reported&) const = default;
  };
  /// Everything that a look reads, of the first objects of the tree, breadth first.
  std::vector<Reported> tree(a11y::Routes& routes, const a11y::Application& application, std::size_t count) {
    std::vector<Reported> reported;
    std::vector<a11y::Ref> open = {{application.bus, a11y::root_path}};
    std::set<a11y::Ref> seen;
    for (std::size_t i = 0; i < open.size() && reported.size() < count; ++i) {
      const auto ref = open[i];
      if (ref.is_null() || ref.bus != application.bus || !seen.insert(ref).second) continue;
      std::vector<a11y::Request> requests = {a11y::ask::role(ref),
                                             a11y::ask::facts(ref),
                                             a11y::ask::states(ref),
                                             a11y::ask::attributes(ref),
                                             a11y::ask::extents(ref, a11y::Coordinates::screen),
                                             a11y::ask::children(ref),
                                             a11y::ask::name(ref),
                                             a11y::ask::description(ref),
                                             a11y::ask::parent(ref),
                                             a11y::ask::relations(ref)};
      const auto replies = await(routes.ask(std::move(requests), in(look_time)));
      using namespace a11y::answer;
      std::ostringstream out;
      const auto put = [&out](const char* what, const auto& value, auto show) {
        out << " " << what << " ";
        value ? show(*value) : void(out << "unknown " << static_cast<int>(value.error()));
      };
      const auto text = [&](const std::string& s) { out << "'" << s << "'"; };
      const auto one_ref = [&](const a11y::Ref& r) { out << r.bus << r.path; };
      const auto refs = [&](const std::vector<a11y::Ref>& list) {
        for (const auto& r : list) out << r.bus << r.path << " ";
      };
      put("role", role(replies[0]), [&](Role r) { out << static_cast<int>(r); });
      const auto facts = a11y::answer::facts(replies[1]);
      if (facts) {
        put("name", facts->name, text);
        put("description", facts->description, text);
        put("parent", facts->parent, one_ref);
        out << (facts->children == 0 ? " childless" : "");
        // The answers to all requests at once are those to single requests.
        const bool same = facts->name == string_property(replies[6]) &&
                          facts->description == string_property(replies[7]) &&
                          facts->parent == ref_property(replies[8]);
        out << (same ? "" : " differs from one by one");
      } else {
        out << " differs: no facts, " << static_cast<int>(facts.error());
      }
      put("states", states(replies[2]), [&](States s) { out << s.bits(); });
      put("attributes", attributes(replies[3]), [&](const Attributes& list) {
        for (const auto& [key, value] : list) out << key << "=" << value << " ";
      });
      put("extents", rect(replies[4]),
          [&](const Rect& r) { out << r.x << "," << r.y << " " << r.width << "x" << r.height; });
      const auto children = a11y::answer::refs(replies[5]);
      put("children", children, refs);
      put("labels", relation(replies[9], a11y::relation_labelled_by), refs);
      if (children) open.insert(open.end(), children->begin(), children->end());
      reported.push_back({ref, out.str()});
    }
    return reported;
  }

  /// Reads the tree over the bus, directly, and over the bus again: unless it changed by itself, all results are equal.
  void expect_same_answers(const a11y::Application& application, std::size_t at_least) {
    const auto second = std::make_shared<a11y::Link>(loop_.get_executor(), windows_of(), nullptr);
    const auto bus_alone = (*await(second->session(in(look_time))))->routes;
    const auto straight_too = session_->routes;
    ASSERT_TRUE(shortened(application.bus));
    std::vector<Reported> by_bus, straight;
    const bool still = eventually([&] {
      by_bus = tree(*bus_alone, application, 60);
      straight = tree(*straight_too, application, 60);
      return by_bus.size() >= at_least && tree(*bus_alone, application, 60) == by_bus;
    });
    EXPECT_TRUE(still) << by_bus.size();
    EXPECT_FALSE(bus_alone->is_short(application.bus));
    EXPECT_TRUE(straight_too->is_short(application.bus));
    ASSERT_EQ(straight.size(), by_bus.size());
    for (std::size_t i = 0; i < straight.size(); ++i) {
      EXPECT_EQ(straight[i].ref, by_bus[i].ref);
      EXPECT_EQ(straight[i].text, by_bus[i].text) << straight[i].ref.path;
      EXPECT_EQ(straight[i].text.find("differs"), std::string::npos) << straight[i].text;
    }
  }

  Process start_form(const std::string& title) {
    return desktop_->start({"/usr/bin/python3", fixtures + "gtk3_form.py", new_log(), "--title", title});
  }

  std::shared_ptr<a11y::Link> link_;
  std::shared_ptr<a11y::BusSession> session_;
  std::uint32_t pid_ = 0;
};

TEST_F(PrivateSocket, Gtk3AnswersTheSame) {
  auto app = start_form("Straight form");
  expect_same_answers(application("Straight form"), 10);
}

TEST_F(PrivateSocket, ChromiumAnswersTheSame) {
  auto browser = desktop_->start(
      {"chromium", "--no-sandbox", "--force-renderer-accessibility", "--no-first-run",
       "--disable-background-networking", "--disable-component-update", "--disable-sync", "--password-store=basic",
       "--user-data-dir=" + desktop_->dir() + "/chromium", "file://" + fixtures + "a11y_page.html"},
      {{"GNOME_ACCESSIBILITY", "1"}});
  expect_same_answers(application("Tree page"), 40);
}

TEST_F(PrivateSocket, FirefoxAnswersTheSame) {
  const auto profile = firefox_profile(desktop_->dir() + "/firefox");
  auto browser = desktop_->start(
      {"firefox-esr", "--profile", profile, "--new-instance", "--no-remote", "file://" + fixtures + "a11y_page.html"},
      {{"GNOME_ACCESSIBILITY", "1"}});
  expect_same_answers(application("Tree page"), 40);
}

TEST_F(PrivateSocket, TheBusReportsThatAnApplicationDied) {
  auto app = start_form("Dying form");
  const auto dying = application("Dying form");
  ASSERT_TRUE(shortened(dying.bus));
  EXPECT_TRUE(root_role(dying.bus));
  app.kill();
  const auto role = root_role(dying.bus);
  EXPECT_FALSE(role);
  EXPECT_EQ(role.error(), Unknown::disconnected);
  EXPECT_FALSE(session_->routes->is_short(dying.bus));

  // After a restart the application has another name, which is opened separately.
  auto again = start_form("Born again");
  const auto born = application("Born again");
  EXPECT_NE(born.bus, dying.bus);
  EXPECT_TRUE(shortened(born.bus));
  EXPECT_TRUE(root_role(born.bus));
}

TEST_F(PrivateSocket, AStoppedApplicationIsUnknownByTheDeadlineAndThenByTheBus) {
  auto app = start_form("Stopping form");
  const auto stopping = application("Stopping form");
  ASSERT_TRUE(shortened(stopping.bus));
  app.signal(SIGSTOP);
  ASSERT_TRUE(eventually(
      [&] { return read_file("/proc/" + std::to_string(app.pid()) + "/stat").find(") T ") != std::string::npos; }));
  const auto start = std::chrono::steady_clock::now();
  const auto role = root_role(stopping.bus, 150ms);
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_FALSE(session_->routes->is_short(stopping.bus)) << "what let a deadline pass is not used again at once";
  app.signal(SIGCONT);
  EXPECT_EQ(role, a11y::Seen<Role>(tl::unexpected(Unknown::deadline)));
  EXPECT_GE(took, 150ms);
  EXPECT_TRUE(root_role(stopping.bus)) << "by the bus";
  session_->routes->shorten(stopping.bus, pid_);
  loop_.restart();
  loop_.run_for(300ms);
  EXPECT_FALSE(session_->routes->is_short(stopping.bus)) << "not before its time";
}

TEST_F(PrivateSocket, WithoutItsSocketTheBusIsUsed) {
  auto app = start_form("Socketless form");
  const auto socketless = application("Socketless form");
  const auto address =
      a11y::answer::string(ask(a11y::just(a11y::ask::private_address(socketless.bus))).front()).value();
  const auto path = address.substr(address.find('=') + 1, address.find(',') - address.find('=') - 1);
  ASSERT_EQ(unlink(path.c_str()), 0) << address;
  EXPECT_FALSE(shortened(socketless.bus, 1s));
  EXPECT_TRUE(root_role(socketless.bus));
}

TEST_F(PrivateSocket, AnotherProcessesSocketIsNotUsed) {
  auto app = start_form("Wrong process");
  const auto wrong = application("Wrong process");
  pid_ = static_cast<std::uint32_t>(getpid());
  EXPECT_FALSE(shortened(wrong.bus, 1s));
  EXPECT_TRUE(root_role(wrong.bus));
}

/// An application on the bus that names a socket on which it accepts and reads but never answers.
class DeafSocket {
 public:
  DeafSocket() {
    listener_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    path_.copy(name.sun_path, sizeof name.sun_path - 1);
    EXPECT_EQ(bind(listener_, reinterpret_cast<sockaddr*>(&name), sizeof name), 0);
    EXPECT_EQ(listen(listener_, 4), 0);
    EXPECT_GE(sd_bus_open_user(&bus_), 0);
    const char* unique = nullptr;
    EXPECT_GE(sd_bus_get_unique_name(bus_, &unique), 0);
    name_ = unique;
    EXPECT_GE(sd_bus_add_filter(bus_, nullptr, &DeafSocket::answer, this), 0);
    thread_ = std::thread([this] {
      while (!done_) {
        while (sd_bus_process(bus_, nullptr) > 0) {
        }
        sd_bus_wait(bus_, 20'000);
      }
    });
  }
  ~DeafSocket() {
    done_ = true;
    thread_.join();
    sd_bus_flush_close_unref(bus_);
    close(listener_);
  }
  const std::string& name() const { return name_; }
  bool was_asked() const { return asked_; }

 private:
  static int answer(sd_bus_message* message, void* data, sd_bus_error*) {
    auto& self = *static_cast<DeafSocket*>(data);
    if (sd_bus_message_is_method_call(message, nullptr, "GetApplicationBusAddress") > 0) {
      self.asked_ = true;
      return sd_bus_reply_method_return(message, "s", ("unix:path=" + self.path_).c_str());
    }
    if (sd_bus_message_is_method_call(message, nullptr, "GetRole") > 0)
      return sd_bus_reply_method_return(message, "u", 75u);
    return 0;
  }
  const TempDir temp_;
  const std::string path_ = temp_.path() + "/deaf";
  int listener_ = -1;
  sd_bus* bus_ = nullptr;
  std::string name_;
  std::atomic<bool> done_{false};
  std::atomic<bool> asked_{false};
  std::thread thread_;
};

TEST_F(PrivateSocket, ASocketThatNeverAnswersCostsNoLookItsTime) {
  DeafSocket deaf;
  auto bus =
      await(a11y::dbus::Connection::open(loop_.get_executor(), *a11y::dbus::session_bus_address(), in(look_time)));
  ASSERT_TRUE(bus);
  const auto routes = a11y::Routes::on(loop_.get_executor(), *bus);
  routes->shorten(deaf.name(), static_cast<std::uint32_t>(getpid()));
  const auto begin = std::chrono::steady_clock::now();
  int answers = 0;
  while (std::chrono::steady_clock::now() - begin < 3s) {  // longer than the time it has to answer
    auto replies = await(routes->ask(a11y::just(a11y::ask::role({deaf.name(), a11y::root_path})), in(look_time)));
    EXPECT_TRUE(a11y::answer::role(replies.front()));
    ++answers;
    loop_.restart();
    loop_.run_for(20ms);
  }
  EXPECT_TRUE(deaf.was_asked());
  EXPECT_FALSE(routes->is_short(deaf.name()));
  EXPECT_GT(answers, 3) << "looks that wait for it take that long each";
}

}  // namespace
}  // namespace interlock::test
