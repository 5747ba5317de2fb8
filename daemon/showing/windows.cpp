#include "daemon/showing/windows.h"

#include <algorithm>

#include "daemon/showing/shown_text.h"
#include "daemon/showing/shown_window.h"
#include "daemon/showing/unseen.h"
#include "ipc/encode.h"
#include "ipc/limits.h"
#include "platform/window_queries.h"
#include "values/unknown.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;
using ipc::RpcError;
using namespace std::chrono_literals;

namespace {

constexpr auto patience = 1s;                            ///< for a desktop with thousands of windows
constexpr std::size_t most_text = std::size_t{1} << 20;  ///< bytes of all names in one answer

platform::Deadline soon() {
  return std::chrono::steady_clock::now() + patience;
}

json::value number_or_null(const std::optional<std::uint32_t>& number) {
  return number ? json::value(*number) : json::value();
}

json::value id_or_null(std::uint64_t id) {
  return id != 0 ? json::value(id) : json::value();
}

std::string shown(const std::string& text) {
  ShownText reader;
  return reader.of(text);
}

json::object to_json(const platform::WindowFacts& facts) {
  const auto& rect = facts.rect;
  json::object object = {{"id", facts.id},
                         {"parent", id_or_null(facts.parent)},
                         {"title", shown(facts.name)},
                         {"class_name", shown(facts.class_name)},
                         {"class", shown(facts.wm_class)},
                         {"pid", facts.pid != 0 ? json::value(facts.pid) : json::value()},
                         {"rect", {{"x", rect.x}, {"y", rect.y}, {"width", rect.width}, {"height", rect.height}}},
                         {"offset", {{"x", facts.offset.x}, {"y", facts.offset.y}}},
                         {"visible", facts.visible},
                         {"desktop", number_or_null(facts.desktop)}};
  if (const auto& steps = facts.steps) {
    object["steps"] = {{"base_width", steps->base_width},
                       {"base_height", steps->base_height},
                       {"width", steps->width},
                       {"height", steps->height}};
  }
  return object;
}

}  // namespace

asio::awaitable<bool> Windows::may_be_reported(const Session& session, Eyes eyes, std::uint64_t id,
                                               platform::Deadline deadline) const {
  if (id <= 1 || !eyes.windows) co_return true;
  const auto view = co_await eyes.windows->window_named(id, deadline);
  if (view.window.is_unknown()) co_return false;
  co_return !view.window || !is_only_for_people(session, *view.window);
}

asio::awaitable<ipc::Answer> Windows::desktop(std::shared_ptr<Session> session) {
  const Eyes eyes = look_();
  if (!eyes.queries) co_return unseen(Unknown::no_display);
  const auto deadline = soon();
  auto known = co_await eyes.queries->desktop(deadline);
  if (!known) co_return unseen(known.is_unknown() ? known.why() : Unknown::no_display);
  platform::DesktopFacts facts = std::move(*known.get());
  for (std::uint64_t* id : {&facts.under_pointer, &facts.frame, &facts.active, &facts.focus, &facts.focus_top}) {
    const bool reported = co_await may_be_reported(*session, eyes, *id, deadline);
    if (!reported) *id = 0;
  }
  json::value viewport;
  if (facts.viewport) viewport = {{"x", facts.viewport->x}, {"y", facts.viewport->y}};
  co_return json::object{{"display", facts.display},
                         {"width", facts.screen.width},
                         {"height", facts.screen.height},
                         {"root", facts.root},
                         {"pointer",
                          {{"x", facts.pointer.x},
                           {"y", facts.pointer.y},
                           {"window", id_or_null(facts.under_pointer)},
                           {"frame", id_or_null(facts.frame)}}},
                         {"active", id_or_null(facts.active)},
                         {"focus", {{"window", id_or_null(facts.focus_top)}, {"exact", id_or_null(facts.focus)}}},
                         {"desktop", number_or_null(facts.desktop)},
                         {"desktops", number_or_null(facts.desktops)},
                         {"viewport", std::move(viewport)},
                         {"supported", json::array(facts.supported.begin(), facts.supported.end())}};
}

asio::awaitable<ipc::Answer> Windows::window(std::shared_ptr<Session> session, std::uint64_t id) {
  const Eyes eyes = look_();
  if (!eyes.queries) co_return unseen(Unknown::no_display);
  const auto deadline = soon();
  const auto facts = co_await eyes.queries->window(id, deadline);
  if (facts.is_unknown()) co_return unseen(facts.why());
  const bool reported = co_await may_be_reported(*session, eyes, id, deadline);
  // A hidden window is answered like one that does not exist.
  if (!facts || !reported) {
    co_return RpcError{ipc::error_code::not_available, "there is no window " + std::to_string(id)};
  }
  json::object answer = to_json(*facts);
  answer["managed"] = facts->managed;
  answer["children"] = json::array(facts->children.begin(), facts->children.end());
  co_return answer;
}

asio::awaitable<ipc::Answer> Windows::windows(std::shared_ptr<Session> session, ipc::AskWindows call) {
  const Eyes eyes = look_();
  if (!eyes.queries) co_return unseen(Unknown::no_display);
  const platform::TreeQuery query{.depth = call.depth, .visible = call.visible};
  const auto tree = co_await eyes.queries->windows(query, soon());
  if (!tree) co_return unseen(tree.is_unknown() ? tree.why() : Unknown::no_display);
  std::vector<bool> hidden;
  for (const auto& top : tree->tops) hidden.push_back(is_only_for_people(*session, top));
  for (const auto& [facts, top] : tree->windows) {
    // Windows without a name that are not shown are internal windows of programs.
    const bool nothing = top && facts.parent == tree->windows.front().facts.id && !facts.visible &&
                         tree->tops[*top].title.empty() && tree->tops[*top].wm_class.empty();
    if (nothing) hidden[*top] = false;
  }
  json::array list;
  std::size_t text = 0;
  bool truncated = tree->truncated;
  for (const auto& [facts, top] : tree->windows) {
    if (top && hidden[*top]) continue;
    text += facts.name.size() + facts.class_name.size() + facts.wm_class.size();
    if (text > most_text) {
      truncated = true;
      break;
    }
    list.emplace_back(to_json(facts));
  }
  json::object answer = {{"windows", std::move(list)}};
  if (truncated) answer["truncated"] = true;
  co_return answer;
}

}  // namespace interlock::daemon
