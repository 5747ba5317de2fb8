// The dialog in which an application asks again about what was approved needs no second question; any other one does.
#include "gate/session/deletion.h"

#include <gtest/gtest.h>

namespace interlock::gate {
namespace {

Element field(const std::string& name, const std::string& value) {
  Element field{.role = Role::entry, .name = name};
  field.value = value;
  return field;
}

Element row(const std::string& name) {
  Element row{.role = Role::tree_item, .name = name};
  row.states.add(State::selected);
  return row;
}

struct Press {
  Observation seen;
  Assessment assessment;
  Known<std::vector<Element>> form = std::vector<Element>{};

  explicit Press(const std::string& label) {
    seen.window = Window{.id = 7, .app = "mail", .title = "Contacts", .type = "normal", .pid = std::uint32_t{12}};
    seen.element = Element{.role = Role::push_button, .name = label};
    seen.document = none;
    assessment.findings.push_back(
        {"irreversible", "consequence", Decision::require_confirmation, "a reason", "delete: delete"});
  }
  Press& with(std::vector<Element> elements) {
    form = std::move(elements);
    return *this;
  }
  Press& on(const std::string& url) {
    seen.document = Document{.url = url, .title = "Drafts"};
    return *this;
  }
  Press& in_dialog(const std::string& name, const std::string& text) {
    seen.element.get()->ancestors = {
        {Role::panel, "", ""}, {Role::dialog, name, text}, {Role::frame, "Other words", ""}};
    return *this;
  }
  std::optional<Deletion> deletion() const { return deletion_of(seen, assessment, form); }
};

bool again(const Press& approved, const Press& asked) {
  const auto first = approved.deletion();
  const auto second = asked.deletion();
  return first && second && asks_again(*first, *second);
}

const std::string page = "https://mail.example/drafts";

Press draft() {
  return Press("Delete draft").on(page);
}
Press dialog(const std::string& text) {
  return Press("Delete").on(page).in_dialog("", text);
}

TEST(AsksAgain, ADialogThatRepeatsWhatWasApproved) {
  EXPECT_TRUE(again(draft(), dialog("Delete draft? This cannot be undone.")));
  EXPECT_TRUE(again(draft(), dialog("Are you sure you want to delete this draft permanently?")));
  EXPECT_TRUE(again(draft(), dialog("Are you sure?")));
  EXPECT_TRUE(again(Press("Delete").on(page).with({row("Ann")}), dialog("Delete Ann?")));
  const auto contact = Press("Delete").with({field("Name", "Boris Klein"), field("Phone", "034")});
  EXPECT_TRUE(
      again(contact, Press("Delete").in_dialog("Delete contact", "Delete Boris Klein? This cannot be undone.")));
  const auto article = Press("Delete article").with({row("Pliers"), row("12")});
  EXPECT_TRUE(again(article, Press("Yes").in_dialog("Contacts", "Delete Pliers from the contacts?")));
}

/// What a page or a program could put behind an approved "Delete draft".
TEST(AsksAgain, ADialogThatNamesAnythingElseIsAnotherQuestion) {
  for (const char* text :
       {"Delete account?", "Delete draft and account?", "Delete draft account?", "Delete draft? Delete account?",
        "Delete draft? This deletes its 12 files for good.", "Delete 1 draft?", "Delete all drafts?",
        "Delete draft? Your subscription will end.", "Delete drafts?", "Delete draft, account?", "Delete dräft?",
        "Delete draft? You will be charged 20 EUR.", "Delete account from draft?", "Entwurf endgültig löschen?",
        "Delete draft in Drafts?"}) {
    EXPECT_FALSE(again(draft(), dialog(text))) << text;
  }
  for (const Element& beside : {field("Kind", "account"), row("account")}) {
    EXPECT_FALSE(again(draft().with({beside}), dialog("Delete account?"))) << "a page puts there what it likes";
  }
  EXPECT_FALSE(again(Press("Delete").on(page).with({field("Kind", "account")}), dialog("Delete account?")));
  std::string long_text = "Delete draft?";
  while (long_text.size() < 450) long_text += " Are you sure?";
  EXPECT_FALSE(again(draft(), dialog(long_text))) << "it may have been cut";
  EXPECT_FALSE(again(draft(), Press("Delete account").on(page).in_dialog("", "Delete draft?")));
  EXPECT_FALSE(again(draft(), Press("Delete").on(page).in_dialog("Delete account", "Delete draft?")));
  const auto contact = Press("Delete").with({field("Name", "Boris Klein")});
  EXPECT_FALSE(again(contact, Press("Delete").in_dialog("Delete contact", "Delete Chen Wu?")));
  EXPECT_FALSE(again(contact, Press("Delete").in_dialog("Delete contact", ""))) << "the title alone names a kind";
  EXPECT_FALSE(again(contact, Press("Delete").in_dialog("", "Delete Boris Klein from the backup?")));
}

TEST(AsksAgain, WhatIsSetInTheDialogIsANewQuestion) {
  Element box{.role = Role::check_box, .name = "The account too"};
  EXPECT_TRUE(again(draft(), dialog("Delete draft?").with({})));
  box.states.add(State::checked);
  EXPECT_FALSE(again(draft(), dialog("Delete draft?").with({box})));
  EXPECT_FALSE(again(draft(), dialog("Delete draft?").with({field("Reason", "")})));
  EXPECT_TRUE(again(draft().with({field("Search", "")}), dialog("Delete draft?").with({field("Search", "")})));
}

TEST(AsksAgain, OnlyInTheSameProgramAndPageAndNotInADialogOfTheDialog) {
  EXPECT_FALSE(again(draft(), Press("Delete").on("https://mail.example/account").in_dialog("", "Delete draft?")));
  EXPECT_FALSE(again(draft(), Press("Delete").in_dialog("", "Delete draft?")));
  auto other = dialog("Delete draft?");
  other.seen.window.get()->pid = std::uint32_t{13};
  EXPECT_FALSE(again(draft(), other));
  EXPECT_FALSE(again(draft(), Press("Delete draft").on(page))) << "not in a dialog: pressed again";
  EXPECT_FALSE(again(dialog("Delete draft?"), dialog("Delete draft?")));
  auto unknown = dialog("Delete draft?");
  unknown.seen.document = Unknown::deadline;
  EXPECT_FALSE(again(draft(), unknown));
  unknown = dialog("Delete draft?");
  unknown.form = Unknown::deadline;
  EXPECT_FALSE(again(draft(), unknown));
}

TEST(AsksAgain, OnlyIfNothingElseAsks) {
  auto asked = dialog("Delete draft?");
  asked.assessment.findings.push_back({"destination", "x", Decision::require_confirmation, "a reason", ""});
  EXPECT_FALSE(again(draft(), asked));
  asked = dialog("Delete draft?");
  asked.assessment.findings[0].evidence = "account: delete";
  EXPECT_FALSE(again(draft(), asked));
  auto sent = draft();
  sent.assessment.findings[0].evidence = "send: send";
  EXPECT_FALSE(again(sent, dialog("Delete draft?")));
}

}  // namespace
}  // namespace interlock::gate
