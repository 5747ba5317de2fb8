#include "gate/readings/consequence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gate/cases.h"

namespace interlock::gate {
namespace {

using namespace cases;

TEST(Consequence, ControlsThatCannotBeTakenBackAsk) {
  const SafetyGate gate = ours();
  for (const char* label : {"Delete account", "Submit Order", "Pay now", "Send", "Remove", "Place your order",
                            "Confirm", "Publish", "Empty Trash", "DELETE", "🗑 Delete", "Uninstall", "Buy now"}) {
    const Assessment a = assess(gate, click(), button(label));
    EXPECT_EQ(a.decision, Decision::require_confirmation) << label;
    EXPECT_EQ(a.rule, "irreversible") << label;
  }
}

TEST(Consequence, OrdinaryControlsPass) {
  const SafetyGate gate = ours();
  for (const char* label : {"Next",
                            "Back",
                            "Save",
                            "Cancel",
                            "Open",
                            "Search",
                            "Sent",
                            "Recently deleted",
                            "Post office",
                            "Shipping & payment",
                            "Order history",
                            "Bookmarks",
                            "Don't delete",
                            "Settings",
                            "OK",
                            "Format painter",
                            "Sender",
                            "Share price",
                            "Install guide",
                            "Paying guests"}) {
    EXPECT_EQ(decide(gate, click(), button(label)), Decision::allow) << label;
  }
}

TEST(Consequence, PartsOfADocumentAreDeletedByItsEditorAndComeBack) {
  const SafetyGate gate = ours();
  for (const char* label : {"Delete Rows", "Delete Layer", "Delete Slide", "Delete Column", "Zeilen löschen",
                            "Supprimer le calque", "Eliminar filas", "Удалить строки", "Usuń wiersze", "删除幻灯片"}) {
    Observation item = on(element(Role::menu_item, label));
    EXPECT_EQ(decide(gate, click(), item), Decision::allow) << label;
    item.document = Document{"https://db.example/users", "Users"};
    EXPECT_EQ(decide(gate, click(), item), Decision::require_confirmation) << label << ", on a web page";
  }
  for (const char* label : {"Delete server", "Delete Rows and Account", "Delete file", "Delete Table", "删除执行记录"})
    EXPECT_EQ(decide(gate, click(), on(element(Role::menu_item, label))), Decision::require_confirmation) << label;
}

TEST(Consequence, WhatAnEditorDoesToItsDocumentComesBack) {
  const SafetyGate gate = ours();
  const auto in = [](const char* wm_class, const char* label) {
    Observation o = on(element(Role::menu_item, label));
    o.window->wm_class = wm_class;
    return o;
  };
  for (const char* label : {"Delete", "Delete Nodes", "Unlink Clone", "Remove Clip", "Join", "Stop"})
    EXPECT_EQ(decide(gate, click(), in("Inkscape", label)), Decision::allow) << label;
  for (const char* label : {"Delete File", "Delete Account", "Send", "Publish", "Empty Trash"})
    EXPECT_NE(decide(gate, click(), in("Inkscape", label)), Decision::allow) << label;
  EXPECT_NE(decide(gate, click(), in("Nautilus", "Delete")), Decision::allow);
  EXPECT_NE(decide(gate, click(), in("libreoffice-base", "Delete")), Decision::allow);
  Observation asked = in("Inkscape", "Delete");
  asked.element->ancestors = {{Role::dialog, "Delete template?", "The template will be deleted for good."}};
  EXPECT_NE(decide(gate, click(), asked), Decision::allow);
}

TEST(Consequence, WhatIsTakenOutOfACartCanBePutInAgain) {
  const SafetyGate gate = ours();
  const auto in_cart = [](const char* label, const char* title) {
    Observation o = button(label);
    o.document = Document{"https://market.example/cart", title};
    return o;
  };
  for (const auto& [label, title] : {std::pair("Remove", "Cart"),
                                     {"Удалить из корзины", "Корзина"},
                                     {"В корзину", "Корзина"},
                                     {"删除选中商品", "购物车"},
                                     {"Supprimer", "Panier"}})
    EXPECT_EQ(decide(gate, click(), in_cart(label, title)), Decision::allow) << label;
  for (const char* label : {"Delete account", "Place order", "Delete my files"})
    EXPECT_NE(decide(gate, click(), in_cart(label, "Cart")), Decision::allow) << label;
}

TEST(Consequence, ALinkThatIsCalledAfterAPaymentLeadsToIt) {
  const SafetyGate gate = ours();
  const auto on_page = [](Role role, const char* label) {
    Observation o = on(element(role, label));
    o.document = Document{"https://bank.example/home", "Bank"};
    return o;
  };
  for (const char* label : {"Überweisung", "Virement", "Transferencia", "Przelew", "振込", "Pedido", "Transfer"})
    EXPECT_EQ(decide(gate, click(), on_page(Role::link, label)), Decision::allow) << label;
  for (const char* label : {"Überweisung", "Virement", "Transferencia", "Przelew"})
    EXPECT_NE(decide(gate, click(), on_page(Role::push_button, label)), Decision::allow) << label;
  EXPECT_NE(decide(gate, click(), on_page(Role::link, "Überweisung ausführen")), Decision::allow);
}

TEST(Consequence, HeadingsAndDataAreNoControls) {
  const SafetyGate gate = ours();
  for (Role role : {Role::heading, Role::label, Role::paragraph, Role::static_, Role::table_cell, Role::check_box}) {
    EXPECT_EQ(decide(gate, click(), on(element(role, "Delete account"))), Decision::allow) << role_name(role);
  }
}

Observation in_dialog(std::string label, std::string title, std::string text) {
  Element e = element(Role::push_button, std::move(label));
  e.ancestors = {{Role::filler, "", ""}, {Role::dialog, std::move(title), std::move(text)}, {Role::frame, "Files", ""}};
  return on(std::move(e));
}

TEST(Consequence, GenericLabelsMeanWhatTheirDialogSays) {
  const SafetyGate gate = ours();
  for (const char* label : {"OK", "Yes", "Continue", "Confirm", "Apply", "Remove", "yes, go on"}) {
    const Assessment a = assess(gate, click(), in_dialog(label, "Question", "Delete 3 files permanently?"));
    EXPECT_EQ(a.decision, Decision::require_confirmation) << label;
    EXPECT_EQ(a.code, "dialog") << label;
    EXPECT_EQ(decide(gate, click(), in_dialog(label, "Preferences", "Choose a colour")), Decision::allow) << label;
  }
  EXPECT_EQ(decide(gate, click(), in_dialog("Cancel", "Question", "Delete 3 files permanently?")), Decision::allow);
  EXPECT_EQ(decide(gate, click(), in_dialog("Keep", "Question", "Delete 3 files permanently?")), Decision::allow);
  EXPECT_EQ(decide(gate, click(), in_dialog("Close", "Question", "Delete 3 files permanently?")), Decision::allow);
}

TEST(Consequence, ADialogAboutMoneyAsksOnlyIfItAsksOrNamesAnAmount) {
  const SafetyGate gate = ours();
  for (const char* text : {"Your subscription is active.", "Learn how payments work.", "Ihre Bestellung ist da."})
    EXPECT_EQ(decide(gate, click(), in_dialog("OK", "", text)), Decision::allow) << text;
  for (const char* text :
       {"The subscription is 39 EUR a year.", "Buy this now?", "You will be charged.", "Die Zahlung wird ausgeführt."})
    EXPECT_NE(decide(gate, click(), in_dialog("OK", "", text)), Decision::allow) << text;
  EXPECT_NE(decide(gate, click(), in_dialog("Continue", "", "Subscribe to Premium")), Decision::allow);
}

TEST(Consequence, ADialogWindowIsADialogToo) {
  Window w = window("app", "Delete 3 files?", "App");
  w.type = "dialog";
  EXPECT_EQ(decide(ours(), click(), on(element(Role::push_button, "OK"), w)), Decision::require_confirmation);
}

TEST(Consequence, ReturnAndSpaceOnAFocusedControlAreLikeTheClick) {
  const SafetyGate gate = ours();
  for (const char* keys : {"Return", "KP_Enter", "ctrl+m", "space", "Home Return"}) {
    EXPECT_EQ(decide(gate, key(keys), button("Delete account")), Decision::require_confirmation) << keys;
    EXPECT_EQ(decide(gate, key(keys), button("Next")), Decision::allow) << keys;
  }
  EXPECT_EQ(decide(gate, type("\n"), button("Delete account")), Decision::require_confirmation);
  EXPECT_EQ(decide(gate, type(" "), button("Delete account")), Decision::require_confirmation);
  EXPECT_EQ(decide(gate, act(KeyDown{{{}, "Return"}}), button("Delete account")), Decision::require_confirmation);
  EXPECT_EQ(decide(gate, key("Escape"), button("Delete account")), Decision::allow);
}

TEST(Consequence, LettingGoOnAMenuItemRunsIt) {
  EXPECT_EQ(decide(ours(), act(MouseUp{{1, 1}}), on(element(Role::menu_item, "Delete"))),
            Decision::require_confirmation);
  EXPECT_EQ(decide(ours(), act(MouseUp{{1, 1}}), button("Delete")), Decision::allow);
}

TEST(Consequence, DisguisedLabelsAreReadAsPeopleSeeThem) {
  for (const char* label :
       {"\xEF\xBC\xA4\xEF\xBD\x85lete account", "De\xE2\x80\x8Blete account", "De\xC2\xADlete account",
        "\xE2\x80\xAE"
        "Delete account",
        "Delete\xC2\xA0"
        "account"}) {
    EXPECT_EQ(decide(ours(), click(), button(label)), Decision::require_confirmation) << label;
  }
}

TEST(Consequence, ALabelTooLongToReadAsks) {
  EXPECT_EQ(assess(ours(), click(), button(std::string(20'000, 'a'))).code, "text_too_long");
}

TEST(Consequence, UnreadTextAsksWhateverThePolicyAllows) {
  Config config = consequence_config();
  for (const CategoryRow& row : category_table()) config.consequences[row.category] = Decision::allow;
  const SafetyGate gate = ours(config);
  const std::string long_text(20'000, 'a');
  EXPECT_EQ(decide(gate, click(), button("Delete")), Decision::allow);
  EXPECT_EQ(decide(gate, click(), in_dialog("OK", "Question", "Delete 3 files?")), Decision::allow);
  for (const auto& seen : {in_dialog("OK", "Question", long_text), in_dialog("OK", "Delete 3 files?", long_text),
                           in_dialog("", "", long_text), button(long_text), button("Delete " + long_text)}) {
    EXPECT_EQ(decide(gate, click(), seen), Decision::require_confirmation);
  }
  Element described = element(Role::push_button, "More");
  described.description = long_text;
  EXPECT_EQ(decide(gate, click(), on(described)), Decision::require_confirmation);
}

TEST(Consequence, ALongDialogIsReadToItsEnd) {
  std::string text;
  for (int i = 0; i < 900; ++i) text += "some words ";
  EXPECT_EQ(decide(ours(), click(), in_dialog("OK", "Question", text)), Decision::allow);
  EXPECT_EQ(assess(ours(), click(), in_dialog("OK", "Question", text + "and all files are deleted")).code, "dialog");
}

TEST(Consequence, ThePolicysPatternsComeOnTop) {
  Config config = consequence_config();
  config.blocklist_patterns = {"nuke"};
  config.irreversible_patterns = {"r\u00e9tablir"};
  const SafetyGate gate = ours(config);
  EXPECT_EQ(decide(gate, click(), button("Nuke it")), Decision::block);
  EXPECT_EQ(decide(gate, type("nuke it\n"), xterm()), Decision::block);
  EXPECT_EQ(decide(gate, type("nuke it\n"), entry()), Decision::allow);
  EXPECT_EQ(decide(gate, click(), button("R\u00c9TABLIR")), Decision::require_confirmation);
  EXPECT_EQ(decide(gate, click(), button("Re\u0301tablir")), Decision::require_confirmation);
}

}  // namespace
}  // namespace interlock::gate
