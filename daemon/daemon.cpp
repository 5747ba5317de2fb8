#include "daemon/daemon.h"

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <thread>

#include <pwd.h>
#include <unistd.h>

#include "audit/files.h"
#include "audit/find.h"
#include "daemon/asking/text_drawer.h"
#include "daemon/pictures/picture.h"
#include "daemon/process/in_pool.h"
#include "daemon/process/log.h"
#include "daemon/process/version.h"
#include "daemon/secrets/typed_secrets.h"
#include "daemon/sessions/lending.h"
#include "daemon/settings/rehearsal.h"
#include "gate/redaction/redaction.h"
#include "ipc/client.h"
#include "platform/factory.h"
#include "policy/rules_dir.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;

namespace {

/// Joins all mistakes into one error, each with its place first.
Error joined(const policy::Errors& errors) {
  return {policy::to_text(errors), {}, {}};
}

std::string audit_dir(const Options& options, const policy::DaemonSettings& settings) {
  if (!options.audit_dir.empty()) return options.audit_dir;
  return settings.audit_dir.value_or(audit::default_dir());
}

/// Beside the audit log, where no agent may change anything.
std::string undo_dir(const Options& options, const policy::DaemonSettings& settings) {
  return audit_dir(options, settings) + "/undo";
}

std::string socket_dir(const Options& options) {
  return options.socket_dir.empty() ? ipc::socket_dir() : options.socket_dir;
}

/// Interlock's own files and folders as absolute paths: as named, with links resolved, and with `~` for the home.
std::vector<std::string> own_paths(const Options& options, const policy::DaemonSettings& settings,
                                   const std::string& policy_file) {
  namespace fs = std::filesystem;
  std::vector<std::string> named = policy::rules_dirs(options.project);
  named.insert(named.end(), {policy_file, audit_dir(options, settings), socket_dir(options), "/etc/interlock"});
  if (const auto config = policy::config_home(); !config.empty()) named.push_back(config + "/interlock");
  if (!options.lend_dir.empty()) named.push_back(options.lend_dir);
  const char* home = std::getenv("HOME");
  std::vector<std::string> all;
  const auto add = [&](std::string path) {
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    if (path.size() > 1 && std::find(all.begin(), all.end(), path) == all.end()) all.push_back(std::move(path));
  };
  for (const std::string& path : named) {
    if (path.empty()) continue;
    std::error_code failed;
    const std::string absolute = fs::absolute(path, failed).lexically_normal().string();
    for (const std::string& each : {absolute, fs::weakly_canonical(absolute, failed).string()}) {
      add(each);
      const bool below = home != nullptr && home[0] == '/' && each.starts_with(std::string(home) + "/");
      if (below) add("~" + each.substr(std::string_view(home).size()));
    }
  }
  return all;
}

/// The desktops that interlock supports, where distributions and we install them.
std::vector<std::string> usual_desks() {
  std::error_code failed;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
  std::vector<std::string> all = {"/usr/bin/gnome-shell", "/usr/bin/kwin_wayland"};
  for (const char* place : {"interlock-desk", INTERLOCK_DESK})
    all.push_back((folder / place).lexically_normal().string());
  return all;
}

platform::DisplayChoice display_choice(const Options& options, const policy::DaemonSettings& settings) {
  auto programs = settings.desk_programs.empty() ? usual_desks() : settings.desk_programs;
  if (!options.desk_program.empty()) programs = {options.desk_program};
  return {.name = options.display,
          .desk_socket = socket_dir(options) + "/desk.sock",
          .desk_programs = std::move(programs),
          .version = std::string(version)};
}

/// Which published policy this is; null: none.
json::value bundle_facts(const policy::Loaded& loaded) {
  const auto& bundle = loaded.settings.bundle;
  if (bundle.version == 0) return {};
  return json::object{
      {"version", bundle.version}, {"expires", bundle.expires}, {"signed", loaded.signed_by.has_value()}};
}

/// For readers of the journal, and for `interlockctl audit verify --heads`.
void log_head(const audit::Head& head, const std::string& dir) {
  log_info("audit head " + head.link + " after " + std::to_string(head.records) + " records in " + dir);
}

}  // namespace

