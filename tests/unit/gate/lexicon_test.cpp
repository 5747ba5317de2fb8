#include "gate/words/lexicon.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gate/words/languages.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Lexicon of(std::string_view text) {
  Lexicon made;
  std::vector<LexiconError> errors;
  made.add("xx", text, errors);
  EXPECT_THAT(errors, IsEmpty());
  made.freeze();
  return made;
}

/// The category's name; empty where the label has none.
std::string_view meant(const Lexicon& lexicon, std::string_view label) {
  const LabelReading reading = lexicon.read_label(normalise(label).text);
  return reading.category ? describe(*reading.category).name : std::string_view();
}
std::string_view meant(std::string_view label) {
  return meant(lexicon(), label);
}

TEST(Words, ALabelIsItsWordsAlone) {
  const LabelWords label = label_words("delete  (3) files, now!");
  EXPECT_EQ(label.text, "delete 3 files now");
  ASSERT_EQ(label.words.size(), 4U);
  EXPECT_TRUE(label.words[0].clause);
  EXPECT_TRUE(label.words[1].number);
  EXPECT_FALSE(label.words[2].clause);
  EXPECT_TRUE(label.words[3].clause);
}

TEST(Words, LettersWithTwoSpellingsAreOne) {
  EXPECT_EQ(label_words(normalise("Διαγραφή").text).text, label_words(normalise("ΔΙΑΓΡΑΦΗ").text).text);
  EXPECT_EQ(label_words(normalise("SİL").text).text, label_words(normalise("sil").text).text);
  EXPECT_EQ(label_words(normalise("ştergeţi").text).text, label_words(normalise("ștergeți").text).text);
  EXPECT_EQ(label_words(normalise("أرسِل").text).text, label_words(normalise("ارسل").text).text);
  EXPECT_EQ(label_words(normalise("Ещё").text).text, label_words(normalise("Еще").text).text);
}

TEST(Words, WhereNoSpacesAreWrittenAWordMayBeginAnywhere) {
  const LabelWords label = label_words("永久删除");
  ASSERT_EQ(label.words.size(), 4U);
  EXPECT_FALSE(label.words[0].inside);
  EXPECT_TRUE(label.words[2].inside);
}

TEST(Words, AMnemonicBehindALabelDoesNotCount) {
  EXPECT_EQ(label_words("削除(d)...").text, "削除");
}

TEST(WordList, TheListsHaveNoMistakes) {
  Lexicon made;
  std::vector<LexiconError> errors;
  for (const Language& language : languages()) made.add(language.name, language.text, errors);
  for (const LexiconError& e : errors) ADD_FAILURE() << e.language << ".txt:" << e.line << ": " << e.message;
  EXPECT_EQ(languages().size(), 37U) << "docs/policy.md says how many";
}

TEST(WordList, MistakesNameTheirPlace) {
  Lexicon made;
  std::vector<LexiconError> errors;
  made.add("xx", "order: start\ndelte: remove\norder: middle\n", errors);
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(errors[0].language, "xx");
  EXPECT_EQ(errors[0].line, 2U);
  EXPECT_EQ(errors[1].line, 3U);
}

TEST(WordList, TheOrderSaysWhereAVerbStands) {
  const Lexicon start = of("order: start\ndelete: zap");
  EXPECT_EQ(meant(start, "zap file"), "delete");
  EXPECT_EQ(meant(start, "file zap"), "");
  const Lexicon end = of("order: end\ndelete: zap");
  EXPECT_EQ(meant(end, "file zap"), "delete");
  EXPECT_EQ(meant(end, "zap file"), "");
  const Lexicon ends = of("order: ends\ndelete: zap");
  EXPECT_EQ(meant(ends, "file zap"), "delete");
  EXPECT_EQ(meant(ends, "zap file"), "delete");
  EXPECT_EQ(meant(ends, "the zap file"), "");
}

TEST(WordList, MarksOfEntries) {
  const Lexicon made = of("order: start\ndelete: =bin, +purge, dele*, ~drop, post (now|it|)\nharmless: filter");
  EXPECT_EQ(meant(made, "bin"), "delete");
  EXPECT_EQ(meant(made, "bin sizes"), "");
  EXPECT_EQ(meant(made, "old mail purge"), "delete");
  EXPECT_EQ(meant(made, "deleting it"), "delete");
  EXPECT_EQ(meant(made, "drop table"), "delete");
  EXPECT_EQ(meant(made, "drop filter"), "");
  EXPECT_EQ(meant(made, "post"), "delete");
  EXPECT_EQ(meant(made, "post now"), "delete");
}

