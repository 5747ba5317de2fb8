// The text that a paste would insert, read from real owners: a GTK application, and one that behaves as no good owner
// would.
#include <csignal>

#include "tests/live/x11_fixture.h"

namespace interlock::test {
namespace {

using Text = Known<std::string>;

enum class Manners { gives, latin1_only, refuses, in_parts, silent, image };

/// Owns CLIPBOARD and answers each request in a different way, on a thread of its own.
class Owner {
 public:
  Owner(const std::string& display, std::string text, Manners manners)
      : client_(display), text_(std::move(text)), manners_(manners) {
    window_ = client_.window({0, 0, 10, 10}, {.title = "owner", .override_redirect = true});
    XSetSelectionOwner(client_.display(), atom("CLIPBOARD"), window_, CurrentTime);
    client_.sync();
    thread_ = std::thread([this] { serve(); });
  }
  ~Owner() {
    stop_ = true;
    thread_.join();
  }

 private:
  Atom atom(const char* name) { return XInternAtom(client_.display(), name, False); }
  void serve() {
    while (!stop_) {
      if (XPending(client_.display()) == 0) {
        std::this_thread::sleep_for(1ms);
        continue;
      }
      XEvent event;
      XNextEvent(client_.display(), &event);
      if (event.type == SelectionRequest && manners_ != Manners::silent) answer(event.xselectionrequest);
    }
  }
  void answer(const XSelectionRequestEvent& request) {
    const bool utf8 = request.target == atom("UTF8_STRING");
    const bool refuse = manners_ == Manners::refuses || (manners_ == Manners::latin1_only && utf8);
    if (manners_ == Manners::in_parts) {
      const long size = 5'000'000;
      set(request, atom("INCR"), 32, reinterpret_cast<const unsigned char*>(&size), 1);
    } else if (!refuse) {
      const Atom type = manners_ == Manners::image ? atom("image/png") : request.target;
      set(request, type, 8, reinterpret_cast<const unsigned char*>(text_.data()), static_cast<int>(text_.size()));
    }
    XEvent reply{};
    reply.xselection = {.type = SelectionNotify,
                        .requestor = request.requestor,
                        .selection = request.selection,
                        .target = request.target,
                        .property = refuse ? 0 : request.property,
                        .time = request.time};
    XSendEvent(client_.display(), request.requestor, False, 0, &reply);
    XFlush(client_.display());
  }
  void set(const XSelectionRequestEvent& request, Atom type, int format, const unsigned char* data, int size) {
    XChangeProperty(client_.display(), request.requestor, request.property, type, format, PropModeReplace, data, size);
  }

  Client client_;
  std::string text_;
  Manners manners_;
  ::Window window_ = 0;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

class X11Clipboard : public X11Test {
 protected:
  Text read(PasteSource source, std::chrono::milliseconds limit = 20s) {
    return run(ports.clipboard->read(source, in(limit)));
  }
  Text read_from(std::string text, Manners manners, std::chrono::milliseconds limit = 20s) {
    const Owner owner(desktop.display(), std::move(text), manners);
    return read(PasteSource::clipboard, limit);
  }
  Process gtk_owner(const std::string& clipboard, const std::string& primary) {
    const auto log = desktop.dir() + "/owned";
    std::filesystem::remove(log);
    auto owner = desktop.start(
        {"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/fixtures/clipboard_owner.py", log, clipboard, primary});
    EXPECT_TRUE(eventually([&] { return read_file(log) == "owned\n"; }));
    return owner;
  }
};

TEST_F(X11Clipboard, AnApplicationsText) {
  EXPECT_TRUE(read(PasteSource::clipboard).is_none());
  EXPECT_TRUE(read(PasteSource::primary).is_none());
  auto owner = gtk_owner("two pounds of tea, straße 7\n", "the selection");
  EXPECT_EQ(read(PasteSource::clipboard), Text("two pounds of tea, straße 7\n"));
  EXPECT_EQ(read(PasteSource::primary), Text("the selection"));

  // A stopped owner delays neither the reader beyond its deadline, nor anybody else.
  owner.signal(SIGSTOP);
  EXPECT_EQ(read(PasteSource::clipboard, 150ms), Text(Unknown::deadline));
  EXPECT_TRUE(window_at({5, 5}).window.is_none());
  owner.signal(SIGCONT);
  EXPECT_EQ(read(PasteSource::primary), Text("the selection"))
      << "late answers to earlier questions are not this one's";
  owner.kill();
  EXPECT_TRUE(read(PasteSource::clipboard).is_none());
}

TEST_F(X11Clipboard, OwnersOfAllManners) {
  EXPECT_EQ(read_from("plain", Manners::gives), Text("plain"));
  EXPECT_EQ(read_from("", Manners::gives), Text(""));
  EXPECT_EQ(read_from("stra\xdf"
                      "e",
                      Manners::latin1_only),
            Text("straße"));
  EXPECT_EQ(read_from("x", Manners::refuses), Text(Unknown::unsupported));
  EXPECT_EQ(read_from("x", Manners::image), Text(Unknown::unsupported));
  EXPECT_EQ(read_from("x", Manners::in_parts), Text(Unknown::unsupported));
  EXPECT_EQ(read_from("x", Manners::silent, 100ms), Text(Unknown::deadline));
  const std::string longest(platform::Clipboard::max_bytes, 'x');
  EXPECT_EQ(read_from(longest, Manners::gives), Text(longest));
  EXPECT_EQ(read_from(longest + "xxxx", Manners::gives), Text(Unknown::unsupported));
}

TEST_F(X11Clipboard, ManyReadingsLeaveNoConnectionBehind) {
  const Owner owner(desktop.display(), "again", Manners::gives);
  for (int i = 0; i < 400; ++i) ASSERT_EQ(read(PasteSource::clipboard), Text("again")) << i;
}

}  // namespace
}  // namespace interlock::test
