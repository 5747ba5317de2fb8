// The prompt window's text on a real display: each script as Pango's own viewer draws it, and no text that changes how
// other texts are shown.
#include "tests/live/x11_fixture.h"

#include <gmock/gmock.h>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <climits>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "daemon/asking/text_drawer.h"
#include "platform/prompt/prompt_layout.h"
#include "platform/x11/x11_backend.h"
#include "tests/e2e/e2e_picture.h"

namespace interlock::test {
namespace {

using platform::Prompt;
using platform::prompt::TextBlock;
using testing::HasSubstr;

const std::string draw_text = INTERLOCK_BINARY_DIR "/libexec/interlock/draw-text";

int brightness(std::uint32_t colour) {
  return static_cast<int>((colour >> 16 & 0xFF) + (colour >> 8 & 0xFF) + (colour & 0xFF)) / 3;
}

Picture part_of(const Picture& whole, const Rect& part) {
  Picture found{part.width, part.height, {}};
  for (int y = part.y; y < part.y + part.height; ++y) {
    for (int x = part.x; x < part.x + part.width; ++x) found.pixels.push_back(whole.at(x, y));
  }
  return found;
}

/// Where `wanted` is in the picture, compared as the eye would; nothing if it is nowhere. Equal pictures differ by 0;
/// text drawn in another order or form differs by more than 20.
std::optional<Point> place_of(const Picture& wanted, const Picture& whole) {
  constexpr std::int64_t most_difference = 6;
  const auto limit = most_difference * wanted.width * wanted.height;
  for (int y = 0; y + wanted.height <= whole.height; ++y) {
    for (int x = 0; x + wanted.width <= whole.width; ++x) {
      std::int64_t difference = 0;
      for (int row = 0; row < wanted.height && difference <= limit; ++row) {
        for (int i = 0; i < wanted.width; ++i)
          difference += std::abs(brightness(wanted.at(i, row)) - brightness(whole.at(x + i, y + row)));
      }
      if (difference <= limit) return Point{x, y};
    }
  }
  return std::nullopt;
}

class PromptText : public X11Test {
 protected:
  PromptText()
      : prompter_(platform::window_prompter(loop.get_executor(), desktop.display(), daemon::text_drawer(draw_text))) {}

  /// The picture to the right of the row's label, in a question with this one row.
  Picture row_with(const std::string& text) {
    const auto window = shown({.id = "7", .title = "Spend money?", .rows = {{"it says", text}}});
    constexpr int below_title = 50, field_and_buttons = 130, right_of_label = 108, margin = 24;
    return part_of(window, {right_of_label, below_title, window.width - right_of_label - margin,
                            window.height - below_title - field_and_buttons});
  }

  /// The window of a question, while it is open: drawn, and drawn again once an approval counts, and as `shows` wants
  /// it.
  Picture shown(Prompt prompt, const std::function<bool(const Picture&)>& shows = {}) {
    asio::cancellation_signal close;
    bool closed = false;
    asio::co_spawn(loop, prompter_->ask(std::move(prompt)),
                   asio::bind_cancellation_slot(close.slot(), [&](std::exception_ptr, auto) { closed = true; }));
    Client x(desktop.display());
    Rect rect;
    turn_until([&] { return !(rect = prompt_window(x)).empty(); });
    Picture seen;
    turn_until([&] {
      seen = part_of(screen_of(desktop.display()), rect);
      return std::count(seen.pixels.begin(), seen.pixels.end(), 0xCFE8CFU) > 100 && (!shows || shows(seen));
    });
    save(seen);
    close.emit(asio::cancellation_type::terminal);
    turn_until([&] { return closed; });
    return seen;
  }

  tl::expected<platform::Reply, Error> outcome_with(const std::string& program) {
    prompter_ = platform::window_prompter(loop.get_executor(), desktop.display(), daemon::text_drawer(program));
    return run(prompter_->ask({.id = "7", .title = "Spend money?"}));
  }

  /// As pango-view draws it, without a margin.
  Picture viewed(const std::string& text) {
    const std::string png = desktop.dir() + "/viewed.png", ppm = desktop.dir() + "/viewed.ppm";
    desktop.output({"pango-view", "--no-display", "--pixels", "--font=sans 14", "--margin=0", "--foreground=#1A1A1A",
                    "--antialias=gray", "--output=" + png, "--text=" + text});
    desktop.output({"convert", png, "-background", "white", "-flatten", "-bordercolor", "white", "-border", "1",
                    "-trim", "+repage", "-depth", "8", ppm});
    std::istringstream file(read_file(ppm));
    std::string kind;
    Picture picture;
    int most = 0;
    file >> kind >> picture.width >> picture.height >> most;
    file.get();
    for (int i = 0; i < picture.width * picture.height; ++i) {
      std::uint32_t pixel = 0;
      for (int part = 0; part < 3; ++part) pixel = pixel << 8 | static_cast<std::uint32_t>(file.get());
      picture.pixels.push_back(pixel);
    }
    return picture;
  }

