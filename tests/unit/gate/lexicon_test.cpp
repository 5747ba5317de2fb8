#include "gate/words/lexicon.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gate/words/languages.h"
#include "gate/words/price.h"
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

/// The category's name; empty if the label has none.
std::string_view meant(const Lexicon& lexicon, std::string_view label) {
  const LabelReading reading = lexicon.read_label(normalise(label).text);
  return reading.category ? describe(*reading.category).name : std::string_view();
}
std::string_view meant(std::string_view label) {
  return meant(lexicon(), label);
}

TEST(Words, ALabelConsistsOnlyOfItsWords) {
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

TEST(Words, TheMarkOfAMnemonicWithinAWord) {
  EXPECT_EQ(without_mnemonic("de_lete"), "delete");
  EXPECT_EQ(without_mnemonic("de&lete all"), "delete all");
  for (const char* label : {"delete", "_delete", "delete_", "save & close", "my_old_file"}) {
    EXPECT_EQ(without_mnemonic(label), std::nullopt) << label;
  }
}

TEST(Words, TheDotInACatalanWordIsPartOfIt) {
  EXPECT_EQ(label_words("cancel·la").text, "cancel·la");
  EXPECT_EQ(label_words("site · page").text, "site page");
}

TEST(Words, LettersOfAnyScriptSaySomething) {
  for (const char* text : {"Cancel", "キャンセル", "취소", "ביטול", "ยกเลิก", "3"})
    EXPECT_TRUE(has_letters(text)) << text;
  for (const char* text : {"", " ", "✕", "🗑", "…"}) EXPECT_FALSE(has_letters(text)) << text;
}

TEST(Words, LatinLettersInAWordOfAnotherAlphabetAreReadAsItsOwn) {
  EXPECT_EQ(normalise("\x41ναστολή").text, normalise("Αναστολή").text);  // a Latin A before Greek letters
  EXPECT_EQ(normalise("\x4Fчистить").text, normalise("Очистить").text);  // a Latin O before Cyrillic ones
  EXPECT_EQ(normalise("D\u0435l\u0435te").text, "delete");               // each Cyrillic letter looks like a Latin one
  EXPECT_EQ(normalise("µm").text, normalise("μm").text);
}

TEST(Lexicon, AStarByItselfIsAnyOneWord) {
  const Lexicon lexicon = of("order: start\ngrant: lås * op\n");
  EXPECT_EQ(meant(lexicon, "Lås nøglering op"), "grant");
  EXPECT_EQ(meant(lexicon, "Lås op"), "");
  EXPECT_EQ(meant(lexicon, "Lås to nøgleringe op"), "");
  EXPECT_EQ(meant("Lås certifikat op"), "grant");
  EXPECT_EQ(meant("Ota avain pois käytöstä"), "stop");
  EXPECT_EQ(meant("Turn it off"), "stop");
  EXPECT_EQ(meant("Slå lyden fra"), "");  // a harmless object between the parts of a weak verb
}

TEST(Languages, VerbsWithAnyObject) {
  for (const char* label :
       {"Obliterate the archive", "Dispose of item", "Reformat drive", "Hard reset", "Disband team",
        "Deauthorize this computer", "Tear down stack", "End meeting", "Mark as sold", "Add friend"}) {
    EXPECT_NE(meant(label), "") << label;
  }
  for (const char* label : {"Reformat code", "Start over", "Continue to payment", "Archive", "End", "Flush left"}) {
    EXPECT_EQ(meant(label), "") << label;
  }
}

TEST(Languages, LabelsOfOtherApplications) {
  for (const char* label :
       {"Разорвать соединение", "Запретить доступ", "Disabilitare account", "Aceptar el riesgo", "Ota pois käytöstä",
        "Yoket", "Recommencer", "重新开始", "Peru avain", "अक्षम करें", "替換", "拒否する", "Zameniť všetko"}) {
    EXPECT_NE(meant(label), "") << label;
  }
  for (const char* label : {"Aceptar", "Отказване", "انتقال", "Vrátiť", "Đặt lại tên", "Abandonner le plein écran"}) {
    EXPECT_EQ(meant(label), "") << label;
  }
}

TEST(Lexicon, InAScriptWithoutSpacesAnExceptionIsOnlyItsOwnLetters) {
  for (const char* label : {"ポートの削除", "プリセットを削除", "주소를 삭제"})
    EXPECT_EQ(meant(label), "delete") << label;
  for (const char* label : {"削除しない", "삭제하지 않음", "背面に送る"}) EXPECT_EQ(meant(label), "") << label;
}

TEST(Lexicon, AnExceptionAboutAcceptingAllDoesNotHideAccess) {
  EXPECT_EQ(meant("Zezwól na dostęp"), "grant");
  EXPECT_EQ(meant("Zezwól na wszystkie"), "");
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

TEST(WordList, AVerbMayNeedAnObject) {
  const Lexicon made = of("order: start\ntail: now\naccount: &cancel, &~lock\nharmless: layer");
  EXPECT_EQ(meant(made, "cancel"), "");
  EXPECT_EQ(meant(made, "cancel now"), "") << "a word that does not count is no object";
  EXPECT_EQ(meant(made, "cancel expedition"), "account");
  EXPECT_EQ(meant(of("order: start\naccount: &report, =report"), "report"), "account")
      << "the whole label counts beside it";
  EXPECT_EQ(meant(made, "lock layer"), "");
  EXPECT_EQ(meant(made, "lock vault"), "account");
}

TEST(WordList, VerbsThatChangeSomethingWithAGraveObject) {
  const Lexicon made =
      of("order: start\nchange: create, turn off\ngrave grant: access key\ndelete: ~drop\nharmless: tab");
  EXPECT_EQ(meant(made, "create access key"), "grant");
  EXPECT_EQ(meant(made, "create the first access key for kim"), "grant");
  EXPECT_EQ(meant(made, "create folder"), "");
  EXPECT_EQ(meant(made, "access key"), "");
  EXPECT_EQ(meant(made, "drop tab"), "");
  EXPECT_EQ(meant(made, "drop access key of tab"), "delete") << "a grave object is not made harmless by another";
}

TEST(WordList, ALanguageThatListsThingsHasTitles) {
  const Lexicon made = of("thing: account\norder: start\ndelete: delete, +wiping disks\nstop: kill, kill process");
  const auto is_title = [&](std::string_view label) { return made.read_label(normalise(label).text).title; };
  EXPECT_TRUE(is_title("Kill Bill"));
  EXPECT_FALSE(is_title("Kill"));
  EXPECT_FALSE(is_title("Kill process"));
  EXPECT_FALSE(is_title("Delete account"));
  EXPECT_FALSE(is_title("How about wiping disks"));
  EXPECT_EQ(meant(made, "Kill Bill"), "stop");
}

TEST(WordList, LabelsThatOnlyShowOrPost) {
  const Lexicon made = of("order: start\nshow: details, view\npost: comment");
  EXPECT_TRUE(made.read_label("view file").shows);
  EXPECT_FALSE(made.read_label("file view").shows);
  EXPECT_TRUE(made.read_label("comment").posts);
  EXPECT_FALSE(made.read_label("comment line").posts);
}

TEST(WordList, WhatATextAsksAndReports) {
  const Lexicon made = of(
      "thing: account\norder: start\nnot: delete key\nstop: ~stop\nsays delete: deleted\nasks: will be\nreports: were");
  const auto read = [&](std::string_view text) { return made.read_message(normalise(text).text); };
  EXPECT_TRUE(read("They will be deleted.").asks);
  EXPECT_EQ(read("They will be deleted.").category, Category::delete_);
  EXPECT_TRUE(read("Now?").asks);
  EXPECT_TRUE(read("هل؟").asks);
  EXPECT_FALSE(read("Where should it go?").asks) << "no question for a yes";
  EXPECT_FALSE(read("¿Cómo desea pagar?").asks);
  EXPECT_TRUE(read("What now? Delete it?").asks);
  EXPECT_TRUE(read("They were deleted.").reports);
  EXPECT_FALSE(read("They were deleted.").asks);
  EXPECT_TRUE(read("They were found. They will be deleted.").asks);
  EXPECT_EQ(read("Stop service?").category, Category::stop);
  EXPECT_EQ(read("Enter the bus stop.").category, std::nullopt) << "a verb of many uses, not at the start";
  EXPECT_EQ(read("With the delete key they are deleted.").category, Category::delete_)
      << "an exception, not at the start";
}

TEST(Price, AButtonThatOffersSomethingForMoney) {
  for (const char* label : {"Get Plus - $12/month", "Top up 20 EUR", "Silber freischalten, 19 €", "Start for CHF 5.-",
                            "Unlock ₹399", "開始 980円", "Tip 5 kr"}) {
    EXPECT_TRUE(offers_for_a_price(normalise(label).text)) << label;
  }
  for (const char* label :
       {"$20", "Under $50", "From 5 EUR", "Page 20", "Get 20 pages", "USD", "Kr", "20 %", "",
        "Blue kettle with two litres and a long cable in a box $39.90", "Up to 10 €", "元のサイズ 100 に戻す"}) {
    EXPECT_FALSE(offers_for_a_price(normalise(label).text)) << label;
  }
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

TEST(Languages, SimilarWordsAreNotMatched) {
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

TEST(Languages, ADialogsTextIsReadInAnyForm) {
  std::string words;
  const auto said = [&](std::string_view text) { return lexicon().read_text(normalise(text).text, words); };
  EXPECT_EQ(said("3 files will be deleted"), Category::delete_);
  EXPECT_EQ(said("Die Datei wird unwiderruflich gelöscht."), Category::delete_);
  EXPECT_EQ(said("Файл будет удалён безвозвратно"), Category::delete_);
  EXPECT_EQ(said("You have unsaved changes"), Category::close_unsaved);
  EXPECT_EQ(said("The printer is out of paper"), std::nullopt);
}

TEST(Languages, TheSubjectOfAPageIsRecognised) {
  EXPECT_EQ(lexicon().read_page("/checkout/review"), Category::purchase);
  EXPECT_EQ(lexicon().read_page("mein konto"), Category::account);
  EXPECT_EQ(lexicon().read_page("weather in paris"), std::nullopt);
  EXPECT_EQ(lexicon().read_page("warenkorb"), Category::purchase);
  EXPECT_TRUE(lexicon().is_cart("warenkorb"));
  EXPECT_FALSE(lexicon().is_cart("cart, checkout"));
  EXPECT_FALSE(lexicon().is_cart("weather in paris"));
}

}  // namespace
}  // namespace interlock::gate
