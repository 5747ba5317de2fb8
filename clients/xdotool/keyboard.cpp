// The keyboard's commands. Typed text is judged by the focus, so for another window the focus is moved there first and
// back afterwards.
#include <strings.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <thread>

#include "clients/xdotool/commands.h"

namespace interlock::xdotool {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr std::size_t most_chords = 32;  ///< of one action
constexpr std::size_t most_text = std::size_t{16} << 10;
constexpr auto hurried = 100ms;  ///< keys with less time than this between them are one action

/// Gives a window the focus during its lifetime.
class Focused {
 public:
  Focused(Chain& chain, WindowId window) : chain_(chain) {
    if (window == current_window) return;
    const auto desktop = chain.link().ask("desktop");
    const auto focus = object_in(desktop, "focus");
    const auto exact = static_cast<WindowId>(number_in(focus, "exact"));
    if (exact == window || static_cast<WindowId>(number_in(focus, "window")) == window) return;
    give(window);
    // If no window had the focus before, it stays in the window that got the keys.
    if (exact > 1 && exact != static_cast<WindowId>(number_in(desktop, "root"))) before_ = exact;
  }
  ~Focused() noexcept(false) {
    if (before_ && std::uncaught_exceptions() == 0) give(*before_);
  }
  Focused(const Focused&) = delete;
  Focused& operator=(const Focused&) = delete;

 private:
  void give(WindowId window) {
    if (window > 0xFFFF'FFFF) {
      say("there is no such window");
      throw Stop{exit_code::failed};
    }
    chain_.link().act({{"type", "window"}, {"window", window}, {"change", "focus"}});
  }
  Chain& chain_;
  std::optional<WindowId> before_;
};

/// The modifier's name for interlock: "ctrl" for Control_R, ctrl and control; empty if it is not a modifier.
std::string modifier(const std::string& name) {
  constexpr std::pair<const char*, const char*> names[] = {
      {"ctrl", "ctrl"},     {"control", "ctrl"},  {"alt", "alt"},        {"meta", "alt"},
      {"shift", "shift"},   {"super", "super"},   {"Control_L", "ctrl"}, {"Control_R", "ctrl"},
      {"Alt_L", "alt"},     {"Alt_R", "alt"},     {"Meta_L", "alt"},     {"Meta_R", "alt"},
      {"Shift_L", "shift"}, {"Shift_R", "shift"}, {"Super_L", "super"},  {"Super_R", "super"}};
  for (const auto& [spelled, means] : names) {
    if (::strcasecmp(spelled, name.c_str()) == 0) return means;
  }
  return {};
}

/// One of the original's key sequences, "ctrl+alt+n".
struct Keys {
  std::vector<std::string> names;
  /// It is one chord: modifiers, and a key at the end.
  bool is_chord() const {
    return std::all_of(names.begin(), names.end() - 1, [](const auto& name) { return !modifier(name).empty(); });
  }
  std::string chord() const {
    std::string text;
    for (const auto& name : names) {
      const auto held = modifier(name);
      text += (text.empty() ? "" : "+") + (held.empty() ? name : held);
    }
    return text;
  }
};

std::optional<Keys> keys_of(const std::string& word) {
  Keys keys;
  if (word.find_first_of(" \t\n.-[]{}\\|") != std::string::npos) {
    std::cerr << "Error: Invalid key sequence '" << word << "'\n"
              << "Failure converting key sequence '" << word << "' to keycodes\n";
    return std::nullopt;
  }
  std::size_t from = 0;
  while (from <= word.size()) {
    const std::size_t end = std::min(word.find('+', from), word.size());
    if (end > from) keys.names.push_back(word.substr(from, end - from));
    from = end + 1;
  }
  return keys.names.empty() ? std::nullopt : std::optional(keys);
}

void hold(Chain& chain, const std::string& name, bool down) {
  const auto held = modifier(name);
  const std::string& key = held.empty() ? name : held;
  chain.link().act({{"type", down ? "key_down" : "key_up"}, {"key", key}});
  if (down) chain.keys_down.insert(key);
  if (!down) chain.keys_down.erase(key);
}

/// Keys that are not a chord ("a+b") are pressed one after the other, and then released.
void press_together(Chain& chain, const Keys& keys) {
  for (const auto& name : keys.names) hold(chain, name, true);
  for (const auto& name : keys.names) hold(chain, name, false);
}

class Presses {
 public:
  Presses(Chain& chain, milliseconds delay) : chain_(chain), delay_(delay) {}
  void add(const Keys& keys) {
    if (!keys.is_chord()) {
      flush();
      return press_together(chain_, keys);
    }
    if (delay_ > hurried || count_ == most_chords) flush();
    if (delay_ > hurried && pressed_) std::this_thread::sleep_for(delay_);  // --delay
    chords_ += (chords_.empty() ? "" : " ") + keys.chord();
    ++count_;
    pressed_ = true;
  }
  void flush() {
    if (count_ > 0) chain_.link().act({{"type", "key"}, {"keys", chords_}});
    chords_.clear();
    count_ = 0;
  }

