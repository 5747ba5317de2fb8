#include "platform/desk/desk_prompter.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <deque>
#include <utility>

#include "platform/desk/desk_files.h"
#include "platform/prompt/press_rules.h"
#include "platform/prompt/prompt_layout.h"
#include "platform/prompt/prompt_place.h"
#include "platform/prompt/text_wire.h"
#include "platform/prompt/typed_word.h"

namespace interlock::platform::desk_line {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using std::chrono::steady_clock;
using Asked = tl::expected<Reply, Error>;

namespace {

constexpr int prompt_border = 3;
constexpr std::uint32_t prompt_edge = 0xB3261E;
constexpr auto prompt_tick = 100ms;       ///< between looks at the time that is left
constexpr auto prompt_limit = 1s;         ///< for the desk to show or hide it
constexpr std::size_t most_events = 256;  ///< that wait to be handled

/// The picture with a border around it.
Image framed(const Image& inner) {
  Image image{inner.width + 2 * prompt_border, inner.height + 2 * prompt_border, {}};
  image.pixels.assign(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height), prompt_edge);
  for (std::int32_t y = 0; y < inner.height; ++y) {
    const auto from = inner.pixels.begin() + static_cast<std::ptrdiff_t>(y) * inner.width;
    const auto to = image.pixels.begin() + static_cast<std::ptrdiff_t>(y + prompt_border) * image.width + prompt_border;
    std::copy(from, from + inner.width, to);
  }
  return image;
}

/// A question on the screen.
struct OpenPrompt {
  OpenPrompt(const asio::any_io_executor& executor, std::uint64_t number, prompt::PromptLayout placed)
      : id(number), layout(std::move(placed)), wake(executor) {}
  const std::uint64_t id;
  prompt::PromptLayout layout;
  prompt::PressRules rules{layout};
  prompt::TypedWord word;
  bool typing = false;
  bool word_changed = false;
  bool ready_drawn = false;
  std::int64_t seconds_drawn = 0;
  std::deque<wire::Event> events;
  asio::steady_timer wake;

  std::optional<Reply> take_events(steady_clock::time_point now);
  std::optional<Reply> take(const wire::PromptEvent& event, steady_clock::time_point now);
  std::optional<Reply> take_key(const wire::PromptEvent& event);
};

std::optional<Reply> OpenPrompt::take_events(steady_clock::time_point now) {
  while (!events.empty()) {
    const auto event = std::move(events.front());
    events.pop_front();
    if (const auto* covered = std::get_if<wire::CoveredEvent>(&event)) rules.note_covered(covered->covered, now);
    if (const auto* input = std::get_if<wire::PromptEvent>(&event)) {
      if (auto reply = take(*input, now)) return reply;
    }
  }
  return std::nullopt;
}

std::optional<Reply> OpenPrompt::take(const wire::PromptEvent& event, steady_clock::time_point now) {
  const bool counts = event.by == wire::By::person || !layout.prompt().real_input_only;
  if (event.what == wire::PromptInput::key) return counts ? take_key(event) : std::nullopt;
  const bool down = event.what == wire::PromptInput::press;
  const Point at{event.at.x - prompt_border, event.at.y - prompt_border};
  const bool in_field = layout.word_field().contains(at);
  if (down && counts && typing != in_field) {
    typing = in_field;
    word_changed = true;
  }
  const auto answer = rules.take({down, at, static_cast<int>(event.by), counts}, false, now);
  if (!answer) return std::nullopt;
  const bool says = *answer == Answer::denied && rules.answered_by_person();
  return Reply{*answer, rules.shown(), says ? word.text() : std::string()};
}

std::optional<Reply> OpenPrompt::take_key(const wire::PromptEvent& event) {
  if (event.keysym == "Escape") return Reply{Answer::denied, rules.shown(), {}};
  if (!typing) return std::nullopt;
  if (event.keysym == "Return" || event.keysym == "KP_Enter") return Reply{Answer::denied, rules.shown(), word.text()};
  if (event.keysym == "BackSpace") {
    word.erase();
  } else {
    word.add(event.text);
  }
  word_changed = true;
  return std::nullopt;
}

class DeskPrompter final : public Notifier, public std::enable_shared_from_this<DeskPrompter> {
 public:
  DeskPrompter(asio::any_io_executor executor, std::shared_ptr<Link> link, Error why, DrawText draw_text)
      : executor_(std::move(executor)),
        link_(std::move(link)),
        why_(std::move(why)),
        draw_text_(std::move(draw_text)) {}