tl::expected<policy::Loaded, policy::Errors> Daemon::load_policy(const Options& options) {
  const std::string file = options.policy.empty() ? policy::find_policy_file() : options.policy;
  auto loaded = file.empty() ? policy::load_preset("default") : policy::load_file(file);
  auto rules = policy::load_rules_dirs(policy::rules_dirs(options.project));
  if (loaded && rules) {
    auto whole = policy::with_rules(std::move(*loaded), *rules);
    if (!whole) return whole;
    auto own = own_paths(options, whole->settings.daemon, file);
    return policy::with_own_paths(std::move(*whole), std::move(own));
  }
  // Both are reported, so that a person can fix them at once.
  policy::Errors errors = loaded ? policy::Errors() : std::move(loaded.error());
  if (!rules) std::move(rules.error().begin(), rules.error().end(), std::back_inserter(errors));
  return tl::make_unexpected(std::move(errors));
}

Daemon::Daemon(Options options, policy::Loaded loaded)
    : options_(std::move(options)),
      loaded_(std::move(loaded)),
      backend_(platform::display_backend(display_choice(options_, loaded_.settings.daemon))),
      desktop_(io_.get_executor(), backend_, audit_dir(options_, loaded_.settings.daemon)),
      confirmations_(io_.get_executor(),
                     loaded_.settings.daemon.notifications ? platform::desktop_notifier(io_.get_executor()) : nullptr,
                     [this](const json::object& prompt) { events_.send("prompt", prompt); }),
      validators_(io_.get_executor(), loaded_.validators),
      pictures_(io_.get_executor(), files_.get_executor(), [this] { return audit(); }),
      seat_(std::make_shared<Seat>(loaded_.settings.daemon.queue_limit)),
      stops_(
          io_.get_executor(), [this] { return desktop_.reach(); }, seat_, confirmations_, events_),
      takeover_(
          io_.get_executor(), [this] { return desktop_.reach().human; }, events_,
          [this](std::string_view what, json::object fields) { note(what, std::move(fields)); },
          loaded_.settings.daemon.human),
      pipeline_(
          seat_,
          {.reach = [this] { return desktop_.reach(); },
           .audit = [this] { return audit(); },
           .confirmations = confirmations_,
           .events = events_,
           .settings = loaded_.settings.daemon,
           .validators = validators_,
           .stops = stops_,
           .takeover = takeover_,
           .openings = openings_,
           .secrets = {.store = platform::desktop_secrets(io_.get_executor(),
                                                          [this] {
                                                            const auto& dir = loaded_.settings.daemon.credentials_dir;
                                                            return dir.value_or(std::string());
                                                          }),
                       .source =
                           [this](const std::string& name) {
                             const auto& all = loaded_.settings.secret_sources;
                             const auto found = all.find(name);
                             return found == all.end() ? std::optional<SecretSource>() : found->second;
                           }},
           .pictures = &pictures_,
           .offer_undo = [this](const std::string& entry, const std::string& kept) { undo_offers_.make(entry, kept); },
           .undo_dir = undo_dir(options_, loaded_.settings.daemon),
           .acts =
               [this](const Observation& observation) {
                 activity_.agent_acts(observation.window, platform::since_boot());
               }}),
      sandboxes_(
          io_.get_executor(),
          [this] {
            const std::string folder = socket_dir(options_);
            return ways_to_the_desktop(backend_->sockets(), {folder + "/control.sock", folder + "/questions.sock"});
          }),
      apart_([this] { return desktop_.reach().access; }, backend_->keys()),
      activity_(socket_dir(options_) + "/acted"),
      grants_([this] { return desktop_.reach(); }, backend_, activity_),
      agents_(loaded_.policy, loaded_.profiles,
              [this](const ipc::Peer& peer) {
                auto profile = sandboxes_.profile_of(peer.pid);
                if (!profile && peer.uid != ::getuid() && apart_.way_of(peer.uid).empty()) profile = "";
                return profile;
              }),
      human_(io_.get_executor(),
             {.note = [this](std::string_view what, json::object fields) { note(what, std::move(fields)); },
              .reach = [this] { return desktop_.reach(); },
              .agents = agents_,
              .stops = stops_,
              .events = events_,
              .person_acts = [this] { activity_.person_acts(platform::since_boot()); },
              .lock = platform::screen_lock(io_.get_executor())},
             loaded_.settings.daemon.human),
      own_files_(io_.get_executor(),
                 {.note = [this](std::string_view what, json::object fields) { note(what, std::move(fields)); },
                  .reach = [this] { return desktop_.reach(); },
                  .activity = activity_,
                  .confirmations = confirmations_,
                  .stops = stops_,
                  .settings = loaded_.settings.daemon}),
      policy_seal_(socket_dir(options_) + "/policy"),
      tool_calls_({.audit = [this] { return audit(); },
                   .confirmations = confirmations_,
                   .events = events_,
                   .settings = loaded_.settings.daemon,
                   .validators = validators_,
                   .stops = stops_}),
      observe_([this] { return desktop_.reach().eyes; }, events_, openings_),
      screenshots_(
          files_.get_executor(), [this] { return desktop_.reach(); }, [this] { return audit(); },
          loaded_.settings.daemon, stops_, events_),
      windows_([this] { return desktop_.reach().eyes; }),
      agent_api_(agents_, pipeline_, stops_, tool_calls_, observe_, screenshots_, windows_, confirmations_,
                 [this] { return look_around(); }),
      undo_(
          undo_dir(options_, loaded_.settings.daemon), [this] { return loaded_.settings.daemon.rollback; },
          [this](std::string_view what, json::object fields) { note(what, std::move(fields)); }),
      undo_offers_(io_.get_executor(), confirmations_, undo_),
      control_api_({.note = [this](std::string_view what, json::object fields) { note(what, std::move(fields)); },
                    .agents = agents_,
                    .sandboxes = sandboxes_,
                    .stops = stops_,
                    .confirmations = confirmations_,
                    .validators = validators_,
                    .events = events_,
                    .reload =
                        [this] {
                          auto done = reload();
                          if (done) stops_.resume(Pause::own_files);
                          return done;
                        },
                    .reload_bundle = [this] { return reload_bundle(); },
                    .look_around = [this] { return look_around(); },
                    .grants = grants_,
                    .health = [this] { return health(); },
                    .record = [this](std::string id) { return find_audit_record(std::move(id)); },
                    .undo = undo_}),
      questions_api_(confirmations_, stops_,
                     [this](std::string_view what, json::object fields) { note(what, std::move(fields)); }) {}

