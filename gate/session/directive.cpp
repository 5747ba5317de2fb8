#include "gate/session/directive.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gate/session/directive_words.h"
#include "gate/session/request_verbs.h"

namespace interlock::gate {
namespace {

using Kind = RequestWord::Kind;

// --- what stands before a request and asks for nothing ---
constexpr WordList fillers =
    " additionally afterward afterwards again agent already also and assistant automatically besides both but "
    "carefully computer dear directly either finally first firstly furthermore hello hey hi immediately instead just "
    "last lastly maybe moreover mr ms next now ok okay once only or perhaps plus possibly quickly right second "
    "secondly separately simply sir so specifically still subsequently thanks then third thirdly to well yes ";
constexpr WordList modals = " can could may might must shall should will would ";
constexpr WordList persons = " he i she they u we you ";
constexpr WordList negations = " can't cannot didn't doesn't don't dont isn't never no not shouldn't without won't ";
constexpr WordList helps = " aid assist guide help support ";
constexpr WordList wishes =
    " able aim aiming going have hope hoping intend like looking love need needed plan planning prefer supposed try "
    "trying want wanted wanting wish ";
// Words that make sure of a deed, or lead to it: what follows is the deed.
constexpr WordList efforts =
    " attempt begin choose continue decide feel going have like manage need opt proceed remember start try want wish ";

// --- distinguishing verbs from nouns ---
constexpr WordList questions =
    " what what's who who's whose whom when where where's which why how how's is are was were does did has am ";
constexpr WordList objects =
    " a all an another any anything both each every everything five four her him his it its me my one our some "
    "something the their them these this those three two us your ";
constexpr WordList particles = " away back down off out over through up ";
constexpr WordList no_verbs =
    " a about across after all although among an another any as at be because been before being between both by "
    "concerning considering currently despite during e.g each etc every everyone everything few for from given he her "
    "here here's his i i'd i'll i'm i've i.e if in into it it's its like many most much my no nobody not note nothing "
    "of on one onto other our over per recently regarding several she since some someone something sorry such than "
    "thank that that's the their there there's these they this those though three today tomorrow tonight two under "
    "unless until via we we're what when whenever where whereas which while who with within yesterday you your ";

constexpr WordList accounts =
    " account accounts billing bio credentials login membership passcode password passwords profile subscription "
    "subscriptions username ";
constexpr WordList account_details =
    " address details e-mail email information payment payments phone preferences settings ";
constexpr WordList changes_of_details = " cancel change close delete edit manage modify reset set update ";

/// What one sentence asks for.
class Request {
 public:
  /// `question`: it ends with a question mark. `behind`: what follows if it ends with a colon.
  Request(std::span<const RequestWord> words, bool question, std::span<const RequestWord> behind)
      : words_(words), behind_(behind), question_(question) {}

  /// `asked`: what the sentence surely asks for; `hinted`: what it says of how, which counts where nothing is asked
  /// for.
  void read(std::optional<GoalType>& asked, std::optional<GoalType>& hinted) {
    bool first = true;
    for (std::size_t at = 0; at < words_.size(); ++at) {
      if (!begins_clause(at)) continue;
      if (const auto goal = clause(at, first)) raise(weak_ ? hinted : asked, *goal);
      if (is_word(at)) first = false;
    }
  }

 private:
  static void raise(std::optional<GoalType>& to, GoalType goal) {
    if (!to || *to < goal) to = goal;
  }

  bool is_word(std::size_t at) const { return at < words_.size() && words_[at].kind == Kind::word; }
  std::string_view word(std::size_t at) const {
    return is_word(at) ? std::string_view(words_[at].text) : std::string_view();
  }

  /// Clauses begin with the sentence, behind a comma, and with the words that join or ask.
  bool begins_clause(std::size_t at) const {
    if (at == 0) return true;
    if (words_[at - 1].kind == Kind::comma) return true;
    static constexpr WordList joins = " and then please also or but so afterwards instead ";
    return is_in(joins, word(at - 1)) || word(at) == "please";
  }

  /// What an object begins with.
  bool object_at(std::size_t at, bool named = true) const {
    if (at >= words_.size()) return false;
    if (words_[at].kind == Kind::object) return named;
    return is_word(at) && (is_in(objects, word(at)) || (named && words_[at].capital));
  }

