// KWin's plugin: lets interlockd see a Plasma desktop and act on it. See README.md.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <kwin/compositor.h>
#include <kwin/plugin.h>
#include <kwin/wayland_server.h>

#include "desks/kwin/calls.h"
#include "desks/kwin/clipboard.h"
#include "desks/kwin/filter.h"
#include "desks/kwin/hands.h"
#include "desks/kwin/link.h"
#include "desks/kwin/past_input_method.h"
#include "desks/kwin/picture.h"
#include "desks/kwin/prompt.h"
#include "desks/kwin/windows.h"

namespace interlock::kwin {
namespace {

constexpr int start_look_ms = 10;  ///< between looks for KWin's compositor

/// A press with a wrong expectation must not reach KWin's filters, and a motion of the device must.
std::string self_test(Hands& hands, const Filter& filter) {
  constexpr std::uint64_t no_window = (std::uint64_t{1} << 53U) - 1;
  const auto before = filter.own_events;
  desk::Act press;
  press.expect = desk::Expectation{.window = no_window};
  press.steps = {desk::ButtonStep{Button::left, true}, desk::ButtonStep{Button::left, false}};
  if (!hands.act(press).refused || filter.own_events != before)
    return "a press reached the desktop although its expectation was wrong";
  hands.probe();
  if (filter.own_events == before) return "what interlock's device sends does not reach KWin";
  return "passed";
}

class Plugin final : public KWin::Plugin {
 public:
  Plugin()
      : prompt_([this](const desk::Event& event) { link_.send(event); }),
        hands_(prompt_),
        filter_(hands_.device(), prompt_, [this](const desk::Event& event) { link_.send(event); }),
        past_input_method_(hands_.device()),
        self_test_(self_test(hands_, filter_)),
        link_({.hello = [this] { return hello(); },
               .answer =
                   [this](const desk::Request& request, auto reply) {
                     answer(request, {hands_, filter_, prompt_, clipboard_}, std::move(reply));
                   },
               .lost =
                   [this] {
                     hands_.release();
                     filter_.reset();
                     prompt_.hide();
                     clipboard_.stop();
                   }}) {
    connect(KWin::waylandServer(), &KWin::WaylandServer::lockStateChanged, this, [this] {
      if (is_locked() == locked_) return;  // KWin emits this for the steps of locking, too
      locked_ = is_locked();
      if (locked_) hands_.release();
      link_.send(desk::LockedEvent{locked_});
    });
    open_when_kwin_paints();
  }

 private:
  /// The hello says whether there are pictures, and that is known only then: KWin loads its plugins before it paints.
  void open_when_kwin_paints() {
    auto* compositor = KWin::Compositor::self();
    if (compositor == nullptr) {
      QTimer::singleShot(start_look_ms, this, [this] { open_when_kwin_paints(); });
    } else if (compositor->isActive()) {
      link_.open();
    } else {
      connect(
          compositor, &KWin::Compositor::compositingToggled, this, [this] { open_when_kwin_paints(); },
          Qt::SingleShotConnection);
    }
  }

  desk::Hello hello() const {
    desk::Hello hello;
    hello.name = "kwin";
    hello.version = INTERLOCK_VERSION;
    hello.features = {"shut", "text", "windows", "panic", "prompt", "clipboard"};
    if (takes_pictures()) hello.features.insert(hello.features.end(), {"capture", "pixels"});
    if (self_test_ == "passed") hello.features.insert(hello.features.begin(), "atomic");
    hello.self_test = self_test_;
    hello.screen = screen();
    hello.wayland = KWin::waylandServer()->socketName().toStdString();
    hello.x11 = qEnvironmentVariable("DISPLAY").toStdString();
    return hello;
  }

  Prompt prompt_;
  Hands hands_;
  Filter filter_;
  PastInputMethod past_input_method_;
  Clipboard clipboard_;
  std::string self_test_;
  bool locked_ = is_locked();
  Link link_;
};

}  // namespace

class PluginFactory final : public KWin::PluginFactory {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID PluginFactory_iid FILE "metadata.json")
  Q_INTERFACES(KWin::PluginFactory)

 public:
  std::unique_ptr<KWin::Plugin> create() const override { return std::make_unique<Plugin>(); }
};

}  // namespace interlock::kwin

#include <plugin.moc>