Daemon::~Daemon() = default;

asio::awaitable<void> Daemon::look_around() {
  co_await apart_.look();
  agents_.look_again();
}

void Daemon::give_playbooks() {
  agents_.set_playbooks(std::make_shared<const gate::Playbooks>(loaded_.settings.playbooks));
}

void Daemon::rehearse_policy() {
  asio::post(files_, [policy = loaded_.policy] { rehearse(policy); });
}

void Daemon::prepare_questions() {
  confirmations_.set_settings(loaded_.settings.daemon);
  pictures_.set_settings(loaded_.settings.daemon);
  desktop_.set_private_text(loaded_.settings.daemon.private_text);
  confirmations_.set_window(backend_->prompter(io_.get_executor(), text_drawer(draw_text_program())));
  confirmations_.set_devices([this]() -> Devices {
    const auto human = desktop_.reach().human;
    if (!human) return {};
    const auto press = human->last_real_press();
    return {press ? std::optional(press->at) : std::nullopt, human->trouble()};
  });
  confirmations_.on_too_many_denials([this](const std::string& id, const std::string& why) {
    const auto session = agents_.by_id(id);
    if (!session) return;
    log_warning("session " + id + " is halted: " + why);
    note("halt", {{"session", id}, {"reason", why}});
    stops_.halt(session, why);
  });
}

