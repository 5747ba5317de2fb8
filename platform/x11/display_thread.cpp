#include "platform/x11/display_thread.h"

#include <poll.h>
#include <sys/socket.h>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <thread>

#include "platform/x11/display_session.h"

namespace interlock::platform::x11 {

/// Shared with the thread, which may outlive the object if it hangs in an attempt to connect.
struct DisplayThread::Core {
  struct Task {
    std::shared_ptr<Ticket> ticket;
    Work work;
  };

  std::string name;
  std::string state_dir;
  std::shared_ptr<OwnInput> own;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Task> tasks;
  bool stopping = false;
  bool finished = false;
  int socket = -1;         ///< of the open connection
  Error gone;              ///< why there is no connection
  bool was_there = false;  ///< a connection was open once

  std::unique_ptr<DisplaySession> session;  ///< used only by the thread

  tl::expected<DisplaySession*, Error> open_session() {
    if (session && !session->x->lost()) return session.get();
    close_session();
    auto opened = DisplaySession::open(name, state_dir, own);
    if (!opened) {
      const std::lock_guard lock(mutex);
      gone = was_there ? went_away() : opened.error();
      return tl::make_unexpected(gone);
    }
    std::lock_guard lock(mutex);
    if (stopping) return tl::make_unexpected(Error{"interlockd is ending", name, ""});
    session = std::move(*opened);
    was_there = true;
    socket = session->x->socket();
    return session.get();
  }

  /// Called by whichever notices first, the end of the socket or the next task; both give the same result.
  Error went_away() const {
    return {"the X server went away", name,
            "nothing is seen or done until it is back; the next action tries to connect again"};
  }

  void close_session() {
    {
      std::lock_guard lock(mutex);
      socket = -1;
    }
    session.reset();
  }

  void loop() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [this] { return stopping || !tasks.empty(); });
      if (stopping) break;
      Task task = std::move(tasks.front());
      tasks.pop_front();
      lock.unlock();
      if (task.ticket->wanted()) {
        const auto opened = open_session();
        task.work(opened ? *opened : nullptr);
      }
      task = {};
      lock.lock();
    }
    lock.unlock();
    close_session();
    lock.lock();
    finished = true;
    changed.notify_all();
  }
};

DisplayThread::DisplayThread(boost::asio::any_io_executor executor, std::string name, std::string state_dir,
                             std::shared_ptr<OwnInput> own)
    : executor_(executor), loop_(std::make_shared<LoopLink>(std::move(executor))), core_(std::make_shared<Core>()) {
  core_->gone = {"the X server does not answer", name,
                 "is another program holding the display (a server grab), or is it stopped?"};
  core_->name = std::move(name);
  core_->state_dir = std::move(state_dir);
  core_->own = std::move(own);
  std::thread([core = core_] { core->loop(); }).detach();
}

DisplayThread::~DisplayThread() {
  std::unique_lock lock(core_->mutex);
  core_->stopping = true;
  core_->tasks.clear();
  core_->changed.notify_all();
  const auto finished = [this] { return core_->finished; };
  if (core_->changed.wait_for(lock, std::chrono::milliseconds{200}, finished)) return;
  if (core_->socket >= 0) shutdown(core_->socket, SHUT_RDWR);
  // An attempt to connect to a stopped server cannot be interrupted; in that case the thread is detached.
  if (!core_->changed.wait_for(lock, std::chrono::seconds{1}, finished)) loop_->cut();
}

tl::expected<void, Error> DisplayThread::open(std::chrono::milliseconds limit) {
  auto promise = std::make_shared<std::promise<tl::expected<void, Error>>>();
  auto opened = promise->get_future();
  const auto deadline = std::chrono::steady_clock::now() + limit;
  {
    std::lock_guard lock(core_->mutex);
    core_->tasks.push_back({std::make_shared<Ticket>(deadline), [promise, core = core_.get()](DisplaySession*) {
                              const auto session = core->open_session();
                              if (session) {
                                promise->set_value({});
                              } else {
                                promise->set_value(tl::make_unexpected(session.error()));
                              }
                            }});
  }
  core_->changed.notify_all();
  if (opened.wait_until(deadline) == std::future_status::ready) return opened.get();
  return {};
}

void DisplayThread::enqueue(std::shared_ptr<Ticket> ticket, Work work) {
  {
    std::lock_guard lock(core_->mutex);
    // While the server hangs, nothing takes tasks from the queue; tasks that nobody waits for any more must not pile
    // up.
    while (!core_->tasks.empty() && !core_->tasks.front().ticket->wanted()) core_->tasks.pop_front();
    core_->tasks.push_back({std::move(ticket), std::move(work)});
  }
  core_->changed.notify_all();
}

void DisplayThread::post(std::function<void(DisplaySession&)> job) {
  enqueue(std::make_shared<Ticket>(Deadline::max()), [job = std::move(job)](DisplaySession* session) {
    if (session) job(*session);
  });
}

std::optional<Error> DisplayThread::trouble() const {
  const std::lock_guard lock(core_->mutex);
  if (core_->socket < 0) return core_->gone;
  pollfd connection{core_->socket, 0, 0};
  if (poll(&connection, 1, 0) <= 0) return std::nullopt;
  return core_->went_away();
}

bool DisplayThread::lost(const DisplaySession& session) {
  return session.x->lost();
}

}  // namespace interlock::platform::x11