TEST(WordList, WordsThatDoNotCountAndClauses) {
  const Lexicon made = of("order: start\nskip: the\nopener: please\ntail: now\nand: and\ndelete: =zap");
  EXPECT_EQ(meant(made, "please the zap"), "delete");
  EXPECT_EQ(meant(made, "zap now"), "delete");
  EXPECT_EQ(meant(made, "zap later"), "");
  const Lexicon joined = of("order: start\nand: and\ndelete: zap\nnot: zap filter");
  EXPECT_EQ(meant(joined, "close and zap"), "delete");
  EXPECT_EQ(meant(joined, "close, zap"), "delete");
  EXPECT_EQ(meant(joined, "zap filter"), "");
}

TEST(WordList, AWordThatIsSkippedCountsAtTheEnd) {
  const Lexicon made = of("order: start\nskip: as, the\ndelete: zap as, wipe\nnot: wipe clean");
  EXPECT_EQ(meant(made, "zap"), "");
  EXPECT_EQ(meant(made, "zap as"), "delete");
  EXPECT_EQ(meant(made, "wipe the disk"), "delete");
  EXPECT_EQ(meant(made, "wipe the clean"), "");
}

TEST(WordList, TheLongestPhraseCounts) {
  const Lexicon made = of("order: start\ndelete: send\nnot: send to back\nshare: send to back office");
  EXPECT_EQ(meant(made, "send"), "delete");
  EXPECT_EQ(meant(made, "send to back"), "");
  EXPECT_EQ(meant(made, "send to back office"), "share");
}

TEST(WordList, GenericLabelsAreNoConsequenceByThemselves) {
  for (const char* label : {"OK", "Continue", "Aceptar", "Weiter", "続ける", "Далее", "确定"}) {
    EXPECT_EQ(meant(label), "") << label;
  }
  EXPECT_TRUE(lexicon().read_label("ok").agrees);
  EXPECT_TRUE(lexicon().read_label("weiter").goes_on);
  EXPECT_TRUE(lexicon().read_label("save").keeps);
  EXPECT_TRUE(lexicon().read_label("cancel").leaves);
}

/// One verb in the forms that desktops and web pages use for it.
struct Forms {
  std::string_view category;
  std::vector<const char*> labels;
};

TEST(Languages, EveryFormOfTheUsualButtonsIsKnown) {
  const std::vector<Forms> all = {
      {"delete", {"Delete",      "Löschen",   "Lösche",       "Dateien löschen",
                  "Supprimer",   "Supprimez", "Suppression",  "Eliminar",
                  "Elimine",     "Elimina",   "Excluir",      "Elimina file",
                  "Verwijderen", "Verwijder", "Radera",       "Ta bort",
                  "Slett",       "Slette",    "Slet",         "Poista",
                  "Poistetaan",  "Usuń",      "Usunąć",       "Usuwanie",
                  "Usuwa",       "Smazat",    "Smažte",       "Odstrániť",
                  "Odstránenie", "Törlés",    "Fájl törlése", "Ștergeți",
                  "Șterge",      "Изтриване", "Изтрий",       "Удалить",
                  "Удаление",    "Видалити",  "Вилучити",     "Обриши",
                  "Обришите",    "Izbriši",   "Izbrišite",    "Διαγραφή",
                  "Διαγράψτε",   "Sil",       "Dosyayı sil",  "מחק",
                  "מחיקה",       "למחוק",     "حذف",          "احذف",
                  "حذف کردن",    "हटाएँ",      "मिटाएँ",        "মুছে ফেলুন",
                  "நீக்கு",        "ลบ",        "Xóa",          "Xoá tập tin",
                  "Hapus",       "Menghapus", "削除",         "ファイルを削除",
                  "삭제",        "删除",      "刪除",         "Suprimeix",
                  "Esborreu"}},
      {"send", {"Send",      "Send e-mail", "Send email", "Senden",    "Envoyer",   "Enviar", "Envie",     "Invia",
                "Verzenden", "Skicka",      "Send nå",    "Lähetä",    "Wyślij",    "Wysłać", "Odeslat",   "Odošlite",
                "Küldés",    "Trimiteți",   "Изпращане",  "Отправить", "Надіслати", "Пошаљи", "Pošaljite", "Αποστολή",
                "Gönder",    "שלח",         "إرسال",      "ارسال",     "भेजें",        "পাঠান",  "அனுப்பு",    "ส่ง",
                "Gửi",       "Kirim",       "送信",       "보내기",    "发送",      "傳送"}},
      {"purchase", {"Buy now",   "Jetzt kaufen", "Zahlungspflichtig bestellen",
                    "Acheter",   "Payer",        "Comprar ahora",
                    "Pagar",     "Acquista",     "Kopen",
                    "Köp",       "Betal",        "Osta",
                    "Kup teraz", "Koupit",       "Fizetés",
                    "Cumpără",   "Купить",       "Придбати",
                    "Αγορά",     "Satın al",     "購入",
                    "구매",      "购买",         "購買",
                    "Mua",       "Beli"}},
      {"install", {"Install",         "Uninstall",     "Installieren", "Deinstallieren",
                   "Désinstaller",    "Instalar",      "Disinstalla",  "Avinstallera",
                   "Odinstaluj",      "Odinstalovat",  "Telepítés",    "Dezinstalare",
                   "Установить",      "Деинсталиране", "Εγκατάσταση",  "Kur",
                   "インストール",    "설치",          "安装",         "解除安裝",
                   "Cài đặt ứng dụng"}},
      {"stop", {"Shut down",      "Log out",     "Herunterfahren", "Neu starten", "Éteindre",
                "Se déconnecter", "Apagar",      "Cerrar sesión",  "Spegni",      "Afsluiten forceren",
                "Stäng av",       "Starta om",   "Sammuta",        "Wyłącz",      "Uruchom ponownie",
                "Vypnout",        "Reštartovať", "Kijelentkezés",  "Reporniți",   "Выключить",
                "Перезапустити",  "Isključi",    "Рестартиране",   "Τερματισμός", "Yeniden başlat",
                "シャットダウン", "다시 시작",   "关机",           "登出"}},
  };
  for (const Forms& forms : all) {
    for (const char* label : forms.labels) EXPECT_EQ(meant(label), forms.category) << label;
  }
}

