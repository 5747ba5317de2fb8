#include "gate/policy/applications.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "values/text.h"

namespace interlock::gate {
namespace {

struct Named {
  std::string_view what;
  std::string_view names;  // separated by spaces; "pinentry*" matches a prefix
};

// Windows that only a person may answer: an action there would be done in the person's name.
constexpr std::array<Named, 6> guarded_names = {{
    {"interlock's own", "interlockd interlockctl interlock-prompt"},
    {"a notification",
     "dunst xfce4-notifyd mate-notification-daemon notification-daemon notify-osd "
     "lxqt-notificationd "
     "mako swaync deadd-notification-center tiramisu wired twmnd"},
    {"a prompt for the administrator's password",
     "polkit* lxpolkit lxqt-policykit* xfce-polkit mate-polkit cinnamon-polkit* ukui-polkit* deepin-polkit* "
     "policykit-agent hyprpolkitagent soteria pantheon-agent-polkit gksu gksudo kdesu kdesudo lxsudo lxqt-sudo ktsuss "
     "beesu"},
    {"a prompt for a password or key",
     "pinentry* gcr-prompter gnome-keyring-prompt gnome-keyring-ask ssh-askpass x11-ssh-askpass ksshaskpass "
     "gnome-ssh-askpass* lxqt-openssh-askpass seahorse-ssh-askpass ssh-askpass-gnome ssh-askpass-fullscreen kwalletd "
     "kwalletd5 kwalletd6 ksecretd ksecretprompter kwalletaskpass"},
    {"a screen locker",
     "xscreensaver* xsecurelock i3lock i3lock-color light-locker gnome-screensaver* mate-screensaver* "
     "cinnamon-screensaver* xfce4-screensaver* xlock xlockmore xtrlock slock physlock alock sxlock betterlockscreen "
     "kscreenlocker* swaylock hyprlock gtklock waylock"},
    {"a login screen",
     "lightdm-gtk-greeter lightdm-webkit2-greeter slick-greeter unity-greeter sddm-greeter* gdm-session-worker xdm "
     "lxdm-greeter-gtk ukui-greeter"},
}};

// Programs with one field, whose line is run.
constexpr std::string_view run_dialogs =
    "xfce4-appfinder xfrun4 gmrun lxqt-runner krunner rofi dmenu bemenu fuzzel tofi wofi albert ulauncher synapse "
    "kupfer gnome-do";

constexpr std::string_view messengers =
    "slack discord vesktop webcord telegram telegram-desktop telegramdesktop signal signal-desktop element "
    "element-desktop teams teams-for-linux whatsapp whatsdesk zapzap mattermost mattermost-desktop rocket.chat "
    "rocketchat "
    "rocketchat-desktop zulip skype skypeforlinux wire wire-desktop viber pidgin gajim dino im.dino.dino fractal "
    "nheko neochat kopete hexchat polari konversation quassel quasselclient psi psi+ kaidan session jami tangram "
    "ferdium franz rambox caprine beeper threema flare cinny schildichat messenger wechat weixin qq";

constexpr std::string_view file_managers =
    "thunar nautilus nemo caja dolphin pcmanfm pcmanfm-qt konqueror spacefm peony dde-file-manager krusader doublecmd "
    "gnome-commander xfe rox rox-filer cosmic-files io.elementary.files pantheon-files xfdesktop nemo-desktop "
    "caja-desktop nautilus-desktop peony-desktop ding.js deepin-file-manager ukui-file-manager fsearch catfish";

template <class Each>
void for_each_name(std::string_view names, Each each) {
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    if (end > 0) each(names.substr(0, end));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
}

}  // namespace

std::string_view guarded_kind(std::string_view name) {
  for (const Named& row : guarded_names) {
    bool found = false;
    for_each_name(row.names, [&](std::string_view known) {
      const bool family = known.ends_with('*');
      found = found || (family ? name.starts_with(known.substr(0, known.size() - 1)) : name == known);
    });
    if (found) return row.what;
  }
  return {};
}

bool is_file_manager(const Window& window) {
  const auto named = [](const std::string& name) {
    const std::string normal = normalise(name).text;
    const std::string_view last = std::string_view(normal).substr(normal.rfind('.') + 1);
    bool found = false;
    for_each_name(file_managers, [&](std::string_view known) {
      found = found || (!normal.empty() && (normal == known || last == known));
    });
    return found;
  };
  return named(window.app) || named(window.wm_class) ||
         std::any_of(window.former.begin(), window.former.end(),
                     [&](const WindowNames& names) { return named(names.wm_class); });
}

Applications::Facts& Applications::at(std::string_view name) {
  const std::string normal = normalise(name).text;
  const auto [entry, is_new] = known_.try_emplace(normal);
  return entry->second;
}

Applications Applications::compile(const Config& config) {
  Applications all;
  for (const auto& [name, tier] : config.application_tiers) {
    const auto index = static_cast<std::int16_t>(all.tiers_.size());
    all.tiers_.push_back({name, tier.decision});
    for (const std::string& application : tier.applications) {
      Facts& facts = all.at(application);
      if (facts.tier < 0 || tier.decision > all.tier_decision(facts.tier)) facts.tier = index;
    }
  }
  const auto terminals = config.application_tiers.find("terminals");
  for (const std::string& name : config.terminal_classes) {
    Facts& facts = all.at(name);
    facts.terminal = true;
    if (terminals == config.application_tiers.end()) continue;
    const auto index = static_cast<std::int16_t>(std::distance(config.application_tiers.begin(), terminals));
    if (facts.tier < 0 || terminals->second.decision > all.tier_decision(facts.tier)) facts.tier = index;
  }
  for_each_name(run_dialogs, [&](std::string_view name) { all.at(name).run_dialog = true; });
  for_each_name(file_managers, [&](std::string_view name) { all.at(name).file_manager = true; });
  for_each_name(messengers, [&](std::string_view name) { all.at(name).messenger = true; });
  for (const std::string& name : config.protected_classes) {
    all.at(name).guarded = "an application that the policy protects";
  }
  for (const Named& row : guarded_names) {
    for_each_name(row.names, [&](std::string_view name) {
      if (name.ends_with('*')) {
        all.families_.emplace_back(name.substr(0, name.size() - 1), row.what);
      } else {
        all.at(name).guarded = row.what;
      }
    });
  }
  return all;
}

void Applications::add(std::string_view name, Facts& into) const {
  const auto merge = [&](std::string_view key) {
    const auto found = known_.find(key);
    if (found == known_.end()) return;
    const Facts& facts = found->second;
    into.terminal |= facts.terminal;
    into.run_dialog |= facts.run_dialog;
    into.file_manager |= facts.file_manager;
    into.messenger |= facts.messenger;
    if (into.guarded.empty()) into.guarded = facts.guarded;
    if (facts.tier >= 0 && (into.tier < 0 || tier_decision(facts.tier) > tier_decision(into.tier))) {
      into.tier = facts.tier;
    }
  };
  if (name.empty()) return;
  const std::string normal = normalise(name).text;
  merge(normal);
  const std::string_view last =
      std::string_view(normal).substr(normal.rfind('.') + 1);  // names such as org.gnome.Terminal
  if (last.size() != normal.size()) merge(last);
  for (const auto& [start, what] : families_) {
    if (into.guarded.empty() && normal.starts_with(start)) into.guarded = what;
  }
}

Applications::Facts Applications::facts_of(const Window& window) const {
  Facts facts;
  add(window.app, facts);
  if (window.wm_class != window.app) add(window.wm_class, facts);
  for (const WindowNames& names : window.former) add(names.wm_class, facts);
  return facts;
}

}  // namespace interlock::gate
