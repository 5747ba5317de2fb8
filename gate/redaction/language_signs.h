/// Finds orders to a program that reads a text for its user in other languages than English, as reader_signs.h does it
/// for English: by kinds of words that stand near each other. The words are those of gate/redaction/languages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gate/redaction/redaction.h"
#include "gate/words/phrase_trie.h"

namespace interlock::gate {

/// A kind of words; each is a line of each file of gate/redaction/languages, but for `place`.
enum class ReaderWord : std::uint8_t {
  machine,    ///< a program that reads texts: AI assistant, chatbot, automatic system
  helper,     ///< agent, assistant: a program or a person
  user,       ///< the user as a third person
  you,        ///< the reader as a person, your: what is said to a person is not said to a program
  dear,       ///< how one begins to speak to a reader: dear, to all, attention
  order,      ///< must, is asked to
  act,        ///< what an agent does: click, send, enter
  here,       ///< this page, below
  secret,     ///< password, verification code
  guard,      ///< confirmation, approval; to ask
  needless,   ///< is not necessary
  go,         ///< continue
  already,    ///< already
  no,         ///< not, without
  notice,     ///< to notice, to learn of
  mention,    ///< as a command: tell, mention
  covert,     ///< secretly
  drop,       ///< as a command: ignore, forget, put aside
  told,       ///< instructions, what one was asked to do
  task,       ///< task, request
  before,     ///< previous, so far
  own,        ///< your summary, your answer
  show,       ///< as a command: repeat, show; word for word
  prompt,     ///< system prompt
  authority,  ///< system message, tool result
  persona,    ///< your name is, you are now
  unbound,    ///< no rules, without limits
  core,       ///< safety filters, memory
  off,        ///< switch off, erase
  your,       ///< your, as one speaks to a program
  send,       ///< send, upload
  about,      ///< about, with, to use: of such a program is only spoken
  addressed,  ///< a program's name before a colon
  place,      ///< an address: in any language
};

/// The names of the lines of a vocabulary.
std::span<const std::string_view> reader_word_names();

class LanguageSigns {
 public:
  LanguageSigns();

  /// The category of the order in this sentence, which is normalised text; nothing if there is none. Linear.
  std::optional<RedactionCategory> category_of(std::string_view normal) const;

 private:
  void add_language(std::size_t language, std::string_view text);
  void add_phrase(std::size_t language, ReaderWord word, std::string_view phrase);

  PhraseTrie at_word_starts_;
  PhraseTrie anywhere_;
};

}  // namespace interlock::gate