  void begin() {
    if (!link_) return;
    link_->on_event([weak = weak_from_this()](const wire::Event& event) {
      if (const auto self = weak.lock()) self->pass_on(event);
    });
    link_->on_line([weak = weak_from_this()](bool) {
      const auto self = weak.lock();
      if (self && self->open_) self->open_->wake.cancel();
    });
  }

  asio::awaitable<Asked> ask(Prompt prompt) override {
    const auto self = shared_from_this();
    // The prompt is taken off the screen also if nobody waits for its answer any more.
    co_await asio::this_coro::throw_if_cancelled(false);
    if (!link_) co_return tl::make_unexpected(why_);
    co_await my_turn();
    auto reply = co_await show(std::move(prompt));
    next();
    co_return reply;
  }

 private:
  void pass_on(const wire::Event& event) {
    if (!open_ || open_->events.size() >= most_events) return;
    const auto* input = std::get_if<wire::PromptEvent>(&event);
    const auto* covered = std::get_if<wire::CoveredEvent>(&event);
    if ((input == nullptr || input->prompt != open_->id) && (covered == nullptr || covered->prompt != open_->id)) {
      return;
    }
    open_->events.push_back(event);
    open_->wake.cancel();
  }

  asio::awaitable<void> my_turn() {
    if (!std::exchange(busy_, true)) co_return;
    const auto turn = std::make_shared<asio::steady_timer>(executor_, steady_clock::time_point::max());
    line_.push_back(turn);
    // Its turn comes also to one that was cancelled; `show` then returns at once.
    while (turn->expiry() == steady_clock::time_point::max()) {
      co_await turn->async_wait(
          asio::bind_cancellation_slot(asio::cancellation_slot(), asio::as_tuple(asio::use_awaitable)));
    }
  }
  void next() {
    busy_ = !line_.empty();
    if (line_.empty()) return;
    const auto turn = std::move(line_.front());
    line_.pop_front();
    turn->expires_at(steady_clock::time_point::min());
  }

  Error missing() const {
    if (auto trouble = link_->trouble()) return *trouble;
    return {link_->desk()->name + " shows no prompts", "", "answer with interlockctl"};
  }

  asio::awaitable<Asked> show(Prompt prompt) {
    if (!link_->has(wire::feature::prompt)) co_return tl::make_unexpected(missing());
    prompt::PromptLayout layout(std::move(prompt));
    auto texts = co_await drawn(layout.blocks());
    if (!texts) co_return tl::make_unexpected(texts.error());
    if (!link_->has(wire::feature::prompt)) co_return tl::make_unexpected(missing());
    const auto screen = link_->desk()->screen;
    layout.place(std::move(*texts), screen.height - 2 * prompt_border);
    open_ = std::make_shared<OpenPrompt>(executor_, next_id_++, std::move(layout));
    const auto open = open_;
    const PictureFile file(link_->folder());
    const int width = prompt::window_width + 2 * prompt_border, height = open->layout.height() + 2 * prompt_border;
    const Point at =
        prompt::place_beside({0, 0, screen.width, screen.height}, width, height, open->layout.prompt().about);
    wire::PromptPicture picture{open->id, file.path(), width, height, at};
    Asked reply = tl::make_unexpected(Error{"a question's picture cannot be written", link_->folder(), ""});
    if (paint(*open, file)) reply = co_await wait_for_answer(open, picture, file);
    open_.reset();
    co_return reply;
  }