 private:
  void turn_until(const std::function<bool()>& reached) {
    const bool came = eventually([&] {
      loop.restart();
      loop.run_for(5ms);
      return reached();
    });
    if (!came) throw std::runtime_error("the question's window does not come, or does not go");
  }

  static Rect prompt_window(Client& x) {
    ::Window root = 0, parent = 0, *children = nullptr;
    unsigned count = 0;
    Rect found;
    XQueryTree(x.display(), x.root(), &root, &parent, &children, &count);
    for (unsigned i = 0; i < count; ++i) {
      char* name = nullptr;
      if (XFetchName(x.display(), children[i], &name) && name == std::string_view("interlock asks"))
        found = x.rect(children[i]);
      if (name != nullptr) XFree(name);
    }
    if (children != nullptr) XFree(children);
    return found;
  }

  /// For manual inspection: $INTERLOCK_PICTURES names a folder.
  static void save(const Picture& picture) {
    const char* folder = std::getenv("INTERLOCK_PICTURES");
    if (folder == nullptr) return;
    const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    std::ofstream file(folder + ("/" + name) + ".ppm", std::ios::binary);
    file << "P6 " << picture.width << ' ' << picture.height << " 255\n";
    for (const auto pixel : picture.pixels) {
      for (const int shift : {16, 8, 0}) file.put(static_cast<char>(pixel >> shift & 0xFF));
    }
  }

  std::shared_ptr<platform::Notifier> prompter_;
};

const std::vector<std::pair<std::string, std::string>> scripts = {
    {"arabic", "حذف الملفات نهائيًا؟"},     {"hebrew", "למחוק את כל הקבצים?"}, {"hindi", "क्या सभी फ़ाइलें हटानी हैं?"},
    {"chinese", "要永久删除这些文件吗？"}, {"thai", "ลบไฟล์ทั้งหมดหรือไม่"},       {"german", "Größere Übersicht löschen?"}};

TEST_F(PromptText, EachScriptIsDrawnAsPangoDrawsIt) {
  Prompt prompt{.id = "7", .title = "Delete or overwrite something?", .may_last = true};
  for (const auto& [name, text] : scripts) prompt.rows.emplace_back(name, '"' + text + '"');
  const auto window = shown(std::move(prompt));
  int above = 0;
  for (const auto& [name, text] : scripts) {
    const auto at = place_of(viewed(text), window);
    ASSERT_TRUE(at) << name;
    EXPECT_GT(at->y, above) << name;
    above = at->y;
  }
}

// Without Pango: the first letter of the Hebrew text is the only one that rises above the others, and each letter of
// the Arabic one joins the next.
TEST_F(PromptText, HebrewBeginsOnTheRightAndArabicIsJoined) {
  const auto hebrew = row_with("לבבבבבבבב");
  int highest = -1, left = hebrew.width, right = 0;
  for (int y = 0; y < hebrew.height; ++y) {
    for (int x = 0; x < hebrew.width; ++x) {
      if (brightness(hebrew.at(x, y)) > 128) continue;
      if (highest < 0) highest = x;
      left = std::min(left, x), right = std::max(right, x);
    }
  }
  ASSERT_GT(right, left);
  EXPECT_GT(highest, left + (right - left) * 3 / 4) << "it is read from the right";

  const auto arabic = row_with("ببببببببب");
  int begun = -1, empty = 0;
  for (int x = 0; x < arabic.width; ++x) {
    bool ink = false;
    for (int y = 0; y < arabic.height; ++y) ink |= brightness(arabic.at(x, y)) < 200;
    if (!ink) {
      ++empty;
      continue;
    }
    EXPECT_TRUE(begun < 0 || begun == x - 1) << "a gap before column " << x;
    begun = x;
  }
  EXPECT_GT(begun, 0);
  EXPECT_GT(empty, 0);
}

TEST_F(PromptText, AnOverrideInALabelReordersNothing) {
  EXPECT_EQ(row_with("\"pay \u202E00001\u202C euros\"").pixels, row_with("\"pay 00001 euros\"").pixels);
  EXPECT_EQ(row_with("\"\u2067pay \u200F00001\" euros").pixels, row_with("\"pay 00001\" euros").pixels);
}

TEST_F(PromptText, RightToLeftWordsInQuotesReorderNothing) {
  const auto row = row_with("the button \"שלום\" 3 files");
  const auto quoted = place_of(viewed("שלום"), row), after = place_of(viewed("3 files"), row);
  ASSERT_TRUE(quoted);
  ASSERT_TRUE(after) << "the number went to the other side of the name";
  EXPECT_LT(quoted->x, after->x);
}

TEST_F(PromptText, ALongTextIsBrokenAndCutInsideOfTheWindow) {
  std::string thai, word;
  for (int i = 0; i < 30; ++i) thai += "ลบไฟล์ทั้งหมด";
  for (int i = 0; i < 390; ++i) word += 'W';
  for (const auto& text : {thai, word}) {
    const auto row = row_with(text);
    EXPECT_GT(row.height, 60) << "on several lines";
    EXPECT_LT(row.height, 160) << "on four at most";
    std::int64_t ink = 0, beyond = 0;
    for (int y = 0; y < row.height; ++y) {
      for (int x = 0; x < row.width; ++x) ink += brightness(row.at(x, y)) < 128;
      beyond += brightness(row.at(row.width - 1, y)) < 128;
    }
    EXPECT_GT(ink, 1000);
    EXPECT_EQ(beyond, 0);
  }
}

TEST_F(PromptText, TheSecondsThatAreLeftAreCountedDown) {
  const auto expires = std::chrono::steady_clock::now() + 60s;
  const auto words = viewed("denied automatically in");
  std::map<int, Picture> numbers;
  for (int seconds = 10; seconds <= 60; ++seconds) numbers[seconds] = viewed(std::to_string(seconds));
  std::vector<int> read;  // in order
  (void)shown({.id = "7", .title = "Spend money?", .expires = expires}, [&](const Picture& window) {
    const auto at = place_of(words, window);
    if (!at) return false;
    const int right = at->x + words.width;
    const auto rest = part_of(window, {right, at->y, std::min(60, window.width - right), words.height});
    for (const auto& [seconds, number] : numbers) {
      if (!place_of(number, rest)) continue;
      const auto left = std::chrono::duration<double>(expires - std::chrono::steady_clock::now()).count();
      EXPECT_GE(seconds, left - 0.1) << "the picture was taken before";
      if (read.empty() || read.back() != seconds) read.push_back(seconds);
    }
    return read.size() >= 3;
  });
  EXPECT_TRUE(std::is_sorted(read.rbegin(), read.rend()));
}

TEST_F(PromptText, TextThatCannotBeDrawnIsAnErrorWithoutAWindow) {
  struct Case {
    std::string program, why;
  };
  for (const auto& [program, why] : {Case{"/nonexistent/draw-text", "it cannot be started: No such file or directory"},
                                     {"/bin/false", "it ended with code 1"},
                                     {"/bin/cat", "picture 1 of the reply is malformed"},
                                     {"/bin/echo", "the reply is not of this version"}}) {
    const auto outcome = outcome_with(program);
    ASSERT_FALSE(outcome) << program;
    EXPECT_THAT(outcome.error().text(), HasSubstr(why)) << program;
    EXPECT_THAT(outcome.error().text(), HasSubstr("interlockctl")) << "says what to do";
  }
}

/// draw-text itself, with input that no daemon would send.
class HostileText : public X11Test {
 protected:
  HostileText() : X11Test(false) {}
  testing::AssertionResult is_drawn(const std::string& text) {
    const std::vector<TextBlock> blocks = {{.text = text, .width = 428, .lines = 4}, {.text = "after", .width = 84}};
    const auto reply = run(draw_(platform::prompt::encode(blocks)));
    if (!reply) return testing::AssertionFailure() << reply.error().text();
    const auto drawn = platform::prompt::decode_drawn(*reply, blocks);
    if (!drawn) return testing::AssertionFailure() << drawn.error();
    return testing::AssertionSuccess();
  }