  std::optional<GoalType> clause(std::size_t at, bool first) {
    weak_ = false;
    bool asked = false;
    bool gerund = false;
    while (skip(at, asked, gerund)) {
    }
    if (dropped_) {
      dropped_ = false;
      return std::nullopt;
    }
    if (!is_word(at)) return std::nullopt;
    in_gerunds_ = in_gerunds_ || gerund;
    const auto goal = verb(at, asked, gerund, first);
    if (goal || !first) return goal;
    if (const auto fronted = behind_place(at)) return fronted;
    if (!should_be(at)) return goal;
    weak_ = true;
    return GoalType::interact;
  }

  /// "In the last slide make the title red", without a comma.
  std::optional<GoalType> behind_place(std::size_t at) {
    if (!is_in(" in on at for from within under with inside to after before ", word(at))) return std::nullopt;
    for (std::size_t i = at + 2; i + 1 < words_.size() && words_[i].kind != Kind::comma; ++i) {
      const Verb known = verb_of(word(i));
      if ((known == Verb::change || known == Verb::fill) && object_at(i + 1)) return verb(i, true, false, false);
    }
    return std::nullopt;
  }

  /// "The height should be 20 cm": how something is to become.
  bool should_be(std::size_t at) const {
    for (; at + 1 < words_.size(); ++at) {
      if (is_in(" should must ", word(at)) && is_in(" be have look become ", word(at + 1))) return true;
      if (is_in(" needs need has ", word(at)) && word(at + 1) == "to" && word(at + 2) == "be") return true;
    }
    return false;
  }

  /// Passes what stands before the verb. `asked`: what follows is a verb, whatever it is; `gerund`: in -ing.
  bool skip(std::size_t& at, bool& asked, bool& gerund) {
    const std::string_view w = word(at);
    if (w.empty()) return false;
    if (is_in(negations, w) || (w == "do" && word(at + 1) == "not")) {
      dropped_ = true;
      return false;
    }
    if (is_in(modals, w) && (is_in(" you u i we ", word(at + 1)))) return pass(at, 2, asked);
    if (w == "how" && is_in(" do can could should would might ", word(at + 1)) && is_in(persons, word(at + 2)))
      return pass(at, 3, asked);
    if (w == "how" && word(at + 1) == "to") return pass(at, 2, asked);
    if (is_in(" is would could ", w) && (word(at + 1) == "it" || word(at + 1) == "there")) return to_behind(at, asked);
    if (is_in(" if when ", w) && is_in(" you ", word(at + 1)) && is_in(modals, word(at + 2))) return pass(at, 3, asked);
    if (is_in(helps, w) && (asked || at == 0 || is_help(at))) return help(at, asked, gerund);
    if (w == "mind" && asked) return gerund = pass(at, 1, asked);
    if (w == "make" && is_in(" sure certain ", word(at + 1))) return effort(at, 2, asked);
    if (is_in(" ensure ", w)) return effort(at, 1, asked);
    if (w == "see" && word(at + 1) == "to" && word(at + 2) == "it") return effort(at, 3, asked);
    if (w == "go" && word(at + 1) == "ahead") return pass(at, word(at + 2) == "and" ? 3 : 2, asked);
    if (w == "be" && asked && is_in(" so kind ", word(at + 1))) return to_behind(at, asked);
    if (w == "be" && asked && is_in(" able sure ", word(at + 1))) return pass(at, 2, asked);
    if (w == "let" || w == "let's" || w == "lets") return let(at, asked);
    if (w == "take" && word(at + 1) == "a" && is_in(" moment minute second ", word(at + 2))) return pass(at, 3, asked);
    if (is_in(" i we you i'd we'd i'm we're you're i'll i've ", w)) return wish(at, asked, gerund);
    if ((w == "what" || w == "all") && is_in(" i we ", word(at + 1)) && is_in(" want need ", word(at + 2)))
      return what_is_wanted(at, asked);
    if (is_in(" your the my our ", w) && is_in(" task goal job aim objective mission ", word(at + 1)))
      return to_behind(at, asked);
    if (is_in(efforts, w) && (asked || at == 0) && (word(at + 1) == "to" || (w == "feel" && word(at + 1) == "free")))
      return pass(at, w == "feel" ? 3 : 2, asked);
    if (is_in(" please pls kindly ", w)) return pass(at, 1, asked);
    const bool adverb = at == 0 && w.size() > 5 && w.ends_with("ly") && verb_of(w) == Verb::none;
    if (adverb && verb_of(word(at + 1)) != Verb::none) return pass(at, 1);
    if (is_in(fillers, w) || (asked && w.size() > 4 && w.ends_with("ly"))) return pass(at, 1);
    return false;
  }

