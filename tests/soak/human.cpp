#include "tests/soak/human.h"

#include "tests/soak/wire.h"

namespace interlock::soak {

using namespace std::chrono_literals;

Human::Human(std::string control_socket, std::uint64_t seed)
    : socket_(std::move(control_socket)), random_(seed), thread_([this] { run(); }) {}

Human::~Human() {
  stop_ = true;
  thread_.join();
}

void Human::hold() {
  hold_ = true;
}
void Human::yes_to_all() {
  all_ = true;
  hold_ = false;
}

std::vector<std::string> Human::asking() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const auto& [id, open] : open_) {
    if (!open.done) names.push_back(open.agent);
  }
  return names;
}

Answered Human::answered() const {
  const std::lock_guard lock(mutex_);
  return answered_;
}

void Human::run() {
  std::optional<Wire> control;
  while (!stop_) {
    std::this_thread::sleep_for(20ms);
    if (!control || !control->is_open()) {
      control = Wire::connect(socket_);
      const std::lock_guard lock(mutex_);
      open_.clear();  // those of another interlockd
    }
    const auto answer = control ? control->call("pending", {}, 5s) : std::nullopt;
    if (!answer) {
      control.reset();
      continue;
    }
    std::map<std::string, Open> still;
    const std::lock_guard lock(mutex_);
    for (const auto& prompt : answer->at("result").at("pending").as_array()) {
      const std::string id(prompt.at("id").as_string());
      auto known = open_.find(id);
      if (known == open_.end()) {
        const int dice = std::uniform_int_distribution<int>(0, 99)(random_);
        const int delay = std::uniform_int_distribution<int>(50, 400)(random_);
        Open fresh{std::string(prompt.at("agent").as_string()), now_us() + delay * 1000,
                   dice < 48   ? 1
                   : dice < 96 ? 0
                               : -1};
        answered_.left_open += fresh.says < 0;
        known = open_.emplace(id, std::move(fresh)).first;
      }
      still.insert(*known);
    }
    open_ = std::move(still);
    const bool all = all_.exchange(false);
    for (auto& [id, open] : open_) {
      const bool due = open.says >= 0 && now_us() >= open.due && !hold_;
      if (open.done || (!due && !all)) continue;
      const bool yes = all || open.says == 1;
      const auto reported = control->call("reply", {{"id", id}, {"approve", yes}}, 5s);
      open.done = true;
      if (reported && reported->contains("error")) {
        ++answered_.too_late;
      } else {  // also if interlockd ended before it could report it
        ++(yes ? answered_.yes : answered_.no);
      }
    }
  }
}

}  // namespace interlock::soak
