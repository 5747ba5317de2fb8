/// Reads statements: lists, pipelines, compound commands and functions, down to the simple commands inside them. Where
/// a shell would refuse the text, it notes the problem and carries on behind the word that does not fit.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/shell/reading.h"

namespace interlock::gate::shell {

class StatementReader {
 public:
  StatementReader(Reading& reading, std::string_view text, std::size_t at, char closer)
      : r_(reading), text_(text), at_(at), closer_(closer) {}

  /// Reads up to `closer` and past it, or to the end.
  std::size_t read();

 private:
  using Words = std::initializer_list<std::string_view>;
  struct Here {  // a here-document whose text is still to come
    std::size_t command;
    std::size_t redirect;
    std::string delimiter;
    bool literal;
    bool dedent;
  };

  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool done() const { return at_ >= text_.size(); }
  bool at_closer() const { return done() || (closer_ != '\0' && peek() == closer_); }
  std::string_view bare_word() const;
  bool accept(std::string_view keyword);
  bool at_keyword(Words keywords) const;
  void skip_blanks();
  void skip_lines();
  void newline();

  /// Statements up to one of `keywords`; gives where their commands begin.
  std::size_t list(Words keywords);
  void and_or(Words keywords);
  void pipeline();
  void coprocess_name();
  void command();
  bool compound();
  void group(char closing);
  void if_clause();
  void loop(bool until);
  void for_loop();
  void case_clause();
  void test_clause();
  void function(std::string name);
  bool function_header(std::string& name);
  void expect(std::string_view keyword);
  void compound_redirects(std::size_t begin);
  void simple();
  bool simple_once();
  bool simple_words(Command& command);
  void replace_alias(Command& command);
  void emit_both(Command command);
  bool assignment(Command& command);
  void offer_both_values();
  void take_back_assignments();
  void array(std::string_view name, bool appends);
  bool redirect(Command& command);
  void here_texts();

  Reading& r_;
  std::string_view text_;
  std::size_t at_;
  char closer_;
  std::vector<Here> heres_;
  std::vector<std::pair<std::string, std::vector<Value>>> before_;  // what the assignments of a command replaced
  bool offered_ = false;
  std::size_t alias_words_ = 0;       // how many words the alias became that the command began with
  std::optional<Word> before_alias_;  // and the word itself
  int pipes_ = 0;
};

}  // namespace interlock::gate::shell
