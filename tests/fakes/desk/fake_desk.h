/// A small working desk: windows in a stack, a focus, a clipboard, a screen of one colour a window. It speaks the wire
/// over a real socket, in a thread of its own, and checks each expectation in the turn in which it delivers. For tests
/// of interlockd's end.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "desks/wire/messages.h"

namespace interlock::test {

class FakeDesk {
 public:
  /// Connects, and says hello. `why_not` tells whether it is welcome.
  explicit FakeDesk(const std::string& socket, desk::Hello hello = default_hello());
  ~FakeDesk();
  FakeDesk(const FakeDesk&) = delete;
  FakeDesk& operator=(const FakeDesk&) = delete;

  static desk::Hello default_hello();
  /// A window whose three rectangles are the same.
  static desk::Window window(std::uint64_t id, Rect rect, std::string title, std::uint32_t pid);

  /// The code with which interlockd refused it; empty: it is welcome. Waits for the answer.
  std::string why_not();
  bool connected() const;

  // The model. `with` runs in the desk's turn.
  struct Model {
    std::vector<desk::Window> windows;  ///< the lowest first
    std::uint64_t focus = 0;
    Point pointer;
    std::map<std::uint64_t, std::string> texts;  ///< what was typed into each window
    std::vector<std::string> delivered;          ///< "press left on 7", "motion 5,6 on 7", "key Return on 7"
    std::optional<std::string> clipboard;
    std::optional<Rect> shell;  ///< a panel of the desk's own, above all windows
    bool locked = false;
    bool shut = false;
    int shuts = 0;
    int releases = 0;
    bool takes_text = true;  ///< else `commit_text` is unsupported
    std::optional<desk::PromptPicture> prompt;
    int prompt_updates = 0;
    std::optional<std::string> panic;
    void raise(std::uint64_t id);
  };
  template <class Work>
  auto with(Work work) {
    const std::lock_guard lock(mutex_);
    return work(model_);
  }

  // What goes wrong. Set them before the request in question.
  std::function<void(Model&, const desk::Request&)> before;  ///< the desktop may change before each request
  /// A line to send instead of the answer; an empty one: none.
  std::function<std::optional<std::string>(const desk::Request&)> instead;

  void send(const std::string& bytes);
  void send(const desk::Event& event);
  void disconnect();

 private:
  void serve();
  std::string answer(const desk::Request& request);

  int fd_ = -1;
  mutable std::mutex mutex_;
  Model model_;
  bool answered_ = false;
  bool ended_ = false;
  std::string refusal_;
  std::thread thread_;
};

}  // namespace interlock::test
