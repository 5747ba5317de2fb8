/// Port: asking the human by desktop notification.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "platform/screen.h"
#include "values/error.h"

namespace interlock::platform {

/// A yes that comes sooner after the prompt was wholly visible does not count: nobody reads as fast.
inline constexpr std::chrono::milliseconds reading_time{500};

/// What a question is about, as it looks on the screen; nothing secret in it.
struct Picture {
  Image image;  ///< small
  Rect target;  ///< where in it the target is outlined, in pixels of the image
};

/// What the human is shown. Plain text; the notifier escapes and trims it for the server it talks to.
struct Prompt {
  std::string id;               ///< the pending id, to name in the text: "interlockctl approve 7"
  std::string title;            ///< at most 60 characters are shown, none of them an application's: "Spend money?"
  std::string body;             ///< at most 4 lines, the essential first
  bool may_last = false;        ///< offers a yes for the whole session, too
  bool can_approve = true;      ///< false: a yes here would not count; the text says how else
  bool real_input_only = true;  ///< in a window of our own: only clicks of real devices approve
  std::string notice = {};      ///< shown first where it says something: why the answer before did not count
  /// All that is asked, for who has room for it: ("wants to", "click (10, 20)"), ...
  std::vector<std::pair<std::string, std::string>> rows = {};
  std::shared_ptr<const Picture> picture = {};  ///< null: there is none
};

enum class Answer { approved, approved_for_session, denied, dismissed };

struct Reply {
  Answer answer = Answer::dismissed;
  std::chrono::steady_clock::time_point shown{};  ///< when the prompt was on the screen
};

class Notifier {
 public:
  virtual ~Notifier() = default;

  /// Shows the prompt and waits for the human, until cancelled (Asio cancellation closes the notification;
  /// the reply is then `dismissed`). Only a
  /// signal from the unique bus name that owned org.freedesktop.Notifications when the prompt was shown, for the id it
  /// returned, counts. An owner that goes away is an error, and so is no server at all: the caller denies, or leaves
  /// the prompt to `interlockctl`.
  virtual boost::asio::awaitable<tl::expected<Reply, Error>> ask(Prompt prompt) = 0;
};

}  // namespace interlock::platform