  static bool paint(OpenPrompt& open, const PictureFile& file) {
    const auto now = steady_clock::now();
    open.ready_drawn = open.rules.may_approve(now);
    open.seconds_drawn = open.rules.seconds_left(now);
    return file.made() && file.write(framed(open.layout.paint(open.ready_drawn, open.seconds_drawn)));
  }

  asio::awaitable<Asked> wait_for_answer(std::shared_ptr<OpenPrompt> open, wire::PromptPicture picture,
                                         const PictureFile& file) {
    wire::ShowPrompt show{picture};
    const auto shown = co_await link_->ask(std::move(show), steady_clock::now() + prompt_limit);
    if (!shown) co_return tl::make_unexpected(missing_answer());
    open->rules.note_shown(steady_clock::now());
    open->rules.note_covered(false, steady_clock::now());
    Asked reply = Reply{};
    while (true) {
      const auto state = co_await asio::this_coro::cancellation_state;
      if (state.cancelled() != asio::cancellation_type::none) break;
      const auto now = steady_clock::now();
      if (auto answer = open->take_events(now)) {
        reply = std::move(*answer);
        break;
      }
      if (!link_->has(wire::feature::prompt)) co_return tl::make_unexpected(missing_answer());
      const bool stale = open->ready_drawn != open->rules.may_approve(now) ||
                         open->seconds_drawn != open->rules.seconds_left(now) || open->word_changed;
      if (std::exchange(open->word_changed, false)) co_await draw_word(*open);
      if (stale && paint(*open, file)) {
        wire::UpdatePrompt update{picture};
        co_await link_->ask(std::move(update), steady_clock::now() + prompt_limit);
      }
      open->wake.expires_after(prompt_tick);
      if (open->events.empty()) co_await open->wake.async_wait(asio::as_tuple(asio::use_awaitable));
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    co_await link_->ask(wire::HidePrompt{open->id}, steady_clock::now() + prompt_limit);
    co_return reply;
  }

  Error missing_answer() const {
    auto trouble = link_->trouble();
    return trouble ? std::move(*trouble) : Error{"the desktop did not show a question", "", "answer with interlockctl"};
  }

  asio::awaitable<tl::expected<std::vector<prompt::DrawnText>, Error>> drawn(std::vector<prompt::TextBlock> blocks) {
    const auto reply = co_await draw_text_(prompt::encode(blocks));
    if (!reply) co_return tl::make_unexpected(reply.error());
    auto texts = prompt::decode_drawn(*reply, blocks);
    if (texts) co_return std::move(*texts);
    co_return tl::make_unexpected(Error{"the text of a question was not drawn: " + texts.error(), "draw-text",
                                        "restart interlockd after an update; until then answer with interlockctl"});
  }

  /// If it cannot be drawn, the field shows the text before.
  asio::awaitable<void> draw_word(OpenPrompt& open) {
    const bool hint = !open.typing && open.word.text().empty();
    std::vector<prompt::TextBlock> block = {open.layout.word_block(open.typing ? open.word.shown() : open.word.text())};
    auto texts = co_await drawn(std::move(block));
    if (texts && !texts->empty()) {
      open.layout.show_word(hint ? std::nullopt : std::optional(std::move(texts->front())), open.typing);
    }
  }

  const asio::any_io_executor executor_;
  const std::shared_ptr<Link> link_;
  const Error why_;
  const DrawText draw_text_;
  bool busy_ = false;
  std::deque<std::shared_ptr<asio::steady_timer>> line_;
  std::shared_ptr<OpenPrompt> open_;
  std::uint64_t next_id_ = 1;
};

}  // namespace

std::shared_ptr<Notifier> desk_prompter(asio::any_io_executor executor, std::shared_ptr<Link> link, Error why,
                                        DrawText draw_text) {
  auto prompter =
      std::make_shared<DeskPrompter>(std::move(executor), std::move(link), std::move(why), std::move(draw_text));
  prompter->begin();
  return prompter;
}

}  // namespace interlock::platform::desk_line
