/// Guarded typing and keys in a GTK 3 editor, compared with `xdotool type` at its default delay and at none,
/// alternating: the characters a second until the command ends, and how many of them are wrong in the editor's own
/// file.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "bench/rows.h"
#include "tests/e2e/e2e_world.h"
#include "tests/e2e/e2e_x.h"

namespace {

using namespace interlock;
using namespace std::chrono_literals;

std::u32string text_of(std::u32string_view words, std::size_t length) {
  std::u32string text;
  while (text.size() < length) text += words;
  text.resize(length);
  return text;
}

// Words, so that the text is not taken for a key or a token; five scripts, each character as often as in a text.
const std::u32string_view ascii = U"The quick brown fox jumps over the lazy dog, 13 times; then (as ever) it sleeps. ";
const std::u32string_view mixed =
    U"Größe und Öl, à bientôt, Ýmir; Ελλάδα και Ήλιος, Чаща, ёж и Щука; 漢字仮名交じり文, 中文输入; 😀🚀🎉 — Łódź… ";

std::string utf8(std::u32string_view text) {
  std::string bytes;
  for (const char32_t c : text) {
    const auto tail = [&](int shift) { bytes += static_cast<char>(0x80 | ((c >> shift) & 0x3f)); };
    if (c < 0x80) {
      bytes += static_cast<char>(c);
    } else if (c < 0x800) {
      bytes += static_cast<char>(0xc0 | (c >> 6));
      tail(0);
    } else if (c < 0x10000) {
      bytes += static_cast<char>(0xe0 | (c >> 12));
      tail(6), tail(0);
    } else {
      bytes += static_cast<char>(0xf0 | (c >> 18));
      tail(12), tail(6), tail(0);
    }
  }
  return bytes;
}

std::u32string code_points(const std::string& bytes) {
  std::u32string text;
  for (const unsigned char byte : bytes) {
    if ((byte & 0xc0) == 0x80 && !text.empty()) {
      text.back() = (text.back() << 6) | (byte & 0x3f);
    } else {
      text += byte < 0x80 ? byte : byte < 0xe0 ? byte & 0x1f : byte < 0xf0 ? byte & 0x0f : byte & 0x07;
    }
  }
  return text;
}

/// The number of characters to add, remove or change to make one text the other (Levenshtein).
std::size_t differences(const std::u32string& a, const std::u32string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0U);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
      corner = std::exchange(row[j], std::min({changed, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row.back();
}

class Editor {
 public:
  explicit Editor(test::Desktop& desktop)
      : file_(desktop.dir() + "/text"),
        process_(desktop.start({"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/bench/editor.py", file_},
                               {{"GTK_IM_MODULE", "gtk-im-context-simple"}})) {
    const auto window = test::window_titled(desktop, "Editor");
    if (!test::eventually([&] { return std::filesystem::exists(file_); })) throw std::runtime_error("no editor");
    test::X(desktop.display()).focus(window);
  }

  void empty() const {
    ::kill(process_.pid(), SIGUSR1);
    if (!test::eventually([&] { return test::read_file(file_).empty(); }, 60s))
      throw std::runtime_error("the editor does not empty itself");
  }
  /// Its text once it has processed everything that arrived: it lays out a long line again for each key.
  std::u32string text() const {
    std::string last = test::read_file(file_);
    long worked = ticks();
    const auto end = std::chrono::steady_clock::now() + 120s;
    for (auto quiet = 0ms; quiet < 1000ms && std::chrono::steady_clock::now() < end; quiet += 100ms) {
      std::this_thread::sleep_for(100ms);  // the step for detecting a second of quiet
      auto now = test::read_file(file_);
      const long ticks_now = ticks();
      constexpr long blinking = 2;  // of its cursor
      if (now != last || ticks_now - worked > blinking || runs()) quiet = 0ms;
      last = std::move(now);
      worked = ticks_now;
    }
    return code_points(last);
  }

 private:
  /// /proc/PID/stat after the name, which may contain anything: the state, ten fields, user and kernel time.
  std::istringstream stat() const {
    const auto all = test::read_file("/proc/" + std::to_string(process_.pid()) + "/stat");
    return std::istringstream(all.substr(all.rfind(')') + 2));
  }
  bool runs() const { return stat().str().starts_with('R'); }
  /// Its processor time so far, in clock ticks (10 ms).
  long ticks() const {
    auto fields = stat();
    std::string skipped;
    for (int i = 0; i < 11; ++i) fields >> skipped;
    long user = 0, kernel = 0;
    fields >> user >> kernel;
    return user + kernel;
  }

  std::string file_;
  test::Process process_;
};

struct Typist {
  std::string name;
  std::size_t length;
  std::function<void(const std::string&)> type;
  bench::Whose whose;
  bench::Samples rate = {};
  std::size_t wrong = 0, all = 0;
  double percent_wrong() const { return 100.0 * static_cast<double>(wrong) / static_cast<double>(all); }
};

void write_text(const Editor& editor, Typist& typist, std::u32string_view words) {
  editor.empty();
  const auto text = text_of(words, typist.length);
  const double micros = bench::timed([&] { typist.type(utf8(text)); });
  typist.rate.add(static_cast<double>(text.size()) / micros * 1e6);
  typist.wrong += differences(text, editor.text());
  typist.all += text.size();
}

void compare(bench::Rows& rows, const Editor& editor, test::Agent& agent, bool is_ascii) {
  const auto guarded = [&](const std::string& text) {
    const auto done = agent.act(test::type(text));
    if (!done.executed()) throw std::runtime_error("not typed: " + boost::json::serialize(done.reply) + done.error);
  };
  const auto xdotool = [](std::vector<std::string> options) {
    return [options](const std::string& text) {
      std::vector<std::string> words = {"xdotool", "type"};
      words.insert(words.end(), options.begin(), options.end());
      words.insert(words.end(), {"--", text});
      bench::run_process(words);
    };
  };
  const std::size_t whole = rows.quick() ? 60 : 2000;
  const std::size_t slow = rows.quick() ? 40 : 400;  // characters where each takes 12 ms and more
  std::vector<Typist> typists = {{"guarded type", whole, guarded, bench::Whose::ours},
                                 {"xdotool type, default delay", slow, xdotool({}), bench::Whose::peers},
                                 {"xdotool type --delay 0", whole, xdotool({"--delay", "0"}), bench::Whose::peers}};
  for (int round = 0; round < rows.rounds(3, 1); ++round) {
    for (auto& typist : typists) write_text(editor, typist, is_ascii ? ascii : mixed);
  }
  rows.begin(is_ascii ? "type.ascii" : "type.mixed",
             is_ascii ? "typing ASCII into GTK 3" : "typing Latin, Greek, Cyrillic, CJK and emoji into GTK 3");
  for (const auto& typist : typists) rows.figure(typist.name, "chars/s", typist.rate, typist.whose);
  for (const auto& typist : typists) {
    rows.figure(typist.name + ", wrong", "%", typist.percent_wrong(), typist.whose);
  }
  rows.goal("characters wrong or lost", static_cast<double>(typists[0].wrong), bench::Bound::at_most, 0);
  if (is_ascii) {
    rows.goal("guarded / xdotool type --delay 0", typists[0].rate.median() / typists[2].rate.median(),
              bench::Bound::at_least, 1);
  } else {
    rows.goal("guarded / xdotool type, default delay", typists[0].rate.median() / typists[1].rate.median(),
              bench::Bound::at_least, 2);
  }
}

void one_key(bench::Rows& rows, const Editor& editor, test::Agent& agent) {
  editor.empty();
  const auto took = bench::compete({{"",
                                     [&] {
                                       if (!agent.act(test::key("a")).executed())
                                         throw std::runtime_error("the key was not pressed");
                                     }},
                                    {"",
                                     [] {
                                       bench::run_process({"xdotool", "key", "b"});
                                     }}},
                                   rows.rounds(200, 5), rows.rounds(10, 1));
  rows.begin("key", "one key into GTK 3");
  rows.figure("guarded key, through the socket", "us", took[0]);
  rows.figure("an xdotool key process", "us", took[1], bench::Whose::peers);
  const auto count = static_cast<double>(took[0].count());
  const auto text = editor.text();
  rows.figure("guarded keys lost", "%",
              100.0 - 100.0 * std::min(1.0, std::count(text.begin(), text.end(), U'a') / count));
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run(argc, argv, [](bench::Rows& rows) {
    if (!rows.wants("key") && !rows.wants("type.ascii") && !rows.wants("type.mixed")) return;
    // Without a window manager: xdotool changes the keymap for every character, which keeps one busy for minutes.
    test::World world({.desktop = {.window_manager = false},
                       .policy = "preset: default\ndaemon:\n  observation_deadline_ms: 1000\nguardrails:\n"
                                 "  stuck_repeat_hint: 0\n  stuck_repeat_warn: 0\n  stuck_repeat_stop: 0\n"});
    world.desktop().adopt();
    const Editor editor(world.desktop());
    auto agent = world.agent("bench");
    rows.measure({"key"}, [&] { one_key(rows, editor, agent); });
    rows.measure({"type.ascii"}, [&] { compare(rows, editor, agent, true); });
    rows.measure({"type.mixed"}, [&] { compare(rows, editor, agent, false); });
  });
}