 private:
  const platform::DrawText draw_ = daemon::text_drawer(draw_text);
};

TEST_F(HostileText, IsDrawnOrLeftOutAndEndsNothing) {
  std::string marks = "a", overrides, words, isolates;
  for (int i = 0; i < 20'000; ++i) marks += "\u0301\u0E47", overrides += "\u202E\u2067", isolates += "\u2068א1\u2069";
  for (int i = 0; i < 100'000; ++i) words += "word ";
  for (const auto& text :
       {marks, overrides + "abc", words, isolates, std::string("a\0\x1b[2J\x7f z", 9),
        std::string("\xff\xfe\xed\xa0\x80\xf8\x88\x80\x80\x80 \xc3"), std::string("\uFFFF\U0010FFFF\uFDD0"),
        std::string("<b>&amp;</b> %s%n \\u202E"), std::string()}) {
    EXPECT_TRUE(is_drawn(text)) << text.substr(0, 40);
  }
}

TEST_F(HostileText, RandomCharactersOfAllScriptsEndNothing) {
  const unsigned seed = std::random_device()();
  std::mt19937 random(seed);
  for (int round = 0; round < 40; ++round) {
    std::string text;
    for (int i = 0; i < 400; ++i) {
      const unsigned c = random() % 5 == 0 ? random() % 0x110000 : 0x300 + random() % 0x1D00;
      if (round % 4 == 0) {
        text += static_cast<char>(random() % 256);
      } else if (c < 0x800) {
        text += {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 0x3F))};
      } else if (c < 0x10000) {
        text += {static_cast<char>(0xE0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 0x3F)),
                 static_cast<char>(0x80 | (c & 0x3F))};
      } else {
        text += {static_cast<char>(0xF0 | c >> 18), static_cast<char>(0x80 | (c >> 12 & 0x3F)),
                 static_cast<char>(0x80 | (c >> 6 & 0x3F)), static_cast<char>(0x80 | (c & 0x3F))};
      }
    }
    ASSERT_TRUE(is_drawn(text)) << "round " << round << " of seed " << seed;
  }
}

}  // namespace
}  // namespace interlock::test