 private:
  Chain& chain_;
  const milliseconds delay_;
  std::string chords_;
  std::size_t count_ = 0;
  bool pressed_ = false;
};

/// The original waits after each press and release, and scripts rely on the effect of the keys when it ends. Here all
/// keys are sent at once, so the delay follows them, limited to what an application needs for a few keys.
void wait_as_the_original(std::chrono::steady_clock::time_point begun, int keys, milliseconds delay) {
  using std::chrono::nanoseconds;
  const auto taken = std::min(delay, milliseconds(hurried)) * std::min(keys, 1000);
  const auto left = begun + taken - std::chrono::steady_clock::now();
  std::this_thread::sleep_for(std::max<nanoseconds>(delay, std::min<nanoseconds>(left, hurried)));
}

std::string key_usage(const std::string& name) {
  return "Usage: " + name +
         " [options] <keysequence> [keysequence ...]\n"
         "--clearmodifiers     - release held modifiers meanwhile\n"
         "--delay DELAY        - DELAY milliseconds between keystrokes, above 100\n"
         "--repeat TIMES       - How many times to repeat the key sequence\n"
         "--repeat-delay DELAY - DELAY milliseconds between repetitions\n"
         "--window WINDOW      - give this window the keyboard focus meanwhile\n"
         "Each keysequence can be any number of modifiers and keys, separated by plus (+)\n"
         "  For example: alt+r\n";
}

/// The part of the text that can be typed; reports the rest.
std::string typable(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const bool line_end = c == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (line_end) continue;
    if (c == '\r') {
      result += '\n';
    } else if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7F) {
      std::cerr << "I don't what key produces '\\x"
                << "0123456789abcdef"[c >> 4] << "0123456789abcdef"[c & 15] << "', skipping.\n";
    } else {
      result += text[i];
    }
  }
  return result;
}

/// The part of the text for one action: up to and including a Tab, because the rest goes to another field.
std::size_t next_part(const std::string& text, std::size_t from) {
  std::size_t end = std::min(text.find('\t', from), text.size() - 1) + 1;
  if (end - from <= most_text) return end;
  end = from + most_text;
  while (end > from && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return end;
}

void type_text(Chain& chain, const std::string& text) {
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = next_part(text, from);
    chain.link().act({{"type", "type"}, {"text", text.substr(from, end - from)}});
    from = end;
  }
}

std::string file_text(const std::string& path) {
  std::ifstream file;
  if (path != "-") {
    file.open(path, std::ios::binary);
    if (!file) {
      std::cerr << "Failure opening '" << path << "': " << std::strerror(errno) << '\n';
      throw Stop{exit_code::failed};
    }
  }
  std::istream& in = path == "-" ? std::cin : file;
  return {std::istreambuf_iterator<char>(in), {}};
}

struct KeyOptions {
  std::optional<std::string> window;
  bool clear = false;
  int repeat = 1;
  milliseconds delay = 12ms, repeat_delay = 0ms;
};

/// Returns nothing if help was printed.
std::optional<KeyOptions> key_options(Chain& chain, const std::string& usage) {
  const auto options = chain.options({{"clearmodifiers", false, 'c'},
                                      {"delay", true, 'd'},
                                      {"repeat-delay", true, 'R'},
                                      {"window", true, 'w'},
                                      {"repeat", true, 'r'}},
                                     "d:cw:", usage.c_str());
  if (!options) return std::nullopt;
  KeyOptions wanted;
  for (const auto& [letter, argument] : *options) {
    if (letter == 'w') wanted.window = argument;
    wanted.clear |= letter == 'c';
    if (letter == 'd') wanted.delay = milliseconds(std::strtoul(argument.c_str(), nullptr, 0));
    if (letter == 'R') wanted.repeat_delay = milliseconds(std::strtoul(argument.c_str(), nullptr, 0));
    if (letter != 'r') continue;
    wanted.repeat = std::atoi(argument.c_str());
    if (wanted.repeat < 1) {
      std::cerr << "Invalid '--repeat' value given: " << argument << '\n';
      throw Stop{exit_code::failed};
    }
  }
  return wanted;
}

}  // namespace

