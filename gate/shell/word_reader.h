/// Reads one word of a command line: quotes, escapes, expansions, substitutions, braces; and the text of
/// here-documents, which is read like a double-quoted one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gate/shell/reading.h"

namespace interlock::gate::shell {

class WordReader {
 public:
  WordReader(Reading& reading, std::string_view text, std::size_t& at) : r_(reading), text_(text), at_(at) {}

  /// The words that the word at this position expands to: none, one, or several (braces, unquoted variables).
  std::vector<Word> words();
  /// The same as one word, not split: an assigned value, a redirection's target.
  Word word();
  /// The whole text after expansion: a here-document's body.
  Word body();
  /// The value of `text` between double quotes.
  static Word quoted(Reading& reading, std::string_view text);

 private:
  enum class Mode : std::uint8_t { word, quotes, braces, body, arithmetic };

  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool done() const { return at_ >= text_.size(); }
  void part(Mode mode);
  bool ends(Mode mode) const;
  void escape(Mode mode);
  void single_quotes();
  void ansi_quotes();
  void dollar(Mode mode);
  void name_expansion(bool in_quotes);
  void brace_expansion(bool in_quotes);
  void operation(std::string_view name, const std::vector<Value>* found, bool in_quotes);
  void arithmetic(std::size_t opening);
  void old_arithmetic();
  void command_substitution(bool in_quotes);
  /// With `unquotes` a backslash also removes the meaning of a double quote.
  void backticks(bool in_quotes, bool unquotes);
  void process_substitution();
  void insert(const Value& value, bool in_quotes);
  void insert_output(Range commands, bool in_quotes);
  void insert_all(bool in_quotes, bool apart);
  Word operand(bool in_quotes);
  /// ${x:-word} and similar, after the word was read. True if `kind` is one of these.
  bool alternative(std::string_view name, std::string_view op, const std::vector<Value>* found, Word word,
                   bool in_quotes);
  std::string_view separators();
  const Value* choose(const std::vector<Value>* found);
  Word take();

  Reading& r_;
  std::string_view text_;
  std::size_t& at_;
  Word out_;
  bool quoted_ = false;             // has a quoted part: the empty word "" is a word
  bool operand_is_quoted_ = false;  // the word in ${x:-word} is in double quotes
};

/// Variables that every shell sets (HOME, IFS, ...); null for others.
const std::vector<Value>* well_known(std::string_view name);

/// Marks in a word that is being read, for unquoted characters.
inline constexpr char brace_open = '\x02';
inline constexpr char brace_comma = '\x03';
inline constexpr char brace_close = '\x04';
inline constexpr char field_end = '\x05';

/// The text with the marks replaced by their characters.
std::string unmarked(std::string_view text);

/// {a,b} and {1..3}: the words of a marked text, at most 64; leftover braces stay.
std::vector<std::string> expand_braces(std::string_view marked);
/// Backslash escapes as in $'...', printf and echo -e; with `controls` also \cA, which only $'...' has.
std::string unescape(std::string_view text, bool controls = false);
/// Whether `text` matches the shell pattern `glob` (*, ?, [...]).
bool matches_glob(std::string_view glob, std::string_view text);

}  // namespace interlock::gate::shell
