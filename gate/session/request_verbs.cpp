#include "gate/session/request_verbs.h"

namespace interlock::gate {
namespace {

constexpr WordList reads =
    " advise analyse analyze assess check collect compare count curious describe detect determine discover display "
    "enumerate estimate evaluate examine explain extract fetch figure find gather get identify inform inspect "
    "interested investigate itemize know learn list locate look lookup measure monitor name observe obtain outline "
    "pinpoint present preview provide quote read recall recommend relay report research retrieve review see show sift "
    "skim state suggest summarise summarize tell understand verify view wonder wondering ";
constexpr WordList goes = " browse go head jump navigate open return visit ";
constexpr WordList changes =
    " accept activate add adjust align allow append apply approve arrange ask assign attach blur boost brighten "
    "calculate cancel choose clear combine compose compress compute concatenate configure connect convert correct "
    "create customise customize darken deactivate decline decrease define delete deploy develop disable disconnect "
    "dislike downvote duplicate employ enable enlarge ensure erase execute expand finish fix follow generate give "
    "hide implement increase indent insert install invite keep launch lengthen listen make merge modify move mute "
    "notify organise organize paste personalize prepare prepend promote proofread publish raise react redirect redo "
    "reduce refresh reinstall reject reload relocate remove rename repair rephrase replace resize respond restore "
    "revert rewrite rotate select send sharpen shorten shrink solve specify stretch submit swap sync synchronize "
    "toggle transform translate transpose underline undo unfollow unfreeze ungroup unhide uninstall unlink unlock "
    "unmark unmute unpin unzip upvote utilise utilize widen wipe write ";
constexpr WordList changes_or_nouns =
    " address answer archive backup balance bill block bold bookmark branch bring build call center centre change "
    "chart clean click clone close color colour comment commit copy crop cut delay design document download draft "
    "drag draw drop e-mail edit email empty export extend fill filter flip force fork format forward freeze group "
    "highlight host import label leave level like limit link lock log lower mail mark message model name note pause "
    "pick "
    "pin place play plot post press print process pull push put question rate re-post rebase record reply repost "
    "request reset run save schedule scroll search set shape share sign sketch sort split star start stop store "
    "structure switch tag take tap test text title transfer trim try turn tweet type update upgrade upload use vote "
    "watch weight work zip zoom ";
constexpr WordList fills =
    " buy checkout complete donate enrol enroll enter fill pay purchase rebook register reorder reserve subscribe "
    "unsubscribe ";
constexpr WordList fills_or_nouns = " book order rent ";

}  // namespace

bool is_in(WordList list, std::string_view word) {
  if (word.empty()) return false;
  for (std::size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1)) {
    if (list[at - 1] == ' ' && list[at + word.size()] == ' ') return true;
  }
  return false;
}

Verb verb_of(std::string_view word) {
  if (is_in(reads, word)) return Verb::read;
  if (is_in(goes, word)) return Verb::go;
  if (is_in(fills, word)) return Verb::fill;
  if (is_in(fills_or_nouns, word)) return Verb::fill_or_noun;
  if (is_in(changes_or_nouns, word)) return Verb::change_or_noun;
  return is_in(changes, word) ? Verb::change : Verb::none;
}

std::vector<std::string> bases(std::string_view word) {
  std::vector<std::string> forms = {std::string(word)};
  const auto stem = [&](std::size_t ending) { return std::string(word.substr(0, word.size() - ending)); };
  if (word.size() > 4 && word.ends_with("ing")) {
    forms.push_back(stem(3));
    forms.push_back(stem(3) + "e");
    const std::string plain = stem(3);
    if (plain[plain.size() - 1] == plain[plain.size() - 2]) forms.push_back(plain.substr(0, plain.size() - 1));
  } else if (word.size() > 4 && word.ends_with("ies")) {
    forms.push_back(stem(3) + "y");
  } else if (word.size() > 3 && word.ends_with("s")) {
    forms.push_back(stem(1));
    if (word.ends_with("es")) forms.push_back(stem(2));
  }
  return forms;
}

std::vector<std::string> bases_of_past(std::string_view word) {
  if (word.size() < 5 || !word.ends_with("ed")) return {};
  const std::string stem(word.substr(0, word.size() - 2));
  std::vector<std::string> forms = {stem, stem + "e"};
  if (stem.back() == stem[stem.size() - 2]) forms.push_back(stem.substr(0, stem.size() - 1));
  if (stem.back() == 'i') forms.push_back(stem.substr(0, stem.size() - 1) + "y");
  return forms;
}

}  // namespace interlock::gate