Cleared::Cleared(Chain& chain, bool clear) : chain_(chain) {
  if (!clear) return;
  for (const auto& key : chain.keys_down) {
    if (!modifier(key).empty()) keys_.insert(key);
  }
  for (const auto& key : keys_) hold(chain, key, false);
}

Cleared::~Cleared() noexcept(false) {
  if (std::uncaught_exceptions() > 0) return;
  for (const auto& key : keys_) hold(chain_, key, true);
}

int key(Chain& chain) {
  const std::string name = chain.word();
  const std::string usage = key_usage(name);
  const auto options = key_options(chain, usage);
  if (!options) return 0;
  const KeyOptions& given = *options;  // no structured binding: clang before 16 does not capture those
  auto window = given.window;
  if (chain.left() == 0) wrong("You specified the wrong number of args.", usage.c_str());
  if (!window && !chain.stack().empty()) window = "%1";
  std::size_t count = 0;
  while (count < chain.left() && command_named(chain.word(count)) == nullptr) ++count;

  std::vector<Keys> sequences;
  int failures = 0, keys_down = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (const auto keys = keys_of(chain.word(i))) {
      sequences.push_back(*keys);
      keys_down += static_cast<int>(keys->names.size());
    } else {
      std::cerr << "xdo_send_keysequence_window reported an error for string '" << chain.word(i) << "'\n";
      ++failures;
    }
  }
  each_window(chain, window, [&](WindowId id) {
    const Focused focused(chain, id);
    const Cleared cleared(chain, given.clear);
    Presses presses(chain, given.delay);
    const auto begun = std::chrono::steady_clock::now();
    for (int round = 0; round < given.repeat; ++round) {
      for (const auto& keys : sequences) {
        if (name == "key") {
          presses.add(keys);
        } else {
          for (const auto& each : keys.names) hold(chain, each, name == "keydown");
        }
      }
      if (given.repeat_delay > 0ms && round + 1 < given.repeat) {
        presses.flush();
        std::this_thread::sleep_for(given.repeat_delay);  // --repeat-delay
      }
    }
    presses.flush();
    if (name == "key") wait_as_the_original(begun, keys_down * std::min(given.repeat, 1000), given.delay);
  });
  chain.take(count);
  return failures > 0 ? exit_code::failed : 0;
}

int type(Chain& chain) {
  constexpr auto usage =
      "Usage: type [--window windowid] [--delay milliseconds] <things to type>\n"
      "--window <windowid>    - give this window the keyboard focus meanwhile\n"
      "--delay <milliseconds> - after the text; interlock types as fast as the application reads\n"
      "--clearmodifiers       - release held modifiers meanwhile\n"
      "--args N  - how many arguments to type; commands may follow them\n"
      "--terminator TERM - the argument that ends what is typed; commands may follow it\n"
      "--file <filepath> - type the content of a file; '-' is the standard input\n"
      "-h, --help             - show this help output\n";
  const auto options = chain.options({{"clearmodifiers", false, 'c'},
                                      {"delay", true, 'd'},
                                      {"window", true, 'w'},
                                      {"args", true, 'a'},
                                      {"terminator", true, 't'},
                                      {"file", true, 'f'}},
                                     "w:d:c", usage);
  if (!options) return 0;
  std::optional<std::string> window, terminator, file;
  bool clear = false;
  int arity = -1;
  milliseconds delay = 12ms;
  for (const auto& [letter, argument] : *options) {
    if (letter == 'w') window = argument;
    if (letter == 't') terminator = argument;
    if (letter == 'f') file = argument;
    if (letter == 'a') arity = std::atoi(argument.c_str());
    if (letter == 'd') delay = milliseconds(std::strtoul(argument.c_str(), nullptr, 0));
    clear |= letter == 'c';
  }
  if (chain.left() == 0 && !file) wrong("You specified the wrong number of args.", usage);
  if (arity > 0 && terminator) {
    std::cerr << "Don't use both --terminator and --args.\n";
    return exit_code::failed;
  }
  if (static_cast<long>(chain.left()) < arity) {
    std::cerr << "You said '--args " << arity << "' but only gave " << chain.left() << " arguments.\n";
    return exit_code::failed;
  }
  std::string text = file ? file_text(*file) : std::string();
  for (int taken = 0; chain.left() > 0 && (arity <= 0 || taken < arity); ++taken) {
    const std::string word = chain.word();
    chain.take(1);
    if (terminator && word == *terminator) break;
    text += word;
  }
  text = typable(text);
  each_window(chain, window, [&](WindowId id) {
    const Focused focused(chain, id);
    const Cleared cleared(chain, clear);
    type_text(chain, text);
    std::this_thread::sleep_for(delay);  // as key() does
  });
  return 0;
}

}  // namespace interlock::xdotool