  static bool pass(std::size_t& at, std::size_t words) {
    at += words;
    return true;
  }
  static bool pass(std::size_t& at, std::size_t words, bool& asked) {
    asked = true;
    return pass(at, words);
  }

  bool is_help(std::size_t at) const {
    return is_in(" me us him her them my to in with by on ", word(at + 1)) || verb_of(word(at + 1)) != Verb::none;
  }

  /// "Help me (to) ...", "assist me in ...ing", "help my team with ...".
  bool help(std::size_t& at, bool& asked, bool& gerund) const {
    asked = true;
    ++at;
    if (is_in(" me us him her them you ", word(at))) ++at;
    if (word(at) == "out") ++at;
    if (is_in(" to ", word(at))) ++at;
    if (is_in(" in with by on ", word(at))) {
      gerund = true;
      ++at;
      if (is_in(" the my a this ", word(at))) return false;  // help with a thing: what to do is left open
    }
    return true;
  }

  /// "Let's ..."; "let me ..." is what the person will do.
  bool let(std::size_t& at, bool& asked) {
    if (word(at) == "let" && word(at + 1) == "us") return pass(at, 2, asked);
    if (word(at) == "let") {
      dropped_ = word(at + 1) == "me" && word(at + 2) != "know";
      return !dropped_ && word(at + 1) == "me" && pass(at, 2);
    }
    return pass(at, 1, asked);
  }

  /// "Make sure that ...", "ensure to ...": the deed behind "to", else a hint.
  bool effort(std::size_t& at, std::size_t words, bool& asked) {
    if (word(at + words) == "to") return pass(at, words + 1, asked);
    weak_ = true;
    return false;
  }

  /// "I want (you) to ...", "I'd like to ...", "I am trying to ...", "I was wondering if you could ...", "you should
  /// ...". Other statements about persons are background.
  bool wish(std::size_t& at, bool& asked, bool& gerund) {
    constexpr std::size_t far = 9;
    bool wants = false;
    for (std::size_t i = at; i < std::min(words_.size(), at + far) && is_word(i); ++i) {
      const std::string_view w = word(i);
      if (is_in(negations, w)) break;
      if (is_in(" could can would will should must ", w) &&
          (i == at + 1 || word(i - 1) == "you" || word(i + 1) == "you") && word(i + 1) != "like" &&
          word(i + 1) != "love" && word(i + 1) != "appreciate")
        return pass(at, i - at + (word(i + 1) == "you" ? 2 : 1), asked);
      wants = wants || is_in(wishes, w) || is_in(" i'd we'd ", w);
      if (wants && i > at && (w == "to")) return pass(at, i - at + 1, asked);
      if (wants && i > at && is_in(" help assistance ", w)) return gerund = pass(at, i - at + 1, asked);
      if (w == "interested" && word(i + 1) == "in") return gerund = pass(at, i - at + 2, asked);
      if (w == "curious") return pass(at, i - at, asked);
    }
    dropped_ = true;
    return false;
  }

  /// "What I want is to ...".
  bool what_is_wanted(std::size_t& at, bool& asked) const {
    for (std::size_t i = at + 3; i < words_.size() && is_word(i) && i < at + 6; ++i) {
      if (word(i) == "to") return pass(at, i - at + 1, asked);
    }
    return false;
  }

  /// "Is it possible to ...", "your task is to ...".
  bool to_behind(std::size_t& at, bool& asked) const {
    constexpr std::size_t far = 7;
    for (std::size_t i = at + 1; i < words_.size() && is_word(i) && i < at + far; ++i) {
      if (word(i) == "to") return pass(at, i - at + 1, asked);
    }
    return false;
  }

