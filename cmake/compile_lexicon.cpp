// Run by the build: prints all word lists of gate/words/languages as the C++ source of `lexicon()`.
//
//   compile-lexicon FILE
#include <cstdio>
#include <fstream>
#include <iostream>
#include <type_traits>

#include "gate/words/languages.h"
#include "gate/words/lexicon.h"

namespace interlock::gate {
namespace {

class Source {
 public:
  explicit Source(std::ostream& out) : out_(out) {}

  void write(const Lexicon::Parts& parts) {
    out_ << "// Made by compile_lexicon.cpp of gate/words/languages.\n#include \"gate/words/lexicon.h\"\n\n"
            "namespace interlock::gate {\nnamespace {\n\n";
    trie("labels", parts.labels);
    trie("texts", parts.texts);
    trie("pages", parts.pages);
    trie("words", parts.words);
    out_ << "constexpr Lexicon::Sense senses[] = {\n";
    for (const Lexicon::Sense& s : parts.senses) {
      out_ << "{Lexicon::Meaning{" << number(s.meaning) << "}, Category{" << number(s.category) << "}, Placement{"
           << number(s.placement) << "}, " << s.weak << ", " << s.leads << ", " << s.object << ", " << s.bare << ", "
           << s.free << ", " << static_cast<unsigned>(s.joined_by) << ", {'" << s.language[0] << "', '" << s.language[1]
           << "'}},\n";
    }
    out_ << "};\n\n}  // namespace\n\nconst Lexicon& lexicon() {\n"
            "  static const Lexicon all({labels, texts, pages, words, senses});\n  return all;\n}\n\n"
            "}  // namespace interlock::gate\n";
  }

 private:
  template <class Enum>
  static unsigned number(Enum value) {
    return static_cast<unsigned>(static_cast<std::underlying_type_t<Enum>>(value));
  }

  template <class Items, class Print>
  void array(const char* type, const std::string& name, const Items& items, Print&& print) {
    out_ << "constexpr " << type << " " << name << "[] = {";
    std::size_t column = 0;
    for (const auto& item : items) {
      out_ << (column++ % 16 == 0 ? "\n" : "");
      print(item);
      out_ << ",";
    }
    out_ << "};\n";
  }

  void trie(const std::string& name, const PhraseTrie::Parts& parts) {
    const auto plain = [&](auto value) { out_ << static_cast<std::uint64_t>(value); };
    array("PhraseTrie::Node", name + "_nodes", parts.nodes, [&](const PhraseTrie::Node& n) {
      out_ << "{" << n.edges << "," << n.values << "," << n.edge_count << "," << n.value_count << "}";
    });
    array("PhraseTrie::Edge", name + "_edges", parts.edges,
          [&](const PhraseTrie::Edge& e) { out_ << "{" << e.target << "," << e.rest << "," << e.size << "}"; });
    array("unsigned char", name + "_bytes", parts.bytes, plain);
    array("char", name + "_rests", parts.rests, [&](char c) { out_ << "'\\" << octal(c) << "'"; });
    array("PhraseTrie::Value", name + "_values", parts.values, plain);
    array("std::uint32_t", name + "_roots", parts.roots, plain);
    out_ << "constexpr PhraseTrie::Parts " << name << " = {" << name << "_nodes, " << name << "_bytes, " << name
         << "_edges, {" << name << "_rests, " << parts.rests.size() << "}, " << name << "_values, " << name
         << "_roots};\n\n";
  }

  static std::string octal(char c) {
    char digits[4];
    std::snprintf(digits, sizeof digits, "%03o", static_cast<unsigned>(static_cast<unsigned char>(c)));
    return digits;
  }

  std::ostream& out_;
};

}  // namespace
}  // namespace interlock::gate

int main(int count, char** arguments) {
  using namespace interlock::gate;
  Lexicon made;
  std::vector<LexiconError> errors;
  for (const Language& language : languages()) made.add(language.name, language.text, errors);
  for (const LexiconError& e : errors) {
    std::cerr << "gate/words/languages/" << e.language << ".txt:" << e.line << ": " << e.message << "\n";
  }
  if (count != 2 || !errors.empty()) return 1;
  made.freeze();
  std::ofstream out(arguments[1]);
  Source(out).write(made.parts());
  return out.flush() ? 0 : 1;
}