/// "USER@HOST DISPLAY", the display by its socket's name: what approvers know this desktop by.
std::string Daemon::desktop_name() const {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  const passwd* user = ::getpwuid(::getuid());
  const std::string name = user != nullptr ? user->pw_name : std::to_string(::getuid());
  const auto sockets = backend_->sockets();
  const std::string display = sockets.empty() ? "" : std::filesystem::path(sockets.front()).filename().string();
  return name + "@" + host.data() + " " + display;
}

void Daemon::prepare_signing() {
  const auto record = [this](const json::object& fields) -> tl::expected<void, Error> {
    note_approvers();
    const auto log = audit();
    return log ? (*log)->note("signed_answer", fields) : tl::make_unexpected(log.error());
  };
  // Beside the audit log, where no agent may change anything.
  const std::string counters = audit_dir(options_, loaded_.settings.daemon) + "/counters";
  confirmations_.signing().set_up(desktop_name(), record, counters);
  using Taken = std::shared_ptr<const platform::Picture>;
  confirmations_.set_png([this](Taken picture) -> asio::awaitable<std::optional<std::string>> {
    constexpr std::size_t most = 512 * 1024;
    const auto work = [](Taken what) -> asio::awaitable<std::optional<std::string>> {
      co_return png_of(what->image, most);
    };
    auto png = co_await in_pool(files_.get_executor(), work(std::move(picture)));
    co_return png;
  });
}

/// The approvers are on record, so that signatures in the log can be checked later without this policy.
void Daemon::give_approvers() {
  const auto approvers = std::make_shared<const approval::Approvers>(loaded_.settings.approvers);
  confirmations_.signing().set_policy(approvers, policy_digest(loaded_, policy::rules_dirs(options_.project)));
  approvers_noted_ = approvers->list.empty();
  note_approvers();
}

void Daemon::note_approvers() {
  if (approvers_noted_ || !audit()) return;
  json::object keys;
  for (const auto& approver : loaded_.settings.approvers.list) {
    for (const auto& key : approver.keys) keys[key.line] = approver.name;
  }
  note("approvers", {{"keys", std::move(keys)}});
  approvers_noted_ = true;
}

tl::expected<void, Error> Daemon::run() {
  rehearse_policy();
  prepare_questions();
  prepare_signing();
  grants_.set_replies(loaded_.settings.daemon.replies);
  json::object facts = policy_facts();
  facts["version"] = version;
  note("start", std::move(facts));
  give_approvers();
  give_playbooks();
  agents_.set_atomic([this] { return desktop_.display_advisory().empty(); });
  if (auto listening = listen(); !listening) return listening;
  asio::co_spawn(io_, handle_signals(), asio::detached);
  rules_watch_.start(policy::rules_dirs(options_.project), [this] { rules_changed(); });
  human_.watch_lock();
  asio::co_spawn(io_, undo_.tidy_always(), asio::detached);
  desktop_.on_display([this](const auto& devices) { human_.attend(devices); });
  if (const auto hands = desktop_.reach().hands) {
    // Releases what an earlier daemon held when it was killed.
    asio::co_spawn(io_, hands->release_all(), asio::detached);
  }
  log_info("interlockd " + std::string(version) + " is ready; policy: " + loaded_.source);
  compare_policy();
  service_.ready("policy: " + loaded_.source);
  // The first reply would wait for it: an observe with a short deadline would come back empty.
  const std::jthread preparing(gate::prepare_redaction);
  io_.run();
  return {};
}