  std::optional<GoalType> verb(std::size_t at, bool asked, bool gerund, bool first) {
    const std::string_view w = word(at);
    if (weak_) return GoalType::interact;
    if (first && is_passive_request(at)) return GoalType::interact;
    if (is_in(questions, w)) return !asked || gerund ? std::optional(GoalType::read) : std::nullopt;
    if (w == "do" && has(at, " check search look lookup comparison research analysis ", 4)) return GoalType::read;
    if (asked && is_in(" do be have ", w)) return GoalType::interact;
    if (w == "do" && first && !question_ && object_at(at + 1)) return GoalType::interact;
    if (is_in(" can could would do have ", w)) return asks_back(at) ? std::optional(GoalType::read) : std::nullopt;
    if (is_in(" use using utilize utilise ", w) && !gerund && !is_in(" it them this these ", word(at + 1)))
      return use(at, asked, w == "using");
    const bool open = asked || first || at_command(at);
    for (const std::string& base : bases(w)) {
      const bool inflected = base != w;
      if (inflected && w.ends_with("ing") && !asked && !in_gerunds_) continue;
      if (inflected && w.ends_with("s") && (asked || !object_at(at + 1))) continue;
      const Verb verb = verb_of(base);
      if (verb == Verb::none) continue;
      const bool noun = verb == Verb::change_or_noun || verb == Verb::fill_or_noun || inflected;
      const bool moves = verb == Verb::change_or_noun && is_in(" up down out off ", word(at + 1));
      const bool names =
          verb == Verb::change_or_noun && at + 1 < words_.size() && words_[at + 1].capital && !words_[at].capital;
      if (noun && !open && !moves && !names && !object_at(at + 1, false)) return std::nullopt;
      return goal_of(verb, base, at, asked, inflected && w.ends_with("s"));
    }
    return unknown(at, asked, open);
  }

  /// The clause begins in the position of a command: at the start of the sentence, or after "please" and "then".
  bool at_command(std::size_t at) const { return at == 0 || is_in(" please then ", word(at - 1)); }

  /// "Do you ...", "can this ...": a question.
  bool asks_back(std::size_t at) const {
    return is_in(" you i we they he she it this that these those any anyone the my there ", word(at + 1));
  }

  /// "Use the Web IDE to create ...": the deed behind "to"; else a hint at how to do it.
  std::optional<GoalType> use(std::size_t at, bool asked, bool participle) {
    if (!participle) {
      for (std::size_t i = at + 1; i + 1 < words_.size() && words_[i].kind != Kind::comma && i < at + 12; ++i) {
        if (word(i) != "to") continue;
        const auto goal = verb(i + 1, true, false, false);
        if (goal) return goal;
      }
    }
    weak_ = !asked;
    return participle ? std::nullopt : std::optional(GoalType::interact);
  }

  /// A verb that no list has. It changes something, if it is a verb.
  std::optional<GoalType> unknown(std::size_t at, bool asked, bool open) {
    const std::string_view w = word(at);
    if (is_in(no_verbs, w) || is_in(fillers, w)) return std::nullopt;
    if (asked) return changing(w, at);
    if (w.ends_with("ing") || w.ends_with("ed") || w.ends_with("ly") || w.ends_with("'s")) return std::nullopt;
    const bool before_object = object_at(at + 1, open) || (open && is_in(particles, word(at + 1)));
    // "Batch rename ..."
    const bool before_verb = open && verb_of(word(at + 1)) == Verb::change;
    return before_object || before_verb ? changing(w, at) : std::nullopt;
  }

  std::optional<GoalType> goal_of(Verb verb, std::string_view base, std::size_t at, bool asked, bool third_person) {
    switch (verb) {
      case Verb::read:
        return reading(base, at, asked);
      case Verb::go:
        return going(base, at);
      case Verb::fill:
      case Verb::fill_or_noun:
        return third_person ? GoalType::interact : filling(base, at);
      default:
        return third_person ? GoalType::interact : changing(base, at);
    }
  }

  std::optional<GoalType> reading(std::string_view base, std::size_t at, bool asked) const {
    const std::string_view next = word(at + 1);
    if (base == "get" && (next == "rid" || becomes(at) || comes_to(at, asked) || is_done(at)))
      return GoalType::interact;
    if (base == "tell" && tells_someone(at)) return GoalType::interact;
    if (base == "review" && gives_stars()) return GoalType::interact;
    if (writes_into(at)) return GoalType::interact;
    if (base == "name" && (object_at(at + 1, false) && is_in(" it them this its ", next))) return GoalType::interact;
    if (base == "check" && next == "in") return GoalType::fill_form;
    if (base == "check" && next == "out") return buys(at + 2) ? GoalType::fill_form : GoalType::read;
    if (base == "check" && has(at, " box checkbox checkboxes boxes ", 4)) return GoalType::interact;
    return GoalType::read;
  }

