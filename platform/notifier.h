/// Port: asking the human by desktop notification.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "platform/screen.h"
#include "values/error.h"

namespace interlock::platform {

/// A yes that comes sooner than this after the whole prompt became visible does not count: nobody can have read it.
inline constexpr std::chrono::milliseconds reading_time{500};

/// A picture of the target as it looks on the screen; it shows nothing secret.
struct Picture {
  Image image;  ///< small
  Rect target;  ///< the outline of the target, in pixels of the image
};

/// What the human is shown. Plain text; the notifier escapes and trims it for its server.
struct Prompt {
  std::string id;         ///< the id of the pending question, for the text: "interlockctl approve 7"
  std::string title;      ///< at most 60 characters are shown, none of them from an application: "Spend money?"
  std::string body;       ///< at most 4 lines, the most important first
  bool may_last = false;  ///< also offers a yes that lasts: Answer::approved_for_session
  std::string lasting = "For this session";         ///< for how long, as that button says it
  std::string approve_by = "interlockctl approve";  ///< the command that approves, before the id
  bool can_approve = true;                          ///< false: a yes here would not count; the text names another way
  bool real_input_only = true;                      ///< in a window of our own: only clicks of real devices approve
  std::string notice = {};                          ///< shown first unless empty: why the previous answer did not count
  /// Everything about the question, for prompts that have room for it: ("wants to", "click (10, 20)"), ...
  std::vector<std::pair<std::string, std::string>> rows = {};
  std::shared_ptr<const Picture> picture = {};  ///< may be null
  /// When a question that was not answered is denied: a window of our own counts down to it.
  std::optional<std::chrono::steady_clock::time_point> expires = {};
  /// Not a question but an offer: the label of its only button, which is Answer::approved. A bubble closes by itself,
  /// which is Answer::dismissed. Notifications only.
  std::string offer = {};
  Rect about = {};  ///< what the question is about, in root pixels, not to be covered; empty: not known
};

enum class Answer { approved, approved_for_session, denied, dismissed };

struct Reply {
  Answer answer = Answer::dismissed;
  std::chrono::steady_clock::time_point shown{};  ///< when the prompt appeared on the screen
  /// What the person typed into a window of our own, to say it with a no; UTF-8, at most 400 bytes. Empty: nothing.
  std::string word = {};
};

class Notifier {
 public:
  virtual ~Notifier() = default;

  /// Shows the prompt and waits for the human, until cancelled (Asio cancellation closes the notification; the reply is
  /// then `dismissed`). Only a signal from the unique bus name that owned org.freedesktop.Notifications when the prompt
  /// was shown, with the id that this owner returned, counts. If the owner goes away, or there is no server, the result
  /// is an error; the caller then denies, or leaves the question to `interlockctl`.
  virtual boost::asio::awaitable<tl::expected<Reply, Error>> ask(Prompt prompt) = 0;

  /// Shows a text for a while, without an answer. Both are interlock's own words, without markup. What cannot be shown
  /// is left out.
  virtual boost::asio::awaitable<void> tell(std::string title, std::string body);
};

inline boost::asio::awaitable<void> Notifier::tell(std::string, std::string) {
  co_return;
}

}  // namespace interlock::platform