tl::expected<void, Error> Daemon::listen() {
  const auto given = take_activation_sockets();
  if (!given) return tl::make_unexpected(given.error());
  const std::string dir = socket_dir(options_);
  // The agents' sockets are last: once an agent can connect, people can pause it and answer its questions.
  auto control =
      ipc::serve(io_.get_executor(), {.path = dir + "/control.sock", .fd = given->control}, control_api_.handler());
  if (!control) return tl::make_unexpected(control.error());
  control_server_ = std::move(*control);
  auto questions = ipc::serve(io_.get_executor(), {.path = dir + "/questions.sock"}, questions_api_.handler());
  if (!questions) return tl::make_unexpected(questions.error());
  questions_server_ = std::move(*questions);
  if (auto lent = lend(); !lent) return lent;
  auto agents = ipc::serve(io_.get_executor(), {.path = dir + "/agent.sock", .fd = given->agent}, agent_api_.handler());
  if (!agents) return tl::make_unexpected(agents.error());
  agent_server_ = std::move(*agents);
  offer_to_sandboxes(dir);
  return {};
}

tl::expected<void, Error> Daemon::lend() {
  if (options_.lend_to.empty()) return {};
  auto guests = guests_named(options_.lend_to);
  if (!guests) return tl::make_unexpected(guests.error());
  ipc::Listen listen{.path = options_.lend_dir + "/agent.sock", .mode = 0660, .guests = std::move(*guests)};
  auto lent = ipc::serve(io_.get_executor(), std::move(listen), agent_api_.handler());
  if (!lent) return tl::make_unexpected(lent.error());
  lent_server_ = std::move(*lent);
  return {};
}

/// Opened at first use; on failure tried again at each use.
tl::expected<audit::Log*, Error> Daemon::audit() {
  if (!audit_log_) {
    const auto& settings = loaded_.settings.daemon;
    const std::string dir = audit_dir(options_, settings);
    auto opened = audit::Log::open(dir, {.rotate_bytes = std::uint64_t{settings.audit_rotate_mb} << 20,
                                         .report_head = [dir](const audit::Head& head) { log_head(head, dir); },
                                         .filter = [](json::object& record) { typed_secrets().take_out(record); },
                                         .disturbed = [this](const std::string& how) { audit_disturbed(how); }});
    if (!opened) {
      if (audit_trouble_.empty()) log_error(opened.error());
      audit_trouble_ = opened.error().text();
      return tl::make_unexpected(opened.error());
    }
    audit_trouble_.clear();
    audit_log_ = std::move(*opened);
  }
  return audit_log_.get();
}

/// For the records of a start and a reload.
json::object Daemon::policy_facts() const {
  json::object facts = {{"policy", loaded_.source},
                        {"sha256", policy_digest(loaded_, policy::rules_dirs(options_.project))}};
  if (auto bundle = bundle_facts(loaded_); !bundle.is_null()) facts["bundle"] = std::move(bundle);
  return facts;
}

void Daemon::note(std::string_view what, json::object fields) {
  const auto log = audit();
  if (!log) return;  // audit() logged why
  const auto noted = (*log)->note(what, fields);
  if (!noted) log_error(noted.error());
}

tl::expected<void, Error> Daemon::reload() {
  service_.reloading();
  auto loaded = load_policy(options_);
  if (!loaded) {
    service_.ready("the new policy was refused; still running: " + loaded_.source);
    for (const auto& mistake : loaded.error()) log_error({policy::to_text(mistake), {}, {}});
    log_warning("the policy was not reloaded; the running one stays: " + loaded_.source);
    return tl::make_unexpected(joined(loaded.error()));
  }
  put_in_force(std::move(*loaded));
  return {};
}

void Daemon::put_in_force(policy::Loaded loaded) {
  // An open prompt is a question of the old policy; it must not be approved now.
  confirmations_.cancel_all("the policy was reloaded");
  confirmations_.forget_all();
  loaded_ = std::move(loaded);
  agents_.set_policy(loaded_.policy, loaded_.profiles);
  rehearse_policy();
  give_playbooks();
  seat_->set_limit(loaded_.settings.daemon.queue_limit);
  confirmations_.set_settings(loaded_.settings.daemon);
  grants_.set_replies(loaded_.settings.daemon.replies);
  pictures_.set_settings(loaded_.settings.daemon);
  desktop_.set_private_text(loaded_.settings.daemon.private_text);
  validators_.set(loaded_.validators);
  human_.set_settings(loaded_.settings.daemon.human);
  seal_policy();
  note("reload", policy_facts());
  give_approvers();
  log_info("policy reloaded: " + loaded_.source);
  service_.ready("policy: " + loaded_.source);
}