  /// "Summarise the sales in a new sheet", "list them into a table": what is read is written down, too.
  bool writes_into(std::size_t at) const {
    for (std::size_t i = at + 1; i + 2 < words_.size() && words_[i].kind != Kind::comma; ++i) {
      const bool made = word(i) == "in" && is_in(" a another ", word(i + 1)) && is_in(" new separate ", word(i + 2));
      if ((made || (word(i) == "into" && object_at(i + 1))) && !has(i + 1, " tab tabs window page ", 4)) return true;
    }
    return false;
  }

  /// "Review the grinder: four stars, ...": behind the colon stands what the review is to say.
  bool gives_stars() const {
    constexpr std::size_t near = 4;  // words
    const auto until = behind_.first(std::min(behind_.size(), near));
    return std::any_of(until.begin(), until.end(), [](const RequestWord& w) { return is_in(" star stars ", w.text); });
  }

  /// "Tell Anna (that) I'm late" is a message; "tell me", "tell whether" is not.
  bool tells_someone(std::size_t at) const {
    if (at + 1 >= words_.size() || is_in(" me us ", word(at + 1))) return false;
    const bool person = words_[at + 1].capital || is_in(" her him them my our the everyone everybody ", word(at + 1));
    // "Tell the difference between ..."
    return person && !has(at, " difference time ", 2);
  }

  /// "Get the standup moved to half past nine", "get it signed": a deed by its participle, and where it leads.
  bool is_done(std::size_t at) const {
    if (!object_at(at + 1)) return false;
    for (std::size_t i = at + 2; i < words_.size() && is_word(i) && i < at + 6; ++i) {
      const bool leads = !is_word(i + 1) || is_in(" to into onto from off up ", word(i + 1));
      if (leads && i + 1 <= words_.size() && is_deed(word(i))) return true;
    }
    return false;
  }

  /// "Get the numbers to start at 3", "get firefox to open with my session".
  bool comes_to(std::size_t at, bool asked) const {
    static constexpr WordList things = " advice directions help instructions information permission tips ways ";
    if (!asked && has(at, things, 4)) return false;
    static constexpr WordList ways = " align appear behave display fit load look match open respond show stay work ";
    for (std::size_t i = at + 1; i + 1 < words_.size() && is_word(i) && i < at + 8; ++i) {
      if (word(i) != "to") continue;
      const Verb verb = verb_of(word(i + 1));
      const bool changes = asked && (verb == Verb::change || verb == Verb::change_or_noun);
      return changes || is_in(ways, word(i + 1));
    }
    return false;
  }

  /// "Get my taxes ready".
  bool becomes(std::size_t at) const {
    return object_at(at + 1) && has(at + 1, " ready done fixed sorted straight working running going ", 6);
  }

  /// A deed as a participle: "sent", "moved".
  static bool is_deed(std::string_view word) {
    static constexpr WordList irregular =
        " bought built cut done drawn frozen given hidden made paid put ready rebuilt rewritten sent set shown sold "
        "split "
        "taken thrown written ";
    if (is_in(irregular, word)) return true;
    const std::vector<std::string> bases = bases_of_past(word);
    return std::any_of(bases.begin(), bases.end(), [](const std::string& base) {
      const Verb verb = verb_of(base);
      return verb != Verb::none && verb != Verb::read && verb != Verb::go;
    });
  }

  /// Such a word among the next ones of the clause.
  bool done_at(std::size_t at) const {
    for (std::size_t i = at; i < words_.size() && is_word(i) && i < at + 10; ++i) {
      if (is_deed(word(i))) return true;
    }
    return false;
  }

  /// "Have the invoice sent to Ann", "get my calendar cleared", "could the column be frozen": a deed by its participle.
  bool is_passive_request(std::size_t at) const {
    // Not "get the files changed in May".
    if (word(at) == "get" && is_in(" my our this these ", word(at + 1))) return done_at(at + 3);
    if (word(at) == "have") return object_at(at + 1) && !has(at, " been ever ", 10) && done_at(at + 3);
    if (!is_in(" could would might may ", word(at)) || !object_at(at + 1)) return false;
    for (std::size_t i = at + 2; i < words_.size() && is_word(i) && i < at + 8; ++i) {
      if (word(i) == "be") return done_at(i + 1);
    }
    return false;
  }