TEST(Languages, LookAlikesAreLeftAlone) {
  for (const char* label : {"Undo",
                            "Rückgängig",
                            "Annuler",
                            "Deshacer",
                            "Desfazer",
                            "Annulla",
                            "Ångra",
                            "Cofnij",
                            "Zpět",
                            "Späť",
                            "Отменить",
                            "Вернуть",
                            "Vrati",
                            "元に戻す",
                            "戻す",
                            "되돌리기",
                            "이전",
                            "復原",
                            "撤销",
                            "إعادة",
                            "שחזר",
                            "Pause",
                            "Suspendă",
                            "Приостановить",

                            "השהה",
                            "স্থগিত",
                            "Tạm ngừng",
                            "Close",
                            "Schließen",
                            "Închidere",
                            "關閉",
                            "关闭",
                            "Chiudi",
                            "Cerrar",
                            "Sender",
                            "Reset zoom",
                            "Filter löschen",
                            "Effacer la recherche",
                            "Clear filter",
                            "Find and replace",
                            "Send by email…",
                            "Wyślij e-mailem…",
                            "Sort",
                            "Ordenar",
                            "Trier",
                            "排序",
                            "Type",
                            "형식",
                            "Change language",
                            "Accept cookies",
                            "Reply",
                            "Responder",
                            "Antworten",
                            "回复"}) {
    EXPECT_EQ(meant(label), "") << label;
  }
}

TEST(Languages, OneLanguagesWordIsNotMistakenForAnothers) {
  for (const char* label : {"Exclude", "Quite", "Tue", "Sun", "Relate", "Retire", "Publication", "Para", "Mate", "Gift",
                            "Rabat", "Angel", "Fart", "Chat", "Pain", "Art", "Bald", "Brand", "Hell"}) {
    EXPECT_EQ(meant(label), "") << label;
  }
}

TEST(Languages, WhatADialogSaysIsReadInAnyForm) {
  std::string words;
  const auto said = [&](std::string_view text) { return lexicon().read_text(normalise(text).text, words); };
  EXPECT_EQ(said("3 files will be deleted"), Category::delete_);
  EXPECT_EQ(said("Die Datei wird unwiderruflich gelöscht."), Category::delete_);
  EXPECT_EQ(said("Файл будет удалён безвозвратно"), Category::delete_);
  EXPECT_EQ(said("You have unsaved changes"), Category::close_unsaved);
  EXPECT_EQ(said("The printer is out of paper"), std::nullopt);
}

TEST(Languages, WhatAPageIsAbout) {
  EXPECT_EQ(lexicon().read_page("/checkout/review"), Category::purchase);
  EXPECT_EQ(lexicon().read_page("mein konto"), Category::account);
  EXPECT_EQ(lexicon().read_page("weather in paris"), std::nullopt);
}

}  // namespace
}  // namespace interlock::gate