asio::awaitable<void> Daemon::handle_signals() {
  while (true) {
    const auto [error, number] = co_await signals_.async_wait(asio::as_tuple(asio::use_awaitable));
    if (error) co_return;
    if (number != SIGHUP) break;
    reload_unasked("a program requested by a signal that the policy is reloaded");
  }
  co_await stop();
}

asio::awaitable<void> Daemon::stop() {
  service_.stopping("releasing what is held");
  rules_watch_.stop();
  agent_server_->stop();
  if (lent_server_) lent_server_->stop();
  control_server_->stop();
  questions_server_->stop();
  confirmations_.cancel_all("interlockd is stopping");
  agents_.for_each([](const auto& session) { session->stop->store(true); });
  if (const auto hands = desktop_.reach().hands) co_await hands->release_all();
  if (audit_log_) {
    const auto noted = audit_log_->note("stop", {});
    if (!noted) log_error(noted.error());
    audit_log_->report_head();
  }
  log_info("interlockd stopped");
  io_.stop();
}

asio::awaitable<tl::expected<json::object, Error>> Daemon::find_audit_record(std::string id) {
  const auto log = audit();
  if (!log) co_return tl::make_unexpected(log.error());
  using Found = tl::expected<json::object, Error>;
  const auto look = [](std::string dir, std::string wanted) -> asio::awaitable<Found> {
    co_return audit::find_record(dir, wanted);
  };
  std::string dir = audit::folder_of((*log)->path());
  Found found = co_await in_pool(files_.get_executor(), look(std::move(dir), std::move(id)));
  co_return found;
}

json::object Daemon::health() const {
  const auto part = [](const std::optional<Error>& trouble) {
    return json::object{{"ok", !trouble}, {"message", trouble ? trouble->text() : "ok"}};
  };
  const bool written = audit_log_ && !audit_log_->trouble();
  const std::string unwritten = audit_log_ && !written ? audit_log_->trouble()->text() : audit_trouble_;
  const auto uptime = std::chrono::steady_clock::now() - started_;
  const std::string& notifier = confirmations_.trouble();
  json::array rule_files;
  for (const auto& rule : loaded_.settings.gate.rules) {
    if (rule_files.empty() || rule_files.back() != json::string(rule.file)) rule_files.emplace_back(rule.file);
  }
  json::object display = part(desktop_.display_trouble());
  if (const auto what = desktop_.display_description(); !what.empty()) display["message"] = what;
  display["desk"] = desktop_.has_desk();
  display["advisory"] = desktop_.display_advisory();
  return {{"policy",
           {{"source", loaded_.source},
            {"bundle", bundle_facts(loaded_)},
            {"rules", loaded_.settings.gate.rules.size()},
            {"rule_files", std::move(rule_files)}}},
          {"display", std::move(display)},
          {"accessibility", part(desktop_.tree_trouble())},
          {"reading", part(desktop_.reading_trouble())},
          {"human", human_.status()},
          {"notifications", {{"ok", notifier.empty()}, {"message", notifier.empty() ? "ok" : notifier}}},
          {"audit",
           {{"path", audit_log_ ? audit_log_->path() : ""},
            {"ok", written},
            {"message", written ? "ok" : unwritten},
            {"head", audit_log_ ? audit_log_->head().link : ""}}},
          {"lent_to", json::value_from(options_.lend_to)},
          {"pid", static_cast<std::int64_t>(::getpid())},
          {"uptime_s", std::chrono::duration_cast<std::chrono::seconds>(uptime).count()}};
}

}  // namespace interlock::daemon