  /// "Check out" with nothing behind it, or with what is in a basket.
  bool buys(std::size_t at) const {
    return !is_word(at) || has(at - 1, " cart basket order item items purchase with using and ", 4);
  }

  /// "Note down the number", "note them in my calendar"; not "note that ...".
  bool notes_down(std::size_t at) const {
    if (word(at + 1) == "down") return true;
    return is_in(" it them this these those ", word(at + 1)) && is_in(" down in into on onto ", word(at + 2));
  }

  GoalType going(std::string_view base, std::size_t at) const {
    // To open a ticket is to write one, to open a feature is to switch it on.
    const bool makes =
        has(at, " issue ticket pr request case dispute discussion thread feature function mode autosave ", 4);
    if (base == "open" && makes && has(at, " an a new feature function mode ", 2)) return GoalType::interact;
    if (base == "open" && has(at, " feature function mode ", 5) && !has(at, " page tab menu window dialog ", 8))
      return GoalType::interact;
    if (base == "open" && has(at, " account ", 3) && has(at, " an a new ", 1)) return GoalType::fill_form;
    return GoalType::navigate;
  }

  GoalType filling(std::string_view base, std::size_t at) const {
    // Cells are filled, too, which takes no account: the first goal that permits forms.
    const bool cells =
        base == "fill" &&
        has(at, " column columns row rows cell cells background layer selection color colour blank ", 10);
    return cells ? GoalType::interact : GoalType::fill_form;
  }

  std::optional<GoalType> changing(std::string_view base, std::size_t at) const {
    if (is_in(" sign log ", base) && has(at, " up in on out off into ", 2)) return GoalType::fill_form;
    if (is_in(" login signup logout renew ", base)) return GoalType::fill_form;
    // "Take me to the page"; "take me off the list" is a deed.
    if (is_in(" take bring ", base) && is_in(" me us ", word(at + 1)) && !is_in(" off out ", word(at + 2)))
      return GoalType::navigate;
    if (base == "take" && has(at, " look ", 3)) return GoalType::read;
    if (is_in(" give ", base) && is_in(" me us ", word(at + 1))) return GoalType::read;
    if (is_in(" pull bring ", base) && word(at + 1) == "up") return GoalType::navigate;
    if (base == "note" && !notes_down(at)) return std::nullopt;
    if (base == "work" && word(at + 1) == "out" &&
        (!is_word(at + 2) || is_in(questions, word(at + 2)) || is_in(" how if whether ", word(at + 2))))
      return GoalType::read;
    if (base == "apply" && is_in(" for to ", word(at + 1)) && !object_at(at + 2)) return GoalType::fill_form;
    if (has(at, accounts, 12)) return GoalType::fill_form;
    if (is_in(changes_of_details, base) && has(at, account_details, 3)) return GoalType::fill_form;
    return GoalType::interact;
  }

  /// One of `list` among the next `count` words of the clause.
  bool has(std::size_t at, WordList list, std::size_t count) const {
    for (std::size_t i = at + 1; i < words_.size() && i <= at + count && words_[i].kind != Kind::comma; ++i) {
      if (is_in(list, word(i))) return true;
    }
    return false;
  }

  std::span<const RequestWord> words_;
  std::span<const RequestWord> behind_;
  bool question_;
  bool weak_ = false;        ///< the clause says how, not what
  bool dropped_ = false;     ///< the clause asks for nothing
  bool in_gerunds_ = false;  ///< the sentence asks for deeds by their gerunds: "help me with sorting and saving ..."
};

}  // namespace

std::optional<GoalType> classify(std::string_view directive) {
  const std::vector<RequestWord> words = request_words(directive);
  std::optional<GoalType> asked;
  std::optional<GoalType> hinted;
  for (std::size_t begin = 0; begin < words.size();) {
    const auto end =
        static_cast<std::size_t>(std::find_if(words.begin() + static_cast<std::ptrdiff_t>(begin), words.end(),
                                              [](const RequestWord& w) { return w.kind == Kind::stop; }) -
                                 words.begin());
    const bool question = end < words.size() && words[end].text == "?";
    const bool colon = end < words.size() && words[end].text == ":";
    const auto behind = std::span(words).subspan(colon ? end + 1 : words.size());
    Request(std::span(words).subspan(begin, end - begin), question, behind).read(asked, hinted);
    begin = end + 1;
  }
  return asked ? asked : hinted;
}

}  // namespace interlock::gate
